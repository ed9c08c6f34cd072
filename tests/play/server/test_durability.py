"""An acknowledged change is never lost: restarts, kills, failing databases, several processes on one file."""

import asyncio
import os
import shutil
import sqlite3
import subprocess
import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from sqlalchemy import event

from kills import kill_on_sqlite
from patience import PATIENCE
from play.server.processes import ServerProcess
from play.server.serving import ANNA, BEN, CHICK, OPEN, choose_first, fast, play_at_both, serving, sql_store
from roost.core.record import read
from roost.play.client import ServerError, TableClient
from roost.play.dice import verify_dice
from roost.play.server.live.hub import Watcher
from roost.play.server.platform import server_services
from roost.play.server.storage.sql_store import SqlStore
from roost.play.server.storage.store import Append, Creation, Written
from roost.play.table import commands
from roost.play.table.dealer import TableDealer
from roost.play.table.spec import HereSeat, TableSpec
from roost.study.bots import bot
from soak import tries


async def test_a_table_is_the_same_after_a_restart(database: Path) -> None:
    """Tokens are still valid, repeated moves are recognised, and play continues."""
    async with serving(fast(database)) as server:
        anna = await server.client.create("junior", [ANNA, OPEN])
        ben = await server.client.join(anna.code, "Ben")
        game = (await anna.start())["table"]["game"]
        body = {"throw": True, "version": anna.version, "key": "once"}
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


async def test_bots_play_on_after_a_restart(database: Path) -> None:
    """The new server finds a table with a scheduled bot without any request for it."""
    async with serving(fast(database, bot_delay=1000)) as server:
        host = await server.client.create("junior", [CHICK, CHICK])
        started = await host.start()
    async with serving(fast(database)) as server:
        host.client = server.client
        async with asyncio.timeout(PATIENCE):
            async for update in host.events():
                if update.table["status"] == "over":
                    break
        assert update.version > started["version"]


@pytest.mark.soak
async def test_no_acknowledged_move_is_lost_when_the_server_is_killed(database: Path) -> None:
    """A server that is killed repeatedly under load restarts with every acknowledged move, each once."""
    kills = tries(1, 50)
    report = await kill_on_sqlite(database, kills, tries(2, 4))
    assert report.troubles == kills
    assert report.resumed == report.tables >= 2


@pytest.fixture
def small_disk() -> Iterator[Path]:
    """A file system that holds 4 MB."""
    if os.geteuid() != 0 or shutil.which("mount") is None:
        pytest.skip("only root can mount a small disk to fill up")
    with TemporaryDirectory() as folder:
        mount = ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", folder]
        if subprocess.run(mount, capture_output=True, check=False).returncode:
            pytest.skip("this system does not let us mount a small disk to fill up")
        try:
            yield Path(folder)
        finally:
            subprocess.run(["umount", "--lazy", folder], check=True)


async def play_on(table: TableClient, moves: int) -> None:
    """Make some moves, with rematches if needed."""
    game = (await table.snapshot())["table"]["game"]
    for _ in range(moves):
        if game["node"] == "over":
            game = (await table.rematch())["table"]["game"]
        game = await choose_first(table, game)


async def test_a_server_survives_a_full_disk(small_disk: Path) -> None:
    """Moves get 503 and change nothing, tables stay readable, and play continues once there is space."""
    async with serving(fast(small_disk / "roost.db")) as server:
        table = await server.client.create("heckmeck", [ANNA, BEN])
        await table.start()
        filler = small_disk / "filler"
        with suppress(OSError), filler.open("wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))
        with pytest.raises(ServerError, match="disk is full") as refused:
            await play_on(table, 2_000)  # the database first uses the space that it has reserved
        assert (refused.value.status, refused.value.kind) == (503, "unavailable")
        assert (await table.snapshot())["table"]["version"] == table.version
        with pytest.raises(ServerError, match="disk is full"):
            await server.client.create("heckmeck", [ANNA, BEN])
        filler.unlink()
        before = table.version
        await play_on(table, 1)
        assert table.version == before + 1
        assert (await table.check_dice()).is_proved


async def test_a_server_survives_a_temporarily_read_only_database(database: Path) -> None:
    """Moves get 503 and change nothing, tables stay readable, and later play continues without a restart."""
    async with serving(fast(database)) as server:
        table = await server.client.create("heckmeck", [ANNA, BEN])
        await table.start()
        store, is_read_only = sql_store(server.app.services), True

        def connect(_: object, __: object, ___: object, options: dict[str, Any]) -> sqlite3.Connection | None:
            return sqlite3.connect(f"file:{database}?mode=ro", uri=True, **options) if is_read_only else None

        event.listen(store.engine, "do_connect", connect)
        await asyncio.to_thread(store.disconnect)
        before = table.version
        for _ in range(2):
            with pytest.raises(ServerError, match="attempt to write a readonly database") as refused:
                await play_on(table, 1)
            assert (refused.value.status, refused.value.kind) == (503, "unavailable")
        assert (await table.snapshot())["table"]["version"] == before
        is_read_only = False  # connections opened meanwhile stay read-only
        with suppress(ServerError):
            await play_on(table, 1)
        await play_on(table, 1)
        assert table.version > before
        assert (await table.check_dice()).is_proved


async def test_an_unusable_database_is_reported_in_one_line(database: Path) -> None:
    """The server exits with status 2 without listening."""
    database.write_bytes(b"no database" * 100)
    process = ServerProcess(str(database))
    output = process.end()
    assert output.splitlines() == [
        "roost: the database cannot be used: file is not a database"
    ]  # no line about listening
    assert process.status == 2


async def test_a_change_whose_request_was_cancelled_is_still_sent(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The change reaches the log, the table and the watchers."""
    services, writing, may_write = server_services(fast(database)), threading.Event(), threading.Event()
    async with services.running():
        spec = TableSpec("heckmeck", (HereSeat("Anna"), HereSeat("Ben")))
        dealer = TableDealer(bytes(32))
        draft = commands.create("0" * 20, "ABCDEF", spec, dealer, 1.0)
        room = await services.rooms.create(draft, Creation("ABCDEF", "{}", bytes(32)), {}, dealer)
        assert room is not None
        watcher = Watcher("somebody", None)
        watcher.version = 1
        services.hub.add(room.table.id, watcher)
        write = SqlStore.write

        def write_slowly(self: SqlStore, appends: Sequence[Append]) -> list[Written]:
            writing.set()
            assert may_write.wait(PATIENCE)
            return write(self, appends)

        monkeypatch.setattr(SqlStore, "write", write_slowly)
        starting = asyncio.create_task(
            services.rooms.run(room.table.id, lambda table, dealer, now: commands.start(table, 0, None, dealer, now))
        )
        await asyncio.to_thread(writing.wait)
        starting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await starting
        may_write.set()
        async with asyncio.timeout(PATIENCE):
            sent = await watcher.next()
        assert sent is not None
        assert sent.startswith(b"id: 2\nevent: change\n")
        assert room.table.version == 2


async def test_two_processes_on_one_file_serve_the_same_table(database: Path) -> None:
    """Changes made in one process are sent by the other as well."""
    settings = fast(database, workers=2)
    async with serving(settings) as first, serving(settings) as second:
        await play_at_both(first.client, second.client)
