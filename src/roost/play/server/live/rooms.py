"""The tables that are in use in this process: loaded from the log when touched, changed one command at a time.

The log is the truth and a room is only its copy, so a room may be dropped at any time. If another process has written
first, the database refuses our version; then the room catches up, and the command is tried again on the table as it is.
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
from roost.play.server.live.hub import Hub
from roost.play.server.live.limits import Buckets
from roost.play.server.settings import Settings
from roost.play.server.storage.store import Append, Creation, Kept, Store, Written
from roost.play.server.storage.tokens import hash_token
from roost.play.server.storage.writer import Writer
from roost.play.table.dealer import TableDealer
from roost.play.table.draft import Draft, folded
from roost.play.table.due import Due, due
from roost.play.table.log import Change, encode_entries
from roost.play.table.refusals import Kind, RefusedError
from roost.play.table.table import Table
from roost.play.table.views import ChangeView, encode

_REMEMBERED = 16
"""Changes that a room remembers, for watchers who come back after a moment."""
_TRIES = 8
_IDLE = 600.0
"""Seconds after which a room that nobody touches leaves memory."""
_KEPT_EVERY = 200
"""Versions between two snapshots of a table in the database."""
_LONGEST_LOOK = 500
"""Changes that one look back brings, and that are read at once."""
_LOOKING_BACK = 2
"""The number that may look back at once."""
_ROW = 150
"""Bytes of the database that a change takes besides its entries: a bot's took 124 (measured), a person's has a key."""
_PURGED_AT_ONCE = 100
_TOUCH_EVERY = 600.0
"""Seconds after which a change is noted in the table's row too, so that the row tells about when it changed last."""

Command = Callable[[Table, TableDealer, float], Draft]
"""Something that is done to a table: given the table, its dice and the time, it drafts a change."""


class Committed:
    """A change with what it did, ready to be shown."""

    __slots__ = ("_told", "change", "events", "table")

    def __init__(self, change: Change, events: tuple[Event, ...], table: Table) -> None:
        self.change = change
        self.events = events
        self.table = table
        self._told: dict[Language | None, bytes] = {}

    def view(self, language: Language | None) -> ChangeView:
        """The change as it is told."""
        return ChangeView.of(self.change, self.events, self.table, language)

    def told(self, language: Language | None) -> bytes:
        """The same as JSON, made once for the mover and all watchers."""
        if language not in self._told:
            self._told[language] = encode(self.view(language))
        return self._told[language]

    def forget(self) -> None:
        """Drop what was made for telling: who asks later is rare."""
        self._told.clear()


class Room:
    """One table in memory."""

    __slots__ = ("dealer", "due", "is_doubtful", "keys", "lock", "people", "recent", "table",
                 "touched_at", "used_at")  # fmt: skip

    def __init__(self, table: Table, dealer: TableDealer, people: dict[bytes, int]) -> None:
        self.table = table
        self.dealer = dealer
        self.people = people
        """People by the hashes of their tokens; the negative ones are invitations."""
        self.recent: deque[Committed] = deque(maxlen=_REMEMBERED)
        self.keys: OrderedDict[str, int] = OrderedDict()
        """The versions that the latest recognisable requests led to."""
        self.due: Due | None = None
        """The next thing that happens at the table by itself."""
        self.lock = asyncio.Lock()
        self.used_at = 0.0
        self.touched_at = 0.0
        """The time when this process brought the table's row up to date last."""
        self.is_doubtful = False
        """Whether the log may hold more than this room knows of."""

    def remember(self, happened: Committed, key: str | None) -> None:
        """Go on to the table after a change."""
        self.table = happened.table
        if self.recent:
            self.recent[-1].forget()
        self.recent.append(happened)
        if key is not None:
            self.keys[key] = happened.change.version
            if len(self.keys) > _REMEMBERED:
                self.keys.popitem(last=False)


