"""A restored backup: the same rolls come again, every device hears the log again, and its shield says so."""

from collections.abc import Callable
from pathlib import Path

import pytest

from play.server.serving import ANNA, BEN, Serving, choose_first, fast, serving
from roost.core.record import read
from roost.play.client import TableClient, UnfairDiceError
from roost.play.client.connection import Connection, Json
from roost.play.dice import verify_dice
from roost.play.server.storage import admin
from roost.play.server.storage.database import open_database, prepare
from roost.study.bots import bot


async def _rolled(table: TableClient, rolls: int) -> None:
    """Play until so many rolls were seen."""
    view = (await table.snapshot())["table"]["game"] or (await table.start())["table"]["game"]
    while view["dice"]["rolls"] < rolls:
        view = await choose_first(table, view)


def _restored(database: Path, backup: Path) -> Path:
    """The backup in a database of its own."""
    copy = database.with_name("restored.db")
    engine = open_database(fast(copy).database_url)
    prepare(engine)
    admin.restore(engine, backup)
    engine.dispose()
    return copy


def _back_up(server: Serving, database: Path) -> Path:
    backup = database.with_name("backup")
    admin.back_up(server.app.services.store.engine, backup)
    return backup


async def test_a_restored_game_rolls_the_same_again(database: Path) -> None:
    """A device that saw more goes on and shows amber; one that saw no more stays green. The record is proved."""
    async with serving(fast(database)) as server:
        anna = await server.client.create("heckmeck", [ANNA, BEN])
        await _rolled(anna, 4)
        watcher = await server.client.find(anna.code)
        await watcher.snapshot()
        backup = _back_up(server, database)
        await _rolled(anna, 7)
        seen = [proof.link for proof in read(await anna.record()).proofs]
    async with serving(fast(_restored(database, backup))) as server:
        anna.use(server.client)
        watcher.use(server.client)
        await _rolled(anna, 7)
        record = read(await anna.record())
        assert [proof.link for proof in record.proofs][:5] == seen[:5]
        assert verify_dice(record).is_proved
        await watcher.snapshot()
        assert anna.device is not None
        assert watcher.device is not None
        assert (anna.device.standing, anna.device.doubts) == ("amber", ["restored"])
        assert (watcher.device.standing, watcher.device.doubts) == ("amber", ["late"])


async def test_a_game_that_was_begun_twice_does_not_use_a_number_twice(database: Path) -> None:
    """A device opens its number for one list only, so it takes no part when a restored host lists another."""
    async with serving(fast(database)) as server:
        anna = await server.client.create("junior", [ANNA, BEN])
        backup = _back_up(server, database)
        await _rolled(anna, 2)
        assert anna.device is not None
        assert anna.device.takes_part
    async with serving(fast(_restored(database, backup))) as server:
        anna.use(server.client)
        other = await server.client.find(anna.code)
        other.token = anna.token
        await other.snapshot()
        await other.seal()  # from another device of Anna's, so that the list is another one
        await other.start()
        await anna.snapshot()
        assert (anna.device.standing, anna.device.doubts) == ("amber", ["late", "restored"])
        assert (await anna.play(bot("hen")))["winners"]
        assert verify_dice(read(await anna.record())).is_proved


def _change_answers(monkeypatch: pytest.MonkeyPatch, change: Callable[[str, Json], None]) -> None:
    """Let the host change its answers, by path, before the client sees them."""
    honest = Connection.call

    async def call(
        self: Connection, method: str, path: str, body: Json | None = None, token: str | None = None
    ) -> Json:
        answer: Json = await honest(self, method, path, body, token)
        change(path, answer)
        return answer

    monkeypatch.setattr(Connection, "call", call)


async def test_a_position_is_compared_each_time_the_host_goes_back(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However often a host returns to an older version, it shows no position that the device did not compute."""
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


async def test_a_wrong_position_is_compared_again_after_the_log_was_heard_again(
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
