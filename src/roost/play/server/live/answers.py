"""Answers that may take a while: the client waits a moment, and is then told to ask again.

The first odds of a fresh installation need a compiler, a review needs thousands of positions. No request waits for
them. The work goes on, and a client that asks again gets it.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from math import inf
from time import monotonic, thread_time
from typing import Any, Generic, TypeVar
from weakref import WeakValueDictionary

from msgspec import Struct

from roost.core.cancellation import cancelled_by
from roost.core.errors import BeingLearntError
from roost.play.server.live.bot_threads import give_way
from roost.play.table.refusals import Kind, RefusedError
from roost.study.review.warm_up import Kernels, is_being_compiled

_PATIENCE = 0.3
"""Seconds that a request waits for its answer."""
_MOST_WAITING = 50
"""Answers that may be under way; who asks for one more is asked to come back."""
_MOST_KEPT = 50
"""Late answers that wait to be asked for again."""
_WANTED = 5.0
"""Seconds after which a question that was not asked again is wanted by nobody."""
_MOST_CLIENTS = 10_000
_LOOK_EVERY = 0.1
"""Seconds between looking whether the compiler is done."""

_Answer = TypeVar("_Answer")

CLIENT: ContextVar[str] = ContextVar("client", default="")
"""The client that asks."""


class Pending(Struct, frozen=True):
    """The answer is being made: ask again in a moment."""

    status: str = "working"


class NotWantedError(Exception):
    """Nobody waits for this answer any more."""


class Answers(Generic[_Answer]):
    """Makes each answer once for all who ask for it at the same time."""

    def __init__(self, *, most_kept: int = 0) -> None:
        self._most_kept = most_kept
        self._tasks: dict[Hashable, asyncio.Task[_Answer]] = {}
        self._missed: set[Hashable] = set()
        """The questions that somebody was told to ask again."""

    async def ask(self, key: Hashable, make: Callable[[], Coroutine[Any, Any, _Answer]]) -> _Answer | None:
        """The answer to a question, made by ``make`` unless that is under way; nothing yet if it takes long."""
        task = self._tasks.get(key) or self._begin(key, make)
        await asyncio.wait({task}, timeout=_PATIENCE)
        if task.done():
            return task.result()
        self._missed.add(key)
        return None

    def _begin(self, key: Hashable, make: Callable[[], Coroutine[Any, Any, _Answer]]) -> asyncio.Task[_Answer]:
        if sum(not task.done() for task in self._tasks.values()) >= _MOST_WAITING:
            message = "Too many such questions are being answered; try again."
            raise RefusedError(Kind.UNAVAILABLE, message, retry_after=5)
        task = self._tasks[key] = asyncio.create_task(make())
        task.add_done_callback(lambda done: self._done(key, done))
        return task

    def _done(self, key: Hashable, task: asyncio.Task[_Answer]) -> None:
        """Keep what somebody was told to ask again for, unless it failed: then it is tried again."""
        is_missed = key in self._missed
        self._missed.discard(key)
        if task.cancelled() or task.exception() is not None or not is_missed or self._most_kept == 0:
            del self._tasks[key]
            return
        finished = [key for key, task in self._tasks.items() if task.done()]
        for oldest in finished[: -self._most_kept]:
            del self._tasks[oldest]

    async def close(self) -> None:
        """Give up what is being made."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def compiled(kernels: Kernels) -> None:
    """Wait for a process that compiles these beside the server, if there is one: to do it here as well is a waste."""
    while is_being_compiled(kernels):
        await asyncio.sleep(_LOOK_EVERY)


class Calculator:
    """Answers that compiled code calculates, in threads of its own: nothing else waits for one of them."""

    def __init__(self, threads: int, seconds: float = inf) -> None:
        self._seconds = seconds
        """The seconds that one answer may take, counted in the time that its thread really worked."""
        self._answers: Answers[Any] = Answers(most_kept=_MOST_KEPT)
        self._turns = asyncio.Semaphore(threads)
        self._asked: dict[Hashable, float] = {}
        """The time when each question under way was asked last."""
        self._begun: set[Hashable] = set()
        """The questions that have had their turn."""
        self._of_client: OrderedDict[str, Hashable] = OrderedDict()
        """The latest question of each client."""
        self._own_turn: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """Of each client one question is answered at a time."""
        self.threads = ThreadPoolExecutor(threads, "roost-calculator", give_way)

    async def ask(self, key: Hashable, kernels: Kernels, work: Callable[[], _Answer]) -> _Answer | None:
        """Ask for the result of ``work``; nothing yet, if it takes long or what it needs is still being compiled.

        Of a client one question is answered at a time and one waits for its turn: the next one takes the place of that.
        What nobody has asked for lately is not begun, and what is under way is given up then, or when it has taken too
        long.
        """
        client = CLIENT.get()
        before = self._of_client.get(client, key)
        if client and before != key and before not in self._begun:  # what is begun may be somebody else's question too
            self._asked.pop(before, None)
        self._asked[key] = monotonic()
        self._of_client[client] = key
        self._of_client.move_to_end(client)
        if len(self._of_client) > _MOST_CLIENTS:
            self._of_client.popitem(last=False)

        own_turn = self._own_turn.setdefault(client, asyncio.Lock()) if client else asyncio.Lock()

        async def make() -> _Answer:
            try:
                await compiled(kernels)
                async with own_turn, self._turns:
                    self._check_wanted(key)
                    self._begun.add(key)
                    return await asyncio.get_running_loop().run_in_executor(self.threads, self._work, key, work)
            finally:
                self._asked.pop(key, None)
                self._begun.discard(key)

        try:
            found: _Answer | None = await self._answers.ask(key, make)
        except NotWantedError:  # another question took its place; a client that still wants this one asks again
            return None
        except BeingLearntError:  # by a process beside the server
            return None
        if found is not None:
            self._asked.pop(key, None)
        return found

    def _work(self, key: Hashable, work: Callable[[], _Answer]) -> _Answer:
        until = thread_time() + self._seconds

        def check() -> None:
            self._check_wanted(key)
            if thread_time() > until:
                message = f"This takes more than {self._seconds:g} seconds of work: it is not answered here."
                raise RefusedError(Kind.NOT_NOW, message)

        with cancelled_by(check):
            return work()

    def _check_wanted(self, key: Hashable) -> None:
        """Give up what nobody has asked for lately."""
        if monotonic() - self._asked.get(key, -_WANTED) >= _WANTED:
            raise NotWantedError

    async def close(self) -> None:
        """Give up what is being calculated."""
        self.threads.shutdown(wait=False, cancel_futures=True)
        await self._answers.close()
