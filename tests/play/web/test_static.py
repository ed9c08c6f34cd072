"""Roost as a folder of static files: games run in the browser and continue without the host."""

import re
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import cycle
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from play.web.browsing import Visits
from play.web.engines import Engine
from play.web.playing import PILOT, at_once, await_lines, hurry, play_a_bot, play_on, stop_playing
from play.web.static_host import hosted
from play.web.test_engines import _BEGIN, _ENDED, _SETTLED
from roost.core.errors import OptionError
from roost.core.registry import all_games
from roost.play.static import packages
from roost.play.static.folder import POLICY, keep_builds, write_folder
from soak import SOAKING, tries

_WATCHED = """
    globalThis.workers = [];
    globalThis.Worker = class extends Worker { constructor(...given) { super(...given); workers.push(this); } };
"""
"""Script that makes the page's workers reachable for a test."""
_IS_KEPT = """async () => {
    const names = (await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys())))
        .flat().map(({ url }) => url);
    return ["python.pack", "roost.pack", ".wasm", "/"].every((end) => names.some((name) => name.endsWith(end)));
}"""


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder, written once for all tests."""
    folder = tmp_path_factory.mktemp("static") / "site"
    try:
        with ThreadPoolExecutor(1) as thread:  # the browser's event loop may run in this one
            written = thread.submit(write_folder, folder).result()
    except packages.PackageError as missing:
        pytest.skip(str(missing))
    assert written.engine <= 6_000_000
    return folder


_KILL = """() => {
    workers.at(-1).terminate();
    return [...document.querySelectorAll(".log__line")].map((line) => line.innerText);
}"""
"""Script that kills the engine, and returns the lines of the table's log that the page shows."""


def lines(page: Page) -> list[str]:
    """Return the lines of the table's log."""
    return page.locator(".log__line").all_inner_texts()


def played(visits: Visits, game: str) -> Page:
    """Start a game against a bot on a new device, and let it play some moves."""
    visitor = at_once(visits.visitor(service_workers="allow"))
    visitor.add_init_script(_WATCHED)
    page = visits.open(visits.url, visitor=visitor)
    play_a_bot(page, game)
    play_on(page)
    await_lines(page, 4)
    return page


def goes_on_without_the_host(page: Page, server: ExitStack) -> None:
    """Stop the host in mid-game, reload the page, and play to the end."""
    page.wait_for_function(_IS_KEPT)
    server.close()
    stop_playing(page)
    before = lines(page)
    page.reload()
    await_lines(page, len(before))
    assert set(before) <= set(lines(page))
    hurry(page)
    play_on(page)
    page.locator(".finale__title").wait_for(timeout=600_000)
    expect(page.locator(".finale__dice")).to_contain_text("this device")


def test_a_game_goes_on_without_the_host_and_with_a_new_worker(browser: Browser, folder: Path) -> None:
    """The worker is killed at any moment, then the host stops and the page is reloaded; no move is lost."""
    with ExitStack() as server:
        visits = Visits(browser, server.enter_context(hosted(folder)), painted=False)
        visits.allow("the engine is started again")
        page, chance, games = played(visits, "junior"), Random(58), cycle(all_games())
        for _ in range(tries(1, 100)):
            page.wait_for_timeout(chance.random() * (1500 if SOAKING else 0))
            before = page.evaluate(_KILL)
            await_lines(page, len(before) + 2)
            after = lines(page)
            assert before in (after[-len(before) :], after[: len(before)])
            if page.locator(".finale").is_visible():
                page.goto(visits.url)
                play_a_bot(page, next(games))
                play_on(page)
                await_lines(page, 2)
        goes_on_without_the_host(page, server)
        visits.close()
    assert visits.unexpected == []


