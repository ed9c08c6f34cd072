"""The progress page: games finished on this device are counted and stored there."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from play.web.browsing import PHONE, Visits
from play.web.finished import saved_game
from play.web.playing import ANNA, CHICK, begin, play_on
from roost.study.progress import read_history
from soak import rarely

WORDS = {
    "en": ("My games", "Save as a file", "Delete all", "Practise: which dice."),
    "de": ("Meine Spiele", "Als Datei sichern", "Alles löschen", "Üben: welche Würfel."),
}


def history(games: list[dict[str, Any]]) -> bytes:
    """Return the file of a history."""
    return json.dumps({"roost": "progress 1", "games": games}).encode()


def add(page: Page, text: bytes) -> None:
    """Choose a file, as after *Add from a file*."""
    page.locator("input[type=file]").set_input_files({"name": "h.json", "mimeType": "application/json", "buffer": text})


def test_a_finished_game_is_counted_once(visits: Visits) -> None:
    """The progress page fetches the game's review, and stores the player's costly mistakes for training.

    A bot is called by its name. The end page has a podium with all players, and downloads under More.
    """
    page = begin(visits, "junior", ANNA, CHICK)
    bot = page.locator('.board-seat[data-seat="1"]')
    expect(bot.locator(".board-seat__name")).to_have_text("Chick")
    expect(bot.locator(".seat__bot svg")).to_be_visible()
    play_on(page)
    expect(page.locator(".finale__seat")).to_have_count(2)
    expect(page.locator(".finale__seat[data-won]")).not_to_have_count(0)
    expect(page.locator(".table__play .board-seats")).to_be_hidden()  # covered by the end sheet
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
    costly = {
        mistake["position"] for mistake in review["mistakes"] if mistake["seat"] == own and mistake["mistake"] >= 0.01
    }
    stored = page.evaluate("JSON.parse(localStorage.getItem('roost-my-mistakes') ?? '[]')")
    assert {mistake["position"] for mistake in stored} == costly
    assert {mistake["kind"] for mistake in stored} <= {"stop", "dice", "move"}


@pytest.mark.parametrize("lang", ["de", *rarely("en")])
def test_a_history_can_be_loaded_saved_and_deleted(visits: Visits, lang: str, tmp_path: Path) -> None:
    """A phone shows all parts of a history, the saved file holds the same games, and deleting removes all."""
    heading, save, delete, practise = WORDS[lang]
    page = visits.open("/progress", size=PHONE, lang=lang)
    expect(page.locator("h1")).to_have_text(heading)
    games = [saved_game(number, dice=0.3 - 0.01 * number) for number in range(1, 19)]
    add(page, history([*games, *(saved_game(number, name="Ben") for number in (1, 2))]))
    card = page.locator("[data-game=heckmeck]")
    expect(card).to_contain_text(practise)
    expect(card.locator(".curve__point")).to_have_count(6)
    expect(card.locator(".costs__row").first).to_have_attribute("data-question", "dice")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    card.locator("summary").click()
    expect(card.locator(".progress__opponents td").first).to_have_text("18")
    add(page, history(games))  # these games were added before
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


@pytest.mark.parametrize("wrong", [b"nothing", b"[]", history([{**saved_game(1), "players": 9}])])
def test_a_malformed_history_file_is_refused(visits: Visits, wrong: bytes) -> None:
    visits.allow("status of 4")
    page = visits.open("/progress")
    expect(page.get_by_role("button", name="Delete all")).to_be_hidden()  # no history yet
    add(page, wrong)
    expect(page.get_by_text("This file contains no game history.")).to_be_visible()
    assert page.evaluate("localStorage.getItem('roost-my-games')") is None


def test_a_game_whose_table_was_deleted_is_left_out(visits: Visits) -> None:
    visits.allow("status of 4")
    visitor = visits.visitor()
    page = visits.open("/", visitor=visitor)
    page.evaluate("localStorage.setItem('roost-my-games-due', '[[\"gone\", 1]]')")
    page.goto("/progress")
    expect(page.locator(".progress [role=status]").first).to_be_empty()
    page.wait_for_function("localStorage.getItem('roost-my-games-due') === '[]'")
