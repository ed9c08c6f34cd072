"""Tasks of a server's host: watch over the tables, and speak to all pages.

``roost admin`` and the host's page both call these functions. Each leaves news in the database, so that every running
server follows within a second.
"""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, Engine, RowMapping, delete, func, insert, select, update

from roost.core.errors import RoostError, quote
from roost.play.server.storage.database import (
    WRITING,
    host_news,
    host_state,
    log,
    people,
    reviews,
    snapshots,
    tables,
)
from roost.play.server.storage.host_state import HostState, Notice
from roost.play.server.storage.sql_store import OPEN
from roost.play.server.storage.tokens import CODE_LETTERS, hash_token
from roost.play.table.log import Created, Entry, SeatClaimed, TableClosed, decode_entries, encode_entries
from roost.play.table.spec import GuestSeat, HereSeat, TableSpec
from roost.play.table.table import Status

LONGEST_NOTICE = 200
"""Maximum length of a notice, in characters."""
LONGEST_CODE = 40
"""Maximum length of the code for new tables, in characters."""
FORGOTTEN = "?"
"""What replaces a name that was deleted."""
_TOKEN_LENGTH = 16
_NEWS_KEPT = 100


class HostedTable(Struct, frozen=True):
    """A table as its host sees it in a list."""

    id: str
    code: str
    game: str
    status: str
    names: list[str]
    """The names that people have had at this table."""
    created_at: float
    changed_at: float
    """Time of the latest change, which may be minutes old."""


class HostCounts(Struct, frozen=True):
    """Numbers of rows in the database."""

    open_tables: int
    tables: int
    people: int
    """People with a seat or a token at open tables."""


def count(engine: Engine) -> HostCounts:
    """Count the tables, and the people at open tables."""
    is_open = tables.c.status.in_(OPEN)
    with engine.connect() as connection:
        by_state = connection.execute(select(is_open, func.count()).group_by(is_open)).all()
        joined = select(func.count()).select_from(people.join(tables)).where(is_open, people.c.person >= 0)
        guests = connection.execute(joined).scalar_one()
    numbers = {bool(state): number for state, number in by_state}
    return HostCounts(numbers.get(True, 0), sum(numbers.values()), guests)


def list_tables(engine: Engine, most: int, *, closed: bool = False) -> list[HostedTable]:
    """Return the latest changed tables: the open ones, or also those that are over or ``closed``."""
    query = select(tables).order_by(tables.c.changed_at.desc()).limit(most)
    with engine.connect() as connection:
        rows = connection.execute(query if closed else query.where(tables.c.status.in_(OPEN))).mappings().all()
        names: dict[str, dict[str, None]] = {row["id"]: {} for row in rows}
        claims = select(log.c.table_id, log.c.entries).where(
            log.c.table_id.in_(names), log.c.entries.contains('"seat_claimed"')
        )
        for table_id, text in connection.execute(claims.order_by(log.c.version)):
            names[table_id] |= dict.fromkeys(_names(text))
    return [_table_row(row, list(names[row["id"]])) for row in rows]


def _names(text: str) -> list[str]:
    try:
        return [entry.name for entry in decode_entries(text) if isinstance(entry, SeatClaimed)]
    except msgspec.MsgspecError:
        return []  # a table that no server can load is listed too, so that the host can close it


def _table_row(row: RowMapping, names: list[str]) -> HostedTable:
    game = msgspec.json.decode(row["spec"]).get("game", "")
    return HostedTable(row["id"], row["code"], game, row["status"], names, row["created_at"], row["changed_at"])


def close_table(engine: Engine, name: str, now: float) -> str:
    """Close a table for good, given its id or code. Return its id.

    The log is not replayed, so even a table that no server can load can be closed.
    """
    with _changing(engine) as connection:
        table_id, status = _find(connection, name)
        if status == Status.CLOSED.value:
            raise RoostError(f"table {table_id} is already closed", input=name)
        last = connection.execute(select(func.max(log.c.version)).where(log.c.table_id == table_id)).scalar_one()
        log_row = {
            "table_id": table_id,
            "version": (last or 0) + 1,
            "at": now,
            "entries": encode_entries((TableClosed(),)),
        }
        connection.execute(insert(log), log_row)
        closed = {"status": Status.CLOSED.value, "changed_at": now, "due_at": None}
        connection.execute(update(tables).where(tables.c.id == table_id).values(closed))
        _tell(connection, table_id)
    return table_id


def delete_table(engine: Engine, name: str) -> str:
    """Delete a table with its games and their records, given its id or code. Return its id."""
    with _changing(engine) as connection:
        table_id, _ = _find(connection, name)
        connection.execute(delete(tables).where(tables.c.id == table_id))
        _tell(connection, table_id)
    return table_id


def purge(engine: Engine, days: float, now: float) -> int:
    """Delete all tables that have not changed for ``days`` days, with all their data. Return how many there were."""
    since = now - days * 86_400
    # Most moves do not update a table's row, so only the log contains the exact time of the last change.
    is_in_use = select(log.c.version).where(log.c.table_id == tables.c.id, log.c.at >= since).exists()
    with _changing(engine) as connection:
        deleted = connection.execute(delete(tables).where(tables.c.changed_at < since, ~is_in_use)).rowcount
        _tell(connection, None)
    return deleted


