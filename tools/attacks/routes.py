"""Attack every route in turn with its costliest requests.

For each route of ``tests/play/server/route_table.py`` a new client sends its costliest known request, several at once
and much more often than the limits allow. The clients that attack the start and rematch routes create tables of bots,
so that games really begin. Meanwhile another client plays normally. A third client, the friend, reads a long table's
history in sentences, a game record and the table itself.
"""

import asyncio
from collections import Counter
from contextlib import suppress
from functools import partial
from itertools import count
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import httpx

from attacks.target import FRIEND, Neighbour, Report, Target, asking_from, percentile, target
from play.server.long_history import TABLE, TOKEN, long_table, many_results
from play.server.route_table import ROUTES, Row

_RESULTS = 40
"""Number of players who have already taken the challenge."""
_AT_ONCE = 10
_PAUSE = 0.1
"""Seconds between two requests from each task: a hundred requests a second in total, where forty are allowed."""
_BETWEEN = 0.5
"""Seconds between two of the friend's reads."""
_SETTLING = 20.0
"""Seconds before the attack begins, so that the server can load its models."""
_REPORTED = 3
"""Number of worst routes that the report lists."""
_AUTHORIZED = {"authorization": f"Bearer {TOKEN}"}
_OWN_TABLE = {"game": "junior", "seats": [{"kind": "bot", "bot": "chick"}, {"kind": "bot", "bot": "chick"}]}


class _Waits(NamedTuple):
    """Seconds that other clients waited while one route was attacked."""

    moves: list[float]
    looks: list[float]


class Result(NamedTuple):
    """The report on all routes, and how long other clients waited during the attack on each."""

    report: Report
    """The combined report on all routes."""
    felt: dict[str, _Waits]

    def __str__(self) -> str:
        medians = sorted(((percentile(waits.moves, 0.5), route) for route, waits in self.felt.items()), reverse=True)
        longest = sorted(((max(waits.looks, default=0.0), route) for route, waits in self.felt.items()), reverse=True)
        moves = [f"{1000 * wait:.0f} ms at {route}" for wait, route in medians[:_REPORTED]]
        reads = [f"{wait:.2f} s at {route}" for wait, route in longest[:_REPORTED]]
        return f"{self.report}\nworst medians of moves: {', '.join(moves)}\nlongest reads: {', '.join(reads)}"


async def _begin_games(http: httpx.AsyncClient, action: str, row: Row, answers: Counter[str]) -> None:
    """Begin games repeatedly at new tables; every second game has a device that never answers."""
    for number in count(1):
        with suppress(httpx.TransportError):  # the server closed the connection
            created = await http.post("/api/tables", json=_OWN_TABLE)
            answers[str(created.status_code)] += 1
            if created.is_success:
                url, headers = (
                    f"/api/tables/{created.json()['id']}",
                    {"authorization": f"Bearer {created.json()['token']}"},
                )
                body = row.body if number % 2 and action == "start" else {}
                started = await http.post(f"{url}/start", json=body, headers=headers)
                answers["begun"] += started.is_success
                while action == "rematch" and started.is_success:  # as soon as the bots have finished the previous game
                    await asyncio.sleep(_PAUSE)
                    if (await http.get(url)).json().get("table", {}).get("status") == "over":
                        started = await http.post(f"{url}/rematch", json={}, headers=headers)
                        answers["begun"] += started.is_success
        await asyncio.sleep(_PAUSE)


async def _send_worst(http: httpx.AsyncClient, route: str, row: Row, answers: Counter[str]) -> None:
    """Send a route's costliest request repeatedly."""
    method, _, path = route.partition(" ")
    address = (row.worst or path).replace("{table_id}", TABLE)
    for number in count(1):
        headers = {**_AUTHORIZED, "host": f"{number:0255d}"} if path.endswith("/qr") else _AUTHORIZED
        request = http.build_request(method, address.replace("{n}", str(number)), json=row.body, headers=headers)
        try:
            answer = await http.send(request, stream=True)
            answers[str(answer.status_code)] += 1
            async for _ in answer.aiter_raw():
                if path.endswith("/events"):
                    break
            await answer.aclose()
        except httpx.TransportError:  # the server disconnects clients that exceed the limit, even during a body
            answers["hung up"] += 1
        await asyncio.sleep(_PAUSE)


async def _read_history(http: httpx.AsyncClient, waits: list[float]) -> None:
    """Read a history, a record and a table repeatedly, and record how long each read takes."""
    url = f"/api/tables/{TABLE}"
    while True:
        for path in (f"{url}/changes?lang=en&after=100", f"{url}/record?game=2", url):
            begun = perf_counter()
            (await http.get(path)).raise_for_status()
            if path == url:
                async with http.stream("GET", f"{url}/events") as events:
                    async for line in events.aiter_lines():
                        if line.startswith("data:"):
                            break
            waits.append(perf_counter() - begun)
        await asyncio.sleep(_BETWEEN)


async def _attack(server: Target, number: int, route: str, seconds: float, answers: Counter[str]) -> None:
    """Attack one route as a separate client."""
    async with asking_from(f"127.0.1.{number}", base_url=server.url, timeout=60.0) as http:
        tasks = [asyncio.create_task(_send_worst(http, route, ROUTES[route], answers)) for _ in range(_AT_ONCE)]
        if (action := route.rpartition("/")[2]) in ("start", "rematch"):
            tasks += [asyncio.create_task(_begin_games(http, action, ROUTES[route], answers)) for _ in range(_AT_ONCE)]
        await asyncio.sleep(seconds)
        for task in tasks:
            task.cancel()
        for done in await asyncio.gather(*tasks, return_exceptions=True):
            assert isinstance(done, asyncio.CancelledError), done


def _prepare(changes: int, database: Path) -> None:
    long_table(database, changes)
    many_results(database, _RESULTS)


async def attack(changes: int, seconds: float) -> Result:
    """Attack for ``seconds``, with a table that has ``changes`` changes in the database."""
    answers: Counter[str] = Counter()
    looks: list[float] = []
    felt: dict[str, _Waits] = {}
    async with (
        target(partial(_prepare, changes), BOT_DELAY="0") as server,
        Neighbour(server.url) as neighbour,
        asking_from(FRIEND, base_url=server.url, timeout=60.0) as friend,
    ):
        await neighbour.settle(min(_SETTLING, seconds / 3))
        looking = asyncio.create_task(_read_history(friend, looks))
        neighbour.waits.clear()
        for number, route in enumerate(ROUTES, 1):
            moves_before, looks_before = len(neighbour.waits), len(looks)
            await _attack(server, number, route, seconds / len(ROUTES), answers)
            felt[route] = _Waits(neighbour.waits[moves_before:], looks[looks_before:])
        report = neighbour.report(server, answers, looks)
        looking.cancel()
        await asyncio.gather(looking, return_exceptions=True)
        return Result(report, felt)
