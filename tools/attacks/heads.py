"""Attack with requests that never end.

One client sends endless heads, heads of many small headers, bodies byte by byte and hundreds of pipelined requests,
and opens as many connections as it can. Meanwhile another client plays normally.
"""

import asyncio
from collections import Counter

from attacks.target import ATTACKER, Neighbour, Report, Target, target

_HEAD = b"POST /api/tables HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
_MOST = 600
"""Number of connections opened at once, more than one client is allowed."""
_ALLOWED = 500
"""Number of connections that one client is allowed."""
_AT_ONCE = 8
"""Number of requests of each kind that are in progress at the same time."""


async def _endless(writer: asyncio.StreamWriter) -> None:
    """Send a header that never ends."""
    writer.write(_HEAD + b"endless: ")
    while True:
        writer.write(b"a" * 4096)
        await writer.drain()


async def _many(writer: asyncio.StreamWriter) -> None:
    """Send small headers endlessly."""
    writer.write(_HEAD)
    while True:
        writer.write(b"small: header\r\n" * 200)
        await writer.drain()


async def _drops(writer: asyncio.StreamWriter) -> None:
    """Send a body byte by byte."""
    writer.write(_HEAD + b"content-length: 10000\r\n\r\n")
    while True:
        writer.write(b" ")
        await writer.drain()
        await asyncio.sleep(0.2)


async def _ahead(writer: asyncio.StreamWriter) -> None:
    """Send requests without waiting for the responses."""
    while True:
        writer.write(b"GET /health HTTP/1.1\r\nhost: x\r\n\r\n" * 500)
        await writer.drain()


async def _silent(writer: asyncio.StreamWriter) -> None:
    """Keep a connection open without sending anything."""
    await asyncio.sleep(3600)


_KINDS = (_endless, _many, _drops, _ahead)


async def _send(server: Target, kind: object, answers: Counter[str]) -> None:
    """Send one of these requests until the server ends it, and count the response."""
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port, local_addr=(ATTACKER, 0))
    except OSError:
        answers["no connection"] += 1
        return
    sending = asyncio.create_task(kind(writer))  # type: ignore[operator]  # one of the above
    try:
        line = await reader.readline()
        answers[line.split(b" ")[1].decode() if line else "cut off"] += 1
    except ConnectionError:
        answers["cut off"] += 1
    finally:
        sending.cancel()
        sending.add_done_callback(lambda done: done.cancelled() or done.exception())
        writer.transport.abort()


async def _repeat(server: Target, kind: object, answers: Counter[str]) -> None:
    while True:
        await _send(server, kind, answers)


async def attack(seconds: float, connections: int = _MOST, patience: float = 10.0) -> Report:
    """Send these requests for ``seconds``; the server's timeout for a request is ``patience`` seconds."""
    answers: Counter[str] = Counter()
    async with target(REQUEST_SECONDS=str(patience)) as server, Neighbour(server.url) as neighbour:
        await neighbour.settle(min(5.0, seconds / 3))
        tasks = [asyncio.create_task(_repeat(server, kind, answers)) for kind in _KINDS for _ in range(_AT_ONCE)]
        tasks += [asyncio.create_task(_send(server, _silent, answers)) for _ in range(connections)]
        await neighbour.play_on(seconds, lambda: answers["431"] and answers["cut off"] >= connections - _ALLOWED)
        report = neighbour.report(server, answers)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return report