class Rooms:
    """All rooms of this process."""

    def __init__(self, settings: Settings, store: Store, writer: Writer, hub: Hub) -> None:
        self.settings = settings
        self.store = store
        self.hub = hub
        self._writer = writer
        writer.orphaned = self._adopt
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._looking_back = asyncio.Semaphore(_LOOKING_BACK)
        self._loading: dict[str, asyncio.Task[None]] = {}
        self._running: set[asyncio.Task[None]] = set()
        self.changed: Callable[[Room], None] = lambda room: None
        """Called whenever a table has been loaded or has changed: the steward listens here."""
        self._ahead = time.time() - monotonic()
        """Seconds by which the time is ahead of the steady clock."""
        self.now: Callable[[], float] = self._now
        self.is_shared = store.is_shared or settings.workers > 1
        half = settings.max_log_per_client * 1e6 / 2  # a day may begin with one half, and the other one comes with time
        self._growth = Buckets(half / 86_400, half)

    def __len__(self) -> int:
        return len(self._rooms)

    def _now(self) -> float:
        """The time, which never goes back: if somebody puts the clock back, it goes on from where it was."""
        wall, steady = time.time(), monotonic()
        if wall - steady > self._ahead:
            self._ahead = wall - steady
        return steady + self._ahead

    def keeps_odds_from(self, state: State) -> bool:
        """Whether this is the position of a table here whose rules say that nobody is told the odds."""
        return any(
            room.table.play is not None and not room.table.tells_odds and room.table.play.state == state
            for room in self._rooms.values()
        )

    # -- finding -----------------------------------------------------------------------------------------------------

    async def get(self, table_id: str, *, fresh: bool = False) -> Room:
        """The room of a table; if ``fresh``, with all that other processes have written."""
        while (room := self._rooms.get(table_id)) is None:  # again, should it have left before we get to see it
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
        """The room of a table, if it is in memory."""
        return self._rooms.get(table_id)

    async def _load(self, table_id: str) -> None:
        try:
            self._enter(await asyncio.to_thread(self._read, table_id))
        finally:
            del self._loading[table_id]

    def _read(self, table_id: str) -> Room:
        """A table from its latest snapshot and the end of its log, of which a part is read at a time."""
        last = self.store.last_version(table_id)
        if not last:
            raise RefusedError(Kind.NOT_FOUND, f"There is no table {table_id}.")
        table = self.store.snapshot(table_id, last - _REMEMBERED)
        recent: deque[Committed] = deque(maxlen=_REMEMBERED)
        keys: dict[str, int] = {}
        missing: list[Table] = []
        while table is None or table.version < last:
            kept = self.store.read(table_id, 0 if table is None else table.version, most=_LONGEST_LOOK)
            if not kept.changes:
                raise RefusedError(Kind.NOT_FOUND, f"There is no table {table_id} any more.")
            for happened in _replay(table_id, kept.changes, 0, table):
                table = happened.table
                recent.append(happened)
                if table.version % _KEPT_EVERY == 0:
                    missing.append(table)
            keys |= kept.keys
        if len(missing) > 1:  # the log of an older server, or of a backup
            self.store.keep_snapshots(missing)
        room = Room(table, TableDealer(self.store.secret(table_id)), self.store.people(table_id))
        room.recent.extend(recent)
        room.keys.update(list(keys.items())[-_REMEMBERED:])
        return room

    def _enter(self, room: Room) -> None:
        room.due, room.used_at = self._due(room.table), self.now()
        self._rooms[room.table.id] = room
        if len(self._rooms) > self.settings.tables_in_memory:
            self._leave_one(room)
        self.changed(room)

    def _leave_one(self, newcomer: Room) -> None:
        """Forget the room that has been idle longest, unless somebody watches it or a command runs in it.

        If that holds for all but the newcomer, there is one room too many for a while.
        """
        for table_id, room in self._rooms.items():
            if room is not newcomer and not room.lock.locked() and not self.hub.is_watched(table_id):
                del self._rooms[table_id]
                return

    def tidy(self) -> None:
        """Forget the rooms that nobody has used for a while."""
        oldest = self.now() - _IDLE
        for table_id, room in list(self._rooms.items()):
            if room.used_at < oldest and not room.lock.locked() and not self.hub.is_watched(table_id):
                del self._rooms[table_id]

    async def purge(self) -> None:
        """Delete the tables at which nobody ever sat, unless they have changed lately or somebody watches them."""
        before = self.now() - self.settings.purge_after * 86_400
        while found := await asyncio.to_thread(self.store.unused, before, _PURGED_AT_ONCE):
            left = [table_id for table_id in found if not self.hub.is_watched(table_id)]
            for table_id in left:  # each by itself, so that moves wait for none that is long
                self._rooms.pop(table_id, None)
                await asyncio.to_thread(self.store.remove, table_id)
            if len(left) < len(found):
                return

    async def person(self, room: Room, token: str | None) -> int | None:
        """The person who holds a token at a table."""
        if token is None:
            return None
        hashed = hash_token(token)
        if hashed not in room.people and self.is_shared:
            room.people = await asyncio.to_thread(self.store.people, room.table.id)
        return room.people.get(hashed)

    async def known(self, room: Room, token: str | None) -> int:
        """The same, for what only people of the table may do: refuses all others."""
        person = await self.person(room, token)
        if person is None or person < 0:
            given = "has no token" if token is None else "came with a token that is unknown at this table"
            raise RefusedError(Kind.NO_TOKEN, f"This request {given}: claim a seat first.")
        return person

    async def catch_up(self, room: Room) -> None:
        """Go on to what others have written."""
        async with room.lock:
            await self._catch_up(room)

    async def hear(self, news: Sequence[tuple[str, int]]) -> None:
        """Go on to what others have written, in the rooms that do not know it yet: all of it is read at once."""
        fresh = [(table, version) for table, version in news if self._is_news(table, version)]
        if fresh:
            found = await asyncio.to_thread(self.store.read_news, fresh)
            await asyncio.gather(*(self._hear(self._rooms.get(table), kept) for table, kept in found.items()))

    def _is_news(self, table_id: str, version: int) -> bool:
        room = self._rooms.get(table_id)
        return room is not None and room.table.version < version

    async def _hear(self, room: Room | None, kept: Kept) -> None:
        if room is None:
            return
        async with room.lock:
            known = room.table.version
            fresh = [change for change in kept.changes if change.version > known]
            is_whole = all(change.version == version for version, change in enumerate(fresh, known + 1))
            if room.is_doubtful or not is_whole:
                await self._catch_up(room)
            else:
                self._go_on(room, Kept(fresh, kept.keys))

    async def _catch_up(self, room: Room) -> None:
        self._go_on(room, await asyncio.to_thread(self.store.read, room.table.id, room.table.version))
        room.is_doubtful = False

    def _go_on(self, room: Room, kept: Kept) -> None:
        """Let what others have written happen here."""
        keys = {version: key for key, version in kept.keys.items()}
        for change, draft in zip(kept.changes, folded(room.table.id, kept.changes, room.table), strict=True):
            happened = Committed(change, tuple(draft.events), draft.table)
            self._happen(room, happened, self._due(draft.table), keys.get(change.version))

    # -- changing ----------------------------------------------------------------------------------------------------

    async def create(
        self, draft: Draft, creation: Creation, people: dict[bytes, int], dealer: TableDealer
    ) -> Room | None:
        """Write a new table; nothing, if its id or code is taken. Its dealer has made the dice of the first game."""
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
        """Run a command and write what it changes. A request that is recognised gets its first answer again.

        ``newcomer`` is the hash of the token that a new person will have.
        """
        return await self.run_in(await self.get(table_id), command, key, newcomer)

    async def run_in(
        self, room: Room, command: Command, key: str | None = None, newcomer: bytes | None = None
    ) -> Committed:
        """The same, in a room that is at hand."""
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
                        continue  # refused for what the table was, not for what it is
                    if (known := await self._find(room, key)) is not None:
                        return await self.happened(room, known)
                    raise
                next_due = self._due(draft.table)
                happened = Committed(draft.change, tuple(draft.events), draft.table)
                if await self._write(room, happened, next_due, key, newcomer):
                    self._happen(room, happened, next_due, key)
                    return happened
                await self._catch_up(room)
                if (known := await self._find(room, key)) is not None:
                    return await self.happened(room, known)
        raise RefusedError(
            Kind.UNAVAILABLE, "Too many others are changing this table at once; try again.", retry_after=1
        )

    def _check_growth(self, text: str) -> None:
        """Refuse a change too many of one client: whoever asks, or did or watches what a bot goes on with."""
        client = CLIENT.get()
        wait = self._growth.take(client, monotonic(), len(text) + _ROW) if client else 0
        if wait:
            most = self.settings.max_log_per_client
            message = f"The tables of one client may grow by {most:g} MB a day: wait {wait} seconds."
            raise RefusedError(Kind.TOO_MANY, message, retry_after=wait)

    def _bounded(self, draft: Draft) -> Draft:
        """A draft, if the log of its table still has room for it. A full table can be closed, and nothing else."""
        most = self.settings.max_changes
        if draft.version > most and not draft.table.is_closed:
            raise RefusedError(Kind.NOT_NOW, f"This table is full after {most} changes: make a new one to play on.")
        return draft

    async def _write(
        self, room: Room, happened: Committed, next_due: Due | None, key: str | None, newcomer: bytes | None
    ) -> bool:
        """Write a change, and say whether it became part of the log."""
        table, text = happened.table, encode_entries(happened.change.entries)
        self._check_growth(text)
        people = () if newcomer is None else ((table.people - 1, newcomer),)
        # The table's row tells what is due there, whether it is open, and about when it changed: most moves change
        # nothing of that.
        is_told = next_due is not None or room.due is not None or table.status is not room.table.status
        is_told = is_told or happened.change.at - room.touched_at >= _TOUCH_EVERY
        status, due_at = table.status if is_told else None, next_due and next_due.at
        kept = table if table.version % _KEPT_EVERY == 0 else None
        append = Append(table.id, happened.change, key, status, due_at, people, snapshot=kept, text=text)
        try:
            written = await self._writer.submit(append)
        except BaseException:
            # A connection can be lost after the database has committed and before it could say so, and who is cancelled
            # does not wait for it. Whether this happened only the log can tell, so the room must not be believed before
            # it has been read again.
            room.is_doubtful = True
            raise
        if written is Written.DONE:
            if newcomer is not None:
                room.people[newcomer] = table.people - 1
            if is_told:
                room.touched_at = happened.change.at
        return written is Written.DONE

    def _adopt(self, table_id: str) -> None:
        """The client that asked for a change is gone, but a written change must also be told."""
        if (room := self._rooms.get(table_id)) is not None:
            task = asyncio.create_task(self.catch_up(room))
            self._running.add(task)
            task.add_done_callback(self._running.discard)

    async def _find(self, room: Room, key: str | None) -> int | None:
        """The change that a request led to when it was sent before."""
        if key is None:
            return None
        return room.keys.get(key) or await asyncio.to_thread(self.store.find_key, room.table.id, key)

    def is_idle(self, table: Table) -> bool:
        """Whether bots alone play at a table that nobody watches here: it waits until somebody does."""
        return all(chair.bot is not None for chair in table.chairs) and not self.hub.is_watched(table.id)

    def resume(self, room: Room) -> None:
        """Go on with bots who waited for a watcher."""
        if room.due is None:
            room.due = self._due(room.table)
            self.changed(room)

    def _due(self, table: Table) -> Due | None:
        found = due(table, self.settings.bot_delay)
        if found is None or self.is_idle(table):
            return None
        # A clock that was set back since the last change must not make anybody wait for the difference.
        return found._replace(at=found.at - max(0.0, table.changed_at - self.now()))

    def _happen(self, room: Room, happened: Committed, next_due: Due | None, key: str | None) -> None:
        room.due = next_due
        room.remember(happened, key)
        self.hub.publish(room.table.id, happened.change.version, happened.told)
        self.changed(room)

    # -- looking back --------------------------------------------------------------------------------------------------

    async def happened(self, room: Room, version: int) -> Committed:
        """One change of the past."""
        return (await self.since(room, version - 1))[0]

    async def since(self, room: Room, version: int, most: int = _LONGEST_LOOK) -> list[Committed]:
        """The changes after a version, as many as one look back may bring.

        Few look back at once, so that loading and joining never wait behind many who do.
        """
        recent = self._recent(room, version)
        if recent is not None:
            return recent[:most]
        async with self._looking_back:
            return await asyncio.to_thread(self._look_back, room.table.id, version, version + most)

    async def changes(self, room: Room, version: int, most: int = _LONGEST_LOOK) -> list[Change]:
        """The same, only what the log says: nothing is played again for it."""
        recent = self._recent(room, version)
        if recent is not None:
            return [happened.change for happened in recent[:most]]
        async with self._looking_back:
            return (await asyncio.to_thread(self.store.read, room.table.id, version, version + most)).changes

    def _recent(self, room: Room, version: int) -> list[Committed] | None:
        """The changes after a version, if the room remembers them all."""
        if version >= room.table.version:
            return []
        if not room.recent or room.recent[0].change.version > version + 1:
            return None
        return [happened for happened in room.recent if happened.change.version > version]

    def _look_back(self, table_id: str, after: int, until: int) -> list[Committed]:
        start = self.store.snapshot(table_id, after)
        kept = self.store.read(table_id, 0 if start is None else start.version, until)
        return _replay(table_id, kept.changes, after, start)

    async def close(self) -> None:
        """Wait for what has been begun."""
        while self._running:
            await asyncio.wait(self._running)


def _replay(table_id: str, changes: list[Change], after: int, start: Table | None) -> list[Committed]:
    """The changes after a version, from the beginning of the log or from a table of the past on."""
    return [
        Committed(change, tuple(draft.events), draft.table)
        for change, draft in zip(changes, folded(table_id, changes, start), strict=True)
        if change.version > after
    ]
