"""The tables in use in this process, loaded from the log on demand and changed one command at a time.

A room is only a cache of a table's log, so it may be evicted at any time. If another process writes a version first,
the database refuses the same version from this process; the room then reads the new changes, and the command is tried
again.
"""

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from time import monotonic

from roost.core.moves import Event
from roost.core.state import State
from roost.core.words import Language
from roost.play.server.live.answers import CLIENT
from roost.play.server.live.hub import REREAD, Hub
from roost.play.server.live.limits import Buckets
from roost.play.server.settings import Settings
from roost.play.server.storage.store import Append, Creation, Kept, Store, Written
from roost.play.server.storage.tokens import hash_token
from roost.play.server.storage.writer import Writer
from roost.play.table.dealer import TableDealer
from roost.play.table.draft import Draft, folded
from roost.play.table.log import Change, encode_entries
from roost.play.table.refusals import Refusal, RefusedError
from roost.play.table.schedule import ScheduledTask, next_task
from roost.play.table.table import Table
from roost.play.table.views import ChangeView, encode

_CACHED = 16
"""Number of recent changes that a room caches, for watchers who reconnect soon."""
_TRIES = 8
_IDLE = 600.0
"""Seconds without use after which a room is evicted."""
_SNAPSHOT_EVERY = 200
"""Number of versions between two stored snapshots of a table."""
_MOST_CHANGES = 500
"""Maximum number of past changes read for one request."""
_READS_AT_ONCE = 2
"""Maximum number of reads of past changes at the same time."""
_ROW = 150
"""Size of a change in the database without its entries, in bytes: 124 for a bot's change, more with a key."""
_TOUCH_EVERY = 600.0
"""Seconds between updates of a table's row if only the time of its latest change differs."""

Command = Callable[[Table, TableDealer, float], Draft]
"""A command: a function that takes a table, its dealer and the time, and returns the draft of a change."""


class Committed:
    """A stored change with its events, ready to be sent to watchers."""

    __slots__ = ("_encoded", "change", "events", "table")

    def __init__(self, change: Change, events: tuple[Event, ...], table: Table) -> None:
        self.change = change
        self.events = events
        self.table = table
        self._encoded: dict[Language | None, bytes] = {}

    def view(self, language: Language | None) -> ChangeView:
        """Return the change as watchers see it in a language."""
        return ChangeView.of(self.change, self.events, self.table, language)

    def encoded(self, language: Language | None) -> bytes:
        """Return the view as JSON. It is encoded once for the player and all watchers."""
        if language not in self._encoded:
            self._encoded[language] = encode(self.view(language))
        return self._encoded[language]

    def forget(self) -> None:
        """Drop the encoded views, because later requests for them are rare."""
        self._encoded.clear()


class Room:
    """One table in memory, with its recent changes."""

    __slots__ = ("dealer", "due", "is_doubtful", "keys", "lock", "people", "recent", "table",
                 "touched_at", "used_at")  # fmt: skip

    def __init__(self, table: Table, dealer: TableDealer, people: dict[bytes, int]) -> None:
        self.table = table
        self.dealer = dealer
        self.people = people
        """People, keyed by the hashes of their tokens. Negative indexes are invitations."""
        self.recent: deque[Committed] = deque(maxlen=_CACHED)
        self.keys: OrderedDict[str, int] = OrderedDict()
        """For the latest requests, the version that each created, by the request's key."""
        self.due: ScheduledTask | None = None
        """The next scheduled task of the table."""
        self.lock = asyncio.Lock()
        self.used_at = 0.0
        self.touched_at = 0.0
        """Time at which this process last updated the table's row."""
        self.is_doubtful = False
        """Whether the log may contain changes that this room has not read."""

    def remember(self, committed: Committed, key: str | None) -> None:
        """Store a committed change in the room, and make its table the current one."""
        self.table = committed.table
        if self.recent:
            self.recent[-1].forget()
        self.recent.append(committed)
        if key is not None:
            self.keys[key] = committed.change.version
            if len(self.keys) > _CACHED:
                self.keys.popitem(last=False)


