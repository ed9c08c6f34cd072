"""How much a server can do on this machine: tables of players over HTTP, each move safely on the disk.

    python bench/load.py [--tables 50] [--seconds 10] [--watched 1000] [--json]
    python bench/load.py --tables 300 --workers 2 --servers 2 --database postgresql://localhost/empty

Servers are started on free ports of loopback with a database of their own, and stopped again: nobody's tables are
touched. Rules, tokens, dice and durability are real. Each table has two players. Each player holds a stream of events
and moves in turn, as fast as the server tells: the next move goes out once *both* players have been told of the one
before.
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
    """The load that is to be measured."""

    game: str
    tables: int
    seconds: float
    database: str | None = None
    """Its URL; without, a new SQLite file."""
    watched: int = 0
    """Further open tables, each with a live watcher, at which nobody moves."""
    workers: int = 1
    """Processes of a server."""
    servers: int = 1
    """Servers on the same database, as if each were a host. The players of a table sit at different ones."""


@dataclass(frozen=True)
class LoadResult:
    """The measurements of a load."""

    load: Load
    moves: int
    seconds: float
    p50: float
    """Seconds from sending a move until both players have been told of it, for half of the moves."""
    p99: float
    cpu_seconds: float | None
    """Processor time of the servers' processes, where the system tells."""
    memory: int | None
    """Bytes that the servers occupied at the end, with the watched tables."""
    start_seconds: float
    """From starting the process to its first answer."""
    watching: float | None = None
    """Processor time for each second in which nobody moved and the watched tables were watched."""

    @property
    def moves_per_second(self) -> float:
        """The throughput."""
        return self.moves / self.seconds

    @property
    def moves_per_cpu_second(self) -> float | None:
        """The throughput that one core of the server would have."""
        return self.moves / self.cpu_seconds if self.cpu_seconds else None


async def measure(load: Load) -> LoadResult:
    """Start servers, play, and stop them."""
    if load.servers > 1 and load.database is None:
        raise RoostError("several servers need a database that they share: name an empty one on PostgreSQL")
    _allow_many_connections()
    with TemporaryDirectory(prefix="roost-bench-", ignore_cleanup_errors=True) as folder:
        url = str(Path(folder) / "roost.db") if load.database is None else load.database
        async with AsyncExitStack() as stack:
            settings = {"WARM_UP": "false", **dict.fromkeys(_LIMITS, _UNLIMITED)}
            servers, start_seconds = [], 0.0
            for _ in range(load.servers):
                begun = perf_counter()
                running = server_process(url, settings, "--workers", str(load.workers))
                servers.append(await stack.enter_async_context(running))
                await _first_answer(servers[-1])
                start_seconds = start_seconds or perf_counter() - begun
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
    """How long each move took, sorted, and the processor time of all. As many processes play as serve."""
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
    for told, _ in await asyncio.gather(*answers):
        if not told:
            raise RoostError("somebody could not play on; what was wrong stands above")
        latencies += msgspec.json.decode(told)
    if not latencies:
        raise RoostError(f"no move was made in {load.seconds:.1f} s")
    return sorted(latencies), None if before is None or after is None else after - before


async def _watch(load: Load, servers: Sequence[ServerProcess], stack: AsyncExitStack) -> float | None:
    """Processor time for each second in which tables are watched and nobody moves."""
    ports = [server.port for server in servers]
    tables = [LoadTable(ports, load.game, seed, watchers=1) for seed in range(load.watched)]
    for table in tables:
        stack.callback(table.hang_up)
    await set_up(tables)
    before = _cpu(servers)
    await asyncio.sleep(load.seconds)
    after = _cpu(servers)
    return None if before is None or after is None else (after - before) / load.seconds


async def _first_answer(server: ServerProcess) -> None:
    async with asyncio.timeout(_PATIENCE):
        first = await Requests.open(server.port)
        await first.get("/health")
        first.close()


def _cpu(servers: Sequence[ServerProcess]) -> float | None:
    return _sum([server.cpu_seconds() for server in servers])


def _sum(parts: Sequence[_Number | None]) -> _Number | None:
    """All together; nothing, if one of them is not known."""
    known = [part for part in parts if part is not None]
    return sum(known[1:], known[0]) if len(known) == len(parts) else None


def _allow_many_connections() -> None:
    """A table has up to four connections: ask the system for as many as it allows, for us and our servers."""
    try:
        import resource
    except ImportError:
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MANY_FILES if most == resource.RLIM_INFINITY else most  # macOS refuses to have no limit
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def lines(result: LoadResult) -> list[str]:
    """The measurements in words."""
    load = result.load
    where = "SQLite" if load.database is None else load.database.partition(":")[0]
    of = f", {load.servers} servers of {load.workers} processes" if load.servers * load.workers > 1 else ""
    told = [
        f"{load.tables} tables on {where}{of}: {result.moves} moves in {result.seconds:.1f} s",
        f"moves per second              {result.moves_per_second:,.0f}",
        f"until both players are told   {1000 * result.p50:.1f} ms (half), {1000 * result.p99:.1f} ms (99 %)",
    ]
    if result.moves_per_cpu_second is not None:
        told.append(f"moves per server-CPU-second   {result.moves_per_cpu_second:,.0f}")
    others = f", with {load.watched} more tables and a watcher each" if load.watched else ""
    if result.memory is not None:
        told.append(f"memory of the server          {result.memory / 1e6:.0f} MB{others}")
    if result.watching is not None:
        told.append(f"of a core, for watching them  {result.watching:.2%}")
    return [*told, f"start to first answer         {result.start_seconds:.2f} s"]


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-n", "--tables", type=int, default=50, help="tables that play at once (default 50)")
    parser.add_argument("-s", "--seconds", type=float, default=10.0, help="how long is measured (default 10)")
    parser.add_argument("--game", choices=list(all_games()), default="heckmeck", help="what is played")
    parser.add_argument("--database", help="an empty database, such as one on PostgreSQL; else a new SQLite file")
    parser.add_argument("--workers", type=int, default=1, help="processes of a server (default 1)")
    parser.add_argument("--servers", type=int, default=1, help="servers that share the database (default 1)")
    parser.add_argument("--watched", type=int, default=0, help="then open so many more tables, each with a watcher")
    parser.add_argument("--json", action="store_true", help="print JSON for programs")
    options = parser.parse_args()
    if min(options.tables, options.seconds, options.workers, options.servers) <= 0 or options.watched < 0:
        parser.error("numbers must be positive")
    load = Load(
        options.game,
        options.tables,
        options.seconds,
        options.database,
        options.watched,
        options.workers,
        options.servers,
    )
    try:
        if load.database is not None:
            make_tables(load.database)
        result = load_player.run_loop(measure(load))
    except RoostError as why:
        sys.exit(f"load: {why}")
    if options.json:
        told = {name: getattr(result, name) for name in ("moves_per_second", "moves_per_cpu_second")}
        print(msgspec.json.encode({**msgspec.to_builtins(result), **told}).decode())
    else:
        print("\n".join(lines(result)))


if __name__ == "__main__":
    main()
