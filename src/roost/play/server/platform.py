"""The platform of a server: threads, a database, and other processes."""

import asyncio
import gc
import logging
import signal
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from time import monotonic, thread_time
from types import FrameType
from typing import TypeVar

from roost.core.memory import MEGABYTE, MEMORY
from roost.play.server.live.bot_threads import BotThreads, give_way
from roost.play.server.live.hub import Hub
from roost.play.server.live.metrics import Metrics
from roost.play.server.live.other_processes import Feed
from roost.play.server.live.rooms import Rooms
from roost.play.server.live.services import Services
from roost.play.server.live.warm_up import compiled, warm_up
from roost.play.server.settings import Settings
from roost.play.server.storage.database import open_database, prepare
from roost.play.server.storage.host_tasks import HostCounts, count, existing, read_host_state, read_news
from roost.play.server.storage.sql_store import SqlStore
from roost.play.server.storage.store import StoreError
from roost.study.review.warm_up import Kernels

_log = logging.getLogger("roost.server")
_T = TypeVar("_T")
_PURGE_EVERY = 3600.0
_COUNT_EVERY = 5.0
_LOOK_EVERY = 1.0
"""Seconds between looks for what the host has done in another program."""
_PURGED_AT_ONCE = 100
_SHARE_EVERY = 1.0
"""Seconds between the times at which this process shares its metrics with the other processes."""
_COLLECT_AFTER = 20_000
_SWITCH = 0.0005
"""Switch interval of Python's threads, in seconds."""
_SIGNALS = (signal.SIGTERM, signal.SIGINT)


class ThreadPool:
    """A pool of threads."""

    is_beside = True

    def __init__(self, name: str, workers: int, *, gives_way: bool = False) -> None:
        self._threads = ThreadPoolExecutor(workers, name, give_way if gives_way else None)

    def run(self, work: Callable[[], _T]) -> asyncio.Future[_T]:
        """Do some work in a thread."""
        return asyncio.get_running_loop().run_in_executor(self._threads, work)

    def clock(self) -> float:
        """Return the CPU time of this thread, in seconds."""
        return thread_time()

    def close(self) -> None:
        """Drop all waiting work."""
        self._threads.shutdown(wait=False, cancel_futures=True)


class ServerPlatform:
    """The threads, the database and the other processes of a server."""

    is_device = False
    follower: "HostFollower"

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    async def open_store(self) -> SqlStore:
        """Open the database, and bring it up to date."""
        MEMORY.limit = self._settings.thinking_memory * MEGABYTE
        engine = await asyncio.to_thread(open_database, self._settings.database_url)
        self._store = SqlStore(engine)
        try:
            await asyncio.to_thread(prepare, engine)
        except BaseException:
            self._store.close()
            raise
        return self._store

    def pool(self, name: str, workers: int, *, gives_way: bool = False) -> ThreadPool:
        """Return a new pool of threads."""
        return ThreadPool(name, workers, gives_way=gives_way)

    def bot_runner(self) -> BotThreads:
        """Return new threads for bots."""
        return BotThreads(self._settings.bot_threads, self._settings.bot_seconds)

    async def compiled(self, kernels: Kernels) -> None:
        """Wait while another process compiles these kernels."""
        await compiled(kernels)

    @asynccontextmanager
    async def beside(self, services: Services) -> AsyncIterator[None]:
        """Follow the host and other processes, warm up, purge tables and share metrics while the services run."""
        settings, rooms = self._settings, services.rooms
        feed = Feed(rooms, self._store, services.hub) if rooms.is_shared else None
        if feed is not None:
            feed.start()
        self.follower = HostFollower(services, self._store)
        await self.follower.look()
        background = [asyncio.create_task(self.follower.follow())]
        if settings.warm_up:
            background.append(asyncio.create_task(warm_up()))
        if settings.purge_after:
            background.append(asyncio.create_task(_purge_often(rooms, self._store)))
        if services.metrics.is_shared:
            background.append(asyncio.create_task(_share_numbers(services)))
        try:
            with _ending_streams_early(services.hub), _collecting_less(), _short_switch_interval():
                yield
        finally:
            for task in background:
                task.cancel()
            await asyncio.gather(*background, return_exceptions=True)
            if feed is not None:
                await feed.close()
            services.metrics.keep(gauge for gauge in services.gauges() if gauge[1] == "counter")


class HostFollower:
    """Follows what the host does in any program on the same database."""

    def __init__(self, services: Services, store: SqlStore) -> None:
        self._services = services
        self._store = store
        self._seen: dict[int, str | None] | None = None
        self._looking = asyncio.Lock()
        self._counted: tuple[float, HostCounts] | None = None

    async def counts(self) -> HostCounts:
        """Return the numbers of tables and people in the database, at most some seconds old."""
        now = monotonic()
        if self._counted is None or now - self._counted[0] > _COUNT_EVERY:
            self._counted = (now, await asyncio.to_thread(self._store.do, count))
        return self._counted[1]

    async def follow(self) -> None:
        """Look for news every second."""
        while True:
            await asyncio.sleep(_LOOK_EVERY)
            try:
                await self.look()
            except StoreError:
                _log.warning("host", exc_info=True)

    async def look(self) -> None:
        """Read the news, and bring the services and all pages up to date."""
        services, store = self._services, self._store
        async with self._looking:
            news = await asyncio.to_thread(store.do, read_news)
            seen, self._seen = self._seen, news
            if news == seen:
                return
            before, services.host_state = services.host_state, await asyncio.to_thread(store.do, read_host_state)
            if services.host_state.notice != before.notice:
                services.hub.announce(services.notice_event())
            if seen is None:
                return  # the server starts, so it has no tables in memory
            await services.rooms.recheck(lambda table_ids: store.do(existing, table_ids))
            for table_id in {news[number] for number in news.keys() - seen.keys()} - {None}:
                await services.rooms.reread(str(table_id))


def server_services(settings: Settings, metrics: Metrics | None = None) -> Services:
    """Return the services of a server with these settings."""
    return Services(settings, ServerPlatform(settings), metrics)


async def purge(rooms: Rooms, store: SqlStore) -> None:
    """Delete old tables at which no one ever sat, unless they are being watched."""
    before = rooms.now() - rooms.settings.purge_after * 86_400
    while unused := await asyncio.to_thread(store.unused, before, _PURGED_AT_ONCE):
        purged = [table_id for table_id in unused if not rooms.hub.is_watched(table_id)]
        for table_id in purged:  # one at a time, so that moves do not wait for a long deletion
            rooms.forget(table_id)
            await asyncio.to_thread(store.remove, table_id)
        if len(purged) < len(unused):
            return


async def _purge_often(rooms: Rooms, store: SqlStore) -> None:
    while True:
        try:
            await purge(rooms, store)
        except Exception:  # the database may be unavailable for a while
            _log.warning("purge", exc_info=True)
        await asyncio.sleep(_PURGE_EVERY)


async def _share_numbers(services: Services) -> None:
    while True:
        services.metrics.keep(services.gauges())
        await asyncio.sleep(_SHARE_EVERY)


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
