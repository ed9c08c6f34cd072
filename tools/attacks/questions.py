"""Attack with costly questions, and with responses that are never read.

One client requests slow hints, thirty at a time and always for new positions, then disconnects and returns. It also
requests long responses without reading them. Meanwhile another client plays normally, and a third, the friend, requests
ordinary hints.
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
"""Number of connections whose responses are left unread."""
_BETWEEN = 1.0
"""Seconds between two of the friend's requests."""


def _costly(chance: random.Random) -> str:
    """Return a random position for which a hint is slow."""
    lanes = "/".join(",".join(f"{space}{seat}" for space, seat in enumerate(_order(chance), 1)) for _ in range(6))
    dice = "".join(sorted(chance.choice("123456") for _ in range(6)))
    return f"picnic {_TRACKS} board={lanes} A=queen B=queen C=queen D=queen turn=A dice={dice} rerolls=1/1"


def _order(chance: random.Random) -> list[str]:
    return chance.sample("ABCD", 4)


async def _ask(http: httpx.AsyncClient, position: str, answers: Counter[str]) -> None:
    try:
        answer = await http.get("/api/positions/hint", params={"position": position})
        answers[str(answer.status_code)] += 1
    except httpx.TransportError:  # an idle connection may time out at the moment it is used again
        answers["hung up"] += 1


async def _request_costly_hints(http: httpx.AsyncClient, answers: Counter[str]) -> None:
    chance = random.Random(1)
    while True:
        await asyncio.gather(*(_ask(http, _costly(chance), answers) for _ in range(_AT_ONCE)))
        await asyncio.sleep(0.1)


async def _ignore_responses(server: Target, answers: Counter[str]) -> None:
    """Request long responses on one connection and read none of them, until the server closes it."""
    loop = asyncio.get_running_loop()
    while True:
        with socket.socket() as connection:
            connection.setblocking(False)
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.bind((ATTACKER, 0))
            try:
                await loop.sock_connect(connection, ("127.0.0.1", server.port))
                while True:
                    await loop.sock_sendall(connection, b"GET /api/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n")
                    await asyncio.sleep(0.2)
            except OSError:
                answers["unread, cut off"] += 1


async def _request_ordinary_hints(http: httpx.AsyncClient, waits: list[float]) -> None:
    """Request hints in ordinary positions, and record how long each takes."""
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
    """Attack for ``seconds``. The server closes a connection if a response is not read for ``patience`` seconds."""
    answers: Counter[str] = Counter()
    waits: list[float] = []
    async with (
        target(ANSWER_SECONDS=str(patience)) as server,
        Neighbour(server.url) as neighbour,
        asking_from(ATTACKER, base_url=server.url, timeout=60.0) as attacker,
        asking_from(FRIEND, base_url=server.url, timeout=60.0) as friend,
    ):
        ordinary = asyncio.create_task(_request_ordinary_hints(friend, waits))
        while not waits:  # the server loads its models before the attack
            await asyncio.sleep(0.1)
        waits.clear()
        await neighbour.settle(min(5.0, seconds / 3))
        tasks = [ordinary, asyncio.create_task(_request_costly_hints(attacker, answers))]
        tasks += [asyncio.create_task(_ignore_responses(server, answers)) for _ in range(_UNREAD)]
        await neighbour.play_on(seconds, lambda: answers)
        report = neighbour.report(server, answers, waits)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return report
