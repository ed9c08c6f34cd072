"""The small HTTP client of the load."""

import asyncio

import pytest

from load_player import Requests
from roost.core.errors import RoostError


async def _ask(times: int) -> list[bytes]:
    """Ask a server that answers twice and then hangs up."""

    async def answer_twice(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for _ in range(2):
            await reader.readuntil(b"\r\n\r\n")
            writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok")
        await reader.readuntil(b"\r\n\r\n")
        writer.close()

    async with await asyncio.start_server(answer_twice, "127.0.0.1", 0) as server:
        requests = await Requests.open(server.sockets[0].getsockname()[1])
        try:
            return [await requests.get("/") for _ in range(times)]
        finally:
            requests.close()


def test_a_server_that_hangs_up_instead_of_answering_is_an_error() -> None:
    """Requests on one connection are answered in turn; a caller does not wait for an answer that cannot come."""
    with pytest.raises(RoostError, match="hung up"):
        asyncio.run(_ask(3))
