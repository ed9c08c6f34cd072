"""Real server processes that tests can kill, and a PostgreSQL for tests."""

import asyncio
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile

import httpx

from patience import PATIENCE

_QUICK = {"ROOST_BOT_DELAY": "0", "ROOST_RATE": "1000000", "ROOST_BURST": "1000000", "ROOST_SWEEP": "0.2",
          "ROOST_WARM_UP": "false", "ROOST_MAX_LOG_PER_CLIENT": "1000000"}  # fmt: skip


def free_port() -> int:
    """Return a port that no process listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class ServerProcess:
    """``roost serve`` in its own process."""

    def __init__(self, database: str, port: int | None = None, **variables: str) -> None:
        self.port = free_port() if port is None else port
        self.url = f"http://127.0.0.1:{self.port}"
        command = [sys.executable, "-m", "roost", "serve", "--port", str(self.port), "--database", database, "--no-log"]
        # Write to a file, because a full pipe would block a server that logs many errors.
        self._output = TemporaryFile()  # noqa: SIM115  # closed at the end of the process
        self._process = subprocess.Popen(
            command, env={**os.environ, **_QUICK, **variables}, stdout=self._output, stderr=self._output
        )

    async def ready(self) -> None:
        """Wait until the server answers."""
        async with asyncio.timeout(PATIENCE), httpx.AsyncClient(verify=False) as http:
            while True:
                try:
                    if (await http.get(f"{self.url}/ready")).is_success:
                        return
                except httpx.TransportError:
                    if self._process.poll() is not None:
                        raise AssertionError(self.end()) from None
                await asyncio.sleep(0.02)

    def await_answer(self) -> None:
        """Wait in another thread until the server answers, because a browser test's event loop occupies this one."""
        with ThreadPoolExecutor(1) as thread:
            thread.submit(asyncio.run, self.ready()).result()

    def kill(self) -> None:
        """End the process as a power cut would."""
        self._process.kill()
        self.end()

    def stop(self) -> int:
        """Ask the process to stop, and return its exit status."""
        self._process.send_signal(signal.SIGTERM)
        self.end()
        return self.status

    @property
    def status(self) -> int:
        """The exit status of a process that has ended."""
        return self._process.returncode

    def end(self) -> str:
        """Wait for the process to end, and return its error output."""
        self._process.wait(timeout=PATIENCE)
        if self._output.closed:
            return ""
        with self._output as output:
            output.seek(0)
            return output.read().decode()


def why_no_postgres() -> str | None:
    """Return the reason why PostgreSQL cannot be started here, if any."""
    if not list(Path("/usr/lib/postgresql").glob("*/bin/initdb")):
        return "PostgreSQL's programs are not installed under /usr/lib/postgresql"
    if os.name != "posix" or (os.geteuid() == 0 and not shutil.which("runuser")):
        return "PostgreSQL does not run as root, and there is no runuser"
    return None


class Postgres:
    """A running PostgreSQL for tests."""

    def __init__(self, port: int, control: list[str]) -> None:
        self.url = f"postgresql://roost@127.0.0.1:{port}/postgres"
        self._control = control

    def restart(self) -> None:
        """Stop the database without warning, as a power cut would, and start it again."""
        _run([*self._control, "-m", "immediate", "restart"])


@contextmanager
def postgres(*, durable: bool = False) -> Iterator[Postgres]:
    """A fresh PostgreSQL on a free port of loopback; it skips fsync unless it must be ``durable``."""
    programs = sorted(Path("/usr/lib/postgresql").glob("*/bin"))[-1]
    port = free_port()
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        home = Path(folder) / "data"
        as_user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        if as_user:
            shutil.chown(folder, "postgres")
        _run([*as_user, str(programs / "initdb"), "-D", str(home), "-U", "roost", "-A", "trust", "-N"])
        options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=''"
        options += "" if durable else " -c fsync=off"
        control = [*as_user, str(programs / "pg_ctl"), "-D", str(home), "-w", "-o", options, "-l", str(home / "log")]
        _run([*control, "start"])
        try:
            yield Postgres(port, control)
        finally:
            _run([*control, "-m", "immediate", "stop"])


def _run(command: list[str]) -> None:
    # Write to a file, because processes that the database leaves running would keep a pipe open.
    with TemporaryFile() as output:
        done = subprocess.run(command, stdout=output, stderr=output, check=False)
        output.seek(0)
        assert done.returncode == 0, output.read().decode()
