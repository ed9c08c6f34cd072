"""Nothing acknowledged is ever lost: restarts, kills, a database that fails, several processes on one file."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from roost.bots import bot
from roost.client import Client, ServerError, TableClient
from roost.record import read, verify_dice
from roost.server.store import Append, Store
from server.processes import ServerProcess
from server.serving import ANNA, BEN, CHICK, OPEN, choose_first, fast, serving

pytestmark = pytest.mark.anyio


async def test_a_new_server_on_the_same_database_goes_on(database: Path) -> None:
    """After a restart the table is the same, tokens still hold, repeated moves are recognised, and play goes on."""
    async with serving(fast(database)) as server:
        anna = await server.client.create("heckmeck", [ANNA, OPEN])
        ben = await server.client.join(anna.code, "Ben")
        game = (await anna.start())["table"]["game"]
        body = {"version": anna.version, "key": "once", "nonce": "00" * 16}
        first = await server.client.call("POST", f"/api/tables/{anna.id}/moves", body, anna.token)
        game = first["table"]["game"]
        for _ in range(10):
            game = await choose_first((anna, ben)[game["seat"]], game)
        before = await ben.snapshot()
    async with serving(fast(database)) as server:
        anna.client = ben.client = server.client
        assert await ben.snapshot() == before
        assert await server.client.call("POST", f"/api/tables/{anna.id}/moves", body, anna.token) == first
        await asyncio.gather(anna.play(bot("hen")), ben.play(bot("hen")))
        assert verify_dice(read(await anna.record())).is_proved


async def test_bots_go_on_after_a_restart_without_being_asked(database: Path) -> None:
    """A table whose bots were due is picked up by the next server, though nobody touches it."""
    async with serving(fast(database, bot_delay=1000)) as server:
        host = await server.client.create("junior", [CHICK, CHICK])
        started = await host.start()
    async with serving(fast(database)) as server:
        host.client = server.client
        async with asyncio.timeout(10):
            while (await host.snapshot())["table"]["status"] != "over":
                await asyncio.sleep(0.05)
        assert (await host.snapshot())["table"]["version"] > started["version"]


class Acknowledged:
    """A player who writes down everything that the server has promised."""

    def __init__(self, client: Client, table: TableClient, seed: int) -> None:
        self.client = client
        self.table = table
        self.promised: dict[int, Any] = {}
        self._random = random.Random(seed)

    async def play(self) -> None:
        """Play to the end, whatever happens to the server."""
        game = (await self.table.snapshot())["table"]["game"]
        while game["node"] != "over":
            action = self._random.choice(game["actions"])["action"] if game["node"] == "decide" else None
            change = await self.table.move(action, version=game["moved"])
            self.promised[change["version"]] = change["entries"]
            game = change["table"]["game"]


async def test_no_acknowledged_move_is_lost_when_the_server_is_killed(database: Path) -> None:
    """Killed again and again under load, the server comes back with every move that it promised, once each."""
    process = ServerProcess(str(database))
    try:
        await process.ready()
        async with Client(process.url) as client:
            players = []
            for seed in range(4):
                table = await client.create("junior", [ANNA, BEN, BEN, BEN])
                await table.start()
                players.append(Acknowledged(client, table, seed))
            watched: list[int] = []

            async def watch(table: TableClient) -> None:
                async for seen in table.events(after=2):
                    watched.append(seen.version)
                    if seen.table["game"]["node"] == "over":
                        return

            playing = [asyncio.create_task(player.play()) for player in players]
            watching = asyncio.create_task(watch(TableClient(client, players[0].table.id)))
            for pause in (0.05, 0.15, 0.25):
                await asyncio.sleep(pause)
                assert not any(task.done() for task in playing), "the games were over before the kill"
                process.kill()
                process = ServerProcess(str(database), process.port)
                await process.ready()
            async with asyncio.timeout(40):
                await asyncio.gather(*playing, watching)
            assert watched == list(range(3, players[0].table.version + 1))
            for player in players:
                told = [seen async for seen in _log(TableClient(client, player.table.id))]
                kept = {seen.version: seen.data["entries"] for seen in told}
                assert list(kept) == list(range(3, player.table.version + 1))
                assert {version: kept[version] for version in player.promised} == player.promised
                assert verify_dice(read(await player.table.record())).is_proved
    finally:
        process.kill()


async def _log(table: TableClient) -> Any:
    async for seen in table.events(after=2):
        yield seen
        if seen.table["game"]["node"] == "over":
            return


async def test_a_server_that_is_asked_to_stop_ends_its_streams_and_exits(database: Path) -> None:
    """SIGTERM lets watchers go at once instead of waiting for them, and the exit is clean."""
    process = ServerProcess(str(database))
    await process.ready()
    async with Client(process.url, patience=0) as client:
        table = await client.create("heckmeck", [OPEN, OPEN])
        async with client.http.stream("GET", f"{process.url}/api/tables/{table.id}/events") as stream:
            lines = stream.aiter_lines()
            await anext(lines)
            stopping = asyncio.create_task(asyncio.to_thread(process.stop))
            async with asyncio.timeout(4):
                async for _ in lines:
                    pass
            assert await stopping in (0, -15)


async def test_a_database_that_cannot_be_written_is_told_and_recovers(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the disk is full moves get 503 and change nothing; when it is not, play goes on without a restart."""
    async with serving(fast(database)) as server:
        table = await server.client.create("heckmeck", [ANNA, BEN])
        await table.start()

        def fail(self: Store, appends: list[Append]) -> None:
            raise OperationalError("INSERT", {}, Exception("database or disk is full"))

        with monkeypatch.context() as broken:
            broken.setattr(Store, "_write", fail)
            with pytest.raises(ServerError, match="disk is full") as refused:
                await table.move()
            assert (refused.value.status, refused.value.kind) == (503, "unavailable")
            assert (await table.snapshot())["table"]["version"] == table.version
        assert (await table.move())["table"]["game"]["dice"]["rolls"] == 1


async def test_two_processes_on_one_file_serve_the_same_table(database: Path) -> None:
    """What happens in one is told by the other; whoever asks the other gets the newest state."""
    settings = fast(database, workers=2)
    async with serving(settings) as one, serving(settings) as two:
        anna = await one.client.create("heckmeck", [ANNA, OPEN])
        ben = await two.client.join(anna.code, "Ben")
        await ben.start()
        outcome, same = await asyncio.gather(anna.play(bot("hen")), ben.play(bot("pullet")))
        assert outcome == same
        assert verify_dice(read(await anna.record())).is_proved
