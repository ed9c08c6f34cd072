"""Whole games in a real browser: two people on two devices and a bot, from the first roll to the rematch."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from web.browsing import Visits
from web.playing import ANNA, BEN, OPEN, PULLET, at_once, make_table, play_on, sit_down, stop_playing

LONGEST_GAME = 600_000
SHORT: dict[str, dict[str, Any]] = {"heckmeck": {"short_game": True, "always_turn": True}, "picnic": {"goal": 5}}
"""Options that make a game shorter."""


def at_table(visits: Visits, game: str) -> tuple[Page, Page]:
    """Anna, the host, and Ben, who reads German, on devices of their own, at a table with a bot. The game has begun."""
    anna, ben = at_once(visits.visitor()), at_once(visits.visitor(lang="de"))
    options = {"start": "A", **SHORT.get(game, {})}
    table = make_table(anna, game, ANNA, OPEN, PULLET, options=options, rules={"odds": False})["id"]
    sit_down(ben, table, "Ben")
    pages = visits.open(f"/table/{table}", visitor=anna), visits.open(f"/table/{table}", visitor=ben)
    pages[0].get_by_role("button", name="Begin").click()
    return pages


def play_to_the_end(anna: Page, ben: Page) -> None:
    """Both see the same end, with the result in a sentence in their own language and every roll checked."""
    play_on(anna, ben)
    for page in (anna, ben):
        expect(page.locator(".finale")).to_be_visible(timeout=LONGEST_GAME)
    stop_playing(anna, ben)
    expect(anna.locator(".finale__told")).to_have_text(re.compile(r"\bwins? with\b|\bshare the win\b"))
    expect(ben.locator(".finale__told")).to_have_text(re.compile(r"\bgewinnt\b|\bteilen sich\b"))
    assert anna.locator(".finale__score").all_inner_texts() == ben.locator(".finale__score").all_inner_texts()
    for page in (anna, ben):
        expect(page.locator(".shield")).to_have_attribute("data-state", "good")
    rolls = anna.locator(".shield__count").inner_text()
    assert int(rolls) > 5
    assert ben.locator(".shield__count").inner_text() == rolls
    expect(anna.locator(".tool--odds")).to_be_hidden()


@pytest.mark.parametrize("game", ["heckmeck", "junior", "barbecue"])
def test_two_people_and_a_bot_play_a_whole_game(visits: Visits, game: str) -> None:
    """From the first roll to an end that both agree on."""
    play_to_the_end(*at_table(visits, game))


def test_the_next_game_begins_when_both_want_to(visits: Visits) -> None:
    """A rematch waits for everybody; then another seat begins, and the dice are committed to anew."""
    anna, ben = at_table(visits, "picnic")
    play_to_the_end(anna, ben)
    anna.locator(".finale summary").click()
    with anna.expect_download() as record:
        anna.get_by_role("link", name="Download the record").click()
    assert record.value.suggested_filename.endswith(".roost")
    anna.get_by_role("button", name="Play again").click()
    expect(anna.get_by_text("Waiting for Ben.")).to_be_visible()
    expect(ben.get_by_text(re.compile(r"^Anna .*noch einmal"))).to_be_visible()
    ben.get_by_role("button", name="Noch einmal", exact=True).click()
    for page in (anna, ben):
        expect(page.locator(".finale")).to_be_hidden()
        expect(page.locator("roost-dice .dice-tray")).to_be_visible()
    expect(ben.locator(".prompt__text")).to_have_text("Du bist dran")
    expect(anna.locator(".shield")).to_have_attribute("data-state", "waiting")


def test_one_device_is_passed_around(visits: Visits) -> None:
    """Two people on one device are told whom to pass it to; the end names the winner and has an award for somebody."""
    visitor = at_once(visits.visitor())
    table = make_table(visitor, "junior", ANNA, BEN, options={"start": "A"})["id"]
    page = visits.open(f"/table/{table}", visitor=visitor)
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".prompt__text")).to_have_text("Pass the device to Anna")
    page.reload()  # as whoever comes to a table where the game has just begun
    expect(page.locator(".prompt__text")).to_have_text("Pass the device to Anna")
    play_on(page)
    expect(page.locator(".finale")).to_be_visible(timeout=LONGEST_GAME)
    expect(page.locator(".finale__title")).to_have_text(re.compile(r"(Anna|Ben).* (wins|share the win)!"))
    expect(page.locator(".finale__award").first).to_be_visible()
    awards, told = (page.locator(one).all_text_contents() for one in (".finale__award", ".log__line"))
    assert told[0] == "Game 1 begins."
    assert any(line.startswith("Ben rolls ") for line in told)
    page.reload()  # the log proves the awards to whoever comes later
    expect(page.locator(".finale__award")).to_have_text(awards)
