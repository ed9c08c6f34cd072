"""The parts that the tests of server, terminal and page share: their dice, a database, and a server."""

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
    """The server runs on asyncio alone."""
    return "asyncio"


@pytest.fixture(autouse=True)
def _same_dice(request: pytest.FixtureRequest) -> Iterator[None]:
    """No test here depends on luck."""
    with same_dice(request.node.nodeid):
        yield


@pytest.fixture
def database() -> Iterator[Path]:
    """A database file of the test's own, where there is one in memory: a slow disk would take most of the time."""
    with _folder() as folder:
        yield Path(folder) / "roost.db"


@pytest.fixture
async def server(database: Path) -> AsyncIterator[Serving]:
    """A server of the test's own, with no tables yet."""
    async with serving(fast(database)) as running:
        yield running


@pytest.fixture(scope="module")
def http() -> Iterator[httpx.Client]:
    """A client of a server that the tests of a module share."""
    with (
        _folder() as folder,
        serving_in_thread(fast(Path(folder) / "roost.db")) as url,
        httpx.Client(base_url=url, timeout=PATIENCE, verify=False, event_hooks={"response": [as_described]}) as client,
    ):
        yield client


def _folder() -> TemporaryDirectory[str]:
    return TemporaryDirectory(dir=_MEMORY if _MEMORY.is_dir() else None, ignore_cleanup_errors=True)
