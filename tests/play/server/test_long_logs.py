"""Tables with long logs: a snapshot gives the same table as the whole log, and only the needed part is read."""

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete

from play.server.serving import ANNA, BEN, CHICK, choose_first, fast, serving, sql_store
from roost.core.record import read
from roost.core.stream import Stream
from roost.play.dice import verify_dice
from roost.play.server.live.rooms import Rooms
from roost.play.server.storage.database import snapshots
from roost.play.server.storage.game_records import past_game, table_record
from roost.play.server.storage.snapshots import decode_table, encode_table
from roost.play.server.storage.sql_store import SqlStore
from roost.play.table.draft import folded
from roost.play.table.log import Change
from roost.play.table.table import Table
from roost.study.bots import bot
from soak import rarely

_EVERY = 7


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("roost.play.server.live.rooms._SNAPSHOT_EVERY", _EVERY)


async def _played_at_random(table: Any, moves: int, chance: Stream) -> None:
    """Play at random: choices, rolls, undone choices, rematches, seats left and taken again."""
    game = (await table.start())["table"]["game"]
    for _ in range(moves):
        if game["node"] == "over":
            game = (await table.rematch())["table"]["game"]
        elif game["undo"] is not None and chance.below(3) == 0:
            game = (await table.undo())["table"]["game"]
        elif game["node"] == "decide" and chance.below(2) == 0:
            chosen = chance.choice(game["actions"])["action"]
            game = (await table.choose(chosen, version=game["moved"]))["table"]["game"]
        elif chance.below(10) == 0:
            await table.leave()
            game = (await table.come_back())["table"]["game"]
        else:
            game = await choose_first(table, game)


@pytest.mark.parametrize("name", ["barbecue", "picnic", *rarely("heckmeck", "junior")])
async def test_a_snapshot_equals_the_table_made_from_the_log(name: str, database: Path) -> None:
    """A random game has undone choices, rematches, and people who leave and return; every version is compared."""
    async with serving(fast(database)) as server:
        table = await server.client.create(name, [ANNA, BEN])
        await _played_at_random(table, 150, Stream(name))
        store = sql_store(server.app.services)
        changes = store.read(table.id).changes
        tables = [draft.table for draft in folded(table.id, changes)]
        for expected in tables:
            assert decode_table(encode_table(expected)) == expected
        for expected in tables[_EVERY - 1 :: _EVERY]:
            assert store.snapshot(table.id, expected.version) == expected
            assert store.snapshot(table.id, expected.version + _EVERY - 1) == expected
        before = (await server.app.services.rooms.get(table.id)).table
    async with serving(fast(database)) as server:  # only the database survives the server
        room = await server.app.services.rooms.get(table.id)
        assert room.table == before == tables[-1]
        assert [happened.change for happened in room.recent] == changes[-len(room.recent) :]


async def test_loading_a_table_reads_only_the_end_of_a_long_log(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An early game's record is made from the part of the log around that game."""
    async with serving(fast(database)) as server:
        table = await server.client.create("junior", [ANNA, CHICK])
        await table.start()
        for number in range(1, 4):
            await table.play(bot("hen"))
            if number < 3:
                await table.rematch()
        whole = _whole(sql_store(server.app.services), table.id)
    versions_read: list[int] = []
    original = SqlStore.read

    def recording_read(self: SqlStore, *arguments: Any, **options: Any) -> Any:
        log = original(self, *arguments, **options)
        versions_read.extend(change.version for change in log.changes)
        return log

    monkeypatch.setattr(SqlStore, "read", recording_read)
    async with serving(fast(database)) as server:
        rooms: Rooms = server.app.services.rooms
        assert (await rooms.get(table.id)).table == whole[-1]
        assert min(versions_read) > len(whole) - 16 - 2 * _EVERY
        versions_read.clear()
        for number in (1, 2, 3):
            past = past_game(rooms.store, table.id, number)
            first, last = past.changes[0].version, past.table.version
            assert past.table == whole[last - 1]
            assert [change.version for change in past.changes] == list(range(first, last + 1))
            assert verify_dice(read(table_record(past))).is_proved
            assert min(versions_read) > first - 2 * _EVERY
            versions_read.clear()


def _whole(store: SqlStore, table_id: str) -> list[Table]:
    changes: list[Change] = store.read(table_id).changes
    return [draft.table for draft in folded(table_id, changes)]


@pytest.mark.parametrize("damage", ["none", "unreadable", "other"])
async def test_a_table_without_readable_snapshots_is_loaded_from_its_log(database: Path, damage: str) -> None:
    """Missing or damaged snapshots are ignored and then made again."""
    async with serving(fast(database)) as server:
        table = await server.client.create("heckmeck", [ANNA, BEN])
        game = (await table.start())["table"]["game"]
        for _ in range(40):
            game = await choose_first(table, game)
        store, last = sql_store(server.app.services), (await table.snapshot())["table"]["version"]
        snapshot, whole = store.snapshot(table.id, last), _whole(store, table.id)
        assert snapshot is not None
        with store.engine.begin() as connection:
            if damage == "none":
                connection.execute(delete(snapshots))
            else:
                body = (
                    b"\x00" if damage == "unreadable" else encode_table(snapshot).replace(b"stamp\xb0", b"stamp\xb0x")
                )
                connection.execute(snapshots.update().values(body=body[: len(encode_table(snapshot))]))
        assert store.snapshot(table.id, last) is None
    async with serving(fast(database)) as server:
        assert (await server.app.services.rooms.get(table.id)).table == whole[-1]
        assert server.app.services.store.snapshot(table.id, last) == snapshot
