"""The worst of every route, one after another.

For each route of ``tests/play/server/route_table.py`` another client, who has asked for nothing before, sends the worst
request that we know, several at once and much oftener than one may. Games really begin: those who attack the routes of
starts and rematches make tables of their own, where bots play. Somebody else plays meanwhile, and a friend looks back:
at the history of a long table in sentences, at the record of a game, at the table itself.
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
"""The number of people who have taken the challenge."""
_AT_ONCE = 10
_PAUSE = 0.1
"""Seconds between two requests of each of those: a hundred a second together, where forty are allowed."""
_BETWEEN = 0.5
"""Seconds between two looks of the friend."""
_SETTLING = 20.0
"""Seconds before the attack, in which the server loads what it loads after its start."""
_TOLD = 3
"""Routes that are told of by name: the worst."""
_AUTHORIZED = {"authorization": f"Bearer {TOKEN}"}
_OWN_TABLE = {"game": "junior", "seats": [{"kind": "bot", "bot": "chick"}, {"kind": "bot", "bot": "chick"}]}


class _Felt(NamedTuple):
    """The experience of others while one route was attacked."""

    moves: list[float]
    looks: list[float]


class Result(NamedTuple):
    """The result of the attack."""

    report: Report
    """Of all routes together."""
    felt: dict[str, _Felt]

    def __str__(self) -> str:
        moves = sorted(((percentile(one.moves, 0.5), route) for route, one in self.felt.items()), reverse=True)
        looks = sorted(((max(one.looks, default=0.0), route) for route, one in self.felt.items()), reverse=True)
        told = [f"{1000 * wait:.0f} ms at {route}" for wait, route in moves[:_TOLD]]
        seen = [f"{wait:.2f} s at {route}" for wait, route in looks[:_TOLD]]
        return f"{self.report}\nworst medians of moves: {', '.join(told)}\nlongest looks back: {', '.join(seen)}"


async def _beginning(http: httpx.AsyncClient, what: str, row: Row, answers: Counter[str]) -> None:
    """Begin games again and again, at tables of one's own: each with a device that never answers, or with none."""
    for number in count(1):
        with suppress(httpx.TransportError):  # hung up on
            made = await http.post("/api/tables", json=_OWN_TABLE)
            answers[str(made.status_code)] += 1
            if made.is_success:
                url, headers = f"/api/tables/{made.json()['id']}", {"authorization": f"Bearer {made.json()['token']}"}
                body = row.body if number % 2 and what == "start" else {}
                begun = await http.post(f"{url}/start", json=body, headers=headers)
                answers["begun"] += begun.is_success
                while what == "rematch" and begun.is_success:  # as soon as bots have played the game before
                    await asyncio.sleep(_PAUSE)
                    if (await http.get(url)).json().get("table", {}).get("status") == "over":
                        begun = await http.post(f"{url}/rematch", json={}, headers=headers)
                        answers["begun"] += begun.is_success
        await asyncio.sleep(_PAUSE)


async def _worst(http: httpx.AsyncClient, route: str, row: Row, answers: Counter[str]) -> None:
    """Send the worst request of a route again and again."""
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
        except httpx.TransportError:  # who asks too often is hung up on, also in the middle of a body
            answers["hung up"] += 1
        await asyncio.sleep(_PAUSE)


async def _looking_back(http: httpx.AsyncClient, waits: list[float]) -> None:
    """Look at what there was, and note how long each look took."""
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
    """Attack one route as a client of its own."""
    async with asking_from(f"127.0.1.{number}", base_url=server.url, timeout=60.0) as http:
        tasks = [asyncio.create_task(_worst(http, route, ROUTES[route], answers)) for _ in range(_AT_ONCE)]
        if (what := route.rpartition("/")[2]) in ("start", "rematch"):
            tasks += [asyncio.create_task(_beginning(http, what, ROUTES[route], answers)) for _ in range(_AT_ONCE)]
        await asyncio.sleep(seconds)
        for task in tasks:
            task.cancel()
        for done in await asyncio.gather(*tasks, return_exceptions=True):
            assert isinstance(done, asyncio.CancelledError), done


def _prepare(changes: int, database: Path) -> None:
    long_table(database, changes)
    many_results(database, _RESULTS)


async def attack(changes: int, seconds: float) -> Result:
    """Attack for so long, beside a table of so many changes."""
    answers: Counter[str] = Counter()
    looks: list[float] = []
    felt: dict[str, _Felt] = {}
    async with (
        target(partial(_prepare, changes), BOT_DELAY="0") as server,
        Neighbour(server.url) as neighbour,
        asking_from(FRIEND, base_url=server.url, timeout=60.0) as friend,
    ):
        await neighbour.settle(min(_SETTLING, seconds / 3))
        looking = asyncio.create_task(_looking_back(friend, looks))
        neighbour.waits.clear()
        for number, route in enumerate(ROUTES, 1):
            moves_before, looks_before = len(neighbour.waits), len(looks)
            await _attack(server, number, route, seconds / len(ROUTES), answers)
            felt[route] = _Felt(neighbour.waits[moves_before:], looks[looks_before:])
        told = neighbour.told(server, answers, looks)
        looking.cancel()
        await asyncio.gather(looking, return_exceptions=True)
        return Result(told, felt)
