"""Fixtures for the tests of server, terminal and page: repeatable dice, a database, and a server."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
import pytest

from patience import PATIENCE
from play.server.serving import Serving, as_described, fast, serving, serving_in_thread
from same_dice import same_dice

_MEMORY = Path("/dev/shm")


@pytest.fixture
def anyio_backend() -> str:
    """Run async tests on asyncio only, as the server does."""
    return "asyncio"


@pytest.fixture(autouse=True)
def _same_dice(request: pytest.FixtureRequest) -> Iterator[None]:
    """Seed all dice from the test's name, so that no test depends on luck."""
    with same_dice(request.node.nodeid):
        yield


@pytest.fixture
def database() -> Iterator[Path]:
    """Path of a fresh database file, in memory where possible, because a slow disk would take most of the time."""
    with _folder() as folder:
        yield Path(folder) / "roost.db"


@pytest.fixture
async def server(database: Path) -> AsyncIterator[Serving]:
    """A fresh server without tables."""
    async with serving(fast(database)) as running:
        yield running


@pytest.fixture(scope="module")
def http() -> Iterator[httpx.Client]:
    """Client of a server that the tests of one module share."""
    with (
        _folder() as folder,
        serving_in_thread(fast(Path(folder) / "roost.db")) as url,
        httpx.Client(base_url=url, timeout=PATIENCE, verify=False, event_hooks={"response": [as_described]}) as client,
    ):
        yield client


def _folder() -> TemporaryDirectory[str]:
    return TemporaryDirectory(dir=_MEMORY if _MEMORY.is_dir() else None, ignore_cleanup_errors=True)
