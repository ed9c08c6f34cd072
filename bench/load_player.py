"""Play some of a measurement's tables in a separate process, because one process could not keep several servers busy.

``python bench/load_player.py JSON`` sets up its tables and prints a line. After reading a line it plays, and prints
the seconds that each move took. It implements only the necessary HTTP, because a full client would cost more than the
measured server.
"""

import asyncio
import sys
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from random import Random
from secrets import token_hex
from time import perf_counter
from typing import Any, Self, TypeVar, cast

import msgspec
from msgspec import Struct

from roost.core.errors import RoostError

_T = TypeVar("_T")
_HEAD_END = b"\r\n\r\n"
_LENGTH = b"content-length: "

Listener = Callable[[int, bytes], None]


class _Connection(asyncio.Protocol):
    """A connection to a server on this machine."""

    def __init__(self) -> None:
        self._buffer = b""
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)

    def send(self, request: bytes) -> None:
        assert self._transport is not None
        self._transport.write(request)

    def close(self) -> None:
        if self._transport is not None:
            self._transport.abort()


class Requests(_Connection):
    """Requests sent on one connection and answered in order."""

    def __init__(self) -> None:
        super().__init__()
        self._waiting: deque[asyncio.Future[bytes]] = deque()

    @classmethod
    async def open(cls, port: int) -> Self:
        _, requests = await asyncio.get_running_loop().create_connection(cls, "127.0.0.1", port)
        return requests

    async def get(self, path: str) -> bytes:
        """Send a GET request; return the response's body."""
        return await self._answer(b"GET %s HTTP/1.1\r\nhost: x\r\n\r\n" % path.encode())

    async def post(self, path: str, body: bytes, token: str | None = None) -> bytes:
        """Send a POST request with JSON; return the response's body."""
        authorization = b"" if token is None else b"authorization: Bearer %s\r\n" % token.encode()
        head = b"POST %s HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: %d\r\n%s\r\n"
        return await self._answer(head % (path.encode(), len(body), authorization) + body)

    async def _answer(self, request: bytes) -> bytes:
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
                answer.set_exception(RoostError("the server hung up"))


class Stream(_Connection):
    """A stream of server-sent events in chunked encoding."""

    def __init__(self, listen: Listener) -> None:
        super().__init__()
        self._listen = listen
        self._is_open = False
        self._events = b""

    @classmethod
    async def open(cls, port: int, path: str, token: str, listen: Listener) -> Self:
        """Connect and listen; each event's id and data are passed to the callback."""
        _, stream = await asyncio.get_running_loop().create_connection(lambda: cls(listen), "127.0.0.1", port)
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
                self._listen(int(number), rest.partition(b"\ndata: ")[2])


AT_ONCE = 20
"""Number of tables set up at the same time; the server limits how many of a client's tables may wait for their dice."""
_PATIENCE = 30.0


class _Action(Struct):
    action: str


class _Game(Struct):
    node: str
    seat: int | None
    moved: int
    actions: list[_Action]


class _Table(Struct):
    version: int
    game: _Game | None


class _Update(Struct):
    table: _Table


_read = msgspec.json.Decoder(_Update).decode


