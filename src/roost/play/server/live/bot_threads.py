"""Threads in which bots choose. They have lower priority than the threads that serve people.

A thread cannot be stopped from outside. If a bot hangs, its thread is abandoned and a new one replaces it.
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

from roost.play.server.live.platform import BotInstances

_LOWER = 10
"""Nice value of threads in which bots choose."""
_T = TypeVar("_T")
_Job = tuple[Callable[[BotInstances], Any], Future[Any]]


def give_way() -> None:
    """Lower the priority of this thread, if the system has thread priorities."""
    if sys.platform == "linux":  # on other systems, the thread id may be a process id
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _LOWER)


class _Thread:
    """A thread that works through a queue of jobs. The process can exit while the thread is running."""

    def __init__(self) -> None:
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._bots: BotInstances = {}
        threading.Thread(target=self._work, name="roost-bot", daemon=True).start()

    def do(self, work: Callable[[BotInstances], _T]) -> Future[_T]:
        future: Future[_T] = Future()
        self._jobs.put((work, future))
        return future

    def end(self) -> None:
        """End the thread once its queued jobs are done."""
        self._jobs.put(None)

    def _work(self) -> None:
        give_way()
        while (job := self._jobs.get()) is not None:
            work, future = job
            with suppress(InvalidStateError):  # the future was cancelled by a timeout
                try:
                    future.set_result(work(self._bots))
                except Exception as error:
                    future.set_exception(error)


class BotThreads:
    """Runs bots in up to ``count`` threads, which are created on demand."""

    def __init__(self, count: int, seconds: float) -> None:
        self._seconds = seconds
        self._turns = asyncio.Semaphore(count)
        self._idle: list[_Thread] = []

    async def think(self, work: Callable[[BotInstances], _T]) -> _T:
        """Run some work and return its result. Raises :class:`TimeoutError` if the work does not finish in time."""
        async with self._turns:
            thread = self._idle.pop() if self._idle else _Thread()
            future = asyncio.wrap_future(thread.do(work))
            try:
                await asyncio.wait({future}, timeout=self._seconds)
            finally:
                if future.done():
                    self._idle.append(thread)
                else:
                    future.cancel()
                    thread.end()
            if future.cancelled():
                raise TimeoutError
            return future.result()

    def close(self) -> None:
        while self._idle:
            self._idle.pop().end()
