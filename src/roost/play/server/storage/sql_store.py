"""The store of a server, which reads and writes the database. Every method that is not a coroutine blocks."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import ColumnElement, Connection, Engine, bindparam, delete, event, func, insert, select, text, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from roost.play.server.storage.database import WRITING, log, people, reviews, secrets, snapshots, tables
from roost.play.server.storage.snapshots import decode_table, encode_table
from roost.play.server.storage.store import Append, Kept, StoreError, Written
from roost.play.table.log import Change, decode_entries, encode_entries
from roost.play.table.table import Status, Table

_P = ParamSpec("_P")
_T = TypeVar("_T")
CHANNEL = "roost"
"""PostgreSQL channel that notifies other processes when tables change."""

_INSERT_LOG = "INSERT INTO log (table_id, version, at, entries, key) VALUES (?, ?, ?, ?, ?)"
"""Raw SQL, because building the statement for every move would take longer than applying the rules."""
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
OPEN = (Status.WAITING.value, Status.PLAYING.value)
"""States of tables that are waiting for players or playing."""


def encode_news(appends: Sequence[Append]) -> str:
    """Return a notification that tells other processes about changes."""
    return ",".join([f"{append.table_id} {append.change.version}" for append in appends])


def decode_news(text: str) -> list[tuple[str, int]]:
    """Return the pairs of table and version in a notification made by :func:`encode_news`."""
    pairs = (pair.partition(" ") for pair in text.split(","))
    return [(table_id, int(version)) for table_id, _, version in pairs]


class SqlStore:
    """All operations that read or write the database."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.is_shared = engine.dialect.name == "postgresql"
        self._writing: Connection | None = None
        """Connection for writing. It stays open until an error occurs."""
        self._writer = ThreadPoolExecutor(1, "roost-writer")
        self._insert_log = _INSERT_LOG.replace("?", "%s") if self.is_shared else _INSERT_LOG

    async def aside(self, function: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """Call a function that reads or writes this store in a thread."""
        return await asyncio.to_thread(function, *args, **kwargs)

    async def fetch(self, *table_ids: str) -> None:
        """Do nothing, because every log can be read at any time."""

    async def commit(self, appends: Sequence[Append]) -> list[Written]:
        """Store all appends in the thread that writes."""
        return await asyncio.get_running_loop().run_in_executor(self._writer, self.write, appends)

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with _named_errors(), self.engine.connect() as connection:
            yield connection

    @contextmanager
    def _changing(self) -> Iterator[Connection]:
        with (
            _named_errors(),
            self.engine.connect().execution_options(**WRITING) as connection,
            connection.begin(),
        ):
            yield connection

    def write(self, appends: Sequence[Append]) -> list[Written]:
        """Store all appends in one transaction. If there is a conflict, store them one by one to find it."""
        try:
            with _named_errors():
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
            # Do not use this connection again. For SQLite, drop all other connections as well, because a connection
            # opened while the disk was read-only would stay read-only. For PostgreSQL, the pool replaces broken
            # connections.
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
            new_people = [
                {"table_id": append.table_id, "person": person, "token_hash": token}
                for append in appends
                for person, token in append.people
            ]
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
        """Return a table's changes after a version. ``until`` is the last version wanted, ``most`` a maximum count."""
        query = select(log.c.version, log.c.at, log.c.entries, log.c.key)
        query = query.where(log.c.table_id == table_id, log.c.version > after).order_by(log.c.version)
        if until is not None:
            query = query.where(log.c.version <= until)
        if most is not None:
            query = query.limit(most)
        with self._reading() as connection:
            rows = connection.execute(query).all()
        changes = [Change(version, at, decode_entries(entries)) for version, at, entries, _ in rows]
        return Kept(changes, {key: version for version, _, _, key in rows if key is not None})

    def read_news(self, news: Sequence[tuple[str, int]]) -> dict[str, Kept]:
        """Return the announced changes of many tables, read with one query."""
        mark = "(%s, %s)" if self.is_shared else "(?, ?)"
        query = f"{_SELECT_NEWS} (VALUES {', '.join([mark] * len(news))}) ORDER BY version"
        with self._reading() as connection:
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
        with self._reading() as connection:
            return connection.execute(select(func.max(log.c.version)).where(log.c.table_id == table_id)).scalar() or 0

    def snapshot(self, table_id: str, version: int) -> Table | None:
        """Return the latest snapshot of a table at or before a version; None if there is none."""
        return self._snapshot(table_id, snapshots.c.version <= version)

    def snapshot_before_game(self, table_id: str, game: int) -> Table | None:
        """Return a table's latest snapshot from before a game; None if there is none."""
        return self._snapshot(table_id, snapshots.c.game < game)

    def _snapshot(self, table_id: str, condition: ColumnElement[bool]) -> Table | None:
        query = select(snapshots.c.body).where(snapshots.c.table_id == table_id, condition)
        with self._reading() as connection:
            body = connection.execute(query.order_by(snapshots.c.version.desc()).limit(1)).scalar()
        return None if body is None else decode_table(bytes(body))

    def keep_snapshots(self, new_tables: Sequence[Table]) -> None:
        """Store snapshots that are missing because an older server wrote the log. Replace unreadable ones."""
        rows = [_snapshot_row(table) for table in new_tables]
        try:
            with self._changing() as connection:
                for row in rows:
                    old = (snapshots.c.table_id == row["table_id"]) & (snapshots.c.version == row["version"])
                    connection.execute(delete(snapshots).where(old))
                connection.execute(_INSERT_SNAPSHOTS, rows)
        except (IntegrityError, StoreError):
            pass  # another process wrote the same snapshots, or the database is read-only; the log suffices

    def find_key(self, table_id: str, key: str) -> int | None:
        """Return the version created by the request with this key; None if the key is unknown."""
        query = select(log.c.version).where(log.c.table_id == table_id, log.c.key == key)
        with self._reading() as connection:
            return connection.execute(query).scalar()

    def people(self, table_id: str) -> dict[bytes, int]:
        """Return the indexes of a table's people, keyed by the hashes of their tokens."""
        query = select(people.c.token_hash, people.c.person).where(people.c.table_id == table_id)
        with self._reading() as connection:
            return {bytes(token): person for token, person in connection.execute(query)}

    def secret(self, table_id: str) -> bytes:
        query = select(secrets.c.dice).where(secrets.c.table_id == table_id)
        with self._reading() as connection:
            return bytes(connection.execute(query).scalar_one())

    def find_code(self, code: str) -> str | None:
        """Return the id of the table with this short code; None if unknown."""
        with self._reading() as connection:
            return connection.execute(select(tables.c.id).where(tables.c.code == code)).scalar()

    def open_tables(self) -> int:
        """Return the number of tables that are waiting for players or playing."""
        query = select(func.count()).select_from(tables).where(tables.c.status.in_(OPEN))
        with self._reading() as connection:
            return connection.execute(query).scalar_one()

    def latest(self, limit: int) -> list[str]:
        """Return the latest changed tables. Times may be minutes old, as most moves do not update a table's row."""
        query = select(tables.c.id).order_by(tables.c.changed_at.desc()).limit(limit)
        with self._reading() as connection:
            return list(connection.execute(query).scalars())

    def challenged(self, name: str, limit: int) -> dict[str, bool]:
        """Return the tables where a challenge was completed, oldest first, and whether each has a review."""
        review = (reviews.c.table_id == tables.c.id) & (reviews.c.game == 1)
        query = select(tables.c.id, reviews.c.game).outerjoin(reviews, review)
        query = query.where(tables.c.challenge == name, tables.c.status == Status.OVER.value)
        with self._reading() as connection:
            rows = connection.execute(query.order_by(tables.c.created_at).limit(limit))
            return {table_id: game is not None for table_id, game in rows}

    def overdue(self, now: float, limit: int) -> list[str]:
        """Return the ids of tables whose next scheduled task is overdue."""
        query = select(tables.c.id).where(tables.c.due_at <= now).order_by(tables.c.due_at).limit(limit)
        with self._reading() as connection:
            return list(connection.execute(query).scalars())

    def put_to_rest(self, table_id: str) -> None:
        """Remove a table's scheduled task, so that sweeps ignore the table until it is watched again."""
        with self._changing() as connection:
            connection.execute(update(tables).where(tables.c.id == table_id).values(due_at=None))

    def unused(self, before: float, limit: int) -> list[str]:
        """Return tables that have not changed since ``before``, never had a player, and reserve no seat for a guest."""
        used = log.c.entries.contains('"seat_claimed"') | (log.c.at >= before)
        is_used = select(log.c.version).where(log.c.table_id == tables.c.id, used).exists()
        named = tables.c.spec.contains('"kind":"here"') | tables.c.spec.contains('"kind":"guest"')
        query = select(tables.c.id).where(tables.c.changed_at < before, ~named)
        with self._reading() as connection:
            return list(connection.execute(query.where(~is_used).limit(limit)).scalars())

    def remove(self, table_id: str) -> None:
        with self._changing() as connection:
            connection.execute(delete(tables).where(tables.c.id == table_id))

    def read_review(self, table_id: str, game: int) -> bytes | None:
        """Return the stored review of a game; None if there is none."""
        query = select(reviews.c.body).where(reviews.c.table_id == table_id, reviews.c.game == game)
        with self._reading() as connection:
            body = connection.execute(query).scalar()
        return None if body is None else bytes(body)

    def keep_review(self, table_id: str, game: int, body: bytes) -> None:
        """Store the review of a game, replacing an older one. A review stored by another process meanwhile is kept."""
        row = {"table_id": table_id, "game": game, "body": body}
        older = update(reviews).where(reviews.c.table_id == table_id, reviews.c.game == game).values(body=body)
        try:
            with self._changing() as connection:
                if not connection.execute(older).rowcount:
                    connection.execute(insert(reviews), row)
        except IntegrityError:
            pass

    def do(self, task: Callable[Concatenate[Engine, _P], _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """Do a task on this store's database."""
        with _named_errors():
            return task(self.engine, *args, **kwargs)

    def ping(self) -> None:
        """Raise an error if the database cannot be read."""
        with self._reading() as connection:
            connection.execute(select(tables.c.id).limit(1))

    def close(self) -> None:
        """Close every connection, and end the thread that writes."""
        self.disconnect()
        self._writer.shutdown()

    def disconnect(self) -> None:
        """Close every connection. Those in use are closed when they are returned."""
        self._stop_writing()
        event.listen(self.engine.pool, "checkin", lambda _, entry: entry.close())
        self.engine.dispose()

    def _stop_writing(self) -> None:
        if self._writing is not None:
            self._writing.close()
            self._writing = None


@contextmanager
def _named_errors() -> Iterator[None]:
    """Raise a :class:`StoreError` for an error of the database, except for one that reports a conflict."""
    try:
        yield
    except IntegrityError:
        raise
    except SQLAlchemyError as error:
        raise StoreError(str(getattr(error, "orig", error)).splitlines()[0]) from error


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


def _touched_row(append: Append) -> dict[str, Any]:
    assert append.status is not None
    row = {"touched": append.table_id, "new_status": append.status.value, "new_due_at": append.due_at}
    return {**row, "new_changed_at": append.change.at}