class LoadTable:
    """A table with two players, who use different servers if there are several."""

    def __init__(self, ports: Sequence[int], game: str, seed: int, watchers: int = 2) -> None:
        self.latencies: list[float] = []
        self._ports = [ports[(seed + seat) % len(ports)] for seat in (0, 1)]
        self._game = game
        self._random = Random(seed)
        self._watchers = watchers
        self._requests: list[Requests] = []
        self._streams: list[Stream] = []
        self._tokens: list[str] = []
        self._path = ""
        self._latest = b""
        self._versions = [0] * watchers
        self._awaited = 0
        self._delivered: asyncio.Future[None] | None = None

    async def set_up(self) -> None:
        """Create the table, take the seats, start the game, and watch."""
        host = await Requests.open(self._ports[0])
        self._requests = [host, await Requests.open(self._ports[1]) if self._watchers > 1 else host]
        spec = {"game": self._game, "seats": [{"kind": "here", "name": "Anna"}, {"kind": "open"}]}
        created = msgspec.json.decode(await host.post("/api/tables", msgspec.json.encode(spec)))
        self._path = f"/api/tables/{created['id']}"
        claimed = msgspec.json.decode(await self._requests[1].post(f"{self._path}/seats", b'{"name":"Ben"}'))
        self._tokens = [created["token"], claimed["token"]]
        for index in range(self._watchers):
            listen, token = self._listener(index), self._tokens[index]
            stream = await Stream.open(self._ports[index], f"{self._path}/events", token, listen)
            self._streams.append(stream)
        await self._post(0, "start", b"{}")
        async with asyncio.timeout(_PATIENCE):
            while not self._latest or _read(self._latest).table.game is None:
                await asyncio.sleep(0.005)

    def _listener(self, index: int) -> Callable[[int, bytes], None]:
        def listen(version: int, data: bytes) -> None:
            self._versions[index] = version
            self._latest = data
            if self._delivered is not None and not self._delivered.done() and min(self._versions) >= self._awaited:
                self._delivered.set_result(None)

        return listen

    async def _post(self, seat: int, action: str, body: bytes) -> None:
        await self._requests[seat].post(f"{self._path}/{action}", body, self._tokens[seat])

    async def _until_delivered(self, version: int) -> None:
        """Wait until every watcher has received a version."""
        if min(self._versions) < version:
            self._awaited, self._delivered = version, asyncio.get_running_loop().create_future()
            async with asyncio.timeout(_PATIENCE):
                await self._delivered

    async def play(self) -> None:
        while True:
            table = _read(self._latest).table
            game = table.game
            assert game is not None
            if game.node == "over":
                for seat in (0, 1):
                    await self._post(seat, "rematch", b"{}")
                await self._until_delivered(table.version + 2)
                continue
            assert game.seat is not None
            body = b'{"version":%d,"key":"%s","throw":true' % (game.moved, token_hex(8).encode())
            if game.node == "decide":
                body += b',"action":"%s"' % self._random.choice(game.actions).action.encode()
            sent = perf_counter()
            answered = asyncio.ensure_future(self._post(game.seat, "moves", body + b"}"))
            answered.add_done_callback(self._stop_if_refused)
            try:
                await self._until_delivered(table.version + 1)
                self.latencies.append(perf_counter() - sent)
            finally:
                await answered

    def _stop_if_refused(self, answered: asyncio.Future[None]) -> None:
        """Raise the error of a refused move, because no watcher receives such a move."""
        delivered = self._delivered
        if (
            not answered.cancelled()
            and (error := answered.exception())
            and delivered is not None
            and not delivered.done()
        ):
            delivered.set_exception(error)

    def hang_up(self) -> None:
        """Close all connections."""
        for connection in (*self._requests, *self._streams):
            connection.close()


async def set_up(tables: Sequence[LoadTable], at_once: int = AT_ONCE) -> None:
    """Set up tables, a few at a time."""
    for first in range(0, len(tables), at_once):
        await asyncio.gather(*(table.set_up() for table in tables[first : first + at_once]))


WARM_UP = 1.0
"""Seconds of play before the measurement."""


class Task(Struct):
    """The part of the load that one process plays."""

    ports: list[int]
    game: str
    seeds: list[int]
    seconds: float
    at_once: int
    """How many tables are set up at the same time."""


def run_loop(work: Coroutine[Any, Any, _T]) -> _T:
    """Run on the fastest event loop available, so that the load generator costs little."""
    try:
        import uvloop
    except ImportError:
        return asyncio.run(work)
    return uvloop.run(work)


async def start(task: Task) -> asyncio.subprocess.Process:
    """Start a process; return it once its tables are set up. It starts to play when it reads a line."""
    command = [sys.executable, __file__, msgspec.json.encode(task).decode()]
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)
    assert process.stdout is not None
    if not await process.stdout.readline():
        raise RoostError("the tables could not be set up; the error is above")
    return process


async def _play(task: Task) -> list[float]:
    tables = [LoadTable(task.ports, task.game, seed) for seed in task.seeds]
    await set_up(tables, task.at_once)
    print("ready", flush=True)
    if not await asyncio.to_thread(sys.stdin.readline):
        return []
    playing = [asyncio.create_task(table.play()) for table in tables]
    await asyncio.sleep(WARM_UP)
    for table in tables:
        table.latencies.clear()
    done, _ = await asyncio.wait(playing, timeout=task.seconds, return_when=asyncio.FIRST_COMPLETED)
    for stopped in done:  # a player only stops because of an error
        stopped.result()
    latencies = [latency for table in tables for latency in table.latencies]
    for player in playing:
        player.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    for table in tables:
        table.hang_up()
    return latencies


if __name__ == "__main__":
    try:
        print(msgspec.json.encode(run_loop(_play(msgspec.json.decode(sys.argv[1], type=Task)))).decode())
    except RoostError as error:
        sys.exit(str(error))
