"""The database: its tables, and how to open it. It is SQLite by default and PostgreSQL if a URL says so.

This module uses SQLAlchemy Core without its asyncio layer. One thread does all writing in large transactions (see
:mod:`roost.play.server.storage.writer`), reads happen only once per table and process, and the synchronous drivers are
faster.
"""

import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    Engine,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    create_engine,
    event,
    inspect,
    text,
)
from sqlalchemy.engine import URL, Connection, make_url
from sqlalchemy.exc import ArgumentError

from roost.core.errors import OptionError, RoostError
from roost.core.extras import how_to_install

HEAD = "0005"
"""The latest migration."""

_FOR_OTHERS = stat.S_IRWXG | stat.S_IRWXO

WRITING: dict[str, Any] = {"writing": True}
"""Execution options that mark a connection as used for writing."""

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("code", String(12), nullable=False, unique=True),
    Column("spec", Text, nullable=False),
    Column("status", String(12), nullable=False),
    Column("created_at", Float(53), nullable=False),
    Column("changed_at", Float(53), nullable=False),
    Column("due_at", Float(53), nullable=True),
    Column("challenge", String(120), nullable=True),
    Index("tables_challenge", "challenge"),
    Index("tables_due", "due_at"),
    Index("tables_changed", "changed_at"),
)
"""One row for each table, for lookups. Its content follows from the log."""


def _table_id() -> Column[str]:
    return Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)


log = Table(
    "log",
    metadata,
    _table_id(),
    Column("version", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("at", Float(53), nullable=False),
    Column("entries", Text, nullable=False),
    Column("key", String(80), nullable=True),
    UniqueConstraint("table_id", "key", name="log_key"),
)
"""The logs of all tables. If several processes write the same version, the primary key lets only one succeed."""

people = Table(
    "people",
    metadata,
    _table_id(),
    Column("person", Integer, primary_key=True),
    Column("token_hash", LargeBinary(32), nullable=False),
)
"""Token holders. Only the hash of a token is stored. A negative index stands for an invitation to a seat."""

secrets = Table("secrets", metadata, _table_id(), Column("dice", LargeBinary(32), nullable=False))
"""The secret of each table's dice."""

reviews = Table(
    "reviews",
    metadata,
    _table_id(),
    Column("game", Integer, primary_key=True),
    Column("body", LargeBinary, nullable=False),
)
"""Compressed reviews of finished games. A backup omits them, because they follow from the log."""


snapshots = Table(
    "snapshots",
    metadata,
    _table_id(),
    Column("version", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("game", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
)
"""Snapshots of tables at certain versions, with the current game's number. Backups omit this table."""


host_state = Table(
    "host_state", metadata, Column("name", String(20), primary_key=True), Column("value", Text, nullable=False)
)
"""What the host has set for all processes of the server, as fields of a :class:`HostState`. Backups omit this table."""

host_news = Table(
    "host_news",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("table_id", String(32), nullable=True),
)
"""What the host has done, for running servers to follow: the table that changed, or None for anything else."""


def open_database(url: str) -> Engine:
    """Return an engine for this URL. It does not connect yet."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise OptionError("the database must be a path or a URL like postgresql://user@host/name", input=url) from None
    backend = parsed.get_backend_name()
    if backend == "sqlite":
        return _open_sqlite(parsed)
    if backend == "postgresql":
        try:
            return create_engine(parsed, pool_size=5, max_overflow=10, pool_pre_ping=True)
        except ModuleNotFoundError:
            raise OptionError(f"PostgreSQL needs a driver: {how_to_install('postgres')}", input=backend) from None
    raise OptionError(f"the database is SQLite or PostgreSQL, not {backend}", input=backend)


def _open_sqlite(url: URL) -> Engine:
    if not url.database or url.database == ":memory:":
        raise OptionError("the database must be a file, because memory does not survive a restart", input=str(url))
    folder = Path(url.database).parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = f"the database cannot be stored in {folder} ({error.strerror}): set another place in ROOST_DATABASE"
        raise OptionError(message, input=url.database) from None
    with suppress(OSError):  # if this fails, connecting will report the problem
        # The database contains the secrets of dice, so no other user may read it, not even for a moment.
        os.close(os.open(url.database, os.O_CREAT | os.O_RDWR, 0o600))
    engine = create_engine(url, connect_args={"timeout": 10, "check_same_thread": False})

    @event.listens_for(engine, "connect")
    def _on_connect(connection: Any, _: object) -> None:
        connection.isolation_level = None  # no transactions by the driver, because _on_begin begins them
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")  # a commit returns only once the data is on disk
        connection.execute("PRAGMA foreign_keys=ON")

    @event.listens_for(engine, "begin")
    def _on_begin(connection: Connection) -> None:
        # A transaction that first reads and then writes would fail if another process wrote in between.
        writing = connection.get_execution_options().get("writing")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")

    return engine


def shut(engine: Engine) -> str | None:
    """Let only the owner read an SQLite database, as it contains dice secrets. Return a warning if others could."""
    if engine.dialect.name != "sqlite" or os.name != "posix":
        return None
    base, warning = engine.url.database, None
    for path in (Path(f"{base}{end}") for end in ("", "-wal", "-shm")):
        mode = path.stat().st_mode if path.exists() else 0
        if mode & _FOR_OTHERS:
            try:
                path.chmod(stat.S_IMODE(mode) & ~_FOR_OTHERS)
                warning = warning or f"other users could read {base}; now only its owner can"
            except OSError as error:
                warning = f"other users can read {base} and so predict dice; this cannot be changed: {error.strerror}"
    return warning


def prepare(engine: Engine) -> None:
    """Ensure that the database has the tables of this version. SQLite is migrated; PostgreSQL is only checked."""
    revision = _revision(engine)
    if revision == HEAD:
        return
    if revision is not None and revision > HEAD:
        raise RoostError(
            f"the database is at revision {revision}, newer than this version of Roost supports: upgrade Roost"
        )
    if engine.dialect.name == "sqlite":
        (migrate if revision else create)(engine)
    elif revision is None:
        raise RoostError("the database has no tables yet: run roost admin migrate once")
    else:
        raise RoostError(f"the database is at revision {revision}, not {HEAD}: run roost admin migrate")


def is_new(engine: Engine) -> bool:
    """Whether the database has no tables."""
    return not inspect(engine).get_table_names()


def _revision(engine: Engine) -> str | None:
    if not inspect(engine).has_table("alembic_version"):
        return None
    with engine.connect() as connection:
        return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def create(engine: Engine) -> None:
    """Create the tables of a new database. All migrations together do the same, but importing alembic is slow."""
    with engine.connect().execution_options(**WRITING) as connection, connection.begin():
        connection.execute(
            text("CREATE TABLE IF NOT EXISTS alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)")
        )
        metadata.create_all(connection)
        connection.execute(text("INSERT OR IGNORE INTO alembic_version VALUES (:head)"), {"head": HEAD})


def migrate(engine: Engine) -> None:
    """Migrate the database to the latest revision."""
    from alembic import command  # imported here because alembic loads slowly and most starts need no migration
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")))
    config.set_main_option("path_separator", "os")
    with engine.connect().execution_options(**WRITING) as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
