"""A table of two players who move as fast as the server tells."""

import asyncio
from collections.abc import Callable, Sequence
from random import Random
from secrets import token_hex
from time import perf_counter

import msgspec
from msgspec import Struct

from load_wire import HungUpError, Requests, Stream

AT_ONCE = 20
"""Tables that are set up at the same time: no more of one client may wait for their dice."""
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


class _Told(Struct):
    table: _Table


_read = msgspec.json.Decoder(_Told).decode


class LoadTable:
    """One table with two players. Of several servers, they sit at different ones."""

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
        self._told: asyncio.Future[None] | None = None

    async def set_up(self) -> None:
        """Make the table, sit down, start, and watch."""
        host = await Requests.open(self._ports[0])
        self._requests = [host, await Requests.open(self._ports[1]) if self._watchers > 1 else host]
        spec = {"game": self._game, "seats": [{"kind": "here", "name": "Anna"}, {"kind": "open"}]}
        made = msgspec.json.decode(await host.post("/api/tables", msgspec.json.encode(spec)))
        self._path = f"/api/tables/{made['id']}"
        claimed = msgspec.json.decode(await self._requests[1].post(f"{self._path}/seats", b'{"name":"Ben"}'))
        self._tokens = [made["token"], claimed["token"]]
        for index in range(self._watchers):
            hear, token = self._hearer(index), self._tokens[index]
            stream = await Stream.open(self._ports[index], f"{self._path}/events", token, hear)
            self._streams.append(stream)
        await self._post(0, "start", b"{}")
        async with asyncio.timeout(_PATIENCE):
            while not self._latest or _read(self._latest).table.game is None:
                await asyncio.sleep(0.005)

    def _hearer(self, index: int) -> Callable[[int, bytes], None]:
        def hear(version: int, data: bytes) -> None:
            self._versions[index] = version
            self._latest = data
            if self._told is not None and not self._told.done() and min(self._versions) >= self._awaited:
                self._told.set_result(None)

        return hear

    async def _post(self, seat: int, what: str, body: bytes) -> None:
        await self._requests[seat].post(f"{self._path}/{what}", body, self._tokens[seat])

    async def _move(self, seat: int, body: bytes) -> None:
        """Move. A server may hang up on who was silent for long, just then: a move can be sent again, by its key."""
        try:
            await self._post(seat, "moves", body)
        except HungUpError:
            await self._post(seat, "moves", body)

    async def _until_told(self, version: int) -> None:
        """Wait until every watcher has been told of a version."""
        if min(self._versions) < version:
            self._awaited, self._told = version, asyncio.get_running_loop().create_future()
            async with asyncio.timeout(_PATIENCE):
                await self._told

    async def play(self) -> None:
        """Play game after game."""
        while True:
            table = _read(self._latest).table
            game = table.game
            assert game is not None
            if game.node == "over":
                for seat in (0, 1):
                    await self._post(seat, "rematch", b"{}")
                await self._until_told(table.version + 2)
                continue
            assert game.seat is not None
            body = b'{"version":%d,"key":"%s","number":""' % (game.moved, token_hex(8).encode())
            if game.node == "decide":
                body += b',"action":"%s"' % self._random.choice(game.actions).action.encode()
            sent = perf_counter()
            answered = asyncio.ensure_future(self._move(game.seat, body + b"}"))
            answered.add_done_callback(self._stop_if_refused)
            try:
                await self._until_told(table.version + 1)
                self.latencies.append(perf_counter() - sent)
            finally:
                await answered

    def _stop_if_refused(self, answered: asyncio.Future[None]) -> None:
        """Nobody is told of a move that was refused."""
        told = self._told
        if not answered.cancelled() and (error := answered.exception()) and told is not None and not told.done():
            told.set_exception(error)

    def hang_up(self) -> None:
        """Close every connection."""
        for connection in (*self._requests, *self._streams):
            connection.close()


async def set_up(tables: Sequence[LoadTable], at_once: int = AT_ONCE) -> None:
    """Set up tables, a few at a time."""
    for first in range(0, len(tables), at_once):
        await asyncio.gather(*(table.set_up() for table in tables[first : first + at_once]))
