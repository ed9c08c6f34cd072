"""Start and stop the parts of a running server."""

import asyncio
import gc
import logging
import signal
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from math import inf
from time import monotonic
from traceback import format_exc
from types import FrameType

from litestar.types import LifeSpanReceive, LifeSpanSend

from roost.core.memory import MEGABYTE, MEMORY
from roost.play.server.live.answers import Calculator
from roost.play.server.live.bot_turns import Scheduler
from roost.play.server.live.dice_counter import DiceCounter
from roost.play.server.live.hub import Hub, sse_aside
from roost.play.server.live.job_pool import JobPool
from roost.play.server.live.limits import Buckets
from roost.play.server.live.metrics import Metrics
from roost.play.server.live.other_processes import Feed
from roost.play.server.live.presence import Presence
from roost.play.server.live.reviewer import Reviewer
from roost.play.server.live.rooms import Room, Rooms
from roost.play.server.live.warm_up import warm_up
from roost.play.server.settings import Settings
from roost.play.server.storage.database import open_database, prepare
from roost.play.server.storage.store import Store
from roost.play.server.storage.tokens import GUESSES_A_DAY, GUESSES_AT_ONCE
from roost.play.server.storage.writer import Writer
from roost.play.table.refusals import Refusal, RefusedError
from roost.play.table.table import Table
from roost.play.table.views import PresenceView, ScreenView, encode

_log = logging.getLogger("roost.server")

SERVICES = "roost.services"
"""Key under which the state of a request holds the server's services."""

LONGEST_RESUME = 500
"""Maximum number of missed changes that a returning watcher gets one by one. If there are more, send a snapshot."""

_COUNT_EVERY = 5.0
_PURGE_EVERY = 3600.0
_SHARE_EVERY = 1.0
"""Seconds between the times at which this process shares its metrics with the other processes."""
_COLLECT_AFTER = 20_000
_SWITCH = 0.0005
"""Switch interval of Python's threads, in seconds."""
_READING_AT_ONCE = 2
_ODDS_AT_ONCE, _HINTS_AT_ONCE = 4, 2
_REACTIONS_PER_SECOND, _REACTIONS_AT_ONCE = 1.0, 10
_CHEERS_PER_SECOND, _CHEERS_AT_ONCE = 2.0, 6
_SCREENS_PER_SECOND, _SCREENS_AT_ONCE = 0.1, 6
_SIGNALS = (signal.SIGTERM, signal.SIGINT)


