"""The coach: before a costly choice the page names a better one, and the player decides."""

import pytest
from playwright.sync_api import Page, expect

from play.web.browsing import PHONE, Visits
from play.web.playing import ANNA, BEN, OPEN, at_once, choice, make_table, press
from soak import rarely

RULES = {"dice": "real", "coach": 2, "auto_roll": False}
WORDS = {
    "en": ("Coach", "that costs you", "Choose again", "Do it anyway", "the page warns of costly choices"),
    "de": ("Trainer", "Das kostet dich", "Noch mal wählen", "Trotzdem", "warnt die Seite vor teuren"),
}

LATE = {
    "en": "The coach did not answer in time. Your choice stands, unchecked.",
    "de": "Der Trainer war nicht schnell genug: Deine Wahl gilt, ungeprüft.",
}


def rolled(visits: Visits, lang: str, status: int = 200) -> Page:
    """Anna's page after she has entered a roll and the coach has answered or failed."""
    visitor = at_once(visits.visitor(size=PHONE, lang=lang))
    table = make_table(visitor, "heckmeck", ANNA, BEN, options={"start": "A"}, rules=RULES)
    page = visits.open(f"/table/{table['id']}", visitor=visitor)
    if status != 200:
        page.route("**/hint*", lambda route: route.fulfill(status=status, json={"detail": "not now"}))
    page.locator(".lobby .button--main").click()
    with page.expect_response(lambda answer: "/hint" in answer.url and answer.status == status):
        for face in "1112355w":
            page.locator(f'.keypad__face[data-enter="{face}"]').click()
    return page


@pytest.mark.parametrize("lang", ["de", *rarely("en")])
def test_the_coach_asks_before_a_costly_choice(visits: Visits, lang: str) -> None:
    """The player may take the choice back or keep it; the best choice raises no question."""
    title, cost, choose_again, keep, _ = WORDS[lang]
    page = rolled(visits, lang)
    press(choice(page, "1"))
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text(title)
    expect(dialog).to_contain_text(cost)
    dialog.get_by_role("button", name=choose_again).click()
    expect(dialog).to_have_count(0)
    expect(choice(page, "1")).to_be_visible()
    press(choice(page, "1"))
    dialog.get_by_role("button", name=keep).click()
    expect(choice(page, "roll")).to_be_visible()
    page.locator(".tool--undo").click()
    press(choice(page, "5"))
    expect(choice(page, "roll")).to_be_visible()
    expect(dialog).to_have_count(0)


@pytest.mark.parametrize("lang", ["de", *rarely("en")])
def test_a_choice_passes_if_the_coach_cannot_answer(visits: Visits, lang: str) -> None:
    """The page says that the choice was not checked."""
    page = rolled(visits, lang, status=409)
    visits.allow("409")
    press(choice(page, "1"))
    expect(choice(page, "roll")).to_be_visible()
    expect(page.locator(".table__toast")).to_have_text(LATE[lang])


@pytest.mark.parametrize("lang", ["de", *rarely("en")])
def test_a_player_who_joins_is_informed_about_the_coach(visits: Visits, lang: str) -> None:
    table = make_table(visits.visitor(), "heckmeck", ANNA, OPEN, rules={"coach": 5})
    page = visits.open(f"/t/{table['code']}", size=PHONE, lang=lang)
    expect(page.locator("form")).to_contain_text(WORDS[lang][4])
