"""The store: reads and writes of the database. Every method blocks, so call it in a thread."""

from collections.abc import Sequence
from enum import Enum
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Engine, bindparam, delete, event, func, insert, select, text, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry

from roost.play.server.storage.database import WRITING, log, people, reviews, secrets, snapshots, tables
from roost.play.server.storage.snapshots import decode_table, encode_table
from roost.play.table.log import Change, decode_entries, encode_entries
from roost.play.table.table import Status, Table

CHANNEL = "roost"
"""PostgreSQL channel that notifies other processes of changed tables."""

_INSERT_LOG = "INSERT INTO log (table_id, version, at, entries, key) VALUES (?, ?, ?, ?, ?)"
"""Raw SQL, because building the statement for every move would take longer than the rules do."""
_SELECT_NEWS = "SELECT table_id, version, at, entries, key FROM log WHERE (table_id, version) IN"
_INSERT_PEOPLE = insert(people)
_INSERT_SNAPSHOTS = insert(snapshots)
_TOUCH = (
    update(tables)
    .where(tables.c.id == bindparam("touched"))
    .values(status=bindparam("new_status"), changed_at=bindparam("new_changed_at"), due_at=bindparam("new_due_at"))
)
_NOTIFY = text(f"SELECT pg_notify('{CHANNEL}', :news)")
_NEWS_AT_ONCE = 200
"""Maximum number of changes in one notification, which must be smaller than 8,000 bytes."""
_OPEN = (Status.WAITING.value, Status.PLAYING.value)


class Creation(NamedTuple):
    """Data of a new table in addition to its first change."""

    code: str
    spec: str
    secret: bytes
    challenge: str | None = None
    """The table's challenge, if any."""


class Append(NamedTuple):
    """A change to store, with its effect on the table's row and people."""

    table_id: str
    change: Change
    key: str | None = None
    """Key that identifies the request if it is repeated."""
    status: Status | None = None
    """The table's new status, if its row must be updated."""
    due_at: float | None = None
    people: tuple[tuple[int, bytes], ...] = ()
    """New people, with the hashes of their tokens."""
    creation: Creation | None = None
    snapshot: Table | None = None
    """The table after the change, if a snapshot of it is due."""
    text: str | None = None
    """The encoded entries of the change, if already available."""


def encode_news(appends: Sequence[Append]) -> str:
    """Return a notification of some changes for other processes."""
    return ",".join([f"{append.table_id} {append.change.version}" for append in appends])


def decode_news(text: str) -> list[tuple[str, int]]:
    """Return the tables with their new versions from :func:`encode_news`."""
    pairs = (pair.partition(" ") for pair in text.split(","))
    return [(table_id, int(version)) for table_id, _, version in pairs]


class Written(Enum):
    """Result of an append."""

    DONE = "done"
    CONFLICT = "conflict"
    """Another writer stored this version, key, person or code first."""


class Kept(NamedTuple):
    """Changes read from a table's log."""

    changes: list[Change]
    keys: dict[str, int]
    """Versions that resulted from requests with a key, by key."""