class Services:
    """All parts of a running server that requests use."""

    store: Store
    writer: Writer
    rooms: Rooms
    scheduler: Scheduler
    dice: DiceCounter
    reviewer: Reviewer
    presence: Presence

    def __init__(self, settings: Settings, metrics: Metrics | None = None) -> None:
        self.settings = settings
        self.metrics = metrics or Metrics()
        self.hub = Hub()
        self.jobs = JobPool(_READING_AT_ONCE, settings.question_seconds)
        self.odds = Calculator(_ODDS_AT_ONCE, settings.question_seconds)
        """Calculates odds. These are requested at every choice, so they have threads of their own, apart from hints."""
        self.hints = Calculator(_HINTS_AT_ONCE, settings.question_seconds)
        self._new_tables = Buckets(settings.max_tables_per_client / 3600, settings.max_tables_per_client)
        self._counted: tuple[float, int] = (-inf, 0)
        """When open tables were last counted, and their number: those counted, plus those created since."""
        guesses = settings.code_guesses
        self._guesses = Buckets((GUESSES_A_DAY - GUESSES_AT_ONCE) / 86_400 * guesses, GUESSES_AT_ONCE * guesses)
        self._reactions = Buckets(_REACTIONS_PER_SECOND, _REACTIONS_AT_ONCE)
        self._cheers = Buckets(_CHEERS_PER_SECOND, _CHEERS_AT_ONCE)
        self._new_screens = Buckets(_SCREENS_PER_SECOND, _SCREENS_AT_ONCE)

    async def live(self, receive: LifeSpanReceive, send: LifeSpanSend) -> None:
        """Run from the server's start to its end, following ASGI's lifespan messages."""
        is_up = False
        await receive()
        try:
            async with self.running():
                is_up = True
                await send({"type": "lifespan.startup.complete"})
                await receive()
        except BaseException:
            trace = format_exc()
            if is_up:
                await send({"type": "lifespan.shutdown.failed", "message": trace})
            else:
                await send({"type": "lifespan.startup.failed", "message": trace})
            raise
        await send({"type": "lifespan.shutdown.complete"})

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Open the database, and run all services until the server stops."""
        settings = self.settings
        MEMORY.limit = settings.thinking_memory * MEGABYTE
        engine = await asyncio.to_thread(open_database, settings.database_url)
        self.store = Store(engine)
        try:
            await asyncio.to_thread(prepare, engine)
            self.writer = Writer(self.store)
            self.dice = DiceCounter(self.store)
            self.reviewer = Reviewer(self.store)
            self.rooms = Rooms(settings, self.store, self.writer, self.hub)
            later = asyncio.get_running_loop().call_later
            self.presence = Presence(later, grace=settings.away_after, most=settings.tables_in_memory)
            self.presence.changed = lambda table_id: self.hub.whisper(table_id, self.presence_event(table_id))
            self.scheduler = Scheduler(self.rooms)
            self.scheduler.start()
            feed = Feed(self.rooms, self.hub) if self.rooms.is_shared else None
            if feed is not None:
                feed.start()
            background = [asyncio.create_task(warm_up())] if settings.warm_up else []
            if settings.purge_after:
                background.append(asyncio.create_task(self._purge()))
            if self.metrics.is_shared:
                background.append(asyncio.create_task(self._share_numbers()))
            with _ending_streams_early(self.hub), _collecting_less(), _short_switch_interval():
                try:
                    yield
                finally:
                    for task in background:
                        task.cancel()
                    await asyncio.gather(*background, return_exceptions=True)
                    self.presence.close()
                    self.hub.close()
                    await self.scheduler.close()
                    await self.reviewer.close()
                    await self.odds.close()
                    await self.hints.close()
                    self.jobs.close()
                    if feed is not None:
                        await feed.close()
                    await self.writer.close()
                    await self.rooms.close()
                    self.metrics.keep(gauge for gauge in self.gauges() if gauge[1] == "counter")
        finally:
            self.store.close()

    async def check_new_table(self, client: str) -> None:
        """Refuse a new table if a limit is reached, for this client or in total."""
        now = monotonic()
        wait = self._new_tables.take(client, now)
        if wait:
            most = self.settings.max_tables_per_client
            message = f"A client may create {most} tables an hour; wait {wait} seconds for the next."
            raise RefusedError(Refusal.TOO_MANY, message, retry_after=wait)
        if now - self._counted[0] > _COUNT_EVERY:
            self._counted = (now, await asyncio.to_thread(self.store.open_tables))
        counted_at, count = self._counted
        if count >= self.settings.max_tables:
            raise RefusedError(
                Refusal.TOO_MANY, "This server has reached its maximum number of tables; try later.", retry_after=60
            )
        self._counted = (counted_at, count + 1)

    @property
    def table_count(self) -> int:
        """Number of open tables, as last counted."""
        return self._counted[1]

    def check_guess(self, client: str) -> None:
        """Refuse a lookup of a code over the limit, because codes are short and must not be found by guessing."""
        wait = self._guesses.take(client, monotonic())
        if wait:
            message = f"Too many codes were tried: wait {wait} second{'s' if wait > 1 else ''}."
            raise RefusedError(Refusal.TOO_MANY, message, retry_after=wait)

    def check_reaction(self, table_id: str, person: int) -> None:
        """Refuse a reaction over the limit, because each reaction is logged and sent to all watchers."""
        wait = self._reactions.take(f"{table_id} {person}", monotonic())
        if wait:
            raise RefusedError(Refusal.TOO_MANY, "Too many reactions: wait a second.", retry_after=wait)

    def check_cheer(self, table_id: str, client: str) -> None:
        """Refuse a cheer over the limit of its table, or over its client's limit at that table."""
        wait = max(self._cheers.take(f"{table_id} {client}", monotonic()), self._cheers.take(table_id, monotonic()))
        if wait:
            raise RefusedError(Refusal.TOO_MANY, "Too many reactions: wait a second.", retry_after=wait)

    def check_screen(self, table_id: str, name: str, client: str) -> None:
        """Refuse a new big screen over the limit, because each new screen is reported to the whole table."""
        if not self.presence.knows(table_id, name):
            wait = self._new_screens.take(f"{table_id} {client}", monotonic())
            if wait:
                message = f"Too many big screens: wait {wait} second{'s' if wait > 1 else ''}."
                raise RefusedError(Refusal.TOO_MANY, message, retry_after=wait)

    def presence_event(self, table_id: str, screen: str | None = None) -> bytes:
        """Return a table's presence event: its absent players, its big screens, and their progress."""
        presence = self.presence
        away, held = sorted(presence.away(table_id)), presence.held(table_id)
        screens = [ScreenView(name, each.number, each.leads) for name, each in presence.screens(table_id).items()]
        view = PresenceView(away, presence.has_screen(table_id), presence.shown(table_id), held, screens, screen)
        return sse_aside("presence", encode(view))

    async def as_shown(self, room: Room) -> Table:
        """Return a table as far as a big screen has shown it; if no screen is close behind, as it is now."""
        shown, table = self.presence.shown(room.table.id), room.table
        if shown is None or not 0 < table.version + 1 - shown[0] <= LONGEST_RESUME:
            return table
        async with self.jobs.turn():
            past = await self.rooms.since(room, max(0, shown[0] - 2), 1)
        return past[0].table if past else table

    async def _purge(self) -> None:
        while True:
            try:
                await self.rooms.purge()
            except Exception:  # the database may be unavailable for a while
                _log.warning("purge", exc_info=True)
            await asyncio.sleep(_PURGE_EVERY)

    async def _share_numbers(self) -> None:
        while True:
            self.metrics.keep(self.gauges())
            await asyncio.sleep(_SHARE_EVERY)

    def gauges(self) -> list[tuple[str, str, str, float]]:
        return [
            ("tables_in_memory", "gauge", "Tables in memory.", len(self.rooms)),
            ("streams", "gauge", "Open event streams.", self.hub.count),
            ("streams_dropped_total", "counter", "Event streams dropped because they were read too slowly.",
             self.hub.dropped),
            ("changes_total", "counter", "Changes written to the log.", self.writer.appends),
            ("commits_total", "counter", "Transactions that wrote them.", self.writer.groups),
            ("bot_steps_total", "counter", "Steps made for bots, absent players and clocks.", self.scheduler.moves),
        ]  # fmt: skip


@contextmanager
def _ending_streams_early(hub: Hub) -> Iterator[None]:
    """End the event streams when a stop signal arrives, because the web server waits until streams end."""
    if threading.current_thread() is not threading.main_thread():
        yield  # signals reach only the main thread
        return
    loop, before = asyncio.get_running_loop(), {number: signal.getsignal(number) for number in _SIGNALS}

    def handle(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(hub.close)
        previous = before[signal.Signals(number)]
        if callable(previous):
            previous(number, frame)

    handled = [
        number
        for number, previous in before.items()
        if callable(previous) and previous is not signal.default_int_handler
    ]
    for number in handled:
        signal.signal(number, handle)
    try:
        yield
    finally:
        for number in handled:
            signal.signal(number, before[number])


@contextmanager
def _collecting_less() -> Iterator[None]:
    """Run the garbage collector less often, because moves leave no reference cycles behind."""
    before = gc.get_threshold()
    gc.freeze()  # imported modules are never freed
    gc.set_threshold(_COLLECT_AFTER, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


@contextmanager
def _short_switch_interval() -> Iterator[None]:
    """Make busy threads yield sooner, because answering one request needs the interpreter several times."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(_SWITCH)
    try:
        yield
    finally:
        sys.setswitchinterval(before)