class Rooms:
    """All tables that are in memory in this process."""

    def __init__(self, settings: Settings, store: Store, writer: Writer, hub: Hub) -> None:
        self.settings = settings
        self.store = store
        self.hub = hub
        self._writer = writer
        writer.orphaned = self._adopt
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._looking_back = asyncio.Semaphore(_READS_AT_ONCE)
        self._loading: dict[str, asyncio.Task[None]] = {}
        self._running: set[asyncio.Task[None]] = set()
        self.changed: Callable[[Room], None] = lambda room: None
        """Called after a table was loaded or changed. The scheduler subscribes to it."""
        self._ahead = time.time() - monotonic()
        """Offset of the wall clock from the monotonic clock, in seconds."""
        self.now: Callable[[], float] = self._now
        self.is_shared = store.is_shared or settings.workers > 1
        half = settings.max_log_per_client * 1e6 / 2  # half may come at once, the other half spread over the day
        self._growth = Buckets(half / 86_400, half)

    def __len__(self) -> int:
        return len(self._rooms)

    def _now(self) -> float:
        """Return a time that never goes back. If the clock is set back, the time continues from where it was."""
        wall, steady = time.time(), monotonic()
        if wall - steady > self._ahead:
            self._ahead = wall - steady
        return steady + self._ahead

    def keeps_odds_from(self, state: State) -> bool:
        """Whether a table in memory has this position but does not allow odds."""
        return any(
            room.table.play is not None and not room.table.shows_odds and room.table.play.state == state
            for room in self._rooms.values()
        )

    async def get(self, table_id: str, *, fresh: bool = False) -> Room:
        """Return the room of a table. If ``fresh``, it includes all changes by other processes."""
        while (room := self._rooms.get(table_id)) is None:  # loop, as the room may be evicted again at once
            loading = self._loading.get(table_id)
            if loading is None:
                loading = self._loading[table_id] = asyncio.create_task(self._load(table_id))
            await asyncio.shield(loading)
        self._rooms.move_to_end(table_id)
        room.used_at = self.now()
        if room.is_doubtful or (fresh and self.is_shared):
            await self.catch_up(room)
        return room

    def loaded(self, table_id: str) -> Room | None:
        return self._rooms.get(table_id)

    async def _load(self, table_id: str) -> None:
        try:
            await self.store.fetch(table_id)
            self._enter(await self.store.aside(self._read, table_id))
        finally:
            del self._loading[table_id]

    def _read(self, table_id: str) -> Room:
        """Load a table from its latest snapshot and the later part of its log, in batches."""
        last = self.store.last_version(table_id)
        if not last:
            raise RefusedError(Refusal.NOT_FOUND, f"There is no table {table_id}.")
        table = self.store.snapshot(table_id, last - _CACHED)
        recent: deque[Committed] = deque(maxlen=_CACHED)
        keys: dict[str, int] = {}
        new_snapshots: list[Table] = []
        while table is None or table.version < last:
            batch = self.store.read(table_id, 0 if table is None else table.version, most=_MOST_CHANGES)
            if not batch.changes:
                raise RefusedError(Refusal.NOT_FOUND, f"There is no table {table_id} any more.")
            for committed in _replay(table_id, batch.changes, 0, table):
                table = committed.table
                recent.append(committed)
                if table.version % _SNAPSHOT_EVERY == 0:
                    new_snapshots.append(table)
            keys |= batch.keys
        if len(new_snapshots) > 1:  # an older server wrote the log, or it was restored from a backup
            self.store.keep_snapshots(new_snapshots)
        room = Room(table, TableDealer(self.store.secret(table_id)), self.store.people(table_id))
        room.recent.extend(recent)
        room.keys.update(list(keys.items())[-_CACHED:])
        return room

    def _enter(self, room: Room) -> None:
        room.due, room.used_at = self._due(room.table), self.now()
        self._rooms[room.table.id] = room
        if len(self._rooms) > self.settings.tables_in_memory:
            self._evict_one(room)
        self.changed(room)

    def _evict_one(self, newcomer: Room) -> None:
        """Evict the room that has been idle longest, and is neither watched nor running a command.

        If no room can be evicted, there is temporarily one too many.
        """
        for table_id, room in self._rooms.items():
            if room is not newcomer and not room.lock.locked() and not self.hub.is_watched(table_id):
                del self._rooms[table_id]
                return

    def tidy(self) -> None:
        """Evict all rooms that have not been used for a long time."""
        oldest = self.now() - _IDLE
        for table_id, room in list(self._rooms.items()):
            if room.used_at < oldest and not room.lock.locked() and not self.hub.is_watched(table_id):
                del self._rooms[table_id]

    def forget(self, table_id: str) -> None:
        """Drop a table from memory, because it is being deleted."""
        self._rooms.pop(table_id, None)

    async def recheck(self, existing: Callable[[list[str]], set[str]]) -> None:
        """Drop all tables in memory that are no longer in the database, and tell their watchers."""
        loaded = list(self._rooms)
        left = await self.store.aside(existing, loaded)
        for table_id in loaded:
            if table_id not in left:
                self.forget(table_id)
                self.hub.dismiss(table_id)

    async def reread(self, table_id: str) -> None:
        """Read a table again of which another program has changed even the past, and tell its watchers."""
        room = self._rooms.get(table_id)
        if room is None:
            return
        await self.catch_up(room)
        async with room.lock:
            fresh = await self.store.aside(self._read, table_id)
            if fresh.table.version == room.table.version:
                room.table, room.people, room.recent = fresh.table, fresh.people, fresh.recent
        self.hub.whisper(table_id, REREAD)

    async def person(self, room: Room, token: str | None) -> int | None:
        """Return the person to whom a token belongs at a table; None if the token is unknown."""
        if token is None:
            return None
        hashed = hash_token(token)
        if hashed not in room.people and self.is_shared:
            room.people = await self.store.aside(self.store.people, room.table.id)
        return room.people.get(hashed)

    async def known(self, room: Room, token: str | None) -> int:
        """Return the person to whom a token belongs. Refuse the request if there is no such person."""
        person = await self.person(room, token)
        if person is None or person < 0:
            problem = "has no token" if token is None else "has a token that is unknown at this table"
            raise RefusedError(Refusal.NO_TOKEN, f"This request {problem}: claim a seat first.")
        return person

    async def catch_up(self, room: Room) -> None:
        """Apply changes that other processes have stored."""
        async with room.lock:
            await self._catch_up(room)

    async def hear(
        self, news: Sequence[tuple[str, int]], read_news: Callable[[Sequence[tuple[str, int]]], dict[str, Kept]]
    ) -> None:
        """Apply the changes that other processes announced. All of them are read with one query."""
        new = [(table, version) for table, version in news if self._is_news(table, version)]
        if new:
            batches = await self.store.aside(read_news, new)
            await asyncio.gather(*(self._apply_news(self._rooms.get(table), batch) for table, batch in batches.items()))

    def _is_news(self, table_id: str, version: int) -> bool:
        room = self._rooms.get(table_id)
        return room is not None and room.table.version < version

    async def _apply_news(self, room: Room | None, batch: Kept) -> None:
        if room is None:
            return
        async with room.lock:
            known = room.table.version
            new = [change for change in batch.changes if change.version > known]
            is_whole = all(change.version == version for version, change in enumerate(new, known + 1))
            if room.is_doubtful or not is_whole:
                await self._catch_up(room)
            else:
                self._apply(room, Kept(new, batch.keys))

    async def _catch_up(self, room: Room) -> None:
        self._apply(room, await self.store.aside(self.store.read, room.table.id, room.table.version))
        room.is_doubtful = False

    def _apply(self, room: Room, batch: Kept) -> None:
        """Apply changes that other processes stored to a room."""
        keys = {version: key for key, version in batch.keys.items()}
        for change, draft in zip(batch.changes, folded(room.table.id, batch.changes, room.table), strict=True):
            committed = Committed(change, tuple(draft.events), draft.table)
            self._commit(room, committed, self._due(draft.table), keys.get(change.version))

    async def create(
        self, draft: Draft, creation: Creation, people: dict[bytes, int], dealer: TableDealer
    ) -> Room | None:
        """Store a new table and the secret of its dice. Return None if its id or code is already taken."""
        owners = tuple((person, hashed) for hashed, person in people.items())
        table, next_due = draft.table, self._due(draft.table)
        append = Append(table.id, draft.change, None, table.status, next_due and next_due.at, owners, creation)
        if await self._writer.submit(append) is Written.CONFLICT:
            return None
        room = Room(table, dealer, people)
        room.recent.append(Committed(draft.change, (), draft.table))
        room.touched_at = draft.at
        self._enter(room)
        return room

    async def run(
        self, table_id: str, command: Command, *, key: str | None = None, newcomer: bytes | None = None
    ) -> Committed:
        """Run a command and store its change. If the key of the request is known, return the original change instead.

        ``newcomer`` is the hash of the token that a new player will have.
        """
        return await self.run_in(await self.get(table_id), command, key, newcomer)

    async def run_in(
        self, room: Room, command: Command, key: str | None = None, newcomer: bytes | None = None
    ) -> Committed:
        """Run a command in a room that is already loaded, as :meth:`run` does."""
        async with room.lock:
            for _ in range(_TRIES):
                if key is not None and key in room.keys:
                    return await self.happened(room, room.keys[key])
                version = room.table.version
                try:
                    draft = self._bounded(command(room.table, room.dealer, self.now()))
                except RefusedError:
                    if self.is_shared:
                        await self._catch_up(room)
                    if room.table.version != version:
                        continue  # the command was refused because of an outdated table, so try again
                    if (known := await self._find(room, key)) is not None:
                        return await self.happened(room, known)
                    raise
                next_due = self._due(draft.table)
                committed = Committed(draft.change, tuple(draft.events), draft.table)
                if await self._write(room, committed, next_due, key, newcomer):
                    self._commit(room, committed, next_due, key)
                    return committed
                await self._catch_up(room)
                if (known := await self._find(room, key)) is not None:
                    return await self.happened(room, known)
        raise RefusedError(Refusal.UNAVAILABLE, "Too many concurrent changes of this table; try again.", retry_after=1)

    def _check_growth(self, text: str) -> None:
        """Refuse a change beyond the client's daily allowance, which also covers the bots at the client's tables."""
        client = CLIENT.get()
        wait = self._growth.take(client, monotonic(), len(text) + _ROW) if client else 0
        if wait:
            most = self.settings.max_log_per_client
            message = f"The tables of one client may grow by {most:g} MB a day: wait {wait} seconds."
            raise RefusedError(Refusal.TOO_MANY, message, retry_after=wait)

    def _bounded(self, draft: Draft) -> Draft:
        """Return a draft, or refuse it if its table's log is full. A full table can still be closed."""
        most = self.settings.max_changes
        if draft.version > most and not draft.table.is_closed:
            raise RefusedError(
                Refusal.NOT_NOW, f"This table is full after {most} changes: create a new one to play on."
            )
        return draft

    async def _write(
        self, room: Room, committed: Committed, next_due: ScheduledTask | None, key: str | None, newcomer: bytes | None
    ) -> bool:
        """Store a change. Return whether it became part of the log."""
        table, text = committed.table, encode_entries(committed.change.entries)
        self._check_growth(text)
        people = () if newcomer is None else ((table.people - 1, newcomer),)
        # The table's row contains the time of the next task, the status, and roughly when the table changed. Most moves
        # change none of these.
        updates_row = next_due is not None or room.due is not None or table.status is not room.table.status
        updates_row = updates_row or committed.change.at - room.touched_at >= _TOUCH_EVERY
        status, due_at = table.status if updates_row else None, next_due and next_due.at
        snapshot = table if table.version % _SNAPSHOT_EVERY == 0 else None
        append = Append(table.id, committed.change, key, status, due_at, people, snapshot=snapshot, text=text)
        try:
            written = await self._writer.submit(append)
        except BaseException:
            # The connection may be lost, or the request cancelled, after the database has committed but before it has
            # replied. Only the log shows whether the change was stored, so the room must be read again.
            room.is_doubtful = True
            raise
        if written is Written.DONE:
            if newcomer is not None:
                room.people[newcomer] = table.people - 1
            if updates_row:
                room.touched_at = committed.change.at
        return written is Written.DONE

    def _adopt(self, table_id: str) -> None:
        """Apply a stored change whose request was cancelled, because watchers still have to see it."""
        if (room := self._rooms.get(table_id)) is not None:
            task = asyncio.create_task(self.catch_up(room))
            self._running.add(task)
            task.add_done_callback(self._running.discard)

    async def _find(self, room: Room, key: str | None) -> int | None:
        """Return the version created by the request with this key; None if the key is unknown."""
        if key is None:
            return None
        return room.keys.get(key) or await self.store.aside(self.store.find_key, room.table.id, key)

    def is_idle(self, table: Table) -> bool:
        """Whether a table is paused, because only bots play there and it is not watched."""
        return all(seat.bot is not None for seat in table.chairs) and not self.hub.is_watched(table.id)

    def resume(self, room: Room) -> None:
        """Resume a table where only bots play, because it is now being watched."""
        if room.due is None:
            room.due = self._due(room.table)
            self.changed(room)

    def _due(self, table: Table) -> ScheduledTask | None:
        task = next_task(table, self.settings.bot_delay)
        if task is None or self.is_idle(table):
            return None
        # If the clock was set back since the last change, the task must not be delayed by the difference.
        return task._replace(at=task.at - max(0.0, table.changed_at - self.now()))

    def _commit(self, room: Room, committed: Committed, next_due: ScheduledTask | None, key: str | None) -> None:
        room.due = next_due
        room.remember(committed, key)
        self.hub.publish(room.table.id, committed.change.version, committed.encoded)
        self.changed(room)

    async def happened(self, room: Room, version: int) -> Committed:
        """Return the past change that led to a version."""
        return (await self.since(room, version - 1))[0]

    async def since(self, room: Room, version: int, most: int = _MOST_CHANGES) -> list[Committed]:
        """Return at most ``most`` changes after a version.

        Only a few such reads run at once, so that a player who loads or joins a table never waits behind many of them.
        """
        recent = self._recent(room, version)
        if recent is not None:
            return recent[:most]
        async with self._looking_back:
            return await self.store.aside(self._look_back, room.table.id, version, version + most)

    async def changes(self, room: Room, version: int, most: int = _MOST_CHANGES) -> list[Change]:
        """Return the changes after a version as they were logged, without replaying the game."""
        recent = self._recent(room, version)
        if recent is not None:
            return [committed.change for committed in recent[:most]]
        async with self._looking_back:
            return (await self.store.aside(self.store.read, room.table.id, version, version + most)).changes

    def _recent(self, room: Room, version: int) -> list[Committed] | None:
        """Return the changes after a version if all of them are cached; else None."""
        if version >= room.table.version:
            return []
        if not room.recent or room.recent[0].change.version > version + 1:
            return None
        return [committed for committed in room.recent if committed.change.version > version]

    def _look_back(self, table_id: str, after: int, until: int) -> list[Committed]:
        start = self.store.snapshot(table_id, after)
        batch = self.store.read(table_id, 0 if start is None else start.version, until)
        return _replay(table_id, batch.changes, after, start)

    async def close(self) -> None:
        while self._running:
            await asyncio.wait(self._running)


def _replay(table_id: str, changes: list[Change], after: int, start: Table | None) -> list[Committed]:
    """Replay a log from its beginning or from a snapshot. Return the changes after a version."""
    return [
        Committed(change, tuple(draft.events), draft.table)
        for change, draft in zip(changes, folded(table_id, changes, start), strict=True)
        if change.version > after
    ]
