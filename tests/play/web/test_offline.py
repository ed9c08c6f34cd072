"""Without a connection: the page opens and says so, rules are readable, and a table reconnects by itself."""

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


def test_the_page_works_without_a_server(browser: Browser, database: Path) -> None:
    """After a visit to home, unopened rules can be read, and a player's table comes back with the server.

    The server lies below a path.
    """
    settings = fast(database, port=free_port(), public_url="/games/roost/")
    visits = Visits(browser, f"http://127.0.0.1:{settings.port}/games/roost/")
    with ExitStack() as cleanup, ExitStack() as server:
        server.enter_context(serving_in_thread(settings))
        cleanup.callback(visits.close)
        home = visits.open("./", lang="de", service_workers="allow")
        assert home.evaluate(READY)
        created = home.context.request.post("api/tables", data={"game": "junior", "seats": [OPEN, OPEN]}).json()
        table = visits.open(f"table/{created['id']}", visitor=home.context)
        expect(table.locator(".lobby")).to_be_visible()
        server.close()
        home.goto("rules/barbecue")
        expect(home.get_by_role("heading", level=1)).to_contain_text("Barbecue")
        expect(home.locator(".offline")).to_have_text("Keine Verbindung. Du siehst, was dieses Gerät behalten hat.")
        home.goto("./")
        expect(home.locator(".offline")).to_be_visible()
        expect(home.locator(".game-card", has_text="Barbecue")).to_be_visible()
        table.reload()
        expect(table.locator(".offline")).to_be_visible()
        with serving_in_thread(settings):
            expect(table.locator(".lobby")).to_be_visible()
            expect(table.locator(".offline")).to_have_count(0)
            expect(home.locator(".offline")).to_have_count(0)


@pytest.mark.parametrize("language", Language)
def test_the_worker_caches_one_build_in_one_language(server: str, language: Language) -> None:
    """The script of the worker is never cached, and names the build and its files."""
    answer = httpx.get(f"{server}/worker.js?lang={language.value}", timeout=PATIENCE, verify=False)
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["content-type"].startswith("text/javascript")
    assert f'self.BUILD = "{assets().build}"' in answer.text
    files = answer.text.split("self.FILES = ")[1].split(";\n")[0]
    assert f"messages/{language.value}.json" in files
    assert sum(f"messages/{candidate.value}.json" in files for candidate in Language) == 1
    assert f"/api/rules/picnic?lang={language.value}" in files
