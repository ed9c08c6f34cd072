"""Fixtures for tests of the page: a server, a browser, and visitors that record every problem."""

from collections.abc import Generator, Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from playwright.sync_api import Browser, Page

from patience import PATIENCE
from play.server.serving import fast, serving_in_thread
from play.web.browsing import Visits, browser_of, find_browser
from play.web.engines import MISSING, Engine, firefox, webkit
from roost.play.table import schedule
from same_dice import dice_of

pytestmark = pytest.mark.slow

_MEMORY = Path("/dev/shm")


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The address of a server whose bots move without delay."""
    folder = _MEMORY if _MEMORY.is_dir() else None
    with (
        TemporaryDirectory(dir=folder, ignore_cleanup_errors=True) as data,
        serving_in_thread(fast(Path(data) / "roost.db")) as url,
    ):
        yield url


_open = ExitStack()
_browsers: list[Browser] = []
"""The running browser, if any."""


@pytest.fixture
def browser() -> Browser:
    """The browser that all tests of the page share, each with its own visitors."""
    if not _browsers:
        path = find_browser()
        if path is None:
            pytest.skip("there is no Chromium here; on Debian: apt-get install chromium")
        _browsers.append(_open.enter_context(browser_of(path)))
    return _browsers[0]


@pytest.fixture(scope="module", params=[firefox, webkit], ids=["firefox", "webkit"])
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    """Another browser engine, with unlimited time for its devices to answer at the start of a game."""
    if why := MISSING[request.param.__name__]:
        pytest.skip(why)
    with pytest.MonkeyPatch.context() as patch, request.param() as engine:
        patch.setattr(schedule, "ANSWER", PATIENCE)
        yield engine


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Generator[None, None, None]:
    """Close the browser after this folder's last test, because Playwright's event loop would disturb other tests."""
    yield
    if nextitem is None or nextitem.path.parent != item.path.parent:
        _browsers.clear()
        _open.close()


@pytest.fixture
def visits(browser: Browser, server: str, request: pytest.FixtureRequest) -> Iterator[Visits]:
    """Visitors of the page; the test fails on any error, warning or request to another host."""
    yield from _watched(browser, server, request)


@pytest.fixture
def hasty(browser: Browser, database: Path, request: pytest.FixtureRequest) -> Iterator[Visits]:
    """Visitors of a separate server, at which a player with a closed page is away at once."""
    with serving_in_thread(fast(database, away_after=0.0)) as url:
        yield from _watched(browser, url, request)


@pytest.fixture
def below(browser: Browser, database: Path, request: pytest.FixtureRequest) -> Iterator[Visits]:
    """Visitors of a separate server below a path; requests outside this path are reported."""
    with serving_in_thread(fast(database, public_url="/games/roost/")) as url:
        yield from _watched(browser, f"{url}/games/roost/", request)


def _watched(browser: Browser, url: str, request: pytest.FixtureRequest) -> Iterator[Visits]:
    visits = Visits(browser, url, dice_of(request.node.nodeid), painted=False)
    yield visits
    visits.close()
    assert visits.unexpected == []


@pytest.fixture
def page(visits: Visits) -> Page:
    """An empty page of a visitor with a phone."""
    return visits.visitor().new_page()