class Store:
    """All reads and writes of the database."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.is_shared = engine.dialect.name == "postgresql"
        self._writing: Connection | None = None
        """Open connection for writing, kept until an error occurs."""
        self._insert_log = _INSERT_LOG.replace("?", "%s") if self.is_shared else _INSERT_LOG

    def write(self, appends: Sequence[Append]) -> list[Written]:
        """Store all appends in one transaction; after a conflict, one by one to find it."""
        try:
            self._write(appends)
        except IntegrityError:
            if len(appends) == 1:
                return [Written.CONFLICT]
            return [self.write([append])[0] for append in appends]
        return [Written.DONE] * len(appends)

    def _write(self, appends: Sequence[Append]) -> None:
        if self._writing is None:
            self._writing = self.engine.connect().execution_options(**WRITING)
        try:
            self._write_by(self._writing, appends)
        except IntegrityError:
            raise
        except BaseException:
            # Do not reuse this connection. For SQLite drop all others too, because a connection opened while the disk
            # was read-only would stay read-only for good. For PostgreSQL, the pool replaces broken connections.
            self._writing.invalidate()
            self._stop_writing()
            if not self.is_shared:
                self.engine.dispose()
            raise

    def _write_by(self, connection: Connection, appends: Sequence[Append]) -> None:
        with connection.begin():
            created = [append for append in appends if append.creation is not None]
            if created:
                _create(connection, created)
            connection.exec_driver_sql(self._insert_log, [_log_row(append) for append in appends])
            new_people = [_person_row(append.table_id, *person) for append in appends for person in append.people]
            if new_people:
                connection.execute(_INSERT_PEOPLE, new_people)
            new_snapshots = [_snapshot_row(append.snapshot) for append in appends if append.snapshot is not None]
            if new_snapshots:
                connection.execute(_INSERT_SNAPSHOTS, new_snapshots)
            touched = [_touched_row(append) for append in appends if append.status is not None]
            if touched:
                connection.execute(_TOUCH, touched)
            if self.is_shared:
                for first in range(0, len(appends), _NEWS_AT_ONCE):
                    connection.execute(_NOTIFY, {"news": encode_news(appends[first : first + _NEWS_AT_ONCE])})

    def read(self, table_id: str, after: int = 0, until: int | None = None, most: int | None = None) -> Kept:
        """Return the changes of a table after a version, optionally until another version or at most ``most``."""
        query = select(log.c.version, log.c.at, log.c.entries, log.c.key)
        query = query.where(log.c.table_id == table_id, log.c.version > after).order_by(log.c.version)
        if until is not None:
            query = query.where(log.c.version <= until)
        if most is not None:
            query = query.limit(most)
        with self.engine.connect() as connection:
            rows = connection.execute(query).all()
        changes = [Change(version, at, decode_entries(entries)) for version, at, entries, _ in rows]
        return Kept(changes, {key: version for version, _, _, key in rows if key is not None})

    def read_news(self, news: Sequence[tuple[str, int]]) -> dict[str, Kept]:
        """Return single changes of many tables, read with one query."""
        mark = "(%s, %s)" if self.is_shared else "(?, ?)"
        query = f"{_SELECT_NEWS} (VALUES {', '.join([mark] * len(news))}) ORDER BY version"
        with self.engine.connect() as connection:
            rows = connection.exec_driver_sql(query, tuple(part for pair in news for part in pair)).all()
        by_table: dict[str, Kept] = {}
        for table_id, version, at, entries, key in rows:
            batch = by_table.setdefault(table_id, Kept([], {}))
            batch.changes.append(Change(version, at, decode_entries(entries)))
            if key is not None:
                batch.keys[key] = version
        return by_table

    def last_version(self, table_id: str) -> int:
        """Return the latest version of a table; 0 if the table does not exist."""
        with self.engine.connect() as connection:
            return connection.execute(select(func.max(log.c.version)).where(log.c.table_id == table_id)).scalar() or 0

    def snapshot(self, table_id: str, version: int) -> Table | None:
        """Return the latest snapshot of a table at or before a version; None if there is none."""
        return self._snapshot(table_id, snapshots.c.version <= version)

    def snapshot_before_game(self, table_id: str, game: int) -> Table | None:
        """Return the latest snapshot of a table from before a game; None if there is none."""
        return self._snapshot(table_id, snapshots.c.game < game)

    def _snapshot(self, table_id: str, condition: ColumnElement[bool]) -> Table | None:
        query = select(snapshots.c.body).where(snapshots.c.table_id == table_id, condition)
        with self.engine.connect() as connection:
            body = connection.execute(query.order_by(snapshots.c.version.desc()).limit(1)).scalar()
        return None if body is None else decode_table(bytes(body))

    def keep_snapshots(self, new_tables: Sequence[Table]) -> None:
        """Store snapshots that an older server did not write, replacing unreadable ones."""
        rows = [_snapshot_row(table) for table in new_tables]
        try:
            with self.engine.connect().execution_options(**WRITING) as connection, connection.begin():
                for row in rows:
                    old = (snapshots.c.table_id == row["table_id"]) & (snapshots.c.version == row["version"])
                    connection.execute(delete(snapshots).where(old))
                connection.execute(_INSERT_SNAPSHOTS, rows)
        except SQLAlchemyError:
            pass  # another process wrote the same, or the database is read-only: the log is enough

    def find_key(self, table_id: str, key: str) -> int | None:
        """Return the version that resulted from a request with this key; None if unknown."""
        query = select(log.c.version).where(log.c.table_id == table_id, log.c.key == key)
        with self.engine.connect() as connection:
            return connection.execute(query).scalar()

    def people(self, table_id: str) -> dict[bytes, int]:
        """Return the people of a table by the hashes of their tokens."""
        query = select(people.c.token_hash, people.c.person).where(people.c.table_id == table_id)
        with self.engine.connect() as connection:
            return {bytes(token): person for token, person in connection.execute(query)}

    def secret(self, table_id: str) -> bytes:
        """Return the secret of a table's dice."""
        query = select(secrets.c.dice).where(secrets.c.table_id == table_id)
        with self.engine.connect() as connection:
            return bytes(connection.execute(query).scalar_one())

    def find_code(self, code: str) -> str | None:
        """Return the id of the table with this short code; None if unknown."""
        with self.engine.connect() as connection:
            return connection.execute(select(tables.c.id).where(tables.c.code == code)).scalar()

    def open_tables(self) -> int:
        """Return the number of tables that wait or play."""
        query = select(func.count()).select_from(tables).where(tables.c.status.in_(_OPEN))
        with self.engine.connect() as connection:
            return connection.execute(query).scalar_one()

    def latest(self, limit: int) -> list[str]:
        """Return the tables that changed last, to within minutes, since most moves do not update a table's row."""
        query = select(tables.c.id).order_by(tables.c.changed_at.desc()).limit(limit)
        with self.engine.connect() as connection:
            return list(connection.execute(query).scalars())

    def challenged(self, name: str, limit: int) -> dict[str, bool]:
        """Return the tables at which a challenge was completed, oldest first, and whether each has a review."""
        review = (reviews.c.table_id == tables.c.id) & (reviews.c.game == 1)
        query = select(tables.c.id, reviews.c.game).outerjoin(reviews, review)
        query = query.where(tables.c.challenge == name, tables.c.status == Status.OVER.value)
        with self.engine.connect() as connection:
            rows = connection.execute(query.order_by(tables.c.created_at).limit(limit))
            return {table_id: game is not None for table_id, game in rows}

    def overdue(self, now: float, limit: int) -> list[str]:
        """Return tables whose next scheduled task is overdue."""
        query = select(tables.c.id).where(tables.c.due_at <= now).order_by(tables.c.due_at).limit(limit)
        with self.engine.connect() as connection:
            return list(connection.execute(query).scalars())

    def put_to_rest(self, table_id: str) -> None:
        """Remove a table's scheduled task until it is watched again, so that no sweep finds it."""
        with self.engine.connect().execution_options(**WRITING) as connection, connection.begin():
            connection.execute(update(tables).where(tables.c.id == table_id).values(due_at=None))

    def unused(self, before: float, limit: int) -> list[str]:
        """Return unchanged tables at which no one ever sat and no seat is reserved for a guest."""
        used = log.c.entries.contains('"seat_claimed"') | (log.c.at >= before)
        is_used = select(log.c.version).where(log.c.table_id == tables.c.id, used).exists()
        named = tables.c.spec.contains('"kind":"here"') | tables.c.spec.contains('"kind":"guest"')
        query = select(tables.c.id).where(tables.c.changed_at < before, ~named)
        with self.engine.connect() as connection:
            return list(connection.execute(query.where(~is_used).limit(limit)).scalars())

    def remove(self, table_id: str) -> None:
        """Delete a table with everything about it."""
        with self.engine.connect().execution_options(**WRITING) as connection, connection.begin():
            connection.execute(delete(tables).where(tables.c.id == table_id))

    def read_review(self, table_id: str, game: int) -> bytes | None:
        """Return the stored review of a game; None if there is none."""
        query = select(reviews.c.body).where(reviews.c.table_id == table_id, reviews.c.game == game)
        with self.engine.connect() as connection:
            body = connection.execute(query).scalar()
        return None if body is None else bytes(body)

    def keep_review(self, table_id: str, game: int, body: bytes) -> None:
        """Store the review of a game in place of an older one, unless another process has just stored one."""
        row = {"table_id": table_id, "game": game, "body": body}
        older = update(reviews).where(reviews.c.table_id == table_id, reviews.c.game == game).values(body=body)
        try:
            with self.engine.connect().execution_options(**WRITING) as connection, connection.begin():
                if not connection.execute(older).rowcount:
                    connection.execute(insert(reviews), row)
        except IntegrityError:
            pass

    def ping(self) -> None:
        """Raise if the database cannot be read."""
        with self.engine.connect() as connection:
            connection.execute(select(tables.c.id).limit(1))

    def close(self) -> None:
        """Close every connection; busy ones are closed when they are returned."""
        self._stop_writing()
        event.listen(self.engine.pool, "checkin", _close_for_good)
        self.engine.dispose()

    def _stop_writing(self) -> None:
        if self._writing is not None:
            self._writing.close()
            self._writing = None


