"""A process that plays at some of the tables of a measurement. One alone could not keep several servers busy.

``python bench/load_player.py JSON`` sets up its tables and prints a line; when it reads one, it plays, and prints the
seconds that each move took.
"""

import asyncio
import sys
from collections.abc import Coroutine
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from load_table import LoadTable, set_up
from roost.core.errors import RoostError

WARM_UP = 1.0
"""Seconds of play before anything is measured."""
_T = TypeVar("_T")


class Task(Struct):
    """The share of the load that one process plays."""

    ports: list[int]
    game: str
    seeds: list[int]
    seconds: float
    at_once: int
    """Tables that it sets up at the same time."""


def run_loop(work: Coroutine[Any, Any, _T]) -> _T:
    """Run on the fastest event loop there is, so that the load weighs little beside what it measures."""
    try:
        import uvloop
    except ImportError:
        return asyncio.run(work)
    return uvloop.run(work)


async def start(task: Task) -> asyncio.subprocess.Process:
    """A process that has set up its tables, and plays when it is sent a line."""
    command = [sys.executable, __file__, msgspec.json.encode(task).decode()]
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)
    assert process.stdout is not None
    if not await process.stdout.readline():
        raise RoostError("the tables could not be set up; what was wrong stands above")
    return process


async def _play(task: Task) -> list[float]:
    tables = [LoadTable(task.ports, task.game, seed) for seed in task.seeds]
    await set_up(tables, task.at_once)
    print("ready", flush=True)
    if not await asyncio.to_thread(sys.stdin.readline):
        return []
    playing = [asyncio.create_task(table.play()) for table in tables]
    await asyncio.sleep(WARM_UP)
    for table in tables:
        table.latencies.clear()
    done, _ = await asyncio.wait(playing, timeout=task.seconds, return_when=asyncio.FIRST_COMPLETED)
    for stopped in done:  # a player stops only because something went wrong
        stopped.result()
    latencies = [latency for table in tables for latency in table.latencies]
    for one in playing:
        one.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    for table in tables:
        table.hang_up()
    return latencies


if __name__ == "__main__":
    try:
        print(msgspec.json.encode(run_loop(_play(msgspec.json.decode(sys.argv[1], type=Task)))).decode())
    except RoostError as why:
        sys.exit(str(why))
