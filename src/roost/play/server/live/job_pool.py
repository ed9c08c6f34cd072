"""A job pool that reads whole games and draws pictures outside the event loop.

A few jobs run at once, at most one for each client. Players never wait while games are read, and no reader waits
behind the many requests of another client. A request that would wait too long is refused, with a time to retry.
"""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import asynccontextmanager
from functools import partial
from math import inf
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from roost.core.cancellation import cancelled_by
from roost.play.server.live.answers import CLIENT
from roost.play.server.live.platform import Pool
from roost.play.table.refusals import Refusal, RefusedError

_MOST_WAITING = 100
"""Maximum number of waiting requests in total."""
_MOST_OF_CLIENT = 20
"""Maximum number of waiting requests per client; one client may be a whole school."""
_PATIENCE = 10.0
"""Maximum time that a request may wait, in seconds."""
_RETRY_AFTER = 5
"""Seconds after which a refused client may try again."""
_MOST_CACHED = 1000
"""Maximum number of cached results. Most are small; the largest, a drawn strategy card, takes up to 70 kilobytes."""

_T = TypeVar("_T")


class _ClientTurn:
    """A lock that gives a client's requests their turns, and the number of requests that wait for it."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.waiting = 0


class JobPool:
    """Runs jobs that take more than a moment."""

    def __init__(self, pool: Pool, seconds: float = inf) -> None:
        self._pool = pool
        self._seconds = seconds
        """Maximum CPU time for one job, in seconds."""
        self._turns: WeakValueDictionary[str, _ClientTurn] = WeakValueDictionary()
        self._waiting = 0
        self._cached: OrderedDict[Hashable, asyncio.Task[Any]] = OrderedDict()

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for the requesting client's turn and hold it. Meanwhile, no other job of this client runs."""
        turn = self._turns.setdefault(CLIENT.get(), _ClientTurn())
        if turn.waiting >= _MOST_OF_CLIENT or self._waiting >= _MOST_WAITING:
            raise _busy()
        turn.waiting += 1
        self._waiting += 1
        try:
            async with asyncio.timeout(_PATIENCE):
                await turn.lock.acquire()
        except TimeoutError:
            raise _busy() from None
        finally:
            turn.waiting -= 1
            self._waiting -= 1
        try:
            yield
        finally:
            turn.lock.release()

    async def do(self, work: Callable[[], _T]) -> _T:
        """Run a job once it is the client's turn."""
        async with self.turn():
            return await self.do_next(work)

    async def do_next(self, work: Callable[[], _T]) -> _T:
        """Run a job within :meth:`turn`. If the client disconnects, it keeps its turn until the job is done."""
        job = self._pool.run(partial(self._bounded, work))
        try:
            return await asyncio.shield(job)
        except asyncio.CancelledError:
            await asyncio.wait({job})
            raise

    async def once(self, key: Hashable, make: Callable[[], _T]) -> _T:
        """Return the cached result for a key. If there is none, compute it with ``make``, once for all requests."""
        task: asyncio.Task[_T] | None = self._cached.get(key)
        if task is None:
            task = self._cached[key] = asyncio.create_task(self.do(make))
            task.add_done_callback(lambda done: self._on_done(key, done))
        self._cached.move_to_end(key)
        return await asyncio.shield(task)

    def _on_done(self, key: Hashable, task: asyncio.Task[Any]) -> None:
        """Evict the oldest result if the cache is full. Evict a failed result at once, so that it is tried again."""
        if task.cancelled() or task.exception() is not None:
            self._cached.pop(key, None)
        elif len(self._cached) > _MOST_CACHED:
            self._cached.popitem(last=False)

    def _bounded(self, work: Callable[[], _T]) -> _T:
        deadline = self._pool.clock() + self._seconds

        def check() -> None:
            if self._pool.clock() > deadline:
                message = f"This takes more than {self._seconds:g} seconds of work, so it was stopped."
                raise RefusedError(Refusal.NOT_NOW, message)

        with cancelled_by(check):
            return work()

    def close(self) -> None:
        self._pool.close()


def _busy() -> RefusedError:
    message = f"The server is busy: try again in {_RETRY_AFTER} seconds."
    return RefusedError(Refusal.UNAVAILABLE, message, retry_after=_RETRY_AFTER)
