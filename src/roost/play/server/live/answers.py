"""Slow answers: a request waits only a moment, then gets a 202 that asks the client to repeat it.

The first odds of a fresh installation need a compiler, and a review evaluates thousands of positions. No request waits
for these. The work continues in the background, and a client that asks again gets the result.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable
from contextvars import ContextVar
from functools import partial
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any, Generic, TypeVar
from weakref import WeakValueDictionary

from msgspec import Struct

from roost.core.cancellation import cancelled_by
from roost.core.errors import BeingLearntError
from roost.play.server.live.platform import Platform
from roost.play.table.refusals import Refusal, RefusedError

if TYPE_CHECKING:
    from roost.study.review.warm_up import Kernels

_PATIENCE = 0.3
"""Seconds that a request waits for its answer before it gets a 202."""
_MOST_WAITING = 50
"""Maximum number of answers in progress; further questions are refused."""
_MOST_CACHED = 50
"""Maximum number of cached answers, kept for clients whose first request got a 202."""
_WANTED = 5.0
"""Seconds without a repeated request after which the work on an answer is abandoned."""
_MOST_CLIENTS = 10_000

_Answer = TypeVar("_Answer")

CLIENT: ContextVar[str] = ContextVar("client", default="")
"""Network address of the client whose request is being handled."""


class Pending(Struct, frozen=True):
    """Response for an answer in progress: the client should ask again in a moment."""

    status: str = "working"


class NotWantedError(Exception):
    """Raised to stop work on an answer for which no client waits any more."""


class Answers(Generic[_Answer]):
    """Computes each answer only once for all requests that ask for it at the same time."""

    def __init__(self, *, most_cached: int = 0) -> None:
        self._most_cached = most_cached
        self._tasks: dict[Hashable, asyncio.Task[_Answer]] = {}
        self._missed: set[Hashable] = set()
        """Questions whose clients received a 202 and will ask again."""

    async def ask(self, key: Hashable, make: Callable[[], Coroutine[Any, Any, _Answer]]) -> _Answer | None:
        """Return the answer to a question, or None if it takes long.

        The answer is computed by ``make``, unless an earlier request has already started that.
        """
        task = self._tasks.get(key) or self._start(key, make)
        await asyncio.wait({task}, timeout=_PATIENCE)
        if task.done():
            return task.result()
        self._missed.add(key)
        return None

    def _start(self, key: Hashable, make: Callable[[], Coroutine[Any, Any, _Answer]]) -> asyncio.Task[_Answer]:
        if sum(not task.done() for task in self._tasks.values()) >= _MOST_WAITING:
            message = "Too many such requests are in progress; try again."
            raise RefusedError(Refusal.UNAVAILABLE, message, retry_after=5)
        task = self._tasks[key] = asyncio.create_task(make())
        task.add_done_callback(lambda done: self._on_done(key, done))
        return task

    def _on_done(self, key: Hashable, task: asyncio.Task[_Answer]) -> None:
        """Cache a successful answer if a client will request it again."""
        is_missed = key in self._missed
        self._missed.discard(key)
        if task.cancelled() or task.exception() is not None or not is_missed or self._most_cached == 0:
            del self._tasks[key]
            return
        finished = [key for key, task in self._tasks.items() if task.done()]
        for oldest in finished[: -self._most_cached]:
            del self._tasks[oldest]

    async def close(self) -> None:
        """Cancel all work in progress."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class Calculator:
    """Calculates answers with compiled code, in its own thread pool, so that other work need not wait."""

    def __init__(self, platform: Platform, workers: int, seconds: float = inf) -> None:
        self._platform = platform
        self._seconds = seconds
        """Maximum CPU time for one answer, in seconds."""
        self._answers: Answers[Any] = Answers(most_cached=_MOST_CACHED)
        self._turns = asyncio.Semaphore(workers)
        self._asked: dict[Hashable, float] = {}
        """Time of the latest request for each question that is in progress."""
        self._started: set[Hashable] = set()
        """Questions whose calculation has started."""
        self._question_of: OrderedDict[str, Hashable] = OrderedDict()
        """The latest question of each client."""
        self._client_locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """A lock for each client, so that only one of its questions is calculated at a time."""
        self.pool = platform.pool("roost-calculator", workers, gives_way=True)

    async def ask(self, key: Hashable, kernels: "Kernels", work: Callable[[], _Answer]) -> _Answer | None:
        """Return the result of ``work``; None if it takes long or its kernels are still being compiled.

        For each client, at most one question is calculated and one waits. A newer question replaces the waiting one. A
        question without a recent request is not started, or is abandoned. A calculation that exceeds its time limit is
        refused.
        """
        client = CLIENT.get()
        previous = self._question_of.get(client, key)
        if client and previous != key and previous not in self._started:  # once started, its answer may be shared
            self._asked.pop(previous, None)
        self._asked[key] = monotonic()
        self._question_of[client] = key
        self._question_of.move_to_end(client)
        if len(self._question_of) > _MOST_CLIENTS:
            self._question_of.popitem(last=False)

        client_lock = self._client_locks.setdefault(client, asyncio.Lock()) if client else asyncio.Lock()

        async def make() -> _Answer:
            try:
                await self._platform.compiled(kernels)
                async with client_lock, self._turns:
                    self._check_wanted(key)
                    self._started.add(key)
                    return await self.pool.run(partial(self._work, key, work))
            finally:
                self._asked.pop(key, None)
                self._started.discard(key)

        try:
            result: _Answer | None = await self._answers.ask(key, make)
        except NotWantedError:  # a newer question replaced this one; a client that still wants the answer asks again
            return None
        except BeingLearntError:  # another process is still learning the model
            return None
        if result is not None:
            self._asked.pop(key, None)
        return result

    def _work(self, key: Hashable, work: Callable[[], _Answer]) -> _Answer:
        deadline = self.pool.clock() + self._seconds

        def check() -> None:
            if self.pool.is_beside:  # otherwise no client could ask again, so its silence means nothing
                self._check_wanted(key)
            if self.pool.clock() > deadline:
                message = f"This takes more than {self._seconds:g} seconds of work, so it was stopped."
                raise RefusedError(Refusal.NOT_NOW, message)

        with cancelled_by(check):
            return work()

    def _check_wanted(self, key: Hashable) -> None:
        """Raise :class:`NotWantedError` if a question has no recent request."""
        if monotonic() - self._asked.get(key, -_WANTED) >= _WANTED:
            raise NotWantedError

    async def close(self) -> None:
        self.pool.close()
        await self._answers.close()
