"""The database: its tables, and how it is opened. SQLite by default, PostgreSQL by URL; nothing else differs.

Plain SQLAlchemy Core without its asyncio layer: all writing is done by one thread in large transactions (see
:mod:`roost.play.server.storage.writer`), reading happens once per table and process, and synchronous drivers are the
faster ones.
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

HEAD = "0004"
"""The newest migration."""

_FOR_OTHERS = stat.S_IRWXG | stat.S_IRWXO

WRITING: dict[str, Any] = {"writing": True}
"""The execution option of a connection that is going to write."""

metadata = MetaData()
"""The tables of the database."""

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
"""A row per table, to find it by: what is in here follows from the log."""


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
"""The truth. The primary key lets one of several writers of the same version win, in whichever process they are."""

people = Table(
    "people",
    metadata,
    _table_id(),
    Column("person", Integer, primary_key=True),
    Column("token_hash", LargeBinary(32), nullable=False),
)
"""The holders of tokens. Tokens are kept as hashes only; a negative person is the invitation to a seat."""

secrets = Table("secrets", metadata, _table_id(), Column("dice", LargeBinary(32), nullable=False))
"""The secrets of the tables' dice."""

reviews = Table(
    "reviews",
    metadata,
    _table_id(),
    Column("game", Integer, primary_key=True),
    Column("body", LargeBinary, nullable=False),
)
"""Reviews of finished games, compressed. They follow from the log: a backup does without them."""


snapshots = Table(
    "snapshots",
    metadata,
    _table_id(),
    Column("version", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("game", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
)
"""Tables as they were at some versions, with the number of the game under way. They follow from the log, too."""


def open_database(url: str) -> Engine:
    """An engine for this URL. Nothing is read or written yet."""
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
        raise OptionError("the database must be a file: a server in memory would lose what it promised", input=str(url))
    folder = Path(url.database).parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as why:
        message = f"the database cannot be kept in {folder} ({why.strerror}): name another place in ROOST_DATABASE"
        raise OptionError(message, input=url.database) from None
    with suppress(OSError):  # whatever is wrong with the place is told by whoever opens it
        # The secrets of the dice are in here: nobody else may read it, not even for a moment.
        os.close(os.open(url.database, os.O_CREAT | os.O_RDWR, 0o600))
    engine = create_engine(url, connect_args={"timeout": 10, "check_same_thread": False})

    @event.listens_for(engine, "connect")
    def _connected(connection: Any, _: object) -> None:
        connection.isolation_level = None  # we say BEGIN ourselves, below
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")  # a commit is on the disk, not on its way there
        connection.execute("PRAGMA foreign_keys=ON")

    @event.listens_for(engine, "begin")
    def _begun(connection: Connection) -> None:
        # A transaction that starts with reading and then writes can be refused when another process wrote in between.
        writing = connection.get_execution_options().get("writing")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")

    return engine


def shut(engine: Engine) -> str | None:
    """Let nobody but its owner read an SQLite database, which holds the secrets of the dice. Tells if it was open."""
    if engine.dialect.name != "sqlite" or os.name != "posix":
        return None
    base, told = engine.url.database, None
    for path in (Path(f"{base}{end}") for end in ("", "-wal", "-shm")):
        mode = path.stat().st_mode if path.exists() else 0
        if mode & _FOR_OTHERS:
            try:
                path.chmod(stat.S_IMODE(mode) & ~_FOR_OTHERS)
                told = told or f"others could read {base}; now its owner alone can"
            except OSError as why:
                told = f"others can read {base}, and so predict dice; that cannot be changed: {why.strerror}"
    return told


def prepare(engine: Engine) -> None:
    """Make sure that the database has the tables of this version: SQLite is migrated, PostgreSQL only checked."""
    found = _revision(engine)
    if found == HEAD:
        return
    if found is not None and found > HEAD:
        raise RoostError(f"the database is at revision {found}, which is newer than this Roost knows: upgrade Roost")
    if engine.dialect.name == "sqlite":
        (migrate if found else create)(engine)
    elif found is None:
        raise RoostError("the database has no tables yet: run roost admin migrate once")
    else:
        raise RoostError(f"the database is at revision {found}, not {HEAD}: run roost admin migrate")


def is_new(engine: Engine) -> bool:
    """Whether nothing has been made in the database yet."""
    return not inspect(engine).get_table_names()


def _revision(engine: Engine) -> str | None:
    if not inspect(engine).has_table("alembic_version"):
        return None
    with engine.connect() as connection:
        return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def create(engine: Engine) -> None:
    """Make the tables of a new database: what all migrations together would make, without loading alembic for it."""
    with engine.connect().execution_options(**WRITING) as connection, connection.begin():
        connection.execute(
            text("CREATE TABLE IF NOT EXISTS alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)")
        )
        metadata.create_all(connection)
        connection.execute(text("INSERT OR IGNORE INTO alembic_version VALUES (:head)"), {"head": HEAD})


def migrate(engine: Engine) -> None:
    """Bring the database to the newest revision."""
    from alembic import command  # here, because most starts need no migration and alembic takes long to import
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")))
    config.set_main_option("path_separator", "os")
    with engine.connect().execution_options(**WRITING) as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