def test_rules_open_by_a_link_and_load_no_engine(browser: Browser, folder: Path) -> None:
    """The host has no file at a page's address, so its page for missing files opens it in the visitor's language."""
    with hosted(folder) as url:
        visits = Visits(browser, url, painted=False)
        visits.allow("404|MIME type")
        visitor = visits.visitor(lang="de")
        requests: list[str] = []
        visitor.on("request", lambda request: requests.append(request.url))
        page = visits.open(f"{url}rules/junior", visitor=visitor)
        expect(page.get_by_role("heading", level=1)).to_contain_text("Regeln")
        assert page.url == f"{url}rules/junior"
        page.locator(".bar__brand").click()
        expect(page.locator(".game-card")).to_have_count(len(all_games()))
        assert page.locator(".join-form").count() == page.get_by_text("Invite").count() == 0
        assert not [request for request in requests if "/engine/" in request or "/python/" in request]
        visits.close()
    assert visits.unexpected == []


def test_the_policy_allows_webassembly_but_no_eval(folder: Path) -> None:
    assert re.findall(r"'[\w-]+'", POLICY.split("script-src")[1].split(";")[0]) == ["'self'", "'wasm-unsafe-eval'"]
    assert "unsafe-inline" not in POLICY
    assert POLICY.replace("'", "&#x27;") in (folder / "index.html").read_text()
    assert POLICY in (folder / "_headers").read_text()


def test_packages_are_copied_unmodified_with_their_licences(folder: Path) -> None:
    cached = packages.fetch_packages()
    for file in (folder / "python" / packages.PYODIDE).iterdir():
        assert file.read_bytes() == (cached.pyodide / file.name).read_bytes()
    licences = (folder / "LICENCES.txt").read_text()
    assert "Mozilla Public License 2.0" in licences
    assert "Jim Crist-Harif" in licences


def test_the_previous_build_is_kept_for_open_pages(tmp_path: Path) -> None:
    """Older builds are deleted."""
    for build in ("old", "before", "latest"):
        (tmp_path / "assets" / build).mkdir(parents=True)
    keep_builds(tmp_path, "latest", ["before", "old"])
    assert {file.name for file in (tmp_path / "assets").iterdir()} == {"before", "latest"}


def test_other_files_are_never_overwritten(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("chapter 1")
    with pytest.raises(OptionError, match="was not written by roost static"):
        write_folder(tmp_path)


def test_a_package_with_another_hash_is_refused(tmp_path: Path) -> None:
    """The file is not kept, so the next try downloads it again."""
    file = tmp_path / "package.tgz"
    command = [sys.executable, "-c", "open('package.tgz', 'w').write('another file')"]
    with pytest.raises(packages.PackageError, match="its hash differs"):
        packages._fetched(file, "sha256", "0" * 64, command)
    assert not file.exists()


if SOAKING:

    @pytest.mark.soak
    @pytest.mark.parametrize("game", all_games())
    def test_a_whole_game_can_be_played_from_a_folder(browser: Browser, folder: Path, game: str) -> None:
        with hosted(folder) as url:
            visits = Visits(browser, url)
            page = visits.open(url, visitor=at_once(visits.visitor(service_workers="allow")))
            play_a_bot(page, game)
            play_on(page)
            page.locator(".finale__title").wait_for(timeout=600_000)
            visits.close()
        assert visits.unexpected == []

    @pytest.mark.soak
    @pytest.mark.parametrize("game", all_games())
    def test_each_game_goes_on_without_the_host(browser: Browser, folder: Path, game: str) -> None:
        with ExitStack() as server:
            visits = Visits(browser, server.enter_context(hosted(folder)))
            goes_on_without_the_host(played(visits, game), server)
            visits.close()
        assert visits.unexpected == []

    @pytest.mark.soak
    def test_a_whole_game_of_junior_in_other_engines_from_a_folder(engine: Engine, folder: Path) -> None:
        with hosted(folder) as url:
            engine.open(url)
            engine.run(
                "(settings) => Object.entries(settings).forEach(([k, v]) => localStorage.setItem(k, v))", _SETTLED
            )
            engine.open(url)
            for button in (".game-card[data-game=junior]", ".new-table__go .button--main"):
                shown = f"document.querySelector('{button}')"
                engine.until(f"() => {shown} && ({shown}.click(), true)")  # as soon as it is drawn
            engine.until(f"() => Boolean(({_BEGIN})())", patience=600)
            engine.run(PILOT)
            assert engine.until(_ENDED, patience=600)