def forget_name(engine: Engine, name: str, player: str) -> int:
    """Delete a player's name from a table and from the records of its games. Return how many entries had it.

    The games themselves stay, because the other players' games are the same. Stored reviews and snapshots contain the
    name too; servers compute them again.
    """
    with _changing(engine) as connection:
        table_id, _ = _find(connection, name)
        rows = connection.execute(select(log.c.version, log.c.entries).where(log.c.table_id == table_id)).all()
        changed = 0
        for version, text in rows:
            entries = decode_entries(text)
            nameless = tuple(_without_name(entry, player) for entry in entries)
            if nameless != entries:
                changed += 1
                row = (log.c.table_id == table_id) & (log.c.version == version)
                connection.execute(update(log).where(row).values(entries=encode_entries(nameless)))
                if isinstance(nameless[0], Created):
                    spec = msgspec.json.encode(nameless[0].spec).decode()
                    connection.execute(update(tables).where(tables.c.id == table_id).values(spec=spec))
        if not changed:
            raise RoostError(f"nobody called {quote(player)} was at table {table_id}", input=player)
        for copies in (snapshots, reviews):
            connection.execute(delete(copies).where(copies.c.table_id == table_id))
        _tell(connection, table_id)
    return changed


def _without_name(entry: Entry, player: str) -> Entry:
    if isinstance(entry, SeatClaimed) and entry.name == player:
        return msgspec.structs.replace(entry, name=FORGOTTEN, avatar=None)
    if isinstance(entry, Created):
        return msgspec.structs.replace(entry, spec=_without_seats_of(entry.spec, player))
    return entry


def _without_seats_of(spec: TableSpec, player: str) -> TableSpec:
    seats = tuple(
        msgspec.structs.replace(seat, name=FORGOTTEN)
        if isinstance(seat, GuestSeat | HereSeat) and seat.name == player
        else seat
        for seat in spec.seats
    )
    return msgspec.structs.replace(spec, seats=seats)


def set_notice(engine: Engine, text: str, minutes: float, now: float) -> None:
    """Show a notice on all pages for some minutes. An empty text ends the present one."""
    text = " ".join(text.split())
    if len(text) > LONGEST_NOTICE:
        raise RoostError(f"a notice has at most {LONGEST_NOTICE} characters, not {len(text)}", input=text)
    _set(engine, "notice", msgspec.json.encode(Notice(text, now + 60 * minutes)).decode() if text else "")


def set_code(engine: Engine, code: str) -> None:
    """Let only people with this code create tables. An empty code lets everyone do so."""
    code = code.strip()
    if len(code) > LONGEST_CODE or not code.isprintable():
        raise RoostError(f"a code has at most {LONGEST_CODE} visible characters", input=code)
    _set(engine, "code", code)


def new_host_token(engine: Engine) -> str:
    """Return a new token for the host's page, which replaces the previous token."""
    letters = [secrets.choice(CODE_LETTERS) for _ in range(_TOKEN_LENGTH)]
    token = "-".join("".join(letters[at : at + 4]) for at in range(0, _TOKEN_LENGTH, 4))
    _set(engine, "token", hashed_host_token(token))
    return token


def hashed_host_token(token: str) -> str:
    """Return the hash of a token, which people may type without hyphens and in small letters."""
    return hash_token("".join(letter for letter in token.upper() if letter.isalnum())).hex()


def read_host_state(engine: Engine) -> HostState:
    """Return what the host has set."""
    with engine.connect() as connection:
        rows = connection.execute(select(host_state.c.name, host_state.c.value)).all()
    values = {row.name: row.value for row in rows}
    notice = values.pop("notice", "")
    return HostState(msgspec.json.decode(notice, type=Notice) if notice else None, **values)


def read_news(engine: Engine) -> dict[int, str | None]:
    """Return the latest news by number: the table that the host has changed, or None for anything else."""
    query = select(host_news.c.number, host_news.c.table_id).order_by(host_news.c.number.desc())
    with engine.connect() as connection:
        return {row.number: row.table_id for row in connection.execute(query.limit(_NEWS_KEPT))}


def existing(engine: Engine, table_ids: list[str]) -> set[str]:
    """Return those of these tables that are still in the database."""
    found: set[str] = set()
    with engine.connect() as connection:
        for first in range(0, len(table_ids), 500):
            query = select(tables.c.id).where(tables.c.id.in_(table_ids[first : first + 500]))
            found.update(connection.execute(query).scalars())
    return found


def _find(connection: Connection, name: str) -> tuple[str, str]:
    """Return the id and the status of the table with this id or code."""
    query = select(tables.c.id, tables.c.status).where((tables.c.id == name) | (tables.c.code == name.upper()))
    row = connection.execute(query).first()
    if row is None:
        raise RoostError(f"there is no table {quote(name)}", input=name)
    return str(row[0]), str(row[1])


def _set(engine: Engine, name: str, value: str) -> None:
    with _changing(engine) as connection:
        if not connection.execute(update(host_state).where(host_state.c.name == name).values(value=value)).rowcount:
            connection.execute(insert(host_state), {"name": name, "value": value})
        _tell(connection, None)


def _tell(connection: Connection, table_id: str | None) -> None:
    """Leave news for running servers. The latest number is kept, because numbers must not come again."""
    number = connection.execute(insert(host_news), {"table_id": table_id}).inserted_primary_key
    assert number is not None
    connection.execute(delete(host_news).where(host_news.c.number <= number[0] - _NEWS_KEPT))


@contextmanager
def _changing(engine: Engine) -> Iterator[Connection]:
    with engine.connect().execution_options(**WRITING) as connection, connection.begin():
        yield connection
