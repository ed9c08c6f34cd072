"""Whole games in a real browser, with two people and a bot or a terminal, from the first roll to the rematch."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from patience import PATIENCE
from play.web.browsing import Visits
from play.web.playing import (
    ANNA,
    BEN,
    OPEN,
    PULLET,
    at_once,
    await_lines,
    begin,
    hurry,
    make_table,
    play_on,
    sit_down,
    stop_playing,
)
from soak import SOAKING

LONGEST_GAME = 600_000
ANSWERS = "\n1\n" * 4_000
"""Input for a whole game in a terminal: Enter rolls, and 1 makes the first choice."""
SHORT: dict[str, Any] = {"picnic": {"goal": 5, "tracks": "3:2,3:2,4:2,4:2,5:2,5:2"}}
"""Options that make a game shorter."""


def at_table(visits: Visits, game: str, third: dict[str, str] = PULLET) -> tuple[Page, Page]:
    """Return the pages of Anna, the host, and Ben, who reads German, at a table with a third player."""
    anna, ben = at_once(visits.visitor()), at_once(visits.visitor(lang="de"))
    options = {"start": "A", **SHORT.get(game, {})}
    table = make_table(anna, game, ANNA, OPEN, third, options=options, rules={"odds": False})["id"]
    sit_down(ben, table, "Ben")
    return visits.seated(f"/table/{table}", anna), visits.seated(f"/table/{table}", ben)


def play_to_the_end(anna: Page, ben: Page, lines: int = 40) -> None:
    """Play to the end on both pages, hurrying after ``lines`` lines, and compare results and shields."""
    anna.get_by_role("button", name="Begin").click()
    play_on(anna, ben)
    for page in (anna, ben):
        await_lines(page, lines)
    hurry(anna, ben)
    for page in (anna, ben):
        page.locator(".finale").wait_for(timeout=LONGEST_GAME)
    stop_playing(anna, ben)
    expect(anna.locator(".finale__title")).to_have_text(re.compile(r"\bwins? with\b|\bshare the win\b"))
    expect(ben.locator(".finale__title")).to_have_text(re.compile(r"\bgewinns?t\b|\bteilen sich\b"))
    expect(anna.locator(".finale__score")).to_have_text(ben.locator(".finale__score").all_inner_texts())
    for page in (anna, ben):
        expect(page.locator(".shield")).to_have_attribute("data-state", "green")
    rolls = anna.locator(".shield__count").inner_text()
    assert int(rolls) > 5
    expect(ben.locator(".shield__count")).to_have_text(rolls)
    expect(anna.locator(".tool--odds")).to_be_hidden()


@contextmanager
def terminal(table: str, folder: Path) -> Iterator[Path]:
    """Let Cleo sit down in a terminal and play to the end; yield the file with the terminal's output."""
    (folder / "answers").write_text(ANSWERS, "utf-8")
    shown = folder / "shown"
    with (folder / "answers").open() as answers, shown.open("w") as screen:
        process = subprocess.Popen(
            [sys.executable, "-m", "roost", "play", "--plain", "--seat", "Cleo", "--table", table],
            stdin=answers,
            stdout=screen,
            stderr=subprocess.STDOUT,
            env={**os.environ, "XDG_DATA_HOME": str(folder), "ROOST_LANG": "en"},
        )
    try:
        yield shown
        process.wait(PATIENCE)
    finally:
        process.kill()
        process.wait()


if SOAKING:

    @pytest.mark.soak
    @pytest.mark.parametrize("game", ["junior", "picnic", "barbecue"])
    def test_browsers_and_a_terminal_finish_a_game(visits: Visits, server: str, game: str, tmp_path: Path) -> None:
        """Anna and Ben play on their pages and Cleo in a terminal, and all see the same result."""
        anna, ben = at_table(visits, game, OPEN)
        table = anna.url.rpartition("/")[2]
        code = anna.context.request.get(f"/api/tables/{table}").json()["table"]["code"]
        with terminal(f"{server}/t/{code}", tmp_path) as shown:
            expect(anna.locator(".lobby")).to_contain_text("Cleo")
            play_to_the_end(anna, ben)
        result = anna.context.request.get(f"/api/tables/{table}?lang=en").json()["table"]["game"]["outcome_text"]
        assert re.search(r"\b(Anna|Ben|Cleo)\b", result)
        assert result.split(".")[0] in shown.read_text("utf-8")


def test_a_rematch_begins_when_everybody_wants_it(visits: Visits) -> None:
    """Another seat begins, and the finished game's record can be downloaded and verified."""
    anna, ben = at_table(visits, "junior")
    play_to_the_end(anna, ben, lines=10)
    anna.locator(".finale__more summary").click()
    with anna.expect_download() as record:
        anna.get_by_role("link", name="Download the record").click()
    assert record.value.suggested_filename.endswith(".roost")
    verdict = visits.open(f"/verify?table={anna.url.rpartition('/')[2]}&game=1").locator(".verdict--good")
    expect(verdict).to_contain_text("2 devices contributed")
    anna.get_by_role("button", name="Play again").click()
    expect(anna.get_by_text("Waiting for Ben.")).to_be_visible()
    expect(ben.get_by_text(re.compile(r"^Anna .*noch einmal"))).to_be_visible()
    ben.get_by_role("button", name="Noch einmal", exact=True).click()
    for page in (anna, ben):
        expect(page.locator(".finale")).to_be_hidden()
        expect(page.locator(".table__play roost-dice .dice-tray")).to_be_visible()
    expect(ben.locator(".prompt__text")).to_have_text("Du bist dran")
    expect(anna.locator(".shield")).to_have_attribute("data-state", "green")


def test_two_people_can_share_one_device(visits: Visits) -> None:
    """The page says to whom the device must be passed; the end page names the winner and shows an award."""
    page = begin(visits, "junior", ANNA, BEN, options={"start": "A"})
    expect(page.locator(".prompt__text")).to_have_text("Pass the device to Anna")
    page.reload()  # like a visitor who opens the table right after the start
    expect(page.locator(".prompt__text")).to_have_text("Pass the device to Anna")
    play_on(page)
    piece = page.locator(".log__line", has_text=re.compile("takes|snatches")).first
    piece.wait_for(state="attached")  # this piece gives an award
    hurry(page)
    page.locator(".finale").wait_for(timeout=LONGEST_GAME)
    expect(page.locator(".finale__title")).to_have_text(re.compile(r"(Anna|Ben).* (wins|share the win) with \d.*!"))
    expect(page.locator(".finale__award").first).to_be_visible()
    awards, log = (page.locator(selector).all_text_contents() for selector in (".finale__award", ".log__line"))
    assert log[0] == "Game 1 begins."
    assert any(line.startswith("Ben rolls ") for line in log)
    page.reload()  # the awards are computed again from the log
    expect(page.locator(".finale__award")).to_have_text(awards)
