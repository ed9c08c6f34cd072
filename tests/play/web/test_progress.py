"""My games: what was finished on this device adds up, and stays there."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from play.web.browsing import PHONE, Visits
from play.web.finished import kept_game
from play.web.playing import ANNA, CHICK, begin, play_on
from roost.study.progress import read_history
from soak import rarely

WORDS = {
    "en": ("My games", "Save as a file", "Delete all", "Practise: which dice."),
    "de": ("Meine Spiele", "Als Datei sichern", "Alles löschen", "Üben: welche Würfel."),
}


def history(games: list[dict[str, Any]]) -> bytes:
    """The file of a history."""
    return json.dumps({"roost": "progress 1", "games": games}).encode()


def add(page: Page, text: bytes) -> None:
    """Choose a file, as one does after *Add from a file*."""
    page.locator("input[type=file]").set_input_files({"name": "h.json", "mimeType": "application/json", "buffer": text})


def test_a_finished_game_is_added(visits: Visits) -> None:
    """Nothing is asked for at the table; whoever looks at their games sees it counted, and counted once.

    A bot is called by its name alone. At the end there is a podium for all, and downloads are behind More.
    """
    page = begin(visits, "junior", ANNA, CHICK)
    bot = page.locator('.board-seat[data-seat="1"]')
    expect(bot.locator(".board-seat__name")).to_have_text("Chick")
    expect(bot.locator(".seat__bot svg")).to_be_visible()
    play_on(page)
    expect(page.locator(".finale__seat")).to_have_count(2)
    expect(page.locator(".finale__seat[data-won]")).not_to_have_count(0)
    expect(page.locator(".table__play .board-seats")).to_be_hidden()  # the sheet would cut them off
    record = page.get_by_role("link", name="Download the record")
    expect(record).to_be_hidden()
    page.locator(".finale__more summary").click()
    expect(record).to_be_visible()
    page.get_by_role("link", name="My games").click()
    card = page.locator("[data-game=junior]")
    expect(card).to_contain_text("Games: 1 ")
    expect(card.locator(".rating__value")).not_to_be_empty()
    page.reload()
    expect(card).to_contain_text("Games: 1 ")
    assert len(page.evaluate("JSON.parse(localStorage.getItem('roost-my-games'))")) == 1
    table = page.evaluate("JSON.parse(localStorage.getItem('roost-tables'))[0].id")
    review = page.request.get(f"/api/tables/{table}/review").json()
    (own,) = review["own_seats"]
    costly = {slip["position"] for slip in review["slips"] if slip["seat"] == own and slip["slip"] >= 0.01}
    kept = page.evaluate("JSON.parse(localStorage.getItem('roost-my-mistakes') ?? '[]')")
    assert {mistake["position"] for mistake in kept} == costly
    assert {mistake["kind"] for mistake in kept} <= {"stop", "dice", "move"}


@pytest.mark.parametrize("lang", ["de", *rarely("en")])
def test_a_history_is_told_saved_and_deleted(visits: Visits, lang: str, tmp_path: Path) -> None:
    """On a phone: from a file, with every part; saved, it is what it was; deleted, it is gone."""
    heading, save, delete, practise = WORDS[lang]
    page = visits.open("/progress", size=PHONE, lang=lang)
    expect(page.locator("h1")).to_have_text(heading)
    games = [kept_game(number, dice=0.3 - 0.01 * number) for number in range(1, 19)]
    add(page, history([*games, *(kept_game(number, name="Ben") for number in (1, 2))]))
    card = page.locator("[data-game=heckmeck]")
    expect(card).to_contain_text(practise)
    expect(card.locator(".curve__point")).to_have_count(6)
    expect(card.locator(".costs__row").first).to_have_attribute("data-question", "dice")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    card.locator("summary").click()
    expect(card.locator(".progress__opponents td").first).to_have_text("18")
    add(page, history(games))  # known already
    expect(page.locator("[role=status]", has_text="0")).to_be_visible()
    page.get_by_role("radio", name="Ben").check()
    expect(card.locator(".curve__point")).to_have_count(0)
    with page.expect_download() as download:
        page.get_by_role("button", name=save).click()
    saved = tmp_path / "saved.json"
    download.value.save_as(saved)
    assert len(read_history(saved.read_text("utf-8"))) == 20
    page.get_by_role("button", name=delete).click()
    page.get_by_role("dialog").get_by_role("button", name=delete).click()
    expect(card).to_have_count(0)
    assert (
        page.evaluate("['roost-my-games', 'roost-my-mistakes'].map((key) => localStorage.getItem(key))") == ["[]"] * 2
    )


@pytest.mark.parametrize("wrong", [b"nothing", b"[]", history([{**kept_game(1), "players": 9}])])
def test_a_file_that_is_no_history_changes_nothing(visits: Visits, wrong: bytes) -> None:
    """It is told, and nothing is added."""
    visits.allow("status of 4")
    page = visits.open("/progress")
    expect(page.get_by_role("button", name="Delete all")).to_be_hidden()  # there is nothing
    add(page, wrong)
    expect(page.get_by_text("This file holds no history of games.")).to_be_visible()
    assert page.evaluate("localStorage.getItem('roost-my-games')") is None


def test_a_game_whose_table_is_gone_is_left_out(visits: Visits) -> None:
    """There is nobody to ask about it any more."""
    visits.allow("status of 4")
    visitor = visits.visitor()
    page = visits.open("/", visitor=visitor)
    page.evaluate("localStorage.setItem('roost-my-games-due', '[[\"gone\", 1]]')")
    page.goto("/progress")
    expect(page.locator(".progress [role=status]").first).to_be_empty()
    page.wait_for_function("localStorage.getItem('roost-my-games-due') === '[]'")
