"""The real page against hosts that cheat: it says so loudly, trusts the table no more, and offers the evidence."""

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from typer.testing import CliRunner

from play.server.cheating import CHEATS, Cheat
from play.server.serving import fast, serving_in_thread
from play.web.browsing import Visits
from play.web.playing import ANNA, BEN, CHICK, OPEN, at_once, choice, choices, make_table, play_on, press, stop_playing
from roost.cli.app import app
from roost.play.dice.evidence import check_evidence
from roost.play.server.settings import Settings
from roost.play.server.storage import admin
from roost.play.server.storage.database import open_database, prepare
from roost.play.table import commands
from roost.play.table.draft import Draft
from same_dice import dice_of
from soak import rarely


@pytest.fixture
def visits(browser: Browser, server: str, request: pytest.FixtureRequest) -> Iterator[Visits]:
    """Visitors of a host that may cheat: refused moves are told in the console."""
    visits = Visits(browser, server, dice_of(request.node.nodeid))
    visits.allow("status of 4")
    yield visits
    visits.close()
    assert visits.unexpected == []


def _seated(visits: Visits, *, is_begun: bool) -> Page:
    """Anna and Ben at one device, and a bot."""
    visitor = at_once(visits.visitor())
    page = visits.open(f"/table/{make_table(visitor, 'heckmeck', ANNA, CHICK, BEN)['id']}", visitor=visitor)
    if is_begun:
        page.get_by_role("button", name="Begin").click()
        press(choice(page, ""))
        expect(page.locator(".shield__count")).not_to_be_empty()
        expect(choices(page).first).to_be_attached()
    return page


def _evidence(page: Page, tmp_path: Path) -> Path:
    """The evidence that the page offers to save."""
    with page.expect_download() as download:
        page.locator("dialog .dice-evidence").click()
    saved = tmp_path / "evidence.json"
    download.value.save_as(saved)
    return saved


@pytest.mark.parametrize("cheat", [CHEATS[4], CHEATS[7], *rarely(*CHEATS[:4], *CHEATS[5:7], *CHEATS[8:])])
def test_the_page_sees_every_cheat(
    cheat: Cheat, visits: Visits, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """By the same rule as the Python client, in a dialog that nobody can miss, with evidence that anybody can check."""
    page = _seated(visits, is_begun=not cheat.is_from_the_start)
    cheat.begin(monkeypatch)
    if cheat.is_from_the_start:
        page.get_by_role("button", name="Begin").click()
    play_on(page)
    dialog = page.locator("dialog[open]")
    expect(dialog).to_contain_text("does not check out")
    stop_playing(page)
    expect(page.locator(".shield")).to_have_attribute("data-state", "broken")
    saved = _evidence(page, tmp_path)
    trust = check_evidence(saved.read_text("utf-8"))
    assert trust.broken is not None
    assert trust.broken.reason == cheat.reason
    told = CliRunner().invoke(app, ["verify", str(saved)])
    assert f"breaks the rule '{cheat.reason}'" in str(told.exception)


def test_the_page_remembers_who_said_that_they_roll_the_tables_dice(
    visits: Visits, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cleo rolls checked dice; the host says otherwise, and dice are entered for her. Her page sees it."""
    honest = commands.claim

    def claim(*given: Any, real: bool, **named: Any) -> Draft:
        return honest(*given, real=True, **named)

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
    expect(page.locator("dialog[open]")).to_contain_text("does not check out")
    expect(page.locator(".shield")).to_have_attribute("data-state", "broken")
    expect(host.locator(".shield")).to_have_attribute("data-state", "entered")


def test_a_restored_backup_is_told_and_explained(browser: Browser, tmp_path: Path) -> None:
    """The page goes on with new dice, says that not everything is proved, and offers what it heard."""
    database, copy, backup = tmp_path / "tables.db", tmp_path / "copy.db", tmp_path / "backup"
    with serving_in_thread(fast(database)) as url:
        port = int(url.rpartition(":")[2])
        visits = Visits(browser, url, painted=False)
        visits.allow("ERR_|Failed to load resource|status of 4")
        page = _seated(visits, is_begun=True)
        engine = open_database(Settings(database=str(database)).database_url)
        admin.back_up(engine, backup)
        engine.dispose()
        press(choices(page).last)  # set aside, and on: what follows the backup does not know
        press(choice(page, "roll"))
        expect(page.locator(".shield__count")).to_have_text("2")
    engine = open_database(Settings(database=str(copy)).database_url)
    prepare(engine)
    admin.restore(engine, backup, time.time())
    engine.dispose()
    with serving_in_thread(fast(copy, port=port)) as again:
        assert again == url
        page.evaluate("() => dispatchEvent(new Event('online'))")  # nobody waits for its next try
        dialog = page.locator("dialog[open]")
        expect(dialog).to_contain_text("The host changed its commitment: not everything is proved.")
        expect(dialog).to_contain_text("Game 1: committed anew after roll 1.")
        expect(dialog).to_contain_text("1 roll that you had seen does not count any more.")
        expect(page.locator(".shield")).to_have_attribute("data-state", "renewed")
        saved = _evidence(page, tmp_path)
        page.keyboard.press("Escape")
        expect(page.locator(".shield__count")).to_have_text("1")
        press(choices(page).last)
        press(choice(page, "roll"))  # with new numbers, sealed anew
        expect(page.locator(".shield__count")).to_have_text("2")
        expect(page.locator(".shield")).to_have_attribute("data-state", "renewed")
        visits.close()
    trust = check_evidence(saved.read_text("utf-8"))
    assert (trust.broken, trust.renewals, trust.taken_back) == (None, [(1, 1)], 1)
    assert "Not everything is proved" in CliRunner().invoke(app, ["verify", str(saved)]).output
    assert visits.unexpected == []
