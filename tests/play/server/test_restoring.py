"""A restored backup: the same rolls are repeated, devices receive the log again, and their shields say so."""

from collections.abc import Callable
from pathlib import Path

import pytest

from play.server.serving import ANNA, BEN, Serving, choose_first, fast, serving, sql_store
from roost.core.record import read
from roost.play.client import TableClient, UnfairDiceError
from roost.play.client.connection import Connection, Json
from roost.play.dice import verify_dice
from roost.play.server.storage import admin
from roost.play.server.storage.database import open_database, prepare
from roost.study.bots import bot


async def _rolled(table: TableClient, rolls: int) -> None:
    """Play until the game has had ``rolls`` rolls."""
    view = (await table.snapshot())["table"]["game"] or (await table.start())["table"]["game"]
    while view["dice"]["rolls"] < rolls:
        view = await choose_first(table, view)


def _restored(database: Path, backup: Path) -> Path:
    """Restore the backup into a new database."""
    copy = database.with_name("restored.db")
    engine = open_database(fast(copy).database_url)
    prepare(engine)
    admin.restore(engine, backup)
    engine.dispose()
    return copy


def _back_up(server: Serving, database: Path) -> Path:
    backup = database.with_name("backup")
    admin.back_up(sql_store(server.app.services).engine, backup)
    return backup


async def test_a_restored_game_repeats_the_same_rolls(database: Path) -> None:
    """The game's record is proved; a device that had seen more rolls turns amber because of the restored backup."""
    async with serving(fast(database)) as server:
        anna = await server.client.create("heckmeck", [ANNA, BEN])
        await _rolled(anna, 4)
        watcher = await server.client.find(anna.code)
        await watcher.snapshot()
        backup = _back_up(server, database)
        await _rolled(anna, 7)
        links = [proof.link for proof in read(await anna.record()).proofs]
    async with serving(fast(_restored(database, backup))) as server:
        anna.use(server.client)
        watcher.use(server.client)
        await _rolled(anna, 7)
        record = read(await anna.record())
        assert [proof.link for proof in record.proofs][:5] == links[:5]
        assert verify_dice(record).is_proved
        await watcher.snapshot()
        assert anna.device is not None
        assert watcher.device is not None
        assert (anna.device.standing, anna.device.doubts) == ("amber", ["restored"])
        assert (watcher.device.standing, watcher.device.doubts) == ("amber", ["late"])


async def test_a_device_takes_no_part_in_a_restarted_game(database: Path) -> None:
    """A device reveals its number for one dice list only, and the restored host makes another list."""
    async with serving(fast(database)) as server:
        anna = await server.client.create("junior", [ANNA, BEN])
        backup = _back_up(server, database)
        await _rolled(anna, 2)
        assert anna.device is not None
        assert anna.device.takes_part
    async with serving(fast(_restored(database, backup))) as server:
        anna.use(server.client)
        second_device = await server.client.find(anna.code)
        second_device.token = anna.token
        await second_device.snapshot()
        await second_device.seal()  # from another device of Anna's, so that the list changes
        await second_device.start()
        await anna.snapshot()
        assert (anna.device.standing, anna.device.doubts) == ("amber", ["late", "restored"])
        assert (await anna.play(bot("hen")))["winners"]
        assert verify_dice(read(await anna.record())).is_proved


def _change_answers(monkeypatch: pytest.MonkeyPatch, change: Callable[[str, Json], None]) -> None:
    """Let the host change its answers, by path, before the client sees them."""
    original = Connection.call

    async def call(
        self: Connection, method: str, path: str, body: Json | None = None, token: str | None = None
    ) -> Json:
        answer: Json = await original(self, method, path, body, token)
        change(path, answer)
        return answer

    monkeypatch.setattr(Connection, "call", call)


async def test_a_position_is_checked_each_time_the_host_goes_back(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A host that returns to older versions can show no position that the device did not compute."""
    async with serving(fast(database)) as server:
        anna = await server.client.create("heckmeck", [ANNA, BEN])
        await _rolled(anna, 2)
        latest, positions = anna.version, dict(anna._positions)
        lie = (latest - 1, positions[latest - 1])

        def go_back(path: str, answer: Json) -> None:
            if path.endswith(anna.id):
                answer["table"]["version"], answer["table"]["game"]["position"] = lie

        _change_answers(monkeypatch, go_back)
        assert anna.device is not None
        for version in (latest - 1, latest - 2):
            lie = (version, positions[version])
            assert (await anna.snapshot())["table"]["game"]["position"] == positions[version]
            assert anna.device.doubts == ["restored"]
        lie = (latest - 3, positions[latest])
        with pytest.raises(UnfairDiceError, match="'screen'"):
            await anna.snapshot()


async def test_a_wrong_position_is_caught_after_the_log_was_read_again(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A correct log does not excuse a wrong position."""
    async with serving(fast(database)) as server:
        anna = await server.client.create("heckmeck", [ANNA, BEN])
        await _rolled(anna, 2)
        view = (await anna.snapshot())["table"]["game"]

        def show_the_past(path: str, answer: Json) -> None:
            if path.endswith("moves"):
                answer["table"]["game"]["position"] = view["position"]

        _change_answers(monkeypatch, show_the_past)
        with pytest.raises(UnfairDiceError, match="'screen'"):
            await choose_first(anna, view)
