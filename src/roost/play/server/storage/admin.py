"""Back up, restore and create a database. A backup can be made while the server is running."""

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Engine, func, insert, select
from sqlalchemy import Table as SqlTable
from sqlalchemy.exc import SQLAlchemyError

from roost.core.errors import RoostError
from roost.core.whole_file import whole_file
from roost.play.server.json_log import outage
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

_TABLES = (tables, log, people, secrets)
_FORMAT = "roost backup 1"
_AT_ONCE = 1000


def make_tables(database: str) -> None:
    """Create the tables in an empty database. The server does this only for SQLite, so PostgreSQL needs this task."""
    with opened(database, prepared=False) as engine:
        if is_new(engine):
            migrate(engine)


def back_up(engine: Engine, path: Path) -> int:
    """Write a consistent copy of every row to a file, and return the number of tables.

    SQLite and PostgreSQL share the format, so a backup of one can be restored into the other. The file must be kept as
    secret as the database, because its contents suffice to predict the dice of running games.
    """
    with whole_file(path, is_secret=True) as raw, gzip.open(raw, "wb") as file, engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            connection = connection.execution_options(isolation_level="REPEATABLE READ")
        file.write(msgspec.json.encode(_FORMAT) + b"\n")
        count = connection.execute(select(func.count()).select_from(tables)).scalar_one()
        for table in _TABLES:
            for row in connection.execution_options(yield_per=_AT_ONCE).execute(select(table)):
                file.write(msgspec.json.encode((str(table.name), tuple(row))) + b"\n")
    return int(count)


def restore(engine: Engine, path: Path) -> int:
    """Restore a backup into an empty database, completely or not at all. Return the number of tables.

    The hash chains of the dice continue from the backup: rolls made after the backup are repeated with the same
    results.
    """
    with engine.connect().execution_options(**WRITING) as connection, connection.begin():
        if connection.execute(select(func.count()).select_from(tables)).scalar_one():
            raise RoostError("the database is not empty: restore into a new one")
        for table, rows in _read(path):
            connection.execute(insert(table), rows)
        return int(connection.execute(select(func.count()).select_from(tables)).scalar_one())


def _read(path: Path) -> Iterator[tuple[SqlTable, list[dict[str, Any]]]]:
    by_name = {table.name: table for table in _TABLES}
    rows: list[dict[str, Any]] = []
    current: SqlTable | None = None
    try:
        with gzip.open(path, "rb") as file:
            if msgspec.json.decode(next(file, b"null")) != _FORMAT:
                raise RoostError(f"{path} is not a backup of Roost")
            for line in file:
                name, values = msgspec.json.decode(line, type=tuple[str, list[Any]])
                table = by_name[name]
                if current is not None and (table is not current or len(rows) == _AT_ONCE):
                    yield current, rows
                    rows = []
                current = table
                rows.append(_row(table, values))
    except (OSError, EOFError, KeyError, ValueError) as error:
        raise RoostError(f"{path} cannot be read: {error}") from None
    if current is not None and rows:
        yield current, rows


def _row(table: SqlTable, values: list[Any]) -> dict[str, Any]:
    row = dict(zip(table.c.keys(), values, strict=True))
    for name in ("token_hash", "dice"):
        if name in row:
            row[name] = msgspec.convert(row[name], bytes)  # in JSON, bytes are written as base64
    return row


@contextmanager
def opened(database: str | None, *, prepared: bool = True, is_used: bool = False) -> Iterator[Engine]:
    """Open the database at a URL, by default that of ``roost serve``, and upgrade it to this version.

    Raise an error if it should be in use (``is_used``) but contains nothing, because then it is the wrong one.
    """
    url = Settings(database=database or "").database_url
    is_missing = url.startswith("sqlite:///") and not Path(url.removeprefix("sqlite:///")).exists()
    if is_used and is_missing:
        raise RoostError(f"there is no database at {url}; name the server's with --database", input=url)
    engine = open_database(url)
    try:
        if is_used and is_new(engine):
            raise RoostError(f"the database {url} is new and empty; name the server's with --database", input=url)
        if prepared:
            prepare(engine)
        yield engine
    except SQLAlchemyError as error:
        if (reason := outage(error)) is None:
            raise
        raise RoostError(f"the database cannot be used: {reason}", input=url) from None
    finally:
        engine.dispose()
