"""Chunks of a tournament, one after another: played here, by several processes at once, or by a cluster."""

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Generator, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from itertools import count, takewhile
from multiprocessing.connection import Connection
from multiprocessing.sharedctypes import RawValue
from typing import Any

from roost.core.errors import RoostError
from roost.lab.arena.chunk import BotMaker, Chunk, play_chunk
from roost.lab.arena.tournament import Tournament
from roost.lab.cluster import cluster
from roost.study.bots import external

_STOPPING = {signal.SIGINT, signal.SIGTERM}
"""The signals that ask a program to end. Where they reach all processes at once, the first one stops the others."""
_AHEAD = 4
"""How many chunks are handed out for each process, so that none is idle while a slow chunk is waited for."""


def chunks_from(
    first: int, tournament: Tournament, makers: Mapping[str, BotMaker], *, is_recorded: bool
) -> Generator[Chunk, None, None]:
    """The chunks from number ``first`` on, played in this process."""
    number = first
    while tournament.chunk(number):
        chunk = play_chunk(tournament, number, makers, is_recorded=is_recorded)
        assert chunk is not None  # nobody could stop it
        yield chunk
        number += 1


def chunks_in_processes(
    jobs: int, first: int, tournament: Tournament, makers: Mapping[str, BotMaker], *, is_recorded: bool
) -> Generator[Chunk, None, None]:
    """The same chunks in the same order, played by ``jobs`` processes. Close the iterator to stop them."""
    context = multiprocessing.get_context("spawn")
    stop = RawValue("b", False)  # without a lock: a process that is killed while it looks would take it along
    lifeline, held = context.Pipe(duplex=False)
    work = _Work(tournament, dict(makers), is_recorded, stop, lifeline)
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_begin, initargs=(work,))
    waiting: deque[Future[Chunk | None]] = deque()
    number = first
    try:
        while True:
            with _signals_held_back():
                while len(waiting) < jobs * _AHEAD and tournament.chunk(number):
                    waiting.append(pool.submit(_play, number))
                    number += 1
            if not waiting:
                return
            chunk = waiting.popleft().result()
            assert chunk is not None  # nobody has stopped it yet
            yield chunk
    except BrokenProcessPool:
        held.close()  # the pool waits for the others, which do not listen to its SIGTERM, but leave when this is closed
        why = "for want of memory, or because it could not import one of the bots"
        raise RoostError(f"a process of the arena died, perhaps {why}") from None
    finally:
        stop.value = True
        pool.shutdown(cancel_futures=True)
        held.close()
        lifeline.close()


def chunks_on_cluster(
    address: str, first: int, tournament: Tournament, makers: Mapping[str, BotMaker], *, is_recorded: bool
) -> Generator[Chunk, None, None]:
    """The same chunks in the same order, played by a Ray cluster. Close the iterator to stop it."""
    numbers = takewhile(tournament.chunk, count(first))
    with cluster(address) as connected:
        answers = connected.answers(_play_elsewhere, (tournament, dict(makers), is_recorded), numbers)
        with closing(answers):
            yield from answers


def _play_elsewhere(work: tuple[Tournament, dict[str, BotMaker], bool], number: int) -> Chunk:
    tournament, makers, is_recorded = work
    chunk = play_chunk(tournament, number, makers, is_recorded=is_recorded)
    assert chunk is not None  # nobody could stop it
    return chunk


@contextmanager
def _signals_held_back() -> Iterator[None]:
    """Processes that are started here get no signal to stop, from their first instruction on; ours comes afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _STOPPING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# -- inside a process of the pool ------------------------------------------------------------------------------------


@dataclass
class _Work:
    tournament: Tournament
    makers: dict[str, BotMaker]
    is_recorded: bool
    stop: Any
    """A flag in memory that all processes share."""
    lifeline: Connection
    """Its other end is held by the first process, and by no other."""


_work: _Work | None = None


def _begin(work: _Work) -> None:
    global _work
    _work = work
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: None)  # and not ignored, because the bots' programs would ignore it too
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _STOPPING)
    threading.Thread(target=_leave_when_let_go, args=(work.lifeline,), daemon=True).start()


def _leave_when_let_go(lifeline: Connection) -> None:
    """End this process and its bots' programs when the arena's first process was killed, or has lost another one."""
    with suppress(EOFError):
        lifeline.recv()
    external.end_all()
    os._exit(1)


def _play(number: int) -> Chunk | None:
    work = _work
    assert work is not None
    return play_chunk(
        work.tournament, number, work.makers, is_recorded=work.is_recorded, is_stopped=lambda: bool(work.stop.value)
    )
