"""What the tests of the page share: a server, a browser, and visitors who notice whatever goes wrong."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from playwright.sync_api import Browser, Page

from server.serving import fast, serving_in_thread
from web.browsing import Visits, browser_of, find_browser

_MEMORY = Path("/dev/shm")


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The address of a server whose bots do not dawdle."""
    folder = _MEMORY if _MEMORY.is_dir() else None
    with (
        TemporaryDirectory(dir=folder, ignore_cleanup_errors=True) as data,
        serving_in_thread(fast(Path(data) / "roost.db")) as url,
    ):
        yield url


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for the tests of a module: Playwright's event loop would be in the way of other modules' own."""
    path = find_browser()
    if path is None:
        pytest.skip("there is no Chromium here; on Debian: apt-get install chromium")
    with browser_of(path) as browser:
        yield browser


@pytest.fixture
def visits(browser: Browser, server: str) -> Iterator[Visits]:
    """Visitors of the page. The test fails if any of them saw an error, a warning or a request to another host."""
    visits = Visits(browser, server)
    yield visits
    visits.close()
    assert visits.unexpected == []


@pytest.fixture
def page(visits: Visits) -> Page:
    """An empty page of a visitor with a phone: ``page.goto("/")``."""
    return visits.visitor().new_page()
