"""The past of a long table, asked for again and again: ``tests/play/attacks/history.py --changes 6000 --seconds 60``.

One client asks for parts of a long log, in sentences, forty times a second, and for the record of its games. Somebody
else plays meanwhile, and a friend keeps coming to that very table.
"""

from __future__ import annotations

import asyncio
import random
import sys
from collections import Counter
from functools import partial
from pathlib import Path
from time import perf_counter

import httpx

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))

from play.attacks.target import ATTACKER, FRIEND, Neighbour, Report, asking_from, run, target
from roost.core.state import Node
from roost.play.server.settings import Settings
from roost.play.server.storage.database import open_database, prepare
from roost.play.server.storage.store import Append, Creation, Store
from roost.play.table import commands
from roost.play.table.dealer import TableDealer
from roost.play.table.draft import Draft
from roost.play.table.spec import HereSeat, TableSpec
from roost.play.table.table import HOST

__all__ = ["attack", "long_table"]

_TABLE, _SECRET = "0" * 20, bytes(range(32))
_PER_SECOND = 40
_BETWEEN = 0.5
"""Seconds between two visits of the friend."""


def long_table(database: Path, changes: int, *, every: int = 200) -> str:
    """A table with a log of so many changes, as a server would have written it, and its id."""
    engine = open_database(Settings(database=str(database)).database_url)
    prepare(engine)
    store, dealer = Store(engine), TableDealer(_SECRET)
    spec = TableSpec("junior", (HereSeat("Anna"), HereSeat("Ben")))
    draft = commands.create(_TABLE, "LONGTABLE", spec, dealer, 1.0)
    appends = [Append(_TABLE, draft.change, status=draft.table.status, people=((HOST, bytes(32)),),
                      creation=Creation("LONGTABLE", "{}", _SECRET))]  # fmt: skip
    while draft.version < changes:
        draft = _next(draft, dealer)
        kept = draft.table if draft.version % every == 0 else None
        appends.append(Append(_TABLE, draft.change, status=draft.table.status, snapshot=kept))
    for first in range(0, len(appends), 500):
        store.write(appends[first : first + 500])
    store.close()
    return _TABLE


def _next(draft: Draft, dealer: TableDealer) -> Draft:
    table, play = draft.table, draft.table.play
    if play is None:
        return commands.start(table, HOST, None, dealer, draft.at + 1)
    if play.state.node is Node.OVER:
        return commands.rematch(table, HOST, None, dealer, draft.at + 1)
    if play.state.node is Node.ROLL:
        return commands.move(table, HOST, table.version, None, b"", dealer, draft.at + 1)
    action = str(play.state.actions()[0])
    return commands.move(table, HOST, table.version, action, None, dealer, draft.at + 1)


async def _ask(http: httpx.AsyncClient, path: str, answers: Counter[str]) -> None:
    try:
        answers[str((await http.get(path)).status_code)] += 1
    except httpx.TransportError:  # a connection that was idle for too long ends just when it is used again
        answers["hung up"] += 1


async def _asking(http: httpx.AsyncClient, table: str, changes: int, answers: Counter[str]) -> None:
    """Forty questions a second, whether they are answered or not."""
    chance, under_way = random.Random(1), set[asyncio.Task[None]]()
    while True:
        after = chance.randrange(max(1, changes - 500))
        path = f"/api/tables/{table}/changes?lang=en&after={after}"
        if chance.random() < 0.1:
            path = f"/api/tables/{table}/record?game=1"
        task = asyncio.create_task(_ask(http, path, answers))
        under_way.add(task)
        task.add_done_callback(under_way.discard)
        await asyncio.sleep(1 / _PER_SECOND)


async def _visiting(http: httpx.AsyncClient, table: str, waits: list[float]) -> None:
    """Come to the table: see it, and hear its first event."""
    while True:
        begun = perf_counter()
        (await http.get(f"/api/tables/{table}")).raise_for_status()
        async with http.stream("GET", f"/api/tables/{table}/events") as events:
            async for line in events.aiter_lines():
                if line.startswith("data:"):
                    break
        waits.append(perf_counter() - begun)
        await asyncio.sleep(_BETWEEN)


def _prepare(changes: int, database: Path) -> None:
    long_table(database, changes)


async def attack(changes: int, seconds: float) -> Report:
    """Ask for so long about a table of so many changes."""
    answers: Counter[str] = Counter()
    waits: list[float] = []
    async with (
        target(partial(_prepare, changes)) as server,
        Neighbour(server.url) as neighbour,
        asking_from(ATTACKER, base_url=server.url, timeout=60.0) as attacker,
        asking_from(FRIEND, base_url=server.url, timeout=60.0) as friend,
    ):
        await neighbour.settle(min(5.0, seconds / 3))
        tasks = [
            asyncio.create_task(_asking(attacker, _TABLE, changes, answers)),
            asyncio.create_task(_visiting(friend, _TABLE, waits)),
        ]
        await neighbour.play_on(seconds, lambda: answers and waits)
        told = neighbour.told(server, answers, waits)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return told


if __name__ == "__main__":
    run(attack, "The past of a table of {changes} changes", changes=6000)
