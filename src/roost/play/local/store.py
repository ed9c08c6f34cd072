"""The store of one device: each table's log, kept by the browser. Python reads it into memory when it is needed.

A table has a *head*, which is small, replaced as a whole and read when the service starts, and *rows*, one for each
version, which are only ever added. The browser stores all of it as text, and secrets are as safe as the device.
"""

import asyncio
import json
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Sequence
from typing import Any, ParamSpec, Protocol, TypeVar, cast

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from roost.play.server.http.operations import Cookie
from roost.play.server.storage.store import Append, Kept, StoreError, Written
from roost.play.table.log import Change, decode_entries, encode_entries
from roost.play.table.table import Status, Table

_P = ParamSpec("_P")
_T = TypeVar("_T")
_OPEN = (Status.WAITING.value, Status.PLAYING.value)


class Bridge(Protocol):
    """The browser's storage. Everything that it is given and gives back is text."""

    async def load(self) -> str:
        """Return all heads and all kept values, as JSON: ``{"tables": {id: head}, "kept": {key: value}}``."""

    async def read(self, table_id: str) -> str:
        """Return the rows of a table in order, one on each line; empty if there is no such table."""

    async def append(self, batch: str) -> None:
        """Store a JSON array of operations, all of them or none, and return once they are stored.

        ``{"table": id, "number": n, "row": text, "head": text}`` adds a row, whose number must be new, and replaces the
        head if there is one. ``{"key": key, "value": text}`` keeps a value. With ``"remove": true`` instead of the
        rest, an operation removes a table or a value.
        """


class TableHead(Struct, frozen=True):
    """Facts about a table that are needed without reading its log."""

    code: str
    spec: str
    secret: str
    """The secret of the table's dice, in hexadecimal digits."""
    challenge: str | None
    people: dict[str, int]
    """People, by the hashes of their tokens in hexadecimal digits."""
    created_at: float
    changed_at: float
    status: str
    due_at: float | None
    """Time of the table's next scheduled task."""


class TableRow(Struct, frozen=True, omit_defaults=True):
    """A change of a table, as it is stored."""

    at: float
    entries: Raw
    key: str | None = None


_decode_head = msgspec.json.Decoder(TableHead).decode
_decode_row = msgspec.json.Decoder(TableRow).decode


