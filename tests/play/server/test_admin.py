"""Backup, restore, purge and migration."""

import time
from pathlib import Path

import pytest
from sqlalchemy import Engine, inspect
from typer.testing import CliRunner

from play.server.serving import ANNA, BEN, OPEN, Clock, choose_first, fast, serving
from roost.cli.app import app
from roost.core.errors import OptionError, RoostError
from roost.play.server.storage import admin
from roost.play.server.storage.database import HEAD, create, metadata, migrate, open_database, prepare
from roost.study.bots import bot


async def test_a_backup_restores_everything(database: Path) -> None:
    """A game that was backed up while it ran goes on from the restored database, with the same tokens."""
    backup, copy = database.with_name("backup"), database.with_name("copy.db")
    async with serving(fast(database)) as server:
        table = await server.client.create("heckmeck", [ANNA, BEN])
        game = (await table.start())["table"]["game"]
        for _ in range(5):
            game = await choose_first(table, game)
        result = CliRunner().invoke(app, ["admin", "backup", str(backup), "--database", str(database)])
        assert (result.exit_code, result.output) == (0, f"1 table in {backup}. Keep it secret.\n")
        before = await table.snapshot()
    assert backup.stat().st_mode & 0o777 == 0o600
    again = ["admin", "backup", str(backup), "--database", str(database)]
    assert "is there already" in str(CliRunner().invoke(app, again).exception)
    assert CliRunner().invoke(app, [*again, "--replace"]).exit_code == 0
    result = CliRunner().invoke(app, ["admin", "restore", str(backup), "--database", str(copy)])
    assert (result.exit_code, result.output) == (0, "1 table restored.\n")
    async with serving(fast(copy)) as server:
        table.client = server.client
        after = await table.snapshot()
        for same in ("position", "moved", "scores"):
            assert after["table"]["game"][same] == before["table"]["game"][same]
        assert (after["table"]["seats"], after["you"]) == (before["table"]["seats"], before["you"])
        assert (await table.play(bot("hen")))["winners"]


def test_a_damaged_backup_restores_nothing(database: Path) -> None:
    """The database stays empty, whatever is wrong with the file."""
    engine = open_database(fast(database).database_url)
    prepare(engine)
    backup = database.with_name("backup")
    admin.back_up(engine, backup)
    for damage in (backup.read_bytes()[:-9], b"", b"no backup"):
        backup.write_bytes(damage)
        with pytest.raises(RoostError):
            admin.restore(engine, backup)
    engine.dispose()


async def test_old_tables_are_purged_with_all_that_belongs_to_them(database: Path) -> None:
    """Only tables that nobody has touched for long are deleted; a restore into what is left is refused."""
    async with serving(fast(database)) as server:
        await server.client.create("heckmeck", [OPEN, OPEN])
    engine = open_database(fast(database).database_url)
    backup = database.with_name("backup")
    admin.back_up(engine, backup)
    with pytest.raises(RoostError, match="not empty"):
        admin.restore(engine, backup)
    assert admin.purge(engine, 1, time.time()) == 0
    assert admin.purge(engine, 1, time.time() + 2 * 86_400) == 1
    with engine.connect() as connection:
        for name in ("tables", "log", "people", "secrets"):
            assert connection.exec_driver_sql(f"SELECT count(*) FROM {name}").scalar() == 0
    engine.dispose()


