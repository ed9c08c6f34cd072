"""Threads in which bots think: of lower priority than those who serve people, and given up if a bot hangs.

A thread cannot be ended from outside. One whose bot does not come back is left to itself, and another takes its place.
"""

import asyncio
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, TypeVar

_LOWER = 10
"""By how much the system prefers others to a bot."""
_T = TypeVar("_T")
_Job = tuple[Callable[[], Any], Future[Any]]


def give_way() -> None:
    """Let the system prefer others to this thread, where threads have a priority of their own."""
    if sys.platform == "linux":  # elsewhere the number of a thread may be that of a process
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _LOWER)


class _Thread:
    """A thread that does one thing after another. The end of the process does not wait for it."""

    def __init__(self) -> None:
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        threading.Thread(target=self._work, name="roost-bot", daemon=True).start()

    def do(self, work: Callable[[], _T]) -> Future[_T]:
        done: Future[_T] = Future()
        self._jobs.put((work, done))
        return done

    def end(self) -> None:
        """Do nothing more, once what is under way is done."""
        self._jobs.put(None)

    def _work(self) -> None:
        give_way()
        while (job := self._jobs.get()) is not None:
            work, done = job
            with suppress(InvalidStateError):  # nobody waits for it any more
                try:
                    done.set_result(work())
                except Exception as error:
                    done.set_exception(error)


class Thinkers:
    """So many threads, made when they are needed."""

    def __init__(self, count: int, seconds: float) -> None:
        self._seconds = seconds
        self._turns = asyncio.Semaphore(count)
        self._idle: list[_Thread] = []

    async def think(self, work: Callable[[], _T]) -> _T:
        """The result of some work. Raises :class:`TimeoutError` if it does not come to an end."""
        async with self._turns:
            thread = self._idle.pop() if self._idle else _Thread()
            done = asyncio.wrap_future(thread.do(work))
            try:
                await asyncio.wait({done}, timeout=self._seconds)
            finally:
                if done.done():
                    self._idle.append(thread)
                else:
                    done.cancel()
                    thread.end()
            if done.cancelled():
                raise TimeoutError
            return done.result()

    def close(self) -> None:
        """Let the threads end."""
        while self._idle:
            self._idle.pop().end()
