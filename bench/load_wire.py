"""Just enough HTTP for the load of a benchmark: a full client would cost more than the server that is measured."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Self, cast

from roost.core.errors import RoostError

_HEAD_END = b"\r\n\r\n"
_LENGTH = b"content-length: "

Hear = Callable[[int, bytes], None]


class HungUpError(RoostError):
    """The server ended a connection before it answered."""


class _Connection(asyncio.Protocol):
    """One connection to a server on this machine."""

    def __init__(self) -> None:
        self._buffer = b""
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)

    @property
    def is_closed(self) -> bool:
        """Whether either side hung up."""
        return self._transport is None or self._transport.is_closing()

    def send(self, request: bytes) -> None:
        """Send bytes."""
        assert self._transport is not None
        self._transport.write(request)

    def close(self) -> None:
        """Hang up."""
        if self._transport is not None:
            self._transport.abort()


class Requests(_Connection):
    """Requests on one connection, answered in order. A server that hung up meanwhile is called again."""

    def __init__(self, port: int) -> None:
        super().__init__()
        self._port = port
        self._waiting: deque[asyncio.Future[bytes]] = deque()

    @classmethod
    async def open(cls, port: int) -> Self:
        """Connect."""
        requests = cls(port)
        await requests._connect()
        return requests

    async def _connect(self) -> None:
        await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", self._port)

    async def get(self, path: str) -> bytes:
        """The body that answers a GET."""
        return await self._answer(b"GET %s HTTP/1.1\r\nhost: x\r\n\r\n" % path.encode())

    async def post(self, path: str, body: bytes, token: str | None = None) -> bytes:
        """The body that answers a POST of JSON."""
        who = b"" if token is None else b"authorization: Bearer %s\r\n" % token.encode()
        head = b"POST %s HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: %d\r\n%s\r\n"
        return await self._answer(head % (path.encode(), len(body), who) + body)

    async def _answer(self, request: bytes) -> bytes:
        if self.is_closed:
            self._buffer = b""
            await self._connect()
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._waiting.append(answer)
        self.send(request)
        return await answer

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        while (end := self._buffer.find(_HEAD_END)) >= 0:
            head = self._buffer[:end].lower()
            at = head.find(_LENGTH)
            length = 0 if at < 0 else int(head[at + len(_LENGTH) :].split(b"\r\n", 1)[0])
            if len(self._buffer) < end + 4 + length:
                return
            body, self._buffer = self._buffer[end + 4 : end + 4 + length], self._buffer[end + 4 + length :]
            answer, status = self._waiting.popleft(), head[9:12]
            if answer.done():
                continue
            if status[:1] == b"2":
                answer.set_result(body)
            else:
                answer.set_exception(RoostError(f"the server answered {status.decode()}: {body.decode()}"))

    def connection_lost(self, _: Exception | None) -> None:
        while self._waiting:
            if not (answer := self._waiting.popleft()).done():
                answer.set_exception(HungUpError("the server hung up"))


class Stream(_Connection):
    """A stream of server-sent events, which come in chunks of HTTP."""

    def __init__(self, hear: Hear) -> None:
        super().__init__()
        self._hear = hear
        self._is_open = False
        self._events = b""

    @classmethod
    async def open(cls, port: int, path: str, token: str, hear: Hear) -> Self:
        """Connect and watch. Each event is heard as its id and its data."""
        _, stream = await asyncio.get_running_loop().create_connection(lambda: cls(hear), "127.0.0.1", port)
        stream.send(b"GET %s HTTP/1.1\r\nhost: x\r\nauthorization: Bearer %s\r\n\r\n" % (path.encode(), token.encode()))
        return stream

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._is_open:
            end = self._buffer.find(_HEAD_END)
            if end < 0:
                return
            self._buffer, self._is_open = self._buffer[end + 4 :], True
        while (end := self._buffer.find(b"\r\n")) >= 0:
            size = int(self._buffer[:end], 16)
            if len(self._buffer) < end + 2 + size + 2:
                return
            self._events += self._buffer[end + 2 : end + 2 + size]
            self._buffer = self._buffer[end + 2 + size + 2 :]
        while (end := self._events.find(b"\n\n")) >= 0:
            event, self._events = self._events[:end], self._events[end + 2 :]
            if event.startswith(b"id: "):
                number, _, rest = event[4:].partition(b"\n")
                self._hear(int(number), rest.partition(b"\ndata: ")[2])
