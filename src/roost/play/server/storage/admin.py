"""The host's care for a database. Nothing here needs the server to stop."""

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Engine, delete, func, insert, select, update
from sqlalchemy import Table as SqlTable

from roost.core.errors import RoostError, quote
from roost.core.whole_file import whole_file
from roost.play.server.settings import Settings
from roost.play.server.storage.database import (
    WRITING,
    is_new,
    log,
    migrate,
    open_database,
    people,
    prepare,
    secrets,
    tables,
)
from roost.play.table.log import Closed, encode_entries
from roost.play.table.table import Status

_KEPT = (tables, log, people, secrets)
_FORMAT = "roost backup 1"
_AT_ONCE = 1000


def make_tables(database: str) -> None:
    """Make the tables of a database that is still empty: PostgreSQL's is not made by the server itself."""
    with opened(database, prepared=False) as engine:
        if is_new(engine):
            migrate(engine)


def back_up(engine: Engine, path: Path) -> int:
    """Write every row to a file, as it was at one moment, and return how many tables there are.

    The file is the same for SQLite and PostgreSQL, so that a backup of one can be restored into the other. It is as
    secret as the database: anybody who has it can predict the dice of running games.
    """
    with whole_file(path, is_secret=True) as raw, gzip.open(raw, "wb") as file, engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            connection = connection.execution_options(isolation_level="REPEATABLE READ")
        file.write(msgspec.json.encode(_FORMAT) + b"\n")
        count = connection.execute(select(func.count()).select_from(tables)).scalar_one()
        for kept in _KEPT:
            for row in connection.execution_options(yield_per=_AT_ONCE).execute(select(kept)):
                file.write(msgspec.json.encode((str(kept.name), tuple(row))) + b"\n")
    return int(count)


def restore(engine: Engine, path: Path) -> int:
    """Read a backup into a database that has no tables of anybody yet, all of it or nothing. Returns how many tables.

    The dice go on from their chains: what was rolled since the backup was made is rolled again, the same.
    """
    with engine.connect().execution_options(**WRITING) as connection, connection.begin():
        if connection.execute(select(func.count()).select_from(tables)).scalar_one():
            raise RoostError("the database is not empty: restore into a new one")
        for kept, rows in _read(path):
            connection.execute(insert(kept), rows)
        return int(connection.execute(select(func.count()).select_from(tables)).scalar_one())


def _read(path: Path) -> Iterator[tuple[SqlTable, list[dict[str, Any]]]]:
    by_name = {kept.name: kept for kept in _KEPT}
    rows: list[dict[str, Any]] = []
    current: SqlTable | None = None
    try:
        with gzip.open(path, "rb") as file:
            if msgspec.json.decode(next(file, b"null")) != _FORMAT:
                raise RoostError(f"{path} is not a backup of Roost")
            for line in file:
                name, values = msgspec.json.decode(line, type=tuple[str, list[Any]])
                kept = by_name[name]
                if current is not None and (kept is not current or len(rows) == _AT_ONCE):
                    yield current, rows
                    rows = []
                current = kept
                rows.append(_row(kept, values))
    except (OSError, EOFError, KeyError, ValueError) as why:
        raise RoostError(f"{path} cannot be read: {why}") from None
    if current is not None and rows:
        yield current, rows


def _row(kept: SqlTable, values: list[Any]) -> dict[str, Any]:
    row = dict(zip(kept.c.keys(), values, strict=True))
    for name in ("token_hash", "dice"):
        if name in row:
            row[name] = msgspec.convert(row[name], bytes)  # bytes are base64 in JSON
    return row


def close_table(engine: Engine, name: str, now: float) -> str:
    """Close a table for good, given by its id or its code, whatever state it is in. Returns its id.

    Nothing of its log is read or replayed: a table that no server can load can be closed too. A server that has the
    table in memory hears of it with its next change there.
    """
    with engine.connect().execution_options(**WRITING) as connection, connection.begin():
        query = select(tables.c.id, tables.c.status).where((tables.c.id == name) | (tables.c.code == name.upper()))
        found = connection.execute(query).first()
        if found is None:
            raise RoostError(f"there is no table {quote(name)}", input=name)
        table_id, status = found
        if status == Status.CLOSED.value:
            raise RoostError(f"table {table_id} is closed already", input=name)
        last = connection.execute(select(func.max(log.c.version)).where(log.c.table_id == table_id)).scalar_one()
        row = {"table_id": table_id, "version": (last or 0) + 1, "at": now, "entries": encode_entries((Closed(),))}
        connection.execute(insert(log), row)
        closed = {"status": Status.CLOSED.value, "changed_at": now, "due_at": None}
        connection.execute(update(tables).where(tables.c.id == table_id).values(closed))
    return str(table_id)


def purge(engine: Engine, days: float, now: float) -> int:
    """Delete the tables that have not changed for so many days, with everything about them. Returns how many."""
    since = now - days * 86_400
    # The row of a table is not touched by every move: only its log tells for certain when it changed last.
    is_in_use = select(log.c.version).where(log.c.table_id == tables.c.id, log.c.at >= since).exists()
    with engine.connect().execution_options(**WRITING) as connection, connection.begin():
        return connection.execute(delete(tables).where(tables.c.changed_at < since, ~is_in_use)).rowcount


@contextmanager
def opened(database: str | None, *, prepared: bool = True) -> Iterator[Engine]:
    """The database of ``roost serve``, or the one with this URL, with the tables of this version."""
    engine = open_database(Settings(database=database or "").database_url)
    try:
        if prepared:
            prepare(engine)
        yield engine
    finally:
        engine.dispose()