async def test_a_game_in_progress_is_not_purged(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long ago it began: what counts is when something happened last, and the row of a table tells it too."""
    clock, day = Clock(monkeypatch), 86_400
    clock.ahead = -91 * day  # before the server starts: its own time never goes back
    async with serving(fast(database)) as server:
        store = server.app.services.store
        slow = await server.client.create("heckmeck", [ANNA, BEN])
        game = (await slow.start())["table"]["game"]
        clock.ahead = -80 * day
        other = await server.client.create("heckmeck", [ANNA, BEN])
        assert store.latest(1) == [other.id]
        clock.ahead = -day
        await choose_first(slow, game)
        assert store.latest(1) == [slow.id]
        with store.engine.begin() as connection:  # as a row was before moves touched it
            connection.exec_driver_sql(f"UPDATE tables SET changed_at = {time.time() - 90 * day}")
        clock.ahead = 0
        assert admin.purge(store.engine, 70, time.time()) == 1
        assert store.latest(9) == [slow.id]


async def test_the_row_of_a_table_is_touched_now_and_then(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not by every move: one insertion into the log is all that a move costs."""
    clock = Clock(monkeypatch)
    async with serving(fast(database)) as server:
        table = await server.client.create("heckmeck", [ANNA, BEN])
        game, changed = (await table.start())["table"]["game"], set()
        for minutes in range(25):
            clock.ahead = 60 * minutes
            game = await choose_first(table, game)
            with server.app.services.store.engine.connect() as connection:
                changed.add(connection.exec_driver_sql("SELECT changed_at FROM tables").scalar())
        assert len(changed) == 3


def shape(engine: Engine) -> dict[str, object]:
    """The tables of a database, with everything that matters about them."""
    found = inspect(engine)
    return {
        name: (
            [(column["name"], str(column["type"]), column["nullable"]) for column in found.get_columns(name)],
            found.get_pk_constraint(name)["constrained_columns"],
            sorted((index["name"], index["column_names"], index["unique"]) for index in found.get_indexes(name)),
            sorted(tuple(unique["column_names"]) for unique in found.get_unique_constraints(name)),
            [
                (key["constrained_columns"], key["referred_table"], key["options"])
                for key in found.get_foreign_keys(name)
            ],
        )
        for name in found.get_table_names()
    }


def test_the_migrations_lead_to_the_tables_of_the_code(tmp_path: Path) -> None:
    """A database that was migrated from the first revision on is like one that was made today."""
    migrated, made = (open_database(f"sqlite:///{tmp_path / name}") for name in ("migrated.db", "made.db"))
    migrate(migrated)
    migrate(migrated)  # the second time there is nothing to do
    prepare(made)
    assert shape(migrated) == shape(made)
    assert {*metadata.tables, "alembic_version"} == set(shape(made))
    for engine in (migrated, made):
        with engine.connect() as connection:
            assert connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalars().all() == [HEAD]
            assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
            assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
        engine.dispose()


def test_two_servers_may_make_a_database_at_once(tmp_path: Path) -> None:
    """The second finds everything there."""
    engine = open_database(f"sqlite:///{tmp_path / 'new.db'}")
    create(engine)
    before = shape(engine)
    create(engine)  # it had looked before the first was ready
    assert shape(engine) == before
    engine.dispose()


@pytest.mark.parametrize("url", ["sqlite://", "mysql://host/name", "nothing at all://"])
def test_a_database_that_could_not_keep_a_promise_is_refused(url: str) -> None:
    """Memory, other kinds of database and no URL at all."""
    with pytest.raises(OptionError):
        open_database(url)


@pytest.mark.parametrize("by", ["id", "code"])
async def test_a_poisoned_table_can_be_closed(database: Path, by: str) -> None:
    """By its id or its code, also while a server has it in memory, and even if its log cannot be read any more."""
    async with serving(fast(database)) as server:
        table = await server.client.create("junior", [ANNA, BEN])
        await table.start()
        name = table.id if by == "id" else table.code.lower()
        result = CliRunner().invoke(app, ["admin", "close", name, "--database", str(database)])
        assert (result.exit_code, result.output) == (0, f"Table {table.id} is closed.\n")
        refusal = await server.refused(
            "POST",
            f"/api/tables/{table.id}/moves",
            {"version": table.version, "key": "k" * 16, "throw": True},
            table.token,
        )
        assert "The table is closed" in str(refusal)
        assert (await table.snapshot())["table"]["status"] == "closed"
        poisoned = await server.client.create("junior", [ANNA, BEN])
    engine = open_database(fast(database).database_url)
    with engine.connect() as connection:
        connection.exec_driver_sql("UPDATE log SET entries = 'poison' WHERE table_id = ?", (poisoned.id,))
        connection.commit()
    assert admin.close_table(engine, poisoned.id, time.time()) == poisoned.id
    for name, why in ((poisoned.id, "closed already"), ("nowhere", "no table 'nowhere'")):
        with pytest.raises(RoostError, match=why):
            admin.close_table(engine, name, time.time())
    engine.dispose()
