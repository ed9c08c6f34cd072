"""A restored backup: rolls that were seen since are void, nobody can use what they saw, and everybody is told."""

import asyncio
import re
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

from patience import PATIENCE
from play.server.serving import ANNA, BEN, CHICK, OPEN, Serving, choose_first, fast, serving
from play.web.test_fair import verdicts
from roost.cli.app import app
from roost.core.record import read
from roost.play.client import TableClient, UnfairDiceError
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
    admin.restore(engine, backup, time.time())
    engine.dispose()
    return copy


def _back_up(server: Serving, database: Path) -> Path:
    backup = database.with_name("backup")
    admin.back_up(server.app.services.store.engine, backup)
    return backup


async def test_a_restored_game_goes_on_with_new_dice(database: Path) -> None:
    """Also for clients that saw more than the backup knows. They are told, and so is whoever reads the record."""
    async with serving(fast(database)) as server:
        anna = await server.client.create("heckmeck", [ANNA, BEN])
        await _rolled(anna, 4)
        watcher = await server.client.find(anna.code)
        await watcher.snapshot()
        backup = _back_up(server, database)
        await _rolled(anna, 7)
        seen = {proof.link for proof in read(await anna.record()).proofs[4:]}
        before = (await anna.snapshot())["table"]["game"]["dice"]["commitment"]
    async with serving(fast(_restored(database, backup))) as server:
        anna.use(server.client)
        watcher.use(server.client)
        table = (await anna.snapshot())["table"]
        assert table["game"]["dice"]["commitment"] != before
        assert table["game"]["dice"]["round"] == 2
        await watcher.snapshot()
        await _rolled(anna, 8)
        await anna.play(bot("hen"))
        await watcher.snapshot()
        for client, taken_back in ((anna, 3), (watcher, 0)):
            assert client.trust is not None
            assert client.trust.broken is None
            assert (client.trust.renewals, client.trust.taken_back) == ([(1, 4)], taken_back)
        assert anna.fingerprint == watcher.fingerprint
        check = await anna.check_dice()  # also that the record tells the story that we saw
        assert not check.is_proved
        text = await anna.record()
    assert not seen & {proof.link for proof in read(text).proofs}
    record = database.with_name("game.roost")
    record.write_text(text)
    told = CliRunner().invoke(app, ["verify", str(record)])
    assert told.exit_code == 0
    assert (
        "follow from 2 rounds: the host committed to the dice anew after roll 4, as after a restored backup."
        in " ".join(told.output.split())
    )
    (found,) = verdicts([text])
    assert (found["ok"], found["renewals"], found["fingerprint"]) == (True, [4], anna.fingerprint)


async def test_a_host_that_hides_it_in_the_record_is_found_out(database: Path) -> None:
    """Without the word that it committed anew, or with another one, the rolls after it prove nothing."""
    async with serving(fast(database)) as server:
        anna = await server.client.create("heckmeck", [ANNA, BEN])
        await _rolled(anna, 4)
        backup = _back_up(server, database)
    async with serving(fast(_restored(database, backup))) as server:
        anna.use(server.client)
        await _rolled(anna, 6)
        text = await anna.record()
    first, second = re.findall(r'\[Round-. "([^"]*)"\]', text)
    hidden = re.sub(r'\[(Round|Devices)-2 "[^"]*"\]\n', "", text)
    for forged in (hidden, text.replace(second, second.replace(" 4 ", " 3 ")), text.replace(second, first)):
        record = database.with_name("forged.roost")
        record.write_text(forged)
        assert CliRunner().invoke(app, ["verify", str(record)]).exit_code != 0
        (found,) = verdicts([record.read_text()])
        assert not found["ok"]


async def test_a_game_that_the_backup_does_not_know_is_begun_anew(database: Path) -> None:
    """A player who saw its first rolls cannot use them: the next game is committed to anew too."""
    async with serving(fast(database)) as server:
        anna = await server.client.create("junior", [ANNA, BEN])
        backup = _back_up(server, database)
        first = (await anna.snapshot())["table"]["coming"]["commitment"]
        await _rolled(anna, 3)
    async with serving(fast(_restored(database, backup))) as server:
        anna.use(server.client)
        assert (await anna.snapshot())["table"]["coming"]["commitment"] != first
        await anna.start()
        await anna.play(bot("hen"))
        assert (await anna.check_dice()).is_proved  # of this game nothing was seen before
        assert anna.trust is not None
        assert (anna.trust.renewals, anna.trust.taken_back) == ([(1, 0)], 3)


async def test_nobody_takes_a_version_for_another_one_of_the_same_number(database: Path) -> None:
    """A player who comes back to a restored table is shown it as it is, even at the version that they saw last."""
    async with serving(fast(database)) as server:
        anna = await server.client.create("junior", [ANNA, BEN])
        await anna.start()
        backup = _back_up(server, database)
        await anna.move()
    async with serving(fast(_restored(database, backup))) as server:
        anna.use(server.client)
        async with asyncio.timeout(PATIENCE):
            async for seen in anna.events(after=anna.version):
                assert (seen.kind, seen.table["game"]["dice"]["rolls"]) == ("snapshot", 0)
                break
        assert anna.trust is not None
        assert anna.trust.taken_back == 1
        assert (await anna.move())["table"]["game"]["dice"]["rolls"] == 1


async def test_a_copied_database_is_no_restored_backup(database: Path, tmp_path: Path) -> None:
    """It commits to nothing anew: whoever saw more than it knows finds that rolls are taken back, and stops."""
    async with serving(fast(database)) as server:
        anna = await server.client.create("junior", [ANNA, BEN])
        await _rolled(anna, 2)
    copied = database.with_name("copied.db")
    with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(copied)) as target:
        source.backup(target)  # the file alone may lack what its journal still holds
    async with serving(fast(database)) as server:
        anna.use(server.client)
        await _rolled(anna, 5)
    async with serving(fast(copied)) as server:
        anna.use(server.client)
        anna.client.evidence = tmp_path
        with pytest.raises(UnfairDiceError, match="told"):
            await anna.snapshot()


async def test_every_open_table_is_renewed_and_no_other(database: Path) -> None:
    """Waiting, playing and finished ones, which may be played at again; closed ones and unreadable ones are not."""
    async with serving(fast(database)) as server:
        waiting = await server.client.create("junior", [OPEN, OPEN])
        over = await server.client.create("junior", [CHICK, CHICK])
        await over.start()
        async for seen in over.events():
            if seen.table["status"] == "over":
                break
        closed = await server.client.create("junior", [ANNA, BEN])
        await closed.close()
        poisoned = await server.client.create("junior", [ANNA, BEN])
        store = server.app.services.store
        with store.engine.begin() as connection:
            connection.exec_driver_sql("UPDATE log SET entries = 'poison' WHERE table_id = ?", (poisoned.id,))
        old = {table.id: store.secret(table.id) for table in (waiting, over, closed, poisoned)}
        backup = _back_up(server, database)
    copy = database.with_name("copy.db")
    engine = open_database(fast(copy).database_url)
    prepare(engine)
    assert admin.restore(engine, backup, 0.0) == (4, 2)
    engine.dispose()
    async with serving(fast(copy)) as server:
        store = server.app.services.store
        assert {one for one, secret in old.items() if store.secret(one) != secret} == {waiting.id, over.id}
        for table in (waiting, over):
            now = await TableClient(server.client, table.id).snapshot()
            assert now["table"]["renewal"]["version"] == now["table"]["version"]
            assert now["table"]["at"] > 1.0  # time does not go back
