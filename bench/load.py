"""Measure a server's throughput on this machine: tables of players over HTTP, with each move stored durably.

    python bench/load.py [--tables 50] [--seconds 10] [--watched 1000] [--json]
    python bench/load.py --tables 300 --workers 2 --servers 2 --database postgresql://localhost/empty

Servers are started on free loopback ports with their own database, and stopped afterwards. Rules, tokens, dice and
durable storage work as in production. Each table has two players. Each player has a stream of events and moves in turn,
as fast as the server answers: the next move is sent once *both* players have received the one before.
"""

import argparse
import asyncio
import sys
from collections.abc import Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TypeVar

import msgspec

import load_player
from load_player import AT_ONCE, LoadTable, Requests, set_up
from roost.core.errors import RoostError
from roost.core.registry import all_games
from roost.play.server.storage.admin import make_tables
from server_process import ServerProcess, server_process

_UNLIMITED = "1000000000"
_LIMITS = ("RATE", "BURST", "MAX_TABLES", "MAX_TABLES_PER_CLIENT", "MAX_CHANGES", "MAX_STREAMS",
           "MAX_STREAMS_PER_CLIENT", "MAX_CONNECTIONS_PER_CLIENT")  # fmt: skip
_MANY_FILES = 10_000
_PATIENCE = 30.0
_Number = TypeVar("_Number", int, float)


@dataclass(frozen=True)
class Load:
    """Parameters of a measurement."""

    game: str
    tables: int
    seconds: float
    database: str | None = None
    """URL of the database; None for a new SQLite file."""
    watched: int = 0
    """Number of additional open tables without moves, each with one live watcher."""
    workers: int = 1
    """Number of processes per server."""
    servers: int = 1
    """Number of servers on the same database, as if each ran on its own host.

    A table's players use different servers.
    """


@dataclass(frozen=True)
class LoadResult:
    """The result of a measurement."""

    load: Load
    moves: int
    seconds: float
    p50: float
    """Median time in seconds from sending a move until both players have received it."""
    p99: float
    cpu_seconds: float | None
    """Processor time of the servers' processes, in seconds; None if the system does not report it."""
    memory: int | None
    """The servers' memory at the end, with the watched tables, in bytes."""
    start_seconds: float
    """Time in seconds from starting the process to its first response."""
    watching: float | None = None
    """Processor time per second while the watched tables are watched and no player moves."""

    @property
    def moves_per_second(self) -> float:
        return self.moves / self.seconds

    @property
    def moves_per_cpu_second(self) -> float | None:
        """Moves for each second of the servers' processor time."""
        return self.moves / self.cpu_seconds if self.cpu_seconds else None


