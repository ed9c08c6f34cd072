"""Load for measuring a server: tables of players over loopback, with real rules, tokens, dice and durability.

``roost bench server`` starts a server of its own on a free port and a database of its own, so that nobody's tables are
touched. Each table has two players. Each player holds a stream of events and moves in turn, as fast as the server
tells: the next move goes out once *both* players have been told of the one before.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from secrets import token_hex
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import msgspec
from msgspec import Struct

from roost.core.errors import RoostError
from roost.play.load.server_process import ServerProcess, server_process
from roost.play.load.wire import Requests, Stream

__all__ = ["LoadResult", "measure", "run_loop"]

_UNLIMITED = "1000000000"
_LIMITS = ("RATE", "BURST", "MAX_TABLES", "MAX_TABLES_PER_CLIENT", "MAX_CHANGES", "MAX_STREAMS",
           "MAX_STREAMS_PER_CLIENT", "MAX_CONNECTIONS_PER_CLIENT")  # fmt: skip
_AT_ONCE = 20
"""Tables that are set up at the same time: no more of one client may wait for their dice."""
_MANY_FILES = 10_000
_WARM_UP = 1.0
_PATIENCE = 30.0


class _Action(Struct):
    action: str


class _Game(Struct):
    node: str
    seat: int | None
    moved: int
    actions: list[_Action]


class _Table(Struct):
    version: int
    game: _Game | None


class _Told(Struct):
    table: _Table


_read = msgspec.json.Decoder(_Told).decode


@dataclass(frozen=True)
class LoadResult:
    """What was measured."""

    database: str
    tables: int
    moves: int
    seconds: float
    p50: float
    """Seconds from sending a move until both players have been told of it, for half of the moves."""
    p99: float
    cpu_seconds: float | None
    """Processor time of the server's process, where the system tells."""
    memory: int | None
    """Bytes that the server occupied at the end."""
    start_seconds: float
    """From starting the process to its first answer."""
    watched: int = 0
    """Further open tables, each with a live watcher, that the memory includes."""

    @property
    def moves_per_second(self) -> float:
        """The throughput."""
        return self.moves / self.seconds

    @property
    def moves_per_cpu_second(self) -> float | None:
        """The throughput that one core of the server would have."""
        return self.moves / self.cpu_seconds if self.cpu_seconds else None


def run_loop(work: Coroutine[Any, Any, LoadResult]) -> LoadResult:
    """Run on the fastest event loop there is, so that the load weighs little beside what it measures."""
    try:
        import uvloop
    except ImportError:
        return asyncio.run(work)
    return uvloop.run(work)


