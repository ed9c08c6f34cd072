"""Run a server in a separate process, on a free loopback port with its own database."""

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import IO

from roost.core.errors import RoostError

_PATIENCE = 60.0
"""Seconds within which the server must end by itself."""


class ServerProcess:
    """A server's process, with its port and its resource use."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.port = port
        self._process = process

    @property
    def is_up(self) -> bool:
        """Whether the process is running."""
        return self._process.poll() is None

    def cpu_seconds(self) -> float | None:
        """Return the processor time of all workers' threads so far, or None if the system does not report it."""
        ticks = 0
        try:
            for process in self._family():
                text = Path(f"/proc/{process}/stat").read_text()
                ticks += sum(map(int, text.rpartition(")")[2].split()[11:13]))
        except OSError:
            return None
        return ticks / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int | None:
        """Return the memory of all workers in bytes, or None if the system does not report it."""
        try:
            pages = sum(int(Path(f"/proc/{process}/statm").read_text().split()[1]) for process in self._family())
        except (OSError, IndexError):  # a process has ended
            return None
        return pages * os.sysconf("SC_PAGE_SIZE")

    def _family(self) -> list[int]:
        """Return the process ids of the server and its workers."""
        own = self._process.pid
        return [own, *map(int, Path(f"/proc/{own}/task/{own}/children").read_text().split())]


@asynccontextmanager
async def server_process(
    database: str, settings: Mapping[str, str], *arguments: str, complaints: IO[bytes] | None = None
) -> AsyncIterator[ServerProcess]:
    """Start ``roost serve`` with these settings (``ROOST_…`` without the prefix); yield its process once it listens.

    The first line that the server prints contains its address. Its standard error goes to ``complaints``, or by default
    to this process's standard error.
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
            raise RoostError("the server did not start; its error is above")
        yield ServerProcess(process, int(line.split("http://")[1].split()[0].rpartition(":")[2]))
    finally:
        process.terminate()
        try:
            await asyncio.to_thread(process.wait, _PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()
