"""An unreliable connection between a client and a server: it can break, lose answers, or answer for the server."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

_REFUSAL = b"HTTP/1.1 500 Internal Server Error\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class BadLine:
    """A proxy that opens one connection to the server for each connection of a client."""

    def __init__(self, url: str) -> None:
        self._port = int(url.rpartition(":")[2])
        self._lost = self._refused = b"-"
        self._calls: set[_Call] = set()
        self.url = ""

    def lose_answer(self, to: str) -> None:
        """Drop the connection instead of delivering the answer to the next request that begins with ``to``."""
        self._lost = to.encode()

    def refuse(self, request: str) -> None:
        """Answer the next request that begins with ``request`` with a 500, without delivering it."""
        self._refused = request.encode()

    def break_off(self) -> None:
        """Cut every connection."""
        for call in self._calls:
            call.client.transport.abort()

    async def take(self, requests: asyncio.StreamReader, client: asyncio.StreamWriter) -> None:
        """Serve one of a client's connections."""
        answers, server = await asyncio.open_connection("127.0.0.1", self._port)
        call = _Call(client)
        self._calls.add(call)
        answering = asyncio.create_task(call.pass_answers(answers))
        try:
            while request := await requests.read(65536):
                if request.startswith(self._lost):
                    self._lost, call.loses_answer = b"-", True
                if request.startswith(self._refused):
                    self._refused, call.is_refused = b"-", True
                    client.write(_REFUSAL)
                if not call.is_refused:
                    server.write(request)
        except ConnectionError:
            pass
        finally:
            server.close()
            await answering
            self._calls.remove(call)


class _Call:
    """One connection."""

    def __init__(self, client: asyncio.StreamWriter) -> None:
        self.client = client
        self.loses_answer = False
        self.is_refused = False

    async def pass_answers(self, answers: asyncio.StreamReader) -> None:
        """Deliver the server's answers."""
        while answer := await answers.read(65536):
            if self.loses_answer:
                self.client.transport.abort()
                return
            self.client.write(answer)
        self.client.close()


@asynccontextmanager
async def bad_line(url: str, port: int = 0) -> AsyncIterator[BadLine]:
    """Run an unreliable connection to a server, on its own port."""
    line = BadLine(url)
    async with await asyncio.start_server(line.take, "127.0.0.1", port) as listening:
        line.url = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
        yield line
