"""Receive notifications from other processes about tables that changed in the database.

PostgreSQL pushes notifications (``LISTEN``). After every interruption the watched tables are read again, because
notifications sent meanwhile are lost. SQLite cannot push, but a cheap query shows whether any other process has
written.
"""

import asyncio
import logging
import threading
from collections.abc import Callable, Coroutine
from typing import Any, cast

from sqlalchemy import text
from sqlalchemy.engine import Connection

from roost.play.server.live.hub import Hub
from roost.play.server.live.rooms import Rooms
from roost.play.server.storage.sql_store import CHANNEL, SqlStore, decode_news

_log = logging.getLogger("roost.server")
_POLL = 0.05
_PATIENCE = 1.0
_MOST_AT_ONCE = 500
"""Maximum number of notifications that are handled together with one read."""

News = Callable[[list[tuple[str, int]]], None]


class Feed:
    """Updates the rooms of this process when other processes change tables."""

    def __init__(self, rooms: Rooms, store: SqlStore, hub: Hub) -> None:
        self._rooms = rooms
        self._store = store
        self._hub = hub
        self._loop = asyncio.get_running_loop()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._follow, name="roost-feed", daemon=True)
        self._tasks: set[asyncio.Task[None]] = set()
        self._news: list[tuple[str, int]] = []
        """Notifications that are being handled, followed by those that arrived later."""

    def start(self) -> None:
        self._thread.start()

    async def close(self) -> None:
        self._stop.set()
        await asyncio.to_thread(self._thread.join)
        if self._tasks:
            await asyncio.wait(self._tasks)

    def _follow(self) -> None:
        follow = _listen if self._store.is_shared else _poll
        while not self._stop.is_set():
            try:
                follow(self._store, self._stop, self._on_news, self._refresh)
            except Exception:
                _log.warning("feed", exc_info=True)
                self._stop.wait(_PATIENCE)

    def _on_news(self, news: list[tuple[str, int]]) -> None:
        self._loop.call_soon_threadsafe(self._queue, news)

    def _refresh(self) -> None:
        self._loop.call_soon_threadsafe(self._refresh_watched)

    def _queue(self, news: list[tuple[str, int]]) -> None:
        is_busy = bool(self._news)
        self._news.extend(news)
        if self._news and not is_busy:
            self._spawn(self._handle_news())

    async def _handle_news(self) -> None:
        """Handle all queued notifications. Those that arrive meanwhile form the next batch."""
        while self._news:
            batch = self._news[:_MOST_AT_ONCE]
            await _logged(self._rooms.hear(batch, self._store.read_news))
            del self._news[: len(batch)]

    def _refresh_watched(self) -> None:
        for table_id in self._hub.watched():
            self._spawn(self._rooms.get(table_id, fresh=True))

    def _spawn(self, catching_up: Coroutine[Any, Any, object]) -> None:
        task = asyncio.create_task(_logged(catching_up))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _logged(catching_up: Coroutine[Any, Any, object]) -> None:
    try:
        await catching_up
    except Exception:
        _log.warning("feed", exc_info=True)


def _listen(store: SqlStore, stop: threading.Event, tell: News, refresh: Callable[[], None]) -> None:
    with store.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text(f"LISTEN {CHANNEL}"))
        refresh()
        driver = cast("Any", connection.connection.dbapi_connection)
        try:
            while not stop.is_set():
                for notice in driver.notifies(timeout=_PATIENCE, stop_after=1):
                    tell(decode_news(notice.payload))
        finally:
            connection.invalidate()  # a connection that listens must not return to the pool


def _poll(store: SqlStore, stop: threading.Event, tell: News, refresh: Callable[[], None]) -> None:
    with store.engine.connect() as connection:
        last_seen, last_data_version = _last_row(connection), -1
        refresh()
        while not stop.wait(_POLL):
            data_version = connection.exec_driver_sql("PRAGMA data_version").scalar_one()
            connection.rollback()
            if data_version == last_data_version:
                continue
            last_data_version, last = data_version, _last_row(connection)
            newer = text("SELECT table_id, version FROM log WHERE rowid > :seen")
            tell(
                [(table_id, version) for table_id, version in connection.execute(newer, {"seen": min(last_seen, last)})]
            )
            connection.rollback()
            last_seen = last


def _last_row(connection: Connection) -> int:
    last = connection.execute(text("SELECT coalesce(max(rowid), 0) FROM log")).scalar_one()
    connection.rollback()
    return int(last)
