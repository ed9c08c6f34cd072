"""The real page against hosts that cheat: it draws no false dice, warns, and offers the evidence."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Page, expect
from typer.testing import CliRunner

from play.server.serving import fast, serving_in_thread
from play.web.browsing import Visits
from play.web.playing import ANNA, BEN, CHICK, OPEN, at_once, choice, choices, make_table, play_on, press, stop_playing
from roost.cli.app import app
from roost.core.events import Rolled
from roost.play.dice.evidence import check_evidence
from roost.play.server.settings import Settings
from roost.play.server.storage import admin
from roost.play.server.storage.database import open_database, prepare
from roost.play.table import commands
from roost.play.table.board_facts import board_facts
from roost.play.table.draft import Draft
from same_dice import dice_of
from soak import rarely

WORMS = "wwwwwwww"


@pytest.fixture
def visits(browser: Browser, server: str, request: pytest.FixtureRequest) -> Iterator[Visits]:
    """Visitors of a host that may cheat; refused moves appear in the console."""
    visits = Visits(browser, server, dice_of(request.node.nodeid))
    visits.allow("status of 4")
    yield visits
    visits.close()
    assert visits.unexpected == []


def _seated(visits: Visits) -> Page:
    """Seat Anna and Ben at one device, and a bot, and begin the game; return the page before the first roll."""
    visitor = at_once(visits.visitor())
    table = make_table(visitor, "heckmeck", ANNA, CHICK, BEN, options={"start": "A"})
    page = visits.open(f"/table/{table['id']}", visitor=visitor)
    page.get_by_role("button", name="Begin").click()
    expect(choice(page, "")).to_be_visible()
    return page


def _evidence(page: Page, tmp_path: Path) -> Path:
    """Save the evidence that the page offers."""
    with page.expect_download() as download:
        page.locator("dialog .dice-evidence").click()
    saved = tmp_path / "evidence.json"
    download.value.save_as(saved)
    return saved


def _in_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace rolled dice in positions by worms."""

    def lying(*arguments: Any) -> Any:
        facts = board_facts(*arguments)
        return replace(facts, rolled=WORMS) if facts.rolled else facts

    monkeypatch.setattr("roost.play.table.views.board_facts", lying)


