"""Kill servers repeatedly while players play, and check that every acknowledged move survives.

The tests run this briefly. To run it longer:

    python tools/kills.py --kills 50
    python tools/kills.py --kills 50 --postgres
"""

import argparse
import asyncio
import random
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx

import paths  # noqa: F401  # makes the helpers of tests importable
from patience import PATIENCE
from play.server.processes import Postgres, ServerProcess, postgres
from play.server.serving import ANNA, BEN
from roost.core.record import read
from roost.play.client import Client, ServerError, TableClient
from roost.play.dice import verify_dice
from roost.play.server.storage.admin import make_tables

_PAUSE = 0.1

Trouble = Callable[[], Awaitable[None]]


@dataclass
class Report:
    """Counts of what happened while servers were killed."""

    troubles: int = 0
    tables: int = 0
    moves: int = 0
    """Moves that the server acknowledged."""
    resumed: int = 0
    """Number of watchers that received every version from the first to the last."""

    def __str__(self) -> str:
        return (
            f"{self.troubles} failures under load: {self.moves} acknowledged moves at {self.tables} tables were "
            f"stored, once each; {self.resumed} watchers saw every version in order; all dice are proved"
        )


class Evening:
    """A player who plays at one table after another and notes every move that a server acknowledges."""

    def __init__(self, clients: list[Client], seed: int, report: Report) -> None:
        self._clients = clients
        self._random = random.Random(seed)
        self._report = report
        self.is_late = False

    async def play(self) -> None:
        """Play games until ``is_late`` is set, and finish the last one."""
        while not self.is_late:
            await self._play_one()

    async def _play_one(self) -> None:
        host = await self._begin()
        first = host.version  # the version at which the game began
        watching = [asyncio.create_task(_watch(TableClient(client, host.id), first)) for client in self._clients]
        try:
            acked = await self._moves(host)
            async with asyncio.timeout(PATIENCE):
                received = await asyncio.gather(*watching)
        finally:
            for task in watching:
                task.cancel()
        for versions in received:
            assert list(versions) == list(range(first + 1, max(acked) + 1)), "a watcher missed or repeated a version"
            assert {version: versions[version] for version in acked} == acked, "an acknowledged move was lost"
            assert len(acked) == len(versions), "the log holds a move that no player made"
        check = verify_dice(read(await host.record()))
        assert check.is_proved or "No device" in str(check)  # devices may not answer a server that is down for long
        self._report.tables += 1
        self._report.moves += len(acked)
        self._report.resumed += len(received)

    async def _begin(self) -> TableClient:
        """Create a table and begin its game; after a failure, try again at a new table."""
        while True:
            try:
                host = await self._clients[0].create("junior", [ANNA, BEN])
                await host.start()
            except httpx.TransportError:
                continue
            except ServerError as error:
                if error.kind != "unavailable":
                    raise
                await asyncio.sleep(_PAUSE)
            else:
                return host

    async def _moves(self, host: TableClient) -> dict[int, Any]:
        """Play both seats, sending each move to a random server. Only the host knows the sealed numbers."""
        acked: dict[int, Any] = {}
        game = (await host.snapshot())["table"]["game"]
        while game["node"] != "over":
            action = self._random.choice(game["actions"])["action"] if game["node"] == "decide" else None
            host.client = self._random.choice(self._clients)
            change = await host.move(action, version=game["moved"])
            assert change["version"] not in acked, "a move was made twice"
            acked[change["version"]] = change["entries"]
            game = change["table"]["game"]
        return acked


async def _watch(table: TableClient, first: int) -> dict[int, Any]:
    versions: dict[int, Any] = {}
    async for event in table.events(after=first):
        assert event.version not in versions, "a version was sent twice"
        versions[event.version] = event.data["entries"]
        if event.table["game"]["node"] == "over":
            break
    return versions


async def play_through(urls: list[str], trouble: Trouble, times: int, tables: int = 4) -> Report:
    """Play at several tables while servers fail ``times`` times, and check everything at the end."""
    report, rng = Report(), random.Random(1)
    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(Client(url, patience=PATIENCE / 2)) for url in urls]
        evenings = [Evening(clients, seed, report) for seed in range(tables)]
        playing = [asyncio.create_task(evening.play()) for evening in evenings]
        try:
            for _ in range(times):
                done, _ = await asyncio.wait(playing, timeout=rng.uniform(0.1, 0.4))
                for task in done:
                    task.result()
                await trouble()
                report.troubles += 1
            for evening in evenings:
                evening.is_late = True
            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(*playing)
        finally:
            for task in playing:
                task.cancel()
    return report


async def kill_on_sqlite(database: Path, kills: int, tables: int = 4) -> Report:
    """Run one server on a SQLite file, and kill and restart the server."""
    process = ServerProcess(str(database))

    async def kill() -> None:
        nonlocal process
        process.kill()
        process = ServerProcess(str(database), process.port)
        await process.ready()

    try:
        await process.ready()
        return await play_through([process.url], kill, kills, tables)
    finally:
        process.kill()


async def kill_one_of_two(url: str, kills: int, tables: int = 4) -> Report:
    """Run two servers that share every table in one PostgreSQL database, and kill and restart one of the servers."""
    steady, process = ServerProcess(url), ServerProcess(url)

    async def kill() -> None:
        nonlocal process
        process.kill()
        await asyncio.sleep(0.2)
        process = ServerProcess(url, process.port)
        await process.ready()

    try:
        await asyncio.gather(steady.ready(), process.ready())
        return await play_through([steady.url, process.url], kill, kills, tables)
    finally:
        steady.kill()
        process.kill()


async def restart_the_database(database: Postgres, times: int) -> Report:
    """Run two servers while their PostgreSQL server is stopped without warning and restarted."""
    servers = [ServerProcess(database.url), ServerProcess(database.url)]
    try:
        await asyncio.gather(*(server.ready() for server in servers))
        return await play_through(
            [server.url for server in servers], lambda: asyncio.to_thread(database.restart), times
        )
    finally:
        for server in servers:
            server.kill()


def main() -> None:
    """Cause the failures that the command line asks for."""
    parser = argparse.ArgumentParser(description="Kill servers under load, and check that no confirmed move is lost.")
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument(
        "--postgres", action="store_true", help="kill one of two servers on PostgreSQL, then restart the database"
    )
    options = parser.parse_args()
    if not options.postgres:
        with TemporaryDirectory() as folder:
            print("one server on SQLite:", asyncio.run(kill_on_sqlite(Path(folder) / "roost.db", options.kills)))
        return
    with postgres(durable=True) as database:
        make_tables(database.url)
        print("one of two servers on PostgreSQL:", asyncio.run(kill_one_of_two(database.url, options.kills)))
        restarts = max(1, options.kills // 5)
        print("PostgreSQL restarted:", asyncio.run(restart_the_database(database, restarts)))


if __name__ == "__main__":
    main()
