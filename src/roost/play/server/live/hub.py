"""The watchers of tables. They are told, never waited for: one who reads too slowly is dropped and can resume."""

import asyncio
from collections.abc import Callable, Iterator

from roost.core.words import Language

OUTLET = "roost.outlet"
"""The extension of ASGI by which a server lets us write to a connection at once: see :class:`Outlet`."""

_MOST_WAITING = 64
"""Changes that a watcher may be behind."""
_HEARTBEAT = b": heartbeat\n\n"
_SHORTEST_BEAT = 0.01

Tell = Callable[[Language | None], bytes]
Outlet = Callable[[bytes], bool]
"""Sends a part of the body of an answer; refuses if the reader is too far behind."""


def sse(event: str, version: int, data: bytes) -> bytes:
    """An event in the format of server-sent events."""
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (version, event.encode(), data)


def sse_aside(event: str, data: bytes) -> bytes:
    """An event that belongs to no version: clients that resume do not ask for it."""
    return b"event: %s\ndata: %s\n\n" % (event.encode(), data)


class Watcher:
    """One open stream of events."""

    __slots__ = (
        "_heard_at",
        "_loop",
        "_outlet",
        "_timer",
        "_waiting",
        "_wake",
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
        """Whether this watcher is also told what is in no log: who is away, and who claps."""
        self.version = 0
        """The latest version that this watcher has been told of, or is about to be."""
        self.is_dropped = False
        self.on_overflow: Callable[[], object] = lambda: None
        """Called when this watcher is too far behind, to cut the connection: who does not read hears no farewell."""
        self._loop = asyncio.get_running_loop()
        self._outlet: Outlet | None = None
        self._waiting: list[bytes] = []
        self._wake: asyncio.Future[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._heard_at = 0.0

    def tell(self, version: int, message: bytes) -> None:
        """Send or queue a message, unless it is known already. Who is too far behind is dropped."""
        if version <= self.version or self.is_dropped:
            return
        self.version = version
        self._say(message)

    def whisper(self, message: bytes) -> None:
        """Send or queue a message that belongs to no version, to watchers who want such."""
        if self.hears_more and not self.is_dropped:
            self._say(message)

    def connect(self, outlet: Outlet) -> None:
        """From here on send what is told at once, by this outlet."""
        self._outlet = outlet
        if self._waiting:
            self._say(b"".join(self._waiting))
            self._waiting.clear()

    def _say(self, message: bytes) -> None:
        if self._outlet is not None:
            self._heard_at = self._loop.time()
            is_heard = self._outlet(message)
        else:
            is_heard = len(self._waiting) < _MOST_WAITING
            self._waiting.append(message)
            self._wake_up()
        if not is_heard:
            self.drop()
            self.on_overflow()

    def _wake_up(self) -> None:
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)

    def beat(self, every: float) -> None:
        """Begin to beat whenever nothing was told for so many seconds."""
        silent = self._loop.time() - self._heard_at
        if silent >= every and not self._waiting:
            self._say(_HEARTBEAT)
            silent = 0.0
        if not self.is_dropped:
            self._timer = self._loop.call_later(max(every - silent, _SHORTEST_BEAT), self.beat, every)

    def drop(self) -> None:
        """End the stream, once what is queued has been sent."""
        self.is_dropped = True
        if self._timer is not None:
            self._timer.cancel()
        self._wake_up()

    async def next(self) -> bytes | None:
        """The next thing to be sent; nothing at the end."""
        while not self._waiting:
            if self.is_dropped:
                return None
            self._wake = self._loop.create_future()
            await self._wake
        message = self._waiting[0] if len(self._waiting) == 1 else b"".join(self._waiting)
        self._waiting.clear()
        self._heard_at = self._loop.time()
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
        """Tell a watcher of all further changes."""
        self._watchers.setdefault(table_id, set()).add(watcher)
        self._by_client[watcher.client] = self.of_client(watcher.client) + 1
        self.count += 1
        if self.is_closed:
            watcher.drop()

    def remove(self, table_id: str, watcher: Watcher) -> None:
        """Forget a watcher."""
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
        """How many streams a client has open."""
        return self._by_client.get(client, 0)

    def is_watched(self, table_id: str) -> bool:
        """Whether anybody watches a table."""
        return table_id in self._watchers

    def watched(self) -> Iterator[str]:
        """The tables that somebody watches."""
        return iter(tuple(self._watchers))

    def publish(self, table_id: str, version: int, told: Tell) -> None:
        """Tell every watcher of a table; the message is made once for each language."""
        messages: dict[Language | None, bytes] = {}
        for watcher in self._watchers.get(table_id, ()):
            if watcher.language not in messages:
                messages[watcher.language] = sse("change", version, told(watcher.language))
            watcher.tell(version, messages[watcher.language])

    def whisper(self, table_id: str, message: bytes) -> None:
        """Tell the watchers of a table what is in no log."""
        for watcher in tuple(self._watchers.get(table_id, ())):
            watcher.whisper(message)

    def close(self) -> None:
        """End all streams: the server stops, and its watchers will resume elsewhere."""
        self.is_closed = True
        for watchers in self._watchers.values():
            for watcher in watchers:
                watcher.drop()
