"""The server under attack, and a player on it whose waiting times show how much an attack slows others down.

The server is a new process on a free loopback port with its own database.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, NamedTuple, Self

import httpx

from roost.play.client import Client, ServerError, TableClient, new_http
from server_process import ServerProcess, server_process

ATTACKER, FRIEND = "127.0.0.2", "127.0.0.3"
"""Loopback addresses for the attacker and the friend. Limits are per client, so these must be different clients."""
_MEGABYTE = 1 << 20

_PATIENCE = 60.0
_LOOK_EVERY = 0.1
_BETWEEN = 0.05
"""Seconds between the neighbour's moves; the neighbour is a quick player."""


class Report(NamedTuple):
    """The result of an attack."""

    memory: int
    """The server's peak memory, in bytes."""
    moves: int
    """How many moves the neighbour played."""
    p50: float
    p95: float
    """95th percentile of the seconds that the neighbour waited for a move."""
    before: float
    """The same percentile just before the attack, which shows how busy the machine was."""
    refused: int
    """How many of the neighbour's moves were refused."""
    answers: dict[str, int]
    """How many responses of each kind the attacker received."""
    waits: list[float]
    """Seconds that the friend waited for other responses, such as hints."""
    is_up: bool
    complaints: str
    """The server's standard error; empty if the server made no mistake."""

    def __str__(self) -> str:
        answers = ", ".join(f"{count} × {kind}" for kind, count in sorted(self.answers.items())) or "nothing"
        text = f"{self.memory / _MEGABYTE:.0f} MB at most; the attacker received {answers}; a neighbour's"
        text += f" {self.moves} moves took {1000 * self.p50:.0f} ms at the median and {1000 * self.p95:.0f} ms at the"
        text += f" 95th percentile ({1000 * self.before:.0f} ms just before the attack), {self.refused} were refused"
        if self.waits:
            text += f"; a friend waited {len(self.waits)} times, {percentile(self.waits, 0.5):.2f} s at the median and"
            text += f" {max(self.waits):.2f} s at most"
        return f"{text}.\n{self.complaints}".strip()


def asking_from(address: str, **settings: Any) -> httpx.AsyncClient:
    """Make an HTTP client that connects from another loopback address."""
    limits = httpx.Limits(max_connections=1000)
    return new_http(transport=httpx.AsyncHTTPTransport(local_address=address, limits=limits), **settings)


class Target:
    """The attacked server with its address and its peak memory."""

    def __init__(self, server: ServerProcess, errors: Path) -> None:
        self._server = server
        self._errors = errors
        self.port = server.port
        self.url = f"http://127.0.0.1:{server.port}"
        self.peak = 0
        """Peak memory so far, in bytes."""

    def look(self) -> bool:
        """Measure the server's memory; return False if the server has ended."""
        now = self._server.memory()
        self.peak = max(self.peak, now or 0)
        return now is not None

    @property
    def complaints(self) -> str:
        """The server's standard error so far."""
        return self._errors.read_text("utf-8", errors="replace")

    @property
    def is_up(self) -> bool:
        """Whether the process is running."""
        return self._server.is_up


@asynccontextmanager
async def target(prepare: Callable[[Path], None] = lambda _: None, **settings: str) -> AsyncIterator[Target]:
    """Start a server with these settings (``ROOST_…`` without its prefix), measure it, and stop it at the end.

    ``prepare`` may fill the server's database before it starts.
    """
    with TemporaryDirectory(prefix="roost-attack-", ignore_cleanup_errors=True) as folder:
        database, path = Path(folder) / "roost.db", Path(folder) / "errors"
        prepare(database)
        with path.open("wb") as errors:
            async with server_process(str(database), settings, complaints=errors) as server:
                attacked = Target(server, path)
                watching = asyncio.create_task(_watch(attacked))
                try:
                    yield attacked
                finally:
                    watching.cancel()


async def _watch(attacked: Target) -> None:
    while attacked.look():
        await asyncio.sleep(_LOOK_EVERY)


class Neighbour:
    """A player who plays game after game against themselves during the attack."""

    def __init__(self, url: str, game: str = "junior") -> None:
        self.waits: list[float] = []
        """Seconds that each move took."""
        self.before: list[float] = []
        """Seconds that each move took before the attack began."""
        self.refused: list[str] = []
        self._client = Client(url, http=new_http(timeout=_PATIENCE), patience=_PATIENCE)
        self._game = game
        self._table: TableClient | None = None
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        seats = [{"kind": "here", "name": "Anna"}, {"kind": "here", "name": "Ben"}]
        self._table = await self._client.create(self._game, seats)
        self._task = asyncio.create_task(self._play(self._table))
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._task is not None
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task
        await self._client.http.aclose()

    async def settle(self, seconds: float) -> None:
        """Play undisturbed for a while, to have figures for comparison."""
        self.waits.clear()
        await asyncio.sleep(seconds)
        self.before = list(self.waits)

    async def play_on(self, seconds: float, has_enough: Callable[[], object] = lambda: True) -> None:
        """Play under attack for ``seconds``, and at most a minute longer until a move is done and ``has_enough`` holds.

        A busy machine may need that minute.
        """
        self.waits.clear()
        await asyncio.sleep(seconds)
        with suppress(TimeoutError):
            async with asyncio.timeout(_PATIENCE):
                while not (self.waits and has_enough()):
                    await asyncio.sleep(_LOOK_EVERY)

    def report(self, server: Target, answers: Mapping[str, int], waits: list[float] | None = None) -> Report:
        """Report the result of an attack."""
        own, before = list(self.waits), percentile(self.before, 0.95)
        p50, p95, refused, is_up = percentile(own, 0.5), percentile(own, 0.95), len(self.refused), server.is_up
        return Report(
            server.peak, len(own), p50, p95, before, refused, dict(answers), waits or [], is_up, server.complaints
        )

    async def _play(self, table: TableClient) -> None:
        view: dict[str, Any] = (await table.start())["table"]["game"]
        while True:
            begun = perf_counter()
            try:
                view = await _step(table, view)
            except (ServerError, httpx.TransportError) as error:
                self.refused.append(f"{type(error).__name__}: {error}")
            self.waits.append(perf_counter() - begun)
            await asyncio.sleep(_BETWEEN)


async def _step(table: TableClient, view: dict[str, Any]) -> dict[str, Any]:
    if view["node"] == "over":
        answer = await table.rematch()
    else:
        action = view["actions"][0]["action"] if view["node"] == "decide" else None
        answer = await table.move(action, version=view["moved"])
    after: dict[str, Any] = answer["table"]["game"]
    return after


def percentile(values: list[float], share: float) -> float:
    """Return the value that the given fraction of the values does not exceed; infinity without values."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] if values else float("inf")
