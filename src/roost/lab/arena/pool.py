"""The chunks of a tournament in order, played in this process, by several processes, or on a cluster."""

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
"""Signals that ask a program to end. Where they reach all processes at once, the first process stops the others."""
_AHEAD = 4
"""Number of chunks handed out per process, so that no process is idle while a slow chunk is awaited."""


def chunks_from(
    first: int, tournament: Tournament, makers: Mapping[str, BotMaker], *, is_recorded: bool
) -> Generator[Chunk, None, None]:
    """Play the chunks from number ``first`` on in this process."""
    number = first
    while tournament.chunk(number):
        chunk = play_chunk(tournament, number, makers, is_recorded=is_recorded)
        assert chunk is not None  # it has no stop flag
        yield chunk
        number += 1


def chunks_in_processes(
    jobs: int, first: int, tournament: Tournament, makers: Mapping[str, BotMaker], *, is_recorded: bool
) -> Generator[Chunk, None, None]:
    """Play the same chunks in ``jobs`` processes and yield them in order. Close the iterator to stop them."""
    context = multiprocessing.get_context("spawn")
    stop = RawValue("b", False)  # without a lock, because a process killed while reading would never release it
    lifeline, lifeline_end = context.Pipe(duplex=False)
    work = _Work(tournament, dict(makers), is_recorded, stop, lifeline)
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_begin, initargs=(work,))
    waiting: deque[Future[Chunk | None]] = deque()
    number = first
    try:
        while True:
            with _signals_blocked():
                while len(waiting) < jobs * _AHEAD and tournament.chunk(number):
                    waiting.append(pool.submit(_play, number))
                    number += 1
            if not waiting:
                return
            chunk = waiting.popleft().result()
            assert chunk is not None  # the stop flag is not set yet
            yield chunk
    except BrokenProcessPool:
        lifeline_end.close()  # the pool awaits the other workers, which ignore its SIGTERM but exit at this
        why = "for lack of memory, or because it could not import one of the bots"
        raise RoostError(f"a process of the arena died, perhaps {why}") from None
    finally:
        stop.value = True
        pool.shutdown(cancel_futures=True)
        lifeline_end.close()
        lifeline.close()


def chunks_on_cluster(
    address: str, first: int, tournament: Tournament, makers: Mapping[str, BotMaker], *, is_recorded: bool
) -> Generator[Chunk, None, None]:
    """Play the same chunks on a Ray cluster and yield them in order. Close the iterator to stop it."""
    numbers = takewhile(tournament.chunk, count(first))
    with cluster(address) as ray:
        chunks = ray.answers(_play_on_cluster, (tournament, dict(makers), is_recorded), numbers)
        with closing(chunks):
            yield from chunks


def _play_on_cluster(work: tuple[Tournament, dict[str, BotMaker], bool], number: int) -> Chunk:
    tournament, makers, is_recorded = work
    chunk = play_chunk(tournament, number, makers, is_recorded=is_recorded)
    assert chunk is not None  # it has no stop flag
    return chunk


@contextmanager
def _signals_blocked() -> Iterator[None]:
    """Block the stop signals, so that processes started meanwhile never get one; this process gets it afterwards."""
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
    """Reading end of a pipe; only the first process holds the other end."""


_work: _Work | None = None


def _begin(work: _Work) -> None:
    global _work
    _work = work
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: None)  # not ignored, because the bots' programs would inherit that
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _STOPPING)
    threading.Thread(target=_exit_when_lifeline_closes, args=(work.lifeline,), daemon=True).start()


def _exit_when_lifeline_closes(lifeline: Connection) -> None:
    """End this process and its bots' programs when the arena's first process was killed or has lost another worker."""
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
