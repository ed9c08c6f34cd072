"""The watchers of tables. Changes never wait for a watcher: a slow reader is dropped and can resume."""

import asyncio
from collections.abc import Callable, Iterator

from roost.core.words import Language

DIRECT_WRITER = "roost.direct_writer"
"""ASGI extension with which the server writes to a connection directly: see :class:`DirectWriter`."""

_MOST_WAITING = 64
"""Maximum number of queued messages for a watcher."""
_HEARTBEAT = b": heartbeat\n\n"
_SHORTEST_BEAT = 0.01

Encode = Callable[[Language | None], bytes]
DirectWriter = Callable[[bytes], bool]
"""Writes a part of the response body; returns False if the reader is too far behind."""


def sse(event: str, version: int, data: bytes) -> bytes:
    """Return a message in the format of server-sent events."""
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (version, event.encode(), data)


def sse_aside(event: str, data: bytes) -> bytes:
    """Return a server-sent event without a version, which clients do not resume after."""
    return b"event: %s\ndata: %s\n\n" % (event.encode(), data)


class Watcher:
    """One open event stream."""

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
        """Whether this watcher also gets events outside the log: absences and applause."""
        self.version = 0
        """The latest version that was sent or queued."""
        self.is_dropped = False
        self.on_overflow: Callable[[], object] = lambda: None
        """Called to abort the connection of a watcher that is too far behind to receive a regular end."""
        self._loop = asyncio.get_running_loop()
        self._writer: DirectWriter | None = None
        self._waiting: list[bytes] = []
        self._wake: asyncio.Future[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._sent_at = 0.0

    def tell(self, version: int, message: bytes) -> None:
        """Send or queue a message of a newer version. A watcher that is too far behind is dropped."""
        if version <= self.version or self.is_dropped:
            return
        self.version = version
        self._send(message)

    def whisper(self, message: bytes) -> None:
        """Send or queue an event without a version, if this watcher wants them."""
        if self.hears_more and not self.is_dropped:
            self._send(message)

    def connect(self, writer: DirectWriter) -> None:
        """Send messages directly with this writer from now on."""
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
        """Start to send heartbeats after ``every`` seconds of silence."""
        silent = self._loop.time() - self._sent_at
        if silent >= every and not self._waiting:
            self._send(_HEARTBEAT)
            silent = 0.0
        if not self.is_dropped:
            self._timer = self._loop.call_later(max(every - silent, _SHORTEST_BEAT), self.beat, every)

    def drop(self) -> None:
        """End the stream after the queued messages."""
        self.is_dropped = True
        if self._timer is not None:
            self._timer.cancel()
        self._wake_up()

    async def next(self) -> bytes | None:
        """Return the queued messages as one; None at the end of the stream."""
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
    """All watchers of this process, by table."""

    def __init__(self) -> None:
        self._watchers: dict[str, set[Watcher]] = {}
        self._by_client: dict[str, int] = {}
        self.count = 0
        self.dropped = 0
        self.is_closed = False

    def add(self, table_id: str, watcher: Watcher) -> None:
        """Send a watcher all further changes of a table."""
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
        """Return the number of streams that a client has open."""
        return self._by_client.get(client, 0)

    def is_watched(self, table_id: str) -> bool:
        return table_id in self._watchers

    def watched(self) -> Iterator[str]:
        """Return the ids of all watched tables."""
        return iter(tuple(self._watchers))

    def publish(self, table_id: str, version: int, encode: Encode) -> None:
        """Send a change to every watcher of a table, encoded once for each language."""
        messages: dict[Language | None, bytes] = {}
        for watcher in self._watchers.get(table_id, ()):
            if watcher.language not in messages:
                messages[watcher.language] = sse("change", version, encode(watcher.language))
            watcher.tell(version, messages[watcher.language])

    def whisper(self, table_id: str, message: bytes) -> None:
        """Send an event outside the log to a table's watchers."""
        for watcher in tuple(self._watchers.get(table_id, ())):
            watcher.whisper(message)

    def close(self) -> None:
        """End all streams, because the server stops; watchers will resume elsewhere."""
        self.is_closed = True
        for watchers in self._watchers.values():
            for watcher in watchers:
                watcher.drop()
