"""The challenge of the day on the page: take it, play it, see who decided best, and keep a streak."""

import re
from typing import Any

from playwright.sync_api import expect

from play.web.browsing import Visits
from play.web.finished import taken_challenge
from play.web.node import evaluate
from play.web.playing import at_once, choices


def test_a_challenge_is_taken_and_its_results_are_told(visits: Visits) -> None:
    """Somebody takes it and meets dice without a shield; the table of results tells how others decided."""
    anna = at_once(visits.visitor())
    taken_challenge(anna, "junior-hen-words", "Anna", "chick")
    page = visits.open("/challenge/junior-hen-words", visitor=anna)
    result = page.locator(".challenge__result")
    expect(result.locator(".challenge__mistakes")).to_have_text(re.compile(r"\d%"))
    result.locator("summary").click()
    expect(result).to_have_text(re.compile("Without luck: .* of a win"))
    taken_challenge(at_once(visits.visitor()), "junior-hen-words", "Carla", "chick")  # a chick decides as a chick does
    page.reload()
    expect(page.locator(".challenge__mistakes")).to_have_text([re.compile(r"\d%")] * 2)
    shown, places = (page.locator(f".challenge__{one}").all_inner_texts() for one in ("mistakes", "place"))
    assert places == ["1.", "1." if shown[0] == shown[1] else "2."]
    page.get_by_label("Your name").fill("Ben")
    page.get_by_role("button", name="Take the challenge").click()
    expect(choices(page).first).to_be_visible()
    expect(page.locator(".shield")).to_be_hidden()
    expect(page.locator(".tool--odds")).to_be_hidden()
    table = page.url.rsplit("/", 1)[1]
    page.goto("/challenge/junior-hen-words")
    expect(page.get_by_role("link", name="Go on playing")).to_have_attribute("href", f"/table/{table}")
    page.goto("/")
    page.locator(".home__more > summary").click()
    page.get_by_role("link", name=re.compile("Challenge of the day")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Today's challenge")


def streak(*days: str, today: str = "2026-11-16") -> Any:
    """The days in a row of somebody who has played these."""
    return evaluate("model/streak.js", f"it.streak(data, '{today}')", list(days))


def test_a_streak_is_days_in_a_row() -> None:
    """Up to today, or to yesterday while today can still be played; a gap ends it, also over the end of a month."""
    assert streak() == 0
    assert streak("2026-11-16", "2026-11-15", "2026-11-13") == 2
    assert streak("2026-11-15", "2026-11-14") == 2
    assert streak("2026-11-14") == 0
    assert streak("2026-11-01", "2026-10-31", "2026-10-30", today="2026-11-01") == 3
