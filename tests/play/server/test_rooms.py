"""Rooms: which tables stay in memory, what they remember, and when scheduled work is done."""

import asyncio
from pathlib import Path

import pytest

from patience import PATIENCE
from play.server.serving import ANNA, BEN, CHICK, Clock, choose_first, fast, serving, sql_store
from roost.play.server.live.hub import Watcher
from roost.play.server.live.rooms import Room
from roost.play.server.live.services import Services
from roost.play.server.platform import server_services
from roost.play.server.storage.store import Creation
from roost.play.table import commands
from roost.play.table.dealer import TableDealer
from roost.play.table.spec import HereSeat, TableSpec


async def new_room(services: Services, number: int) -> Room:
    """Create a table of Anna and Ben, and return its room."""
    spec, code = TableSpec("heckmeck", (HereSeat("Anna"), HereSeat("Ben"))), f"CODE{number}"
    dealer = TableDealer(bytes(32))
    draft = commands.create(f"{number:020}", code, spec, dealer, 1.0)
    room = await services.rooms.create(draft, Creation(code, "{}", bytes(32)), {}, dealer)
    assert room is not None
    return room


async def test_tables_in_use_may_exceed_the_memory_limit(database: Path) -> None:
    """If all tables are watched or busy, one more is loaded; the next table to become idle is evicted."""
    services = server_services(fast(database, tables_in_memory=2))
    async with services.running():
        rooms = services.rooms
        watched, busy, third = [await new_room(services, number) for number in range(3)]
        watcher = Watcher("somebody", None)
        services.hub.add(watched.table.id, watcher)
        async with (await rooms.get(busy.table.id)).lock:
            await rooms.get(watched.table.id)
            async with asyncio.timeout(PATIENCE):
                room = await rooms.get(third.table.id)
            assert (room.table, len(rooms)) == (third.table, 3)
        services.hub.remove(watched.table.id, watcher)
        await new_room(services, 3)
        assert len(rooms) == 3
        assert rooms.loaded(busy.table.id) is None


async def test_a_reloaded_table_has_its_latest_changes_in_memory(database: Path) -> None:
    """Memory holds as many changes as if the table had never left; older ones are read from the database on request."""
    async with serving(fast(database)) as server:
        table = await server.client.create("heckmeck", [ANNA, BEN])
        game = (await table.start())["table"]["game"]
        for _ in range(30):
            game = await choose_first(table, game)
        before = await server.app.services.rooms.get(table.id)
    async with serving(fast(database)) as server:
        rooms = server.app.services.rooms
        room = await rooms.get(table.id)
        assert [happened.change for happened in room.recent] == [happened.change for happened in before.recent]
        assert room.table == before.table
        assert [happened.change.version for happened in await rooms.since(room, 0)] == list(range(1, 35))


async def test_changes_of_several_tables_are_read_in_one_query(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Order and repetitions of the news do not matter; only a table with a gap has its log read separately."""
    second_server = server_services(fast(database))
    async with serving(fast(database)) as server, second_server.running():
        tables = [await server.client.create("heckmeck", [ANNA, BEN]) for _ in range(2)]
        games = [(await table.start())["table"]["game"] for table in tables]
        rooms = [await second_server.rooms.get(table.id) for table in tables]
        first = [room.table.version for room in rooms]
        for table, game in zip(tables, games, strict=True):
            for _ in range(4):
                game = await choose_first(table, game)
        news = [(room.table.id, room.table.version + after) for room in rooms for after in (2, 1, 1)]
        read_news = sql_store(second_server).read_news
        with monkeypatch.context() as patched:
            patched.setattr(second_server.store, "read", None)
            await second_server.rooms.hear([*news, ("0" * 20, 1)], read_news)
        assert [room.table.version for room in rooms] == [version + 2 for version in first]
        await second_server.rooms.hear([(rooms[0].table.id, first[0] + 4)], read_news)
        assert rooms[0].table == (await server.app.services.rooms.get(tables[0].id)).table


async def test_a_table_that_cannot_be_loaded_delays_no_other(
    database: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The broken table is retried after some time, not in every sweep."""
    async with serving(fast(database, bot_delay=1000)) as server:
        bad, good = [await server.client.create("junior", [CHICK, CHICK]) for _ in range(2)]
        await bad.start()
        await good.start()
        with sql_store(server.app.services).engine.begin() as connection:
            connection.exec_driver_sql("UPDATE log SET entries = '[]' WHERE table_id = ?", (bad.id,))
            connection.exec_driver_sql("UPDATE tables SET due_at = 1 WHERE id = ?", (bad.id,))
            connection.exec_driver_sql("UPDATE tables SET due_at = 2 WHERE id = ?", (good.id,))
    async with serving(fast(database, sweep=0.05)) as server:
        good.client = server.client
        async with asyncio.timeout(PATIENCE):
            async for event in good.events():
                if event.table["status"] == "over":
                    break
            sweeps = asyncio.Semaphore(0)
            monkeypatch.setattr(server.app.services.rooms, "tidy", sweeps.release)  # the first step of a sweep
            for _ in range(4):
                await sweeps.acquire()
    assert [record.table for record in caplog.records if hasattr(record, "table")] == [bad.id]


async def test_a_clock_set_back_between_two_starts_delays_no_bot(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot scheduled by the old clock moves at once, and a player gets their full time."""
    clock, rules = Clock(monkeypatch), {"turn_seconds": 30}
    clock.ahead = 86_400
    async with serving(fast(database, bot_delay=1000)) as server:
        first = await server.client.create("junior", [CHICK, ANNA], options={"start": "A"}, rules=rules)
        await first.start()
    clock.ahead = 0
    async with serving(fast(database)) as server:
        first.client, rooms = server.client, server.app.services.rooms
        now = rooms.now()
        room = await rooms.get(first.id)
        assert room.due is not None
        assert room.due.at <= rooms.now()
        async with asyncio.timeout(PATIENCE):
            async for event in first.events():
                if event.table["game"]["seat"] == 1:
                    break
        assert now < (await rooms.get(first.id)).due.at <= rooms.now() + 60  # type: ignore[union-attr]


async def test_a_game_of_bots_waits_until_a_stream_is_open(database: Path) -> None:
    """A game without a watcher pauses and gives the sweep no work."""
    async with serving(fast(database, sweep=0.05, bot_delay=0.02)) as server:
        table, services = await server.client.create("junior", [CHICK, CHICK]), server.app.services
        started = (await table.start())["version"]
        room = await services.rooms.get(table.id)
        assert room.due is None
        with sql_store(services).engine.begin() as connection:  # the state after a server was killed while bots played
            connection.exec_driver_sql("UPDATE tables SET due_at = 1")
        async with asyncio.timeout(PATIENCE):
            while services.store.overdue(services.rooms.now(), 1):
                await asyncio.sleep(0)
        assert room.table.version == started
        async for event in table.events():
            if event.version > started:
                break
        async with asyncio.timeout(PATIENCE):
            while (room := await services.rooms.get(table.id)).due is not None:
                await asyncio.sleep(0)
        left = room.table.version
    async with serving(fast(database, sweep=0.05)) as server:
        table.client = server.client
        async with asyncio.timeout(PATIENCE):
            async for event in table.events():
                if event.table["status"] == "over":
                    break
        assert event.version > left > started