def _in_events(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the roll in events by worms."""
    original = Rolled.to_json
    monkeypatch.setattr(Rolled, "to_json", lambda event: {**original(event), "roll": WORMS})


def _aside(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add worms that were never rolled to the dice set aside."""
    monkeypatch.setattr(
        "roost.play.table.views.board_facts", lambda *arguments: replace(board_facts(*arguments), aside=WORMS)
    )


LIES: list[Callable[[pytest.MonkeyPatch], None]] = [_in_positions, *rarely(_in_events, _aside)]


@pytest.mark.parametrize("lie", LIES)
def test_the_page_draws_no_dice_but_its_own(
    lie: Callable[[pytest.MonkeyPatch], None], visits: Visits, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A host that shows other dice is accused in a dialog; no worm is drawn, and the game stops."""
    page = _seated(visits)
    lie(monkeypatch)
    press(choice(page, ""))
    dialog = page.locator("dialog[open]")
    expect(dialog).to_contain_text("do not check out")
    expect(dialog).to_contain_text("The host showed different dice from the ones rolled.")
    expect(page.locator(".shield")).to_have_attribute("data-state", "red")
    expect(page.locator('[data-face="w"]')).to_have_count(0)
    expect(choices(page)).to_have_count(0)
    saved = _evidence(page, tmp_path)
    assert check_evidence(saved.read_text("utf-8")).game == 1
    page.reload()
    expect(page.locator('[data-face="w"]')).to_have_count(0)
    expect(choices(page)).to_have_count(0)


def test_the_page_describes_a_roll_as_it_computed_it(visits: Visits, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page ignores the host's sentence about a roll."""
    page = _seated(visits)
    monkeypatch.setattr(
        "roost.play.table.views.describe_event",
        lambda event, *_: "Anna rolls worms." if event.name() == "rolled" else "–",
    )
    press(choice(page, ""))
    expect(choices(page).first).to_be_visible()
    dice = page.locator("roost-dice .dice-rolled [data-face]").evaluate_all(
        "(dice) => dice.map((die) => die.dataset.face)"
    )
    shown = " ".join("worm" if die == "w" else die for die in sorted(dice))
    expect(page.locator(".narration")).to_contain_text(f"Anna rolls {shown}.")
    expect(page.locator(".shield")).to_have_attribute("data-state", "green")


def test_a_page_without_the_past_log_shows_no_dice(visits: Visits) -> None:
    """The page offers no choice, and after a while it says that it is waiting."""
    page = _seated(visits)
    press(choice(page, ""))
    expect(choices(page).first).to_be_visible()
    page.route("**/changes?*", lambda route: route.fulfill(json=[]))
    page.clock.install()
    page.reload()
    expect(page.locator("roost-board .board")).to_be_visible()
    expect(page.locator("roost-dice .dice-cup")).to_be_visible()
    expect(choices(page)).to_have_count(0)
    page.clock.fast_forward(6_000)
    expect(page.locator(".prompt__text")).to_have_text("Waiting for the dice to be ready.")
    expect(choices(page)).to_have_count(0)
    page.unroute_all()
    page.clock.fast_forward(3_000)
    expect(choices(page).first).to_be_visible()
    expect(page.locator(".shield")).to_have_attribute("data-state", "green")


def test_a_record_that_differs_from_the_shown_game_is_reported(visits: Visits) -> None:
    visitor = at_once(visits.visitor())
    options = {"short_game": True, "always_turn": True, "start": "A"}
    table = make_table(visitor, "heckmeck", ANNA, BEN, options=options, rules={"auto_roll": True, "odds": False})
    page = visits.open(f"/table/{table['id']}", visitor=visitor)
    page.route("**/record?*", lambda route: route.fulfill(body=route.fetch().text().replace("\n1 A ", "\n1 A w")))
    page.get_by_role("button", name="Begin").click()
    play_on(page)
    expect(page.locator("dialog[open]")).to_contain_text("The game's record differs from the game shown here.")
    stop_playing(page)


def test_the_page_detects_rolls_entered_for_its_player(visits: Visits, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cleo chose verified dice; when the host pretends otherwise and enters a roll for her, her page warns."""
    original = commands.claim

    def claim(*arguments: Any, real: bool, **options: Any) -> Draft:
        return original(*arguments, real=True, **options)

    monkeypatch.setattr(commands, "claim", claim)
    anna, cleo = at_once(visits.visitor()), at_once(visits.visitor())
    table = make_table(anna, "heckmeck", ANNA, OPEN, options={"start": "B"}, rules={"dice": "real"})
    host = visits.open(f"/table/{table['id']}", visitor=anna)
    page = visits.open(f"/t/{table['code']}", visitor=cleo)
    page.locator("#name").fill("Cleo")
    page.get_by_role("switch").uncheck()
    page.get_by_role("button", name=re.compile("^(Sit|Take)")).click()
    expect(page.locator(".lobby")).to_be_visible()
    page.reload()
    expect(page.locator(".lobby")).to_be_visible()
    host.get_by_role("button", name="Begin").click()
    host.get_by_role("button", name="Enter the roll for Cleo").click()
    for face in "1123445w":
        host.locator(f'.keypad__face[data-enter="{face}"]').click()
    expect(page.locator("dialog[open]")).to_contain_text("do not check out")
    expect(page.locator(".shield")).to_have_attribute("data-state", "red")
    expect(host.locator(".shield")).to_have_attribute("data-state", "grey")


def test_the_page_explains_a_restored_backup(browser: Browser, tmp_path: Path) -> None:
    """The page computes the same dice again, and says that the host went back."""
    database, copy, backup = tmp_path / "tables.db", tmp_path / "copy.db", tmp_path / "backup"
    with serving_in_thread(fast(database)) as url:
        port = int(url.rpartition(":")[2])
        visits = Visits(browser, url, painted=False)
        visits.allow("ERR_|Failed to load resource|status of 4")
        page = _seated(visits)
        press(choice(page, ""))
        expect(page.locator(".shield__count")).to_have_text("1")
        expect(choices(page).first).to_be_attached()
        engine = open_database(Settings(database=str(database)).database_url)
        admin.back_up(engine, backup)
        engine.dispose()
        press(choices(page).last)  # from here on the backup has no moves
        press(choice(page, "roll"))
        expect(page.locator(".shield__count")).to_have_text("2")
        fallen = page.locator("roost-dice .dice-rolled").inner_html()
    engine = open_database(Settings(database=str(copy)).database_url)
    prepare(engine)
    admin.restore(engine, backup)
    engine.dispose()
    with serving_in_thread(fast(copy, port=port)) as restored:
        assert restored == url
        page.evaluate("() => dispatchEvent(new Event('online'))")  # reconnect now instead of at the next try
        expect(page.locator(".shield")).to_have_attribute("data-state", "amber")
        expect(page.locator(".shield__count")).to_have_text("1")
        page.locator(".shield").click()
        expect(page.locator("dialog[open]")).to_contain_text("Rolls you have seen may repeat.")
        page.keyboard.press("Escape")
        press(choices(page).last)
        press(choice(page, "roll"))
        expect(page.locator(".shield__count")).to_have_text("2")
        expect(page.locator(".shield")).to_have_attribute("data-state", "amber")
        assert page.locator("roost-dice .dice-rolled").inner_html() == fallen
        visits.close()
    assert visits.unexpected == []


def test_saved_evidence_can_be_verified_on_the_command_line(
    visits: Visits, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The command `roost verify` names the rule that was broken."""
    page = _seated(visits)
    _in_events(monkeypatch)
    press(choice(page, ""))
    expect(page.locator("dialog[open]")).to_contain_text("do not check out")
    result = CliRunner().invoke(app, ["verify", str(_evidence(page, tmp_path))])
    assert "screen" in f"{result.output} {result.exception}"
