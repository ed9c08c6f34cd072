"""Play the chunks of a tournament in order: in this process, in several processes, or on a cluster."""

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
"""Signals that ask a program to end. If all processes receive one at once, only the main process acts on it and stops
the others."""
_AHEAD = 4
"""Number of chunks queued per process, so that no process is idle while the main process waits for a slow chunk."""


def chunks_from(
    first: int, tournament: Tournament, makers: Mapping[str, BotMaker], *, is_recorded: bool
) -> Generator[Chunk, None, None]:
    """Play the chunks from number ``first`` on in this process."""
    for number in takewhile(tournament.chunk, count(first)):
        yield _play_whole((tournament, makers, is_recorded), number)


def chunks_in_processes(
    jobs: int, first: int, tournament: Tournament, makers: Mapping[str, BotMaker], *, is_recorded: bool
) -> Generator[Chunk, None, None]:
    """Play the chunks in ``jobs`` processes and yield them in order, starting with chunk ``first``.

    Close the iterator to stop the processes.
    """
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
            assert chunk is not None  # None is returned only once the stop flag is set
            yield chunk
    except BrokenProcessPool:
        lifeline_end.close()  # the remaining workers ignore the pool's SIGTERM but exit when this pipe closes
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
    """Play the chunks on a Ray cluster and yield them in order, starting with chunk ``first``.

    Close the iterator to stop the work.
    """
    numbers = takewhile(tournament.chunk, count(first))
    with cluster(address) as ray:
        chunks = ray.answers(_play_whole, (tournament, dict(makers), is_recorded), numbers)
        with closing(chunks):
            yield from chunks


def _play_whole(work: tuple[Tournament, Mapping[str, BotMaker], bool], number: int) -> Chunk:
    tournament, makers, is_recorded = work
    chunk = play_chunk(tournament, number, makers, is_recorded=is_recorded)
    assert chunk is not None  # None is returned only if a chunk is stopped, and nothing stops this one
    return chunk


@contextmanager
def _signals_blocked() -> Iterator[None]:
    """Block the stop signals, so that processes started meanwhile never get them.

    This process gets the signals that arrived as soon as they are unblocked.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _STOPPING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@dataclass
class _Work:
    tournament: Tournament
    makers: dict[str, BotMaker]
    is_recorded: bool
    stop: Any
    """A stop flag in memory that all processes share."""
    lifeline: Connection
    """Reading end of a pipe whose other end only the main process holds."""


_work: _Work | None = None


def _begin(work: _Work) -> None:
    global _work
    _work = work
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: None)  # not ignored, because programs that bots start would inherit that
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _STOPPING)
    threading.Thread(target=_exit_when_lifeline_closes, args=(work.lifeline,), daemon=True).start()


def _exit_when_lifeline_closes(lifeline: Connection) -> None:
    """End this process and its bots' programs if the main process was killed or has lost another worker."""
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
