"""The small HTTP client of the load."""

import asyncio

import pytest

from load_wire import Requests
from roost.core.errors import RoostError

_ANSWER = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok"


class _Host:
    """A server that hangs up on a connection after so many answers."""

    def __init__(self, answers: int) -> None:
        self._answers = answers
        self.connections = 0
        self.hung_up = asyncio.Event()

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        for _ in range(self._answers):
            await reader.readuntil(b"\r\n\r\n")
            writer.write(_ANSWER)
        if not self._answers:
            await reader.readuntil(b"\r\n\r\n")
        writer.close()
        await writer.wait_closed()
        self.hung_up.set()


async def _ask(answers: int, times: int) -> tuple[list[bytes], int]:
    host = _Host(answers)
    server = await asyncio.start_server(host, "127.0.0.1", 0)
    async with server:
        requests = await Requests.open(server.sockets[0].getsockname()[1])
        found = []
        for _ in range(times):
            found.append(await requests.get("/"))
            if len(found) % answers == 0:
                await host.hung_up.wait()
                host.hung_up.clear()
                while not requests.is_closed:
                    await asyncio.sleep(0)
        requests.close()
    return found, host.connections


def test_a_server_that_hung_up_is_called_again() -> None:
    """A server hangs up on whoever is silent for a while; a load on a slow machine is."""
    assert asyncio.run(_ask(answers=2, times=4)) == ([b"ok"] * 4, 2)


def test_who_hangs_up_instead_of_answering_is_told_of() -> None:
    """Nobody waits for an answer that cannot come."""
    with pytest.raises(RoostError, match="hung up"):
        asyncio.run(_ask(answers=0, times=1))
