"""A server as a process of our own: on a free port of loopback, with a database of its own, ended at the end."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import IO

from roost.core.errors import RoostError

__all__ = ["ServerProcess", "server_process"]

_PATIENCE = 60.0
"""Seconds that the server has to end by itself."""


class ServerProcess:
    """Where the server listens, and what its process takes."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.port = port
        self._process = process

    @property
    def is_up(self) -> bool:
        """Whether the process lives."""
        return self._process.poll() is None

    def cpu_seconds(self) -> float | None:
        """Processor time so far, of all threads, where the system tells."""
        try:
            text = Path(f"/proc/{self._process.pid}/stat").read_text()
        except OSError:
            return None
        user, system = text.rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int | None:
        """Bytes in memory, where the system tells."""
        try:
            pages = int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1])
        except (OSError, IndexError):  # the process has ended
            return None
        return pages * os.sysconf("SC_PAGE_SIZE")


@asynccontextmanager
async def server_process(
    database: str, settings: Mapping[str, str], *arguments: str, complaints: IO[bytes] | None = None
) -> AsyncIterator[ServerProcess]:
    """Start ``roost serve`` with these settings (``ROOST_…`` without its prefix), and yield it once it listens.

    The first line that it prints tells its address. What it complains about goes to ``complaints``, or to our own
    standard error.
    """
    command = [sys.executable, "-m", "roost", "serve", "--host", "127.0.0.1", "--port", "0", "--no-log"]
    environment = {**os.environ, **{f"ROOST_{name}": value for name, value in settings.items()}}
    process = subprocess.Popen(
        [*command, "--database", database, *arguments],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=complaints,
        text=True,
    )
    assert process.stdout is not None
    try:
        line = await asyncio.to_thread(process.stdout.readline)
        if "http://" not in line:
            raise RoostError("the server did not start; what it complained about stands above")
        yield ServerProcess(process, int(line.split("http://")[1].split()[0].rpartition(":")[2]))
    finally:
        process.terminate()
        try:
            await asyncio.to_thread(process.wait, _PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()
