"""Tables with long logs: loading from a snapshot is loading from the whole log, and nobody reads more than needed."""

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete

from play.server.serving import ANNA, BEN, CHICK, choose_first, fast, serving
from roost.core.record import read
from roost.core.stream import Stream
from roost.play.dice import verify_dice
from roost.play.server.live.rooms import Rooms
from roost.play.server.storage.database import snapshots
from roost.play.server.storage.game_records import past_game, table_record
from roost.play.server.storage.snapshots import decode_table, encode_table
from roost.play.server.storage.store import Store
from roost.play.table.draft import folded
from roost.play.table.log import Change
from roost.play.table.table import Table
from roost.study.bots import bot
from soak import rarely

_EVERY = 7


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("roost.play.server.live.rooms._KEPT_EVERY", _EVERY)


async def _played_at_random(table: Any, moves: int, chance: Stream) -> None:
    """Choices, rolls, choices taken back, games played again, seats left and taken again."""
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
async def test_a_snapshot_is_the_table_that_the_log_makes(name: str, database: Path) -> None:
    """At every version of random play of every game: undone choices, rematches, people who leave and come back."""
    async with serving(fast(database)) as server:
        table = await server.client.create(name, [ANNA, BEN])
        await _played_at_random(table, 150, Stream(name))
        store = server.app.services.store
        changes = store.read(table.id).changes
        tables = [draft.table for draft in folded(table.id, changes)]
        for made in tables:
            assert decode_table(encode_table(made)) == made
        for made in tables[_EVERY - 1 :: _EVERY]:
            assert store.snapshot(table.id, made.version) == made
            assert store.snapshot(table.id, made.version + _EVERY - 1) == made
        before = (await server.app.services.rooms.get(table.id)).table
    async with serving(fast(database)) as server:  # killed or stopped: nothing of a room is kept but this
        room = await server.app.services.rooms.get(table.id)
        assert room.table == before == tables[-1]
        assert [one.change for one in room.recent] == changes[-len(room.recent) :]


async def test_a_long_log_is_not_read_to_load_a_table(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only its end; and the record of an early game is made from the part of the log around it."""
    async with serving(fast(database)) as server:
        table = await server.client.create("junior", [ANNA, CHICK])
        await table.start()
        for number in range(1, 4):
            await table.play(bot("hen"))
            if number < 3:
                await table.rematch()
        whole = _whole(server.app.services.store, table.id)
    looked: list[int] = []
    honest = Store.read

    def noted(self: Store, *given: Any, **named: Any) -> Any:
        kept = honest(self, *given, **named)
        looked.extend(change.version for change in kept.changes)
        return kept

    monkeypatch.setattr(Store, "read", noted)
    async with serving(fast(database)) as server:
        rooms: Rooms = server.app.services.rooms
        assert (await rooms.get(table.id)).table == whole[-1]
        assert min(looked) > len(whole) - 16 - 2 * _EVERY
        looked.clear()
        for number in (1, 2, 3):
            past = past_game(rooms.store, table.id, number)
            first, last = past.changes[0].version, past.table.version
            assert past.table == whole[last - 1]
            assert [change.version for change in past.changes] == list(range(first, last + 1))
            assert verify_dice(read(table_record(past))).is_proved
            assert min(looked) > first - 2 * _EVERY
            looked.clear()


def _whole(store: Store, table_id: str) -> list[Table]:
    changes: list[Change] = store.read(table_id).changes
    return [draft.table for draft in folded(table_id, changes)]


@pytest.mark.parametrize("damage", ["none", "unreadable", "other"])
async def test_a_table_without_readable_snapshots_is_loaded_from_its_log(database: Path, damage: str) -> None:
    """As an older server, another version or a broken disk left it: the log is the truth, snapshots are made anew."""
    async with serving(fast(database)) as server:
        table = await server.client.create("heckmeck", [ANNA, BEN])
        game = (await table.start())["table"]["game"]
        for _ in range(40):
            game = await choose_first(table, game)
        store, last = server.app.services.store, (await table.snapshot())["table"]["version"]
        kept, whole = store.snapshot(table.id, last), _whole(store, table.id)
        assert kept is not None
        with store.engine.begin() as connection:
            if damage == "none":
                connection.execute(delete(snapshots))
            else:
                body = b"\x00" if damage == "unreadable" else encode_table(kept).replace(b"stamp\xb0", b"stamp\xb0x")
                connection.execute(snapshots.update().values(body=body[: len(encode_table(kept))]))
        assert store.snapshot(table.id, last) is None
    async with serving(fast(database)) as server:
        assert (await server.app.services.rooms.get(table.id)).table == whole[-1]
        assert server.app.services.store.snapshot(table.id, last) == kept
