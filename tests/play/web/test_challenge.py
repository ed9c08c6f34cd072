"""The daily challenge on the page: taking it, playing it, comparing results, and keeping a streak."""

import re
from typing import Any

from playwright.sync_api import expect

from play.web.browsing import Visits
from play.web.finished import taken_challenge
from play.web.node import evaluate
from play.web.playing import at_once, choices


def test_a_challenge_can_be_taken_and_shows_all_results(visits: Visits) -> None:
    """The dice of a challenge have no shield, and the table of results compares the players' decisions."""
    anna = at_once(visits.visitor())
    taken_challenge(anna, "junior-hen-words", "Anna", "chick")
    page = visits.open("/challenge/junior-hen-words", visitor=anna)
    result = page.locator(".challenge__result")
    expect(result.locator(".challenge__mistakes")).to_have_text(re.compile(r"\d%"))
    result.locator("summary").click()
    expect(result).to_have_text(re.compile("Without luck: .* win chance"))
    taken_challenge(at_once(visits.visitor()), "junior-hen-words", "Carla", "chick")  # Carla may decide as Anna did
    page.reload()
    expect(page.locator(".challenge__mistakes")).to_have_text([re.compile(r"\d%")] * 2)
    shown, places = (page.locator(f".challenge__{column}").all_inner_texts() for column in ("mistakes", "place"))
    assert places == ["1.", "1." if shown[0] == shown[1] else "2."]
    page.get_by_label("Your name").fill("Ben")
    page.get_by_role("button", name="Take the challenge").click()
    expect(choices(page).first).to_be_visible()
    expect(page.locator(".shield")).to_be_hidden()
    expect(page.locator(".tool--odds")).to_be_hidden()
    table = page.url.rsplit("/", 1)[1]
    page.goto("/challenge/junior-hen-words")
    expect(page.get_by_role("link", name="Keep playing")).to_have_attribute("href", f"/table/{table}")
    page.goto("/")
    page.locator(".home__more > summary").click()
    page.get_by_role("link", name=re.compile("Challenge of the day")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Today's challenge")


def streak(*days: str, today: str = "2026-11-16") -> Any:
    """Return the streak of a player who has played on these days."""
    return evaluate("model/streak.js", f"it.streak(data, '{today}')", list(days))


def test_a_streak_counts_consecutive_days() -> None:
    """A streak may end yesterday while today can still be played, and continues over the end of a month."""
    assert streak() == 0
    assert streak("2026-11-16", "2026-11-15", "2026-11-13") == 2
    assert streak("2026-11-15", "2026-11-14") == 2
    assert streak("2026-11-14") == 0
    assert streak("2026-11-01", "2026-10-31", "2026-10-30", today="2026-11-01") == 3
