"""The hub sends changes to the watchers of tables. It never waits: a slow watcher is dropped and can resume."""

import asyncio
from collections.abc import Callable, Iterator

from roost.core.words import Language

DIRECT_WRITER = "roost.direct_writer"
"""ASGI extension that contains a :class:`DirectWriter` for the connection."""

_MOST_WAITING = 64
"""Maximum number of queued messages for a watcher."""
_HEARTBEAT = b": heartbeat\n\n"
_SHORTEST_BEAT = 0.01

GONE, REREAD = (b"event: %s\ndata: {}\n\n" % kind for kind in (b"gone", b"reread"))
"""Events without an id: the table was deleted; its history has changed, so it must be read again."""
Encode = Callable[[Language | None], bytes]
DirectWriter = Callable[[bytes], bool]
"""Writes a chunk of the response body directly. Returns False if the reader is too far behind."""


def sse(event: str, version: int, data: bytes) -> bytes:
    """Return a server-sent event with the table's version as its id."""
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (version, event.encode(), data)


def sse_aside(event: str, data: bytes) -> bytes:
    """Return a server-sent event without an id, so clients never resume from it."""
    return b"event: %s\ndata: %s\n\n" % (event.encode(), data)


class Watcher:
    """One open event stream of a table."""

    __slots__ = (
        "_loop",
        "_sent_at",
        "_timer",
        "_waiting",
        "_wake",
        "_writer",
        "client",
        "hears_more",
        "is_dropped",
        "language",
        "on_overflow",
        "version",
    )  # fmt: skip

    def __init__(self, client: str, language: Language | None, *, hears_more: bool = False) -> None:
        self.client = client
        self.language = language
        self.hears_more = hears_more
        """Whether this watcher also receives events that are not in the log: absences and applause."""
        self.version = 0
        """The latest version that was sent to this watcher or queued for it."""
        self.is_dropped = False
        self.on_overflow: Callable[[], object] = lambda: None
        """Called to abort the connection of a watcher too far behind for the stream to end properly."""
        self._loop = asyncio.get_running_loop()
        self._writer: DirectWriter | None = None
        self._waiting: list[bytes] = []
        self._wake: asyncio.Future[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._sent_at = 0.0

    def tell(self, version: int, message: bytes) -> None:
        """Send or queue a message about a newer version. Drop a watcher that is too far behind."""
        if version <= self.version or self.is_dropped:
            return
        self.version = version
        self._send(message)

    def whisper(self, message: bytes) -> None:
        """Send or queue an event without a version, if this watcher wants such events."""
        if self.hears_more and not self.is_dropped:
            self._send(message)

    def connect(self, writer: DirectWriter) -> None:
        """From now on, send messages directly with this writer."""
        self._writer = writer
        if self._waiting:
            self._send(b"".join(self._waiting))
            self._waiting.clear()

    def _send(self, message: bytes) -> None:
        if self._writer is not None:
            self._sent_at = self._loop.time()
            is_sent = self._writer(message)
        else:
            is_sent = len(self._waiting) < _MOST_WAITING
            self._waiting.append(message)
            self._wake_up()
        if not is_sent:
            self.drop()
            self.on_overflow()

    def _wake_up(self) -> None:
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)

    def beat(self, every: float) -> None:
        """From now on, send a heartbeat whenever the stream has been silent for ``every`` seconds."""
        silent = self._loop.time() - self._sent_at
        if silent >= every and not self._waiting:
            self._send(_HEARTBEAT)
            silent = 0.0
        if not self.is_dropped:
            self._timer = self._loop.call_later(max(every - silent, _SHORTEST_BEAT), self.beat, every)

    def drop(self) -> None:
        """End the stream once the queued messages are sent."""
        self.is_dropped = True
        if self._timer is not None:
            self._timer.cancel()
        self._wake_up()

    async def next(self) -> bytes | None:
        """Return all queued messages joined together, waiting for the first; None at the end of the stream."""
        while not self._waiting:
            if self.is_dropped:
                return None
            self._wake = self._loop.create_future()
            await self._wake
        message = self._waiting[0] if len(self._waiting) == 1 else b"".join(self._waiting)
        self._waiting.clear()
        self._sent_at = self._loop.time()
        return message


class Hub:
    """All watchers served by this process, grouped by table."""

    def __init__(self) -> None:
        self._watchers: dict[str, set[Watcher]] = {}
        self._by_client: dict[str, int] = {}
        self.count = 0
        self.dropped = 0
        self.is_closed = False

    def add(self, table_id: str, watcher: Watcher) -> None:
        """Register a watcher, which from now on receives all changes of a table."""
        self._watchers.setdefault(table_id, set()).add(watcher)
        self._by_client[watcher.client] = self.of_client(watcher.client) + 1
        self.count += 1
        if self.is_closed:
            watcher.drop()

    def remove(self, table_id: str, watcher: Watcher) -> None:
        watchers = self._watchers.get(table_id, set())
        if watcher not in watchers:
            return
        watchers.remove(watcher)
        self.count -= 1
        self.dropped += watcher.is_dropped and not self.is_closed
        watcher.drop()
        if not watchers:
            del self._watchers[table_id]
        left = self._by_client.pop(watcher.client) - 1
        if left:
            self._by_client[watcher.client] = left

    def of_client(self, client: str) -> int:
        """Return the number of event streams that a client has open."""
        return self._by_client.get(client, 0)

    def is_watched(self, table_id: str) -> bool:
        return table_id in self._watchers

    def watched(self) -> Iterator[str]:
        return iter(tuple(self._watchers))

    def publish(self, table_id: str, version: int, encode: Encode) -> None:
        """Send a change to every watcher of a table. It is encoded once for each language."""
        messages: dict[Language | None, bytes] = {}
        for watcher in self._watchers.get(table_id, ()):
            if watcher.language not in messages:
                messages[watcher.language] = sse("change", version, encode(watcher.language))
            watcher.tell(version, messages[watcher.language])

    def whisper(self, table_id: str, message: bytes) -> None:
        """Send a table's watchers an event that is not in the log."""
        for watcher in tuple(self._watchers.get(table_id, ())):
            watcher.whisper(message)

    def announce(self, message: bytes) -> None:
        """Send all watchers of all tables an event that is not in the log."""
        for table_id in self.watched():
            self.whisper(table_id, message)

    def dismiss(self, table_id: str) -> None:
        """End all streams of a table, because it was deleted."""
        for watcher in tuple(self._watchers.get(table_id, ())):
            watcher.whisper(GONE)
            watcher.drop()

    def close(self) -> None:
        """End all streams, because the server is stopping. Watchers will resume with another process."""
        self.is_closed = True
        for watchers in self._watchers.values():
            for watcher in watchers:
                watcher.drop()
