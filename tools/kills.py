"""Servers that are killed again and again while people play, and what must hold afterwards.

The tests run this briefly. For as long as you like:

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

import paths  # noqa: F401  # finds the helpers of tests
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
    """The events while there was trouble."""

    troubles: int = 0
    tables: int = 0
    moves: int = 0
    """Moves that the server acknowledged."""
    resumed: int = 0
    """Watchers who saw every version from the first to the last."""

    def __str__(self) -> str:
        return (
            f"{self.troubles} times trouble under load: {self.moves} acknowledged moves at {self.tables} tables are "
            f"all there, once each; {self.resumed} watchers saw every version in order; all dice are proved"
        )


class Evening:
    """Somebody who plays at one table after another and writes down everything that the servers promise."""

    def __init__(self, clients: list[Client], seed: int, report: Report) -> None:
        self._clients = clients
        self._random = random.Random(seed)
        self._report = report
        self.is_late = False

    async def play(self) -> None:
        """Play until it is late; the last game is finished."""
        while not self.is_late:
            await self._play_one()

    async def _play_one(self) -> None:
        host = await self._begin()
        first = host.version  # at which the game has begun
        watching = [asyncio.create_task(_watch(TableClient(client, host.id), first)) for client in self._clients]
        try:
            promised = await self._moves(host)
            async with asyncio.timeout(PATIENCE):
                told = await asyncio.gather(*watching)
        finally:
            for task in watching:
                task.cancel()
        for seen in told:
            assert list(seen) == list(range(first + 1, max(promised) + 1)), "a watcher missed or repeated a version"
            assert {version: seen[version] for version in promised} == promised, "a promise was broken"
            assert len(promised) == len(seen), "the log holds a move that nobody made"
        check = verify_dice(read(await host.record()))
        assert check.is_proved or "No device" in str(check)  # of a server that is dead for long nobody hears an answer
        self._report.tables += 1
        self._report.moves += len(promised)
        self._report.resumed += len(told)

    async def _begin(self) -> TableClient:
        """A table where the game has begun. What has no key is not sent again: trouble on the way takes a new table."""
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
        """Play both seats, each move at any of the servers. Only the host knows the numbers that they sealed."""
        promised: dict[int, Any] = {}
        game = (await host.snapshot())["table"]["game"]
        while game["node"] != "over":
            action = self._random.choice(game["actions"])["action"] if game["node"] == "decide" else None
            host.client = self._random.choice(self._clients)
            change = await host.move(action, version=game["moved"])
            assert change["version"] not in promised, "a move was made twice"
            promised[change["version"]] = change["entries"]
            game = change["table"]["game"]
        return promised


async def _watch(table: TableClient, first: int) -> dict[int, Any]:
    seen: dict[int, Any] = {}
    async for event in table.events(after=first):
        assert event.version not in seen, "a version was told twice"
        seen[event.version] = event.data["entries"]
        if event.table["game"]["node"] == "over":
            break
    return seen


async def play_through(urls: list[str], trouble: Trouble, times: int, tables: int = 4) -> Report:
    """Play at several tables through so much trouble, and check everything at the end."""
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
    """One server on a file, killed and started again."""
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
    """Two servers on one PostgreSQL share every table; one of them is killed and started again."""
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
    """Two servers go on while their PostgreSQL is stopped without a warning, and started again."""
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
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description="Kill servers under load, and check that no promise is broken.")
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--postgres", action="store_true", help="two servers on PostgreSQL, and the database restarted")
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
