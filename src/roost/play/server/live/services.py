"""Start and stop the parts that answer requests."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hmac import compare_digest
from math import inf
from time import monotonic
from urllib.parse import unquote

from roost.play.server.live.answers import Calculator
from roost.play.server.live.bot_turns import Scheduler
from roost.play.server.live.dice_counter import DiceCounter
from roost.play.server.live.hub import Hub, sse_aside
from roost.play.server.live.job_pool import JobPool
from roost.play.server.live.limits import Buckets
from roost.play.server.live.metrics import Metrics, process_gauges
from roost.play.server.live.platform import Platform
from roost.play.server.live.presence import Presence
from roost.play.server.live.reviewer import Reviewer
from roost.play.server.live.rooms import Room, Rooms
from roost.play.server.settings import Settings
from roost.play.server.storage.host_state import HostState, Notice
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
_READING_AT_ONCE = 2
_ODDS_AT_ONCE, _HINTS_AT_ONCE = 4, 2
_REACTIONS_PER_SECOND, _REACTIONS_AT_ONCE = 1.0, 10
_CHEERS_PER_SECOND, _CHEERS_AT_ONCE = 2.0, 6
_SCREENS_PER_SECOND, _SCREENS_AT_ONCE = 0.1, 6


class Services:
    """All parts that answer requests, of a running server or of a page without one."""

    store: Store
    writer: Writer
    rooms: Rooms
    scheduler: Scheduler
    dice: DiceCounter
    reviewer: Reviewer
    presence: Presence

    def __init__(self, settings: Settings, platform: Platform, metrics: Metrics | None = None) -> None:
        self.settings = settings
        self.platform = platform
        self.metrics = metrics or Metrics()
        self.hub = Hub()
        self.host_state = HostState()
        """What the host has set for all pages and processes."""
        self.jobs = JobPool(platform.pool("roost-jobs", _READING_AT_ONCE), settings.question_seconds)
        self.odds = Calculator(platform, _ODDS_AT_ONCE, settings.question_seconds)
        """Calculates odds. These are requested at every choice, so they have threads of their own, apart from hints."""
        self.hints = Calculator(platform, _HINTS_AT_ONCE, settings.question_seconds)
        self._new_tables = Buckets(settings.max_tables_per_client / 3600, settings.max_tables_per_client)
        self._counted: tuple[float, int] = (-inf, 0)
        """When open tables were last counted, and their number: those counted, plus those created since."""
        guesses = settings.code_guesses
        self._guesses = Buckets((GUESSES_A_DAY - GUESSES_AT_ONCE) / 86_400 * guesses, GUESSES_AT_ONCE * guesses)
        self._reactions = Buckets(_REACTIONS_PER_SECOND, _REACTIONS_AT_ONCE)
        self._cheers = Buckets(_CHEERS_PER_SECOND, _CHEERS_AT_ONCE)
        self._new_screens = Buckets(_SCREENS_PER_SECOND, _SCREENS_AT_ONCE)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Open the store, and run all services until the block ends."""
        settings, platform = self.settings, self.platform
        self.store = await platform.open_store()
        try:
            self.writer = Writer(self.store)
            self.dice = DiceCounter(self.store)
            self.reviewer = Reviewer(self.store, platform)
            self.rooms = Rooms(settings, self.store, self.writer, self.hub)
            later = asyncio.get_running_loop().call_later
            self.presence = Presence(later, grace=settings.away_after, most=settings.tables_in_memory)
            self.presence.changed = lambda table_id: self.hub.whisper(table_id, self.presence_event(table_id))
            self.scheduler = Scheduler(self.rooms, platform.bot_runner())
            self.scheduler.start()
            async with platform.beside(self):
                try:
                    yield
                finally:
                    self.presence.close()
                    self.hub.close()
                    await self.scheduler.close()
                    await self.reviewer.close()
                    await self.odds.close()
                    await self.hints.close()
                    self.jobs.close()
                    await self.writer.close()
                    await self.rooms.close()
        finally:
            self.store.close()

    async def check_new_table(self, client: str, code: str | None = None) -> None:
        """Refuse a new table without the host's code, or if a limit is reached, for this client or in total."""
        if self.host_state.code and not compare_digest(unquote(code or "").encode(), self.host_state.code.encode()):
            if code is not None:
                self.check_guess(client)
            raise RefusedError(Refusal.NEEDS_CODE, "On this server, only people with the host's code create tables.")
        now = monotonic()
        wait = self._new_tables.take(client, now)
        if wait:
            most = self.settings.max_tables_per_client
            message = f"A client may create {most} tables an hour; wait {wait} seconds for the next."
            raise RefusedError(Refusal.TOO_MANY, message, retry_after=wait)
        if now - self._counted[0] > _COUNT_EVERY:
            self._counted = (now, await self.store.aside(self.store.open_tables))
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

    @property
    def notice(self) -> Notice | None:
        """The host's notice to all pages, until it ends."""
        return self.host_state.notice_at(self.rooms.now())

    def notice_event(self) -> bytes:
        """Return the event that tells watchers the host's notice, or that it has ended."""
        return sse_aside("notice", encode(self.notice))

    async def as_shown(self, room: Room) -> Table:
        """Return a table as far as a big screen has shown it; if no screen is close behind, as it is now."""
        shown, table = self.presence.shown(room.table.id), room.table
        if shown is None or not 0 < table.version + 1 - shown[0] <= LONGEST_RESUME:
            return table
        async with self.jobs.turn():
            past = await self.rooms.since(room, max(0, shown[0] - 2), 1)
        return past[0].table if past else table

    def gauges(self) -> list[tuple[str, str, str, float]]:
        return [
            ("tables_in_memory", "gauge", "Tables in memory.", len(self.rooms)),
            ("streams", "gauge", "Open event streams.", self.hub.count),
            ("streams_dropped_total", "counter", "Event streams dropped because they were read too slowly.",
             self.hub.dropped),
            ("changes_total", "counter", "Changes written to the log.", self.writer.appends),
            ("commits_total", "counter", "Transactions that wrote them.", self.writer.groups),
            ("bot_steps_total", "counter", "Steps made for bots, absent players and clocks.", self.scheduler.moves),
            *process_gauges(),
        ]  # fmt: skip
