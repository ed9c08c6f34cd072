"""Without a connection: the page opens and says so, the rules are there, and a table comes back by itself."""

from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, expect

from patience import PATIENCE
from play.server.processes import free_port
from play.server.serving import fast, serving_in_thread
from play.web.browsing import Visits
from roost.core.words import Language
from roost.play.web.assets import assets

OPEN = {"kind": "open"}
READY = "navigator.serviceWorker.ready.then(() => true)"


def test_without_a_server(browser: Browser, database: Path) -> None:
    """Somebody who was at home once reads rules that they never opened; whoever sits at a table waits, and plays on."""
    settings = fast(database, port=free_port())
    visits = Visits(browser, f"http://127.0.0.1:{settings.port}")
    with ExitStack() as goodbye, ExitStack() as server:
        server.enter_context(serving_in_thread(settings))
        goodbye.callback(visits.close)
        home = visits.open("/", lang="de", service_workers="allow")
        assert home.evaluate(READY)
        made = home.context.request.post("/api/tables", data={"game": "junior", "seats": [OPEN, OPEN]}).json()
        table = visits.open(f"/table/{made['id']}", visitor=home.context)
        expect(table.locator(".lobby")).to_be_visible()
        server.close()
        home.goto("/rules/barbecue")
        expect(home.get_by_role("heading", level=1)).to_contain_text("Barbecue")
        expect(home.locator(".offline")).to_have_text("Keine Verbindung. Du siehst, was dieses Gerät behalten hat.")
        home.goto("/")
        expect(home.locator(".offline")).to_be_visible()
        expect(home.locator(".game-card", has_text="Barbecue")).to_be_visible()
        table.reload()
        expect(table.locator(".offline")).to_be_visible()
        with serving_in_thread(settings):
            expect(table.locator(".lobby")).to_be_visible()
            expect(table.locator(".offline")).to_have_count(0)
            expect(home.locator(".offline")).to_have_count(0)


@pytest.mark.parametrize("language", Language)
def test_the_worker_keeps_one_build_in_one_language(server: str, language: Language) -> None:
    """It is asked for anew each time, and names the build and what it keeps of it."""
    answer = httpx.get(f"{server}/worker.js?lang={language.value}", timeout=PATIENCE, verify=False)
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["content-type"].startswith("text/javascript")
    assert f'self.BUILD = "{assets().build}"' in answer.text
    kept = answer.text.split("self.FILES = ")[1].split(";\n")[0]
    assert f"messages/{language.value}.json" in kept
    assert sum(f"messages/{other.value}.json" in kept for other in Language) == 1
    assert f"/api/rules/picnic?lang={language.value}" in kept
