"""Backup, restore, purge and migration."""

import time
from pathlib import Path

import pytest
from sqlalchemy import Engine, inspect
from typer.testing import CliRunner

from play.server.serving import ANNA, BEN, OPEN, Clock, choose_first, fast, serving, sql_store
from roost.cli.app import app
from roost.core.errors import OptionError, RoostError
from roost.play.server.storage import admin, host_tasks
from roost.play.server.storage.database import HEAD, create, metadata, migrate, open_database, prepare
from roost.study.bots import bot


async def test_a_game_continues_from_a_restored_backup(database: Path) -> None:
    """The backup was made during the game; positions, seats and tokens are the same."""
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
    repeat = ["admin", "backup", str(backup), "--database", str(database)]
    assert "already exists" in str(CliRunner().invoke(app, repeat).exception)
    assert CliRunner().invoke(app, [*repeat, "--replace"]).exit_code == 0
    result = CliRunner().invoke(app, ["admin", "restore", str(backup), "--database", str(copy)])
    assert (result.exit_code, result.output) == (0, "1 table restored.\n")
    async with serving(fast(copy)) as server:
        table.client = server.client
        after = await table.snapshot()
        for field in ("position", "moved", "scores"):
            assert after["table"]["game"][field] == before["table"]["game"][field]
        assert (after["table"]["seats"], after["you"]) == (before["table"]["seats"], before["you"])
        assert (await table.play(bot("hen")))["winners"]


def test_a_damaged_backup_is_not_restored(database: Path) -> None:
    """The database stays empty."""
    engine = open_database(fast(database).database_url)
    prepare(engine)
    backup = database.with_name("backup")
    admin.back_up(engine, backup)
    for damage in (backup.read_bytes()[:-9], b"", b"no backup"):
        backup.write_bytes(damage)
        with pytest.raises(RoostError):
            admin.restore(engine, backup)
    engine.dispose()


async def test_purge_deletes_old_tables_with_all_their_rows(database: Path) -> None:
    """Newer tables stay, and a restore into a database that is not empty is refused."""
    async with serving(fast(database)) as server:
        await server.client.create("heckmeck", [OPEN, OPEN])
    engine = open_database(fast(database).database_url)
    backup = database.with_name("backup")
    admin.back_up(engine, backup)
    with pytest.raises(RoostError, match="not empty"):
        admin.restore(engine, backup)
    assert host_tasks.purge(engine, 1, time.time()) == 0
    assert host_tasks.purge(engine, 1, time.time() + 2 * 86_400) == 1
    with engine.connect() as connection:
        for name in ("tables", "log", "people", "secrets"):
            assert connection.exec_driver_sql(f"SELECT count(*) FROM {name}").scalar() == 0
    engine.dispose()


async def test_a_game_in_progress_is_not_purged(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The time of the last change counts, not the start of the game."""
    clock, day = Clock(monkeypatch), 86_400
    clock.ahead = -91 * day  # set before the server starts, because its clock never goes back
    async with serving(fast(database)) as server:
        store = sql_store(server.app.services)
        slow = await server.client.create("heckmeck", [ANNA, BEN])
        game = (await slow.start())["table"]["game"]
        clock.ahead = -80 * day
        finished = await server.client.create("heckmeck", [ANNA, BEN])
        assert store.latest(1) == [finished.id]
        clock.ahead = -day
        await choose_first(slow, game)
        assert store.latest(1) == [slow.id]
        with store.engine.begin() as connection:  # as if moves did not update the row
            connection.exec_driver_sql(f"UPDATE tables SET changed_at = {time.time() - 90 * day}")
        clock.ahead = 0
        assert host_tasks.purge(store.engine, 70, time.time()) == 1
        assert store.latest(9) == [slow.id]


async def test_moves_update_the_row_of_their_table_only_rarely(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A move costs one insertion into the log, and a table's row is updated only every few minutes."""
    clock = Clock(monkeypatch)
    async with serving(fast(database)) as server:
        table = await server.client.create("heckmeck", [ANNA, BEN])
        game, changed = (await table.start())["table"]["game"], set()
        for minutes in range(25):
            clock.ahead = 60 * minutes
            game = await choose_first(table, game)
            with sql_store(server.app.services).engine.connect() as connection:
                changed.add(connection.exec_driver_sql("SELECT changed_at FROM tables").scalar())
        assert len(changed) == 3


def shape(engine: Engine) -> dict[str, object]:
    """Return the schema of a database: tables with their columns, keys, indexes and constraints."""
    inspector = inspect(engine)
    return {
        name: (
            [(column["name"], str(column["type"]), column["nullable"]) for column in inspector.get_columns(name)],
            inspector.get_pk_constraint(name)["constrained_columns"],
            sorted((index["name"], index["column_names"], index["unique"]) for index in inspector.get_indexes(name)),
            sorted(tuple(unique["column_names"]) for unique in inspector.get_unique_constraints(name)),
            [
                (key["constrained_columns"], key["referred_table"], key["options"])
                for key in inspector.get_foreign_keys(name)
            ],
        )
        for name in inspector.get_table_names()
    }


def test_migrations_give_the_same_schema_as_a_new_database(tmp_path: Path) -> None:
    """The migrations start from the first revision."""
    migrated, fresh = (open_database(f"sqlite:///{tmp_path / name}") for name in ("migrated.db", "made.db"))
    migrate(migrated)
    migrate(migrated)  # a second migration has no effect
    prepare(fresh)
    assert shape(migrated) == shape(fresh)
    assert {*metadata.tables, "alembic_version"} == set(shape(fresh))
    for engine in (migrated, fresh):
        with engine.connect() as connection:
            assert connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalars().all() == [HEAD]
            assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
            assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
        engine.dispose()


def test_creating_a_database_twice_changes_no_table(tmp_path: Path) -> None:
    """Two servers may both find a new database and create its tables."""
    engine = open_database(f"sqlite:///{tmp_path / 'new.db'}")
    create(engine)
    before = shape(engine)
    create(engine)  # like a server that looked before the tables were there
    assert shape(engine) == before
    engine.dispose()


@pytest.mark.parametrize("url", ["sqlite://", "mysql://host/name", "nothing at all://"])
def test_a_database_that_is_not_durable_or_not_supported_is_refused(url: str) -> None:
    with pytest.raises(OptionError):
        open_database(url)


@pytest.mark.parametrize("by", ["id", "code"])
async def test_an_administrator_can_close_any_table(database: Path, by: str) -> None:
    """A table is named by id or code, may be in a server's memory, and may have an unreadable log."""
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
    assert host_tasks.close_table(engine, poisoned.id, time.time()) == poisoned.id
    for name, why in ((poisoned.id, "already closed"), ("nowhere", "no table 'nowhere'")):
        with pytest.raises(RoostError, match=why):
            host_tasks.close_table(engine, name, time.time())
    engine.dispose()
