"""The desk where whole games are read and pictures are drawn: beside the event loop, a few at once, of each client one.

Whoever plays need not wait for those who read, and nobody who reads waits behind all that somebody else wants to read.
Who would wait for too long is asked to come back.
"""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from math import inf
from time import thread_time
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from roost.core.cancellation import cancelled_by
from roost.play.server.live.answers import CLIENT
from roost.play.table.refusals import Kind, RefusedError

_MOST_WAITING = 100
"""The number that may wait in all."""
_MOST_OF_CLIENT = 20
"""The number that may wait of one client, which may be a school."""
_PATIENCE = 10.0
"""Seconds that they wait."""
_COME_BACK = 5
"""Seconds after which somebody is asked to come back."""
_MOST_KEPT = 1000
"""Things that are kept once they are made. Most are small; a drawn card, the largest, has up to 70 kilobytes."""

_T = TypeVar("_T")


class _Turn:
    """The turn of one client."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.waiting = 0


class Desk:
    """A few threads for what takes more than a moment."""

    def __init__(self, threads: int, seconds: float = inf) -> None:
        self._threads = ThreadPoolExecutor(threads, "roost-desk")
        self._seconds = seconds
        """The seconds that one piece of work may take, counted in the time that its thread really worked."""
        self._turns: WeakValueDictionary[str, _Turn] = WeakValueDictionary()
        self._waiting = 0
        self._kept: OrderedDict[Hashable, asyncio.Task[Any]] = OrderedDict()

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """The turn of the client that asks, as long as it lasts: nothing else is done for that client meanwhile."""
        own = self._turns.setdefault(CLIENT.get(), _Turn())
        if own.waiting >= _MOST_OF_CLIENT or self._waiting >= _MOST_WAITING:
            raise _busy()
        own.waiting += 1
        self._waiting += 1
        try:
            async with asyncio.timeout(_PATIENCE):
                await own.lock.acquire()
        except TimeoutError:
            raise _busy() from None
        finally:
            own.waiting -= 1
            self._waiting -= 1
        try:
            yield
        finally:
            own.lock.release()

    async def do(self, work: Callable[[], _T]) -> _T:
        """Do some work when it is the client's turn."""
        async with self.turn():
            return await self.do_next(work)

    async def do_next(self, work: Callable[[], _T]) -> _T:
        """The same, for a client whose turn it is. Who goes away keeps their turn until it is done."""
        doing = asyncio.get_running_loop().run_in_executor(self._threads, self._bounded, work)
        try:
            return await asyncio.shield(doing)
        except asyncio.CancelledError:
            await asyncio.wait({doing})
            raise

    async def once(self, key: Hashable, make: Callable[[], _T]) -> _T:
        """Make something once and keep it: the same for all who ask for it."""
        task: asyncio.Task[_T] | None = self._kept.get(key)
        if task is None:
            task = self._kept[key] = asyncio.create_task(self.do(make))
            task.add_done_callback(lambda done: self._made(key, done))
        self._kept.move_to_end(key)
        return await asyncio.shield(task)

    def _made(self, key: Hashable, task: asyncio.Task[Any]) -> None:
        """Keep what was made, unless it failed: then it is tried again."""
        if task.cancelled() or task.exception() is not None:
            self._kept.pop(key, None)
        elif len(self._kept) > _MOST_KEPT:
            self._kept.popitem(last=False)

    def _bounded(self, work: Callable[[], _T]) -> _T:
        until = thread_time() + self._seconds

        def check() -> None:
            if thread_time() > until:
                message = f"This takes more than {self._seconds:g} seconds of work: it is not answered here."
                raise RefusedError(Kind.NOT_NOW, message)

        with cancelled_by(check):
            return work()

    def close(self) -> None:
        """Begin nothing more."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def _busy() -> RefusedError:
    message = f"Others are being answered first: try again in {_COME_BACK} seconds."
    return RefusedError(Kind.UNAVAILABLE, message, retry_after=_COME_BACK)