def _create(connection: Connection, appends: Sequence[Append]) -> None:
    rows, secret_rows = [], []
    for append in appends:
        assert append.creation is not None
        assert append.status is not None
        code, spec, secret, challenge = append.creation
        rows.append({
            "id": append.table_id, "code": code, "spec": spec, "status": append.status.value, "due_at": append.due_at,
            "created_at": append.change.at, "changed_at": append.change.at, "challenge": challenge,
        })  # fmt: skip
        secret_rows.append({"table_id": append.table_id, "dice": secret})
    connection.execute(insert(tables), rows)
    connection.execute(insert(secrets), secret_rows)


def _log_row(append: Append) -> tuple[str, int, float, str, str | None]:
    change = append.change
    text = encode_entries(change.entries) if append.text is None else append.text
    return (append.table_id, change.version, change.at, text, append.key)


def _snapshot_row(table: Table) -> dict[str, Any]:
    number = 0 if table.play is None else table.play.number
    return {"table_id": table.id, "version": table.version, "game": number, "body": encode_table(table)}


def _person_row(table_id: str, person: int, token: bytes) -> dict[str, Any]:
    return {"table_id": table_id, "person": person, "token_hash": token}


def _touched_row(append: Append) -> dict[str, Any]:
    assert append.status is not None
    row = {"touched": append.table_id, "new_status": append.status.value, "new_due_at": append.due_at}
    return {**row, "new_changed_at": append.change.at}


def _close_for_good(_: object, entry: ConnectionPoolEntry) -> None:
    entry.close()
