"""The server under attack, and a player who plays at it all the while: what an attack costs others is what they feel.

The server is a process of our own on a free port of loopback with a database of its own. Nobody else's is touched.
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
"""Addresses of this machine: limits are for each client, and the neighbour is another than who attacks."""
_MEGABYTE = 1 << 20

_PATIENCE = 60.0
_LOOK_EVERY = 0.1
_BETWEEN = 0.05
"""Seconds between the moves of the neighbour: a quick person."""


class Report(NamedTuple):
    """The result of an attack."""

    memory: int
    """The most bytes that the server had in memory."""
    moves: int
    """The number of moves that the neighbour played."""
    p50: float
    p95: float
    """Seconds that they waited for a move."""
    before: float
    """The 95th percentile just before the attack: how busy the machine was anyway."""
    refused: int
    """Moves of theirs that were refused."""
    answers: dict[str, int]
    """The answers that the attacker got, and how often."""
    waits: list[float]
    """Seconds that a friend waited for something else: to join, or for a hint."""
    is_up: bool
    complaints: str
    """The text that the server wrote to its standard error: nothing, if nothing was its own mistake."""

    def __str__(self) -> str:
        answers = ", ".join(f"{count} × {what}" for what, count in sorted(self.answers.items())) or "nothing"
        told = f"{self.memory / _MEGABYTE:.0f} MB at most; the attacker was answered {answers}; a neighbour's"
        told += f" {self.moves} moves took {1000 * self.p50:.0f} ms at the median and {1000 * self.p95:.0f} ms at the"
        told += f" 95th percentile ({1000 * self.before:.0f} ms just before the attack), {self.refused} were refused"
        if self.waits:
            told += f"; a friend waited {len(self.waits)} times, {percentile(self.waits, 0.5):.2f} s at the median and"
            told += f" {max(self.waits):.2f} s at most"
        return f"{told}.\n{self.complaints}".strip()


def asking_from(address: str, **settings: Any) -> httpx.AsyncClient:
    """Somebody who asks from another address of this machine."""
    limits = httpx.Limits(max_connections=1000)
    return new_http(transport=httpx.AsyncHTTPTransport(local_address=address, limits=limits), **settings)


class Target:
    """The server: where it is, and what it takes."""

    def __init__(self, server: ServerProcess, said: Path) -> None:
        self._server = server
        self._said = said
        self.port = server.port
        self.url = f"http://127.0.0.1:{server.port}"
        self.peak = 0
        """The most bytes that it had in memory whenever we looked."""

    def look(self) -> bool:
        """Look how much memory it takes now; false, if it has ended."""
        now = self._server.memory()
        self.peak = max(self.peak, now or 0)
        return now is not None

    @property
    def complaints(self) -> str:
        """The text on its standard error."""
        return self._said.read_text("utf-8", errors="replace")

    @property
    def is_up(self) -> bool:
        """Whether the process lives."""
        return self._server.is_up


@asynccontextmanager
async def target(prepare: Callable[[Path], None] = lambda _: None, **settings: str) -> AsyncIterator[Target]:
    """A server with these settings (``ROOST_…`` without its prefix), watched, and ended at the end.

    ``prepare`` may fill its database before it starts.
    """
    with TemporaryDirectory(prefix="roost-attack-", ignore_cleanup_errors=True) as folder:
        database, said = Path(folder) / "roost.db", Path(folder) / "said"
        prepare(database)
        with said.open("wb") as errors:
            async with server_process(str(database), settings, complaints=errors) as server:
                attacked = Target(server, said)
                watching = asyncio.create_task(_watch(attacked))
                try:
                    yield attacked
                finally:
                    watching.cancel()


async def _watch(attacked: Target) -> None:
    while attacked.look():
        await asyncio.sleep(_LOOK_EVERY)


class Neighbour:
    """Somebody who only wants to play: against themselves, game after game, as long as the attack lasts."""

    def __init__(self, url: str, game: str = "junior") -> None:
        self.waits: list[float] = []
        """Seconds that each move took."""
        self.before: list[float] = []
        """The same before the attack."""
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
        """Play undisturbed for a while, to compare with."""
        self.waits.clear()
        await asyncio.sleep(seconds)
        self.before = list(self.waits)

    async def play_on(self, seconds: float, has_enough: Callable[[], object] = lambda: True) -> None:
        """Play under attack for so long, and until there is a move of theirs, and enough else, to tell of.

        A busy machine takes its time for these. What is still missing after a minute is missing.
        """
        self.waits.clear()
        await asyncio.sleep(seconds)
        with suppress(TimeoutError):
            async with asyncio.timeout(_PATIENCE):
                while not (self.waits and has_enough()):
                    await asyncio.sleep(_LOOK_EVERY)

    def told(self, server: Target, answers: Mapping[str, int], waits: list[float] | None = None) -> Report:
        """The result of an attack, in words."""
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
    """The value that so large a share of the values does not exceed; nothing is infinitely slow."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] if values else float("inf")
