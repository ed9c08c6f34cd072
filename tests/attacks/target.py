"""The server under attack, and a player who plays at it all the while: what an attack costs others is what they feel.

The server is a process of our own on a free port of loopback with a database of its own. Nobody else's is touched.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, Self

import httpx

from roost.client import Client, ServerError, TableClient, new_http

__all__ = ["Neighbour", "Target", "percentile", "target"]

_PATIENCE = 60.0
_BETWEEN = 0.05
"""Seconds between the moves of the neighbour: a quick person."""


class Target:
    """The server: where it is, and what it takes."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        self.peak = 0
        """The most bytes that it had in memory whenever we looked."""
        self._process = process

    def memory(self) -> int:
        """Bytes in memory."""
        pages = int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1])
        now = pages * os.sysconf("SC_PAGE_SIZE")
        self.peak = max(self.peak, now)
        return now

    @property
    def is_up(self) -> bool:
        """Whether the process lives."""
        return self._process.poll() is None


@asynccontextmanager
async def target(**variables: str) -> AsyncIterator[Target]:
    """A server with these settings (``ROOST_…`` without its prefix), watched, and ended at the end."""
    with TemporaryDirectory(prefix="roost-attack-", ignore_cleanup_errors=True) as folder:
        command = [sys.executable, "-m", "roost", "serve", "--host", "127.0.0.1", "--port", "0", "--no-log"]
        command += ["--database", str(Path(folder) / "roost.db")]
        environment = {**os.environ, **{f"ROOST_{name}": value for name, value in variables.items()}}
        process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        try:
            line = await asyncio.to_thread(process.stdout.readline)
            port = int(line.split("http://")[1].split()[0].rpartition(":")[2])
            attacked = Target(process, port)
            watching = asyncio.create_task(_watch(attacked))
            try:
                yield attacked
            finally:
                watching.cancel()
        finally:
            process.terminate()
            try:
                await asyncio.to_thread(process.wait, _PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            process.stdout.close()


async def _watch(attacked: Target) -> None:
    with suppress(OSError, ValueError):  # the process has ended
        while True:
            attacked.memory()
            await asyncio.sleep(0.1)


class Neighbour:
    """Somebody who only wants to play: against themselves, game after game, as long as the attack lasts."""

    def __init__(self, url: str, game: str = "junior") -> None:
        self.waits: list[float] = []
        """Seconds that each move took."""
        self.refused: list[str] = []
        self._client = Client(url, http=new_http(timeout=_PATIENCE), patience=_PATIENCE)
        self._game = game
        self._table: TableClient | None = None
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        seats = [{"kind": "here", "name": "Anna"}, {"kind": "here", "name": "Ben"}]
        self._table = await self._client.create(self._game, seats)
        self._task = asyncio.create_task(self._play(self._table))
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._task is not None
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task
        await self._client.http.aclose()

    async def _play(self, table: TableClient) -> None:
        view: dict[str, Any] = (await table.start())["table"]["game"]
        while True:
            begun = perf_counter()
            try:
                view = await _step(table, view)
            except (ServerError, httpx.TransportError) as error:
                self.refused.append(f"{type(error).__name__}: {error}")
            self.waits.append(perf_counter() - begun)
            await asyncio.sleep(_BETWEEN)


async def _step(table: TableClient, view: dict[str, Any]) -> dict[str, Any]:
    if view["node"] == "over":
        answer = await table.rematch()
    else:
        action = view["actions"][0]["action"] if view["node"] == "decide" else None
        answer = await table.move(action, version=view["moved"])
    after: dict[str, Any] = answer["table"]["game"]
    return after


def percentile(values: list[float], share: float) -> float:
    """The value that so large a share of the values does not exceed; nothing is infinitely slow."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] if values else float("inf")
