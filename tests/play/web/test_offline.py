"""Without a connection: the page opens and says so, the rules are there, and a table comes back by itself."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, expect

from patience import PATIENCE
from play.server.processes import ServerProcess
from play.web.browsing import Visits
from roost.core.words import Language
from roost.play.web.assets import assets

OPEN = {"kind": "open"}
READY = "navigator.serviceWorker.ready.then(() => true)"


@pytest.fixture
def process(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server that can be ended."""
    server = ServerProcess(str(tmp_path / "roost.db"))
    server.await_answer()
    try:
        yield server
    finally:
        server.kill()


def test_without_a_server(process: ServerProcess, browser: Browser, tmp_path: Path) -> None:
    """Somebody who was at home once reads rules that they never opened; whoever sits at a table waits, and plays on."""
    visits = Visits(browser, process.url)
    try:
        home = visits.open("/", lang="de", service_workers="allow")
        assert home.evaluate(READY)
        made = home.context.request.post("/api/tables", data={"game": "junior", "seats": [OPEN, OPEN]}).json()
        table = visits.open(f"/table/{made['id']}", visitor=home.context)
        expect(table.locator(".lobby")).to_be_visible()
        process.kill()
        home.goto("/rules/barbecue")
        expect(home.get_by_role("heading", level=1)).to_contain_text("Barbecue")
        expect(home.locator(".offline")).to_have_text("Keine Verbindung. Du siehst, was dieses Gerät behalten hat.")
        home.goto("/")
        expect(home.locator(".offline")).to_be_visible()
        expect(home.locator(".game-card", has_text="Barbecue")).to_be_visible()
        table.reload()
        expect(table.locator(".offline")).to_be_visible()
        again = ServerProcess(str(tmp_path / "roost.db"), process.port)
        try:
            again.await_answer()
            expect(table.locator(".lobby")).to_be_visible()
            expect(table.locator(".offline")).to_have_count(0)
            expect(home.locator(".offline")).to_have_count(0)
        finally:
            again.kill()
    finally:
        visits.close()


@pytest.mark.parametrize("language", Language)
def test_the_worker_keeps_one_build_in_one_language(server: str, language: Language) -> None:
    """It is asked for anew each time, and names the build and what it keeps of it."""
    answer = httpx.get(f"{server}/worker.js?lang={language.value}", timeout=PATIENCE)
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["content-type"].startswith("text/javascript")
    assert f'self.BUILD = "{assets().build}"' in answer.text
    kept = answer.text.split("self.FILES = ")[1].split(";\n")[0]
    assert f"messages/{language.value}.json" in kept
    assert sum(f"messages/{other.value}.json" in kept for other in Language) == 1
    assert f"/api/rules/picnic?lang={language.value}" in kept