class DeviceStore:
    """The tables of one device."""

    is_shared = False

    def __init__(self, bridge: Bridge, loaded: str) -> None:
        """``loaded`` is what the bridge has loaded."""
        kept = json.loads(loaded)
        self.heads: dict[str, TableHead] = {table_id: _decode_head(head) for table_id, head in kept["tables"].items()}
        self._kept: dict[str, str] = kept["kept"]
        self._bridge = bridge
        self._rows: dict[str, list[TableRow]] = {}
        """The rows of the tables that were fetched."""
        self._snapshots: dict[str, list[Table]] = {}
        self._writing = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    async def aside(self, function: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """Call a function at once, because everything that was fetched is in memory."""
        return function(*args, **kwargs)

    async def fetch(self, *table_ids: str) -> None:
        """Read the logs of these tables into memory."""
        for table_id in table_ids:
            if table_id in self.heads and table_id not in self._rows:
                text = await self._bridge.read(table_id)
                self._rows.setdefault(table_id, [_decode_row(line) for line in text.split("\n") if line])

    async def commit(self, appends: Sequence[Append]) -> list[Written]:
        """Store appends by the browser, and take them in once it has stored them."""
        results, operations = [], list[dict[str, Any]]()
        accepted: list[tuple[str, TableRow, TableHead, Table | None]] = []
        for append in appends:
            change, known = append.change, self.heads.get(append.table_id)
            rows = self._rows.get(append.table_id, [])
            is_new = (known is None) if append.creation is not None else (change.version == len(rows) + 1)
            if not is_new or (append.key is not None and any(row.key == append.key for row in rows)):
                results.append(Written.CONFLICT)
                continue
            results.append(Written.DONE)
            text = encode_entries(change.entries) if append.text is None else append.text
            row = TableRow(change.at, Raw(text.encode()), append.key)
            head = _head(append, known)
            operations.append(_operation(append.table_id, change.version, row))
            if head is not known:
                operations[-1]["head"] = msgspec.json.encode(head).decode()
            accepted.append((append.table_id, row, head, append.snapshot))
        await self._store(operations)
        for table_id, row, head, snapshot in accepted:
            self.heads[table_id] = head
            self._rows.setdefault(table_id, []).append(row)
            if snapshot is not None:
                self.keep_snapshots([snapshot])
        return results

    async def _store(self, operations: Iterable[dict[str, Any]]) -> None:
        batch = list(operations)
        if not batch:
            return
        async with self._writing:
            try:
                await self._bridge.append(json.dumps(batch))
            except Exception as error:
                raise StoreError(str(error)) from error

    def read(self, table_id: str, after: int = 0, until: int | None = None, most: int | None = None) -> Kept:
        """Return a table's changes after a version."""
        after = max(0, after)
        rows = self._rows.get(table_id, [])[after:until][:most]
        numbered = list(enumerate(rows, after + 1))
        changes = [change_of(version, row) for version, row in numbered]
        return Kept(changes, {row.key: version for version, row in numbered if row.key is not None})

    def last_version(self, table_id: str) -> int:
        """Return the latest version of a table that was fetched; 0 if there is no such table."""
        return len(self._rows.get(table_id, []))

    def snapshot(self, table_id: str, version: int) -> Table | None:
        """Return the latest snapshot at or before a version. Snapshots are in memory alone."""
        return self._latest_snapshot(table_id, lambda table: table.version <= version)

    def snapshot_before_game(self, table_id: str, game: int) -> Table | None:
        """Return the latest snapshot from before a game."""
        return self._latest_snapshot(table_id, lambda table: (0 if table.play is None else table.play.number) < game)

    def _latest_snapshot(self, table_id: str, is_wanted: Callable[[Table], bool]) -> Table | None:
        return next(filter(is_wanted, reversed(self._snapshots.get(table_id, []))), None)

    def keep_snapshots(self, new_tables: Sequence[Table]) -> None:
        """Keep snapshots in memory."""
        for table in new_tables:
            self._snapshots.setdefault(table.id, []).append(table)

    def find_key(self, table_id: str, key: str) -> int | None:
        """Return the version created by the request with this key."""
        rows = self._rows.get(table_id, [])
        return next((version for version, row in enumerate(rows, 1) if row.key == key), None)

    def people(self, table_id: str) -> dict[bytes, int]:
        """Return the indexes of a table's people, by the hashes of their tokens."""
        return {bytes.fromhex(token): person for token, person in self.heads[table_id].people.items()}

    def secret(self, table_id: str) -> bytes:
        """Return the secret of a table's dice."""
        return bytes.fromhex(self.heads[table_id].secret)

    def find_code(self, code: str) -> str | None:
        """Return the id of the table with this code."""
        return next((table_id for table_id, head in self.heads.items() if head.code == code), None)

    def open_tables(self) -> int:
        """Return the number of tables that are waiting for players or playing."""
        return sum(head.status in _OPEN for head in self.heads.values())

    def latest(self, limit: int) -> list[str]:
        """Return the latest changed tables."""
        return sorted(self.heads, key=lambda table_id: -self.heads[table_id].changed_at)[:limit]

    def challenged(self, name: str, limit: int) -> dict[str, bool]:
        """Return the tables where a challenge was completed, oldest first, and whether each has a review."""
        completed = [
            table_id
            for table_id, head in self.heads.items()
            if head.challenge == name and head.status == Status.OVER.value
        ]
        completed.sort(key=lambda table_id: self.heads[table_id].created_at)
        return {table_id: _review_key(table_id, 1) in self._kept for table_id in completed[:limit]}

    def overdue(self, now: float, limit: int) -> list[str]:
        """Return the tables whose next scheduled task is overdue."""
        due = [table_id for table_id, head in self.heads.items() if head.due_at is not None and head.due_at <= now]
        return due[:limit]

    def put_to_rest(self, table_id: str) -> None:
        """Forget a table's scheduled task until the service starts again."""
        self.heads[table_id] = replace(self.heads[table_id], due_at=None)

    def read_review(self, table_id: str, game: int) -> bytes | None:
        """Return the stored review of a game."""
        text = self._kept.get(_review_key(table_id, game))
        return None if text is None else b64decode(text)

    def keep_review(self, table_id: str, game: int, body: bytes) -> None:
        """Store the review of a game, soon. If this fails, the review can be made again."""
        task = asyncio.ensure_future(self._keep(_review_key(table_id, game), b64encode(body).decode()))
        self._tasks.add(task)
        task.add_done_callback(self._on_kept)

    def _on_kept(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        task.exception()  # a review that could not be stored stays in memory

    def cookies(self, path: str) -> dict[str, str]:
        """Return the cookies to send with a request below a table's path."""
        found = self._kept.get(f"cookies {path}")
        return {} if found is None else cast("dict[str, str]", json.loads(found))

    async def keep_cookies(self, cookies: Sequence[Cookie]) -> None:
        """Store cookies, as a browser does for a server's page."""
        for cookie in cookies:
            known = self.cookies(cookie.path) | {cookie.name: cookie.value}
            await self._keep(f"cookies {cookie.path}", json.dumps(known))

    async def _keep(self, key: str, value: str) -> None:
        self._kept[key] = value
        await self._store([{"key": key, "value": value}])

    async def remove(self, table_id: str) -> None:
        """Remove a table and what was kept for it."""
        keys = [key for key in self._kept if table_id in key]
        await self._store([{"table": table_id, "remove": True}, *({"key": key, "remove": True} for key in keys)])
        for key in keys:
            del self._kept[key]
        del self.heads[table_id]
        self._rows.pop(table_id, None)
        self._snapshots.pop(table_id, None)

    def rows(self, table_id: str) -> list[TableRow]:
        """Return the rows of a table that was fetched."""
        return list(self._rows.get(table_id, []))

    async def take_in(self, table_id: str, head: TableHead, rows: Sequence[TableRow], cookies: dict[str, str]) -> None:
        """Store a whole table that was made on another device."""
        operations: list[dict[str, Any]] = [_operation(table_id, number, row) for number, row in enumerate(rows, 1)]
        operations[-1]["head"] = msgspec.json.encode(head).decode()
        key, value = f"cookies /api/tables/{table_id}", json.dumps(cookies)
        await self._store([*operations, {"key": key, "value": value}])
        self.heads[table_id] = head
        self._rows[table_id] = list(rows)
        self._kept[key] = value

    async def settle(self) -> None:
        """Wait until everything is written."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    def close(self) -> None:
        """Do nothing, because the bridge belongs to the worker."""


def change_of(version: int, row: TableRow) -> Change:
    """Return the change that a row stores."""
    return Change(version, row.at, decode_entries(bytes(row.entries).decode()))


def _operation(table_id: str, number: int, row: TableRow) -> dict[str, Any]:
    return {"table": table_id, "number": number, "row": msgspec.json.encode(row).decode()}


def _head(append: Append, known: TableHead | None) -> TableHead:
    """Return a table's head after an append."""
    at, people = append.change.at, {token.hex(): person for person, token in append.people}
    if append.creation is not None:
        assert append.status is not None
        code, spec, secret, challenge = append.creation
        return TableHead(code, spec, secret.hex(), challenge, people, at, at, append.status.value, append.due_at)
    assert known is not None
    if append.status is not None:
        known = replace(known, changed_at=at, status=append.status.value, due_at=append.due_at)
    return replace(known, people=known.people | people) if people else known


def _review_key(table_id: str, game: int) -> str:
    return f"review {table_id} {game}"
