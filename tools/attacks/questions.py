"""Costly questions, and answers that nobody reads.

One client asks for hints that take long, thirty at a time and always for other positions, goes away and comes back; and
it asks for long answers without reading them. Somebody else plays meanwhile, and a friend asks for ordinary hints.
"""

import asyncio
import random
import socket
from collections import Counter
from time import perf_counter

import httpx

from attacks.target import ATTACKER, FRIEND, Neighbour, Report, Target, asking_from, target

_TRACKS = "tracks=20:1,20:2,20:3,20:4,20:5,20:6 goal=11"
_AT_ONCE = 30
_UNREAD = 30
"""Connections whose answers are not read."""
_BETWEEN = 1.0
"""Seconds between two questions of the friend."""


def _costly(chance: random.Random) -> str:
    """A position with much to think about, another one each time."""
    lanes = "/".join(",".join(f"{space}{seat}" for space, seat in enumerate(_order(chance), 1)) for _ in range(6))
    dice = "".join(sorted(chance.choice("123456") for _ in range(6)))
    return f"picnic {_TRACKS} board={lanes} A=queen B=queen C=queen D=queen turn=A dice={dice} rerolls=1/1"


def _order(chance: random.Random) -> list[str]:
    return chance.sample("ABCD", 4)


async def _ask(http: httpx.AsyncClient, position: str, answers: Counter[str]) -> None:
    try:
        answer = await http.get("/api/positions/hint", params={"position": position})
        answers[str(answer.status_code)] += 1
    except httpx.TransportError:  # a connection that was idle for too long ends just when it is used again
        answers["hung up"] += 1


async def _asking(http: httpx.AsyncClient, answers: Counter[str]) -> None:
    chance = random.Random(1)
    while True:
        await asyncio.gather(*(_ask(http, _costly(chance), answers) for _ in range(_AT_ONCE)))
        await asyncio.sleep(0.1)


async def _not_reading(server: Target, answers: Counter[str]) -> None:
    """Ask for long answers on one connection, and read none of them, until the server has enough of it."""
    loop = asyncio.get_running_loop()
    while True:
        with socket.socket() as asking:
            asking.setblocking(False)
            asking.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            asking.bind((ATTACKER, 0))
            try:
                await loop.sock_connect(asking, ("127.0.0.1", server.port))
                while True:
                    await loop.sock_sendall(asking, b"GET /api/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n")
                    await asyncio.sleep(0.2)
            except OSError:
                answers["unread, cut off"] += 1


async def _wanting(http: httpx.AsyncClient, waits: list[float]) -> None:
    """Ask for a hint in an ordinary position, and wait until it is there."""
    chance = random.Random(2)
    while True:
        roll = "".join(sorted(chance.choice("12345w") for _ in range(8)))
        position = f"heckmeck grill=21-36 A=- B=- turn=A roll={roll}"
        begun = perf_counter()
        while (answer := await http.get("/api/positions/hint", params={"position": position})).status_code != 200:
            await asyncio.sleep(0.1 if answer.status_code == 202 else 1.0)
        waits.append(perf_counter() - begun)
        await asyncio.sleep(_BETWEEN)


async def attack(seconds: float, patience: float = 30.0) -> Report:
    """Ask for so long. The server gives an answer ``patience`` seconds to be read."""
    answers: Counter[str] = Counter()
    waits: list[float] = []
    async with (
        target(ANSWER_SECONDS=str(patience)) as server,
        Neighbour(server.url) as neighbour,
        asking_from(ATTACKER, base_url=server.url, timeout=60.0) as attacker,
        asking_from(FRIEND, base_url=server.url, timeout=60.0) as friend,
    ):
        first = asyncio.create_task(_wanting(friend, waits))
        while not waits:  # what hints need is loaded before anybody attacks
            await asyncio.sleep(0.1)
        waits.clear()
        await neighbour.settle(min(5.0, seconds / 3))
        tasks = [first, asyncio.create_task(_asking(attacker, answers))]
        tasks += [asyncio.create_task(_not_reading(server, answers)) for _ in range(_UNREAD)]
        await neighbour.play_on(seconds, lambda: answers)
        told = neighbour.told(server, answers, waits)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return told