async def measure(game: str, tables: int, seconds: float, database: str | None, watched: int = 0) -> LoadResult:
    """Start a server, play at so many tables for so long, and stop it. Without a database, on a new SQLite file."""
    with TemporaryDirectory(prefix="roost-bench-", ignore_cleanup_errors=True) as folder:
        url = str(Path(folder) / "roost.db") if database is None else database
        async with _server(url) as (server, start_seconds):
            playing = [_LoadTable(server.port, game, seed) for seed in range(tables)]
            await _in_batches([table.set_up for table in playing])
            tasks = [asyncio.create_task(table.play()) for table in playing]
            try:
                await asyncio.sleep(_WARM_UP)
                for table in playing:
                    table.latencies.clear()
                begun, cpu = perf_counter(), server.cpu_seconds()
                done, _ = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
                for task in done:  # a player stops only because something went wrong
                    task.result()
                taken, cpu_after = perf_counter() - begun, server.cpu_seconds()
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
            latencies = sorted(latency for table in playing for latency in table.latencies)
            if not latencies:
                raise RoostError(f"no move was made in {taken:.1f} s")
            idle = [_LoadTable(server.port, game, seed, watchers=1) for seed in range(watched)]
            await _in_batches([table.set_up for table in idle])
            result = LoadResult(
                "SQLite" if database is None else database.partition(":")[0],
                tables,
                len(latencies),
                taken,
                latencies[len(latencies) // 2],
                latencies[len(latencies) * 99 // 100],
                None if cpu is None or cpu_after is None else cpu_after - cpu,
                server.memory(),
                start_seconds,
                watched,
            )
            for table in (*playing, *idle):
                table.hang_up()
            return result


async def _in_batches(set_ups: list[Callable[[], Coroutine[Any, Any, None]]]) -> None:
    for first in range(0, len(set_ups), _AT_ONCE):
        await asyncio.gather(*(set_up() for set_up in set_ups[first : first + _AT_ONCE]))


class _LoadTable:
    """One table with two players."""

    def __init__(self, port: int, game: str, seed: int, watchers: int = 2) -> None:
        self.latencies: list[float] = []
        self._port = port
        self._game = game
        self._random = Random(seed)
        self._watchers = watchers
        self._requests: list[Requests] = []
        self._streams: list[Stream] = []
        self._tokens: list[str] = []
        self._path = ""
        self._latest = b""
        self._versions = [0] * watchers
        self._awaited = 0
        self._told: asyncio.Future[None] | None = None

    async def set_up(self) -> None:
        """Make the table, sit down, start, and watch."""
        host = await Requests.open(self._port)
        self._requests = [host, await Requests.open(self._port) if self._watchers > 1 else host]
        spec = {"game": self._game, "seats": [{"kind": "here", "name": "Anna"}, {"kind": "open"}]}
        made = msgspec.json.decode(await host.post("/api/tables", msgspec.json.encode(spec)))
        self._path = f"/api/tables/{made['id']}"
        claimed = msgspec.json.decode(await self._requests[1].post(f"{self._path}/seats", b'{"name":"Ben"}'))
        self._tokens = [made["token"], claimed["token"]]
        for index in range(self._watchers):
            stream = await Stream.open(self._port, f"{self._path}/events", self._tokens[index], self._hearer(index))
            self._streams.append(stream)
        await self._post(0, "start", b"{}")
        async with asyncio.timeout(_PATIENCE):
            while not self._latest or _read(self._latest).table.game is None:
                await asyncio.sleep(0.005)

    def _hearer(self, index: int) -> Callable[[int, bytes], None]:
        def hear(version: int, data: bytes) -> None:
            self._versions[index] = version
            self._latest = data
            if self._told is not None and not self._told.done() and min(self._versions) >= self._awaited:
                self._told.set_result(None)

        return hear

    async def _post(self, seat: int, what: str, body: bytes) -> None:
        await self._requests[seat].post(f"{self._path}/{what}", body, self._tokens[seat])

    async def _until_told(self, version: int) -> None:
        """Wait until every watcher has been told of a version."""
        if min(self._versions) < version:
            self._awaited, self._told = version, asyncio.get_running_loop().create_future()
            async with asyncio.timeout(_PATIENCE):
                await self._told

    async def play(self) -> None:
        """Play game after game."""
        while True:
            table = _read(self._latest).table
            game = table.game
            assert game is not None
            if game.node == "over":
                for seat in (0, 1):
                    await self._post(seat, "rematch", b"{}")
                await self._until_told(table.version + 2)
                continue
            assert game.seat is not None
            body = b'{"version":%d,"key":"%s","number":""' % (game.moved, token_hex(8).encode())
            if game.node == "decide":
                body += b',"action":"%s"' % self._random.choice(game.actions).action.encode()
            sent = perf_counter()
            answered = asyncio.ensure_future(self._post(game.seat, "moves", body + b"}"))
            answered.add_done_callback(self._stop_if_refused)
            try:
                await self._until_told(table.version + 1)
                self.latencies.append(perf_counter() - sent)
            finally:
                await answered

    def _stop_if_refused(self, answered: asyncio.Future[None]) -> None:
        """Nobody is told of a move that was refused."""
        told = self._told
        if not answered.cancelled() and (error := answered.exception()) and told is not None and not told.done():
            told.set_exception(error)

    def hang_up(self) -> None:
        """Close every connection."""
        for connection in (*self._requests, *self._streams):
            connection.close()


@asynccontextmanager
async def _server(database: str) -> AsyncIterator[tuple[ServerProcess, float]]:
    """A server without limits that has answered once, and how many seconds that took from its start."""
    _allow_many_connections()
    settings = {"WARM_UP": "false", **dict.fromkeys(_LIMITS, _UNLIMITED)}
    begun = perf_counter()
    async with server_process(database, settings, "--workers", "1") as server:
        async with asyncio.timeout(_PATIENCE):
            first = await Requests.open(server.port)
            await first.get("/health")
            start_seconds = perf_counter() - begun
            first.close()
        yield server, start_seconds


def _allow_many_connections() -> None:
    """A table has up to four connections: ask the system for as many as it allows, for us and our server."""
    try:
        import resource
    except ImportError:
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MANY_FILES if most == resource.RLIM_INFINITY else most  # macOS refuses to have no limit
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