async def measure(load: Load) -> LoadResult:
    """Start servers, play on them, and stop them."""
    if load.servers > 1 and load.database is None:
        raise RoostError("several servers need a database that they share: name an empty one on PostgreSQL")
    _allow_many_connections()
    with TemporaryDirectory(prefix="roost-bench-", ignore_cleanup_errors=True) as folder:
        url = str(Path(folder) / "roost.db") if load.database is None else load.database
        async with AsyncExitStack() as stack:
            settings = {"WARM_UP": "false", **dict.fromkeys(_LIMITS, _UNLIMITED)}
            servers, start_seconds = [], 0.0
            for _ in range(load.servers):
                started = perf_counter()
                running = server_process(url, settings, "--workers", str(load.workers))
                servers.append(await stack.enter_async_context(running))
                await _await_first_response(servers[-1])
                start_seconds = start_seconds or perf_counter() - started
            latencies, cpu_seconds = await _play(load, servers)
            watching = await _watch(load, servers, stack) if load.watched else None
            return LoadResult(
                load,
                len(latencies),
                load.seconds,
                latencies[len(latencies) // 2],
                latencies[len(latencies) * 99 // 100],
                cpu_seconds,
                _sum([server.memory() for server in servers]),
                start_seconds,
                watching,
            )


async def _play(load: Load, servers: Sequence[ServerProcess]) -> tuple[list[float], float | None]:
    """Play with one process per server process; return the sorted move times, and the servers' processor time."""
    ports, count = [server.port for server in servers], min(load.workers * load.servers, load.tables)
    at_once = max(AT_ONCE // count, 1)
    shares = [list(range(first, load.tables, count)) for first in range(count)]
    tasks = [load_player.Task(ports, load.game, seeds, load.seconds, at_once) for seeds in shares]
    playing = await asyncio.gather(*map(load_player.start, tasks))
    answers = [asyncio.create_task(process.communicate(b"\n")) for process in playing]
    await asyncio.sleep(load_player.WARM_UP)
    before = _cpu(servers)
    await asyncio.wait(answers, timeout=load.seconds, return_when=asyncio.FIRST_COMPLETED)
    after = _cpu(servers)
    latencies: list[float] = []
    for output, _ in await asyncio.gather(*answers):
        if not output:
            raise RoostError("a player process failed; its error is above")
        latencies += msgspec.json.decode(output)
    if not latencies:
        raise RoostError(f"no move was made in {load.seconds:.1f} s")
    return sorted(latencies), None if before is None or after is None else after - before


async def _watch(load: Load, servers: Sequence[ServerProcess], stack: AsyncExitStack) -> float | None:
    """Measure the processor time per second while tables are watched and no player moves."""
    ports = [server.port for server in servers]
    tables = [LoadTable(ports, load.game, seed, watchers=1) for seed in range(load.watched)]
    for table in tables:
        stack.callback(table.hang_up)
    await set_up(tables)
    before = _cpu(servers)
    await asyncio.sleep(load.seconds)
    after = _cpu(servers)
    return None if before is None or after is None else (after - before) / load.seconds


async def _await_first_response(server: ServerProcess) -> None:
    async with asyncio.timeout(_PATIENCE):
        first = await Requests.open(server.port)
        await first.get("/health")
        first.close()


def _cpu(servers: Sequence[ServerProcess]) -> float | None:
    return _sum([server.cpu_seconds() for server in servers])


def _sum(parts: Sequence[_Number | None]) -> _Number | None:
    known = [part for part in parts if part is not None]
    return sum(known[1:], known[0]) if len(known) == len(parts) else None


def _allow_many_connections() -> None:
    """Raise the open-file limit as far as the system allows, because a table needs up to four connections."""
    try:
        import resource
    except ImportError:
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MANY_FILES if most == resource.RLIM_INFINITY else most  # macOS does not accept an unlimited value
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def lines(result: LoadResult) -> list[str]:
    """Describe the result in lines of text."""
    load = result.load
    database = "SQLite" if load.database is None else load.database.partition(":")[0]
    processes = f", {load.servers} servers of {load.workers} processes" if load.servers * load.workers > 1 else ""
    text = [
        f"{load.tables} tables on {database}{processes}: {result.moves} moves in {result.seconds:.1f} s",
        f"moves per second              {result.moves_per_second:,.0f}",
        f"until both players have it     {1000 * result.p50:.1f} ms (half), {1000 * result.p99:.1f} ms (99 %)",
    ]
    if result.moves_per_cpu_second is not None:
        text.append(f"moves per server-CPU-second   {result.moves_per_cpu_second:,.0f}")
    watchers = f", with {load.watched} more tables and a watcher each" if load.watched else ""
    if result.memory is not None:
        text.append(f"memory of the server          {result.memory / 1e6:.0f} MB{watchers}")
    if result.watching is not None:
        text.append(f"of a core, for watching them   {result.watching:.2%}")
    return [*text, f"start to first answer         {result.start_seconds:.2f} s"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-n", "--tables", type=int, default=50, help="tables that play at the same time (default 50)")
    parser.add_argument("-s", "--seconds", type=float, default=10.0, help="seconds of measurement (default 10)")
    parser.add_argument("--game", choices=list(all_games()), default="heckmeck", help="game to play")
    parser.add_argument("--database", help="URL of an empty PostgreSQL database (default: a new SQLite file)")
    parser.add_argument("--workers", type=int, default=1, help="processes of a server (default 1)")
    parser.add_argument("--servers", type=int, default=1, help="servers that share the database (default 1)")
    parser.add_argument("--watched", type=int, default=0, help="further tables to open afterwards, each with a watcher")
    parser.add_argument("--json", action="store_true", help="print JSON for programs")
    options = vars(parser.parse_args())
    as_json, load = options.pop("json"), Load(**options)
    if min(load.tables, load.seconds, load.workers, load.servers) <= 0 or load.watched < 0:
        parser.error("numbers must be positive")
    try:
        if load.database is not None:
            make_tables(load.database)
        result = load_player.run_loop(measure(load))
    except RoostError as error:
        sys.exit(f"load: {error}")
    if as_json:
        rates = {name: getattr(result, name) for name in ("moves_per_second", "moves_per_cpu_second")}
        print(msgspec.json.encode({**msgspec.to_builtins(result), **rates}).decode())
    else:
        print("\n".join(lines(result)))


if __name__ == "__main__":
    main()
