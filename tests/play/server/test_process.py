"""Programs: ``roost serve``, the load test of a server, and the example bot."""

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
import uvicorn
from sqlalchemy import make_url

from load import Load, measure
from patience import PATIENCE
from play.server.serving import CHICK, OPEN, Serving, fast
from roost.core.errors import RoostError
from roost.play.client import Client
from roost.play.server import json_log, process
from roost.play.server.http.fast_path import FastPath
from roost.play.server.live.metrics import FOLDER_VARIABLE
from roost.play.server.process import addresses, listen
from roost.play.server.settings import Settings
from roost.play.server.storage.file_lock import server_lock
from soak import SOAKING, rarely

ROOT = Path(__file__).parents[3]
ROOST = [sys.executable, "-m", "roost"]


@pytest.mark.parametrize(("number", "workers"), [(signal.SIGINT, 1), *rarely((signal.SIGTERM, 1), (signal.SIGINT, 2))])
async def test_serve_prints_its_address_and_stops_cleanly(number: signal.Signals, workers: int, database: Path) -> None:
    """Ctrl-C and SIGTERM end the server with status 0 and no error output; open streams do not delay the end."""
    command = [*ROOST, "serve", "--port", "0", "--workers", str(workers), "--database", str(database), "--no-log"]
    environment = {**os.environ, "ROOST_WARM_UP": "false", "ROOST_MAX_CONNECTIONS": "100"}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as process:
        assert process.stdout is not None
        line = await asyncio.to_thread(process.stdout.readline)
        announced = re.fullmatch(r"Roost is listening on (http://127\.0\.0\.1:\d+) \(press Ctrl-C to stop\)\n", line)
        assert announced is not None, line
        async with Client(announced[1]) as client:
            assert (await client.call("GET", "/ready"))["status"] == "ready"
            table = await client.create("junior", [OPEN, OPEN])
            async with client.http.stream("GET", f"{announced[1]}/api/tables/{table.id}/events") as stream:
                lines = stream.aiter_lines()
                await anext(lines)
                process.send_signal(number)
                async with asyncio.timeout(PATIENCE):
                    async for _ in lines:
                        pass
        try:
            rest, complaints = await asyncio.to_thread(process.communicate, timeout=PATIENCE)
        finally:
            process.kill()
    assert (process.returncode, rest, complaints) == (0, "", "")


def workers_of(server: int) -> list[int]:
    """Return the ids of a server's worker processes."""
    children = Path(f"/proc/{server}/task/{server}/children").read_text().split()
    return [int(child) for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]


def counted(url: str) -> int:
    """Return the number of requests that a server reports as answered, summed over its processes."""
    metrics = httpx.get(f"{url}/metrics", verify=False).text
    return int(metrics.partition("roost_request_seconds_count ")[2].split()[0])


def test_a_server_of_one_process_has_its_sqlite_file_for_itself(database: Path) -> None:
    """Servers of several processes follow each other, so they may share a file; PostgreSQL needs no lock."""
    file = make_url(f"sqlite:///{database}")
    with server_lock(file, follows=False):
        for follows in (True, False):
            with (
                pytest.raises(RoostError, match=f"another Roost server uses {database}"),
                server_lock(file, follows=follows),
            ):
                pass
        with server_lock(make_url("postgresql+psycopg://roost@localhost/roost"), follows=True):
            pass
    with (
        server_lock(file, follows=True),
        server_lock(file, follows=True),
        pytest.raises(RoostError, match="or give this one another --database"),
        server_lock(file, follows=False),
    ):
        pass
    with server_lock(file, follows=False):
        pass


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="only Linux lists a process's children")
@pytest.mark.parametrize("ends_kindly", [False, *rarely(True)])
def test_workers_share_their_counters_and_a_dead_one_is_replaced(ends_kindly: bool, database: Path) -> None:
    """The log warns of a misspelt variable and of a database that others can read; a killed server frees its port."""
    database.touch(mode=0o644)
    command = [*ROOST, "serve", "--port", "0", "--workers", "2", "--database", str(database)]
    environment = {**os.environ, "ROOST_WARM_UP": "false", "ROOST_MAX_CONNECTIONS": "100", "ROOST_BRUST": "9"}
    environment.pop("ROOST_SOAK", None)
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, stdout=pipe, stderr=pipe, text=True, env=environment, start_new_session=True
    ) as server:
        assert server.stdout is not None
        assert server.stderr is not None
        watchdog = threading.Timer(PATIENCE, os.killpg, (server.pid, signal.SIGKILL))
        log = (json.loads(line) for line in server.stderr)
        try:
            url = server.stdout.readline().split()[4]
            assert [next(log)["what"] for _ in range(2)] == [
                "the environment variable ROOST_BRUST is unknown; did you mean 'ROOST_BURST'?",
                f"other users could read {database}; now only its owner can",
            ]
            assert database.stat().st_mode & 0o777 == 0o600
            for _ in range(20):
                assert httpx.head(f"{url}/api/games", verify=False).status_code == 200
                assert next(log)["path"] == "/api/games"
            counts = [counted(url)]
            while counts[-1] < 20:  # workers exchange their counts once a second
                time.sleep(0.05)
                counts.append(counted(url))
            died = workers_of(server.pid)[0]
            os.kill(died, signal.SIGKILL)
            logged = next(log)
            assert (logged["what"], logged["worker"], logged["exit"]) == ("a worker died and is replaced", died, -9)
            counts += [counted(url) for _ in range(20)]
            assert counts == sorted(counts)
            watchdog.start()
            if not ends_kindly:
                server.kill()
            server.terminate()
            assert list(log) == []  # the last process that could write to it has ended
            assert watchdog.is_alive()
            assert server.wait(PATIENCE) == (0 if ends_kindly else -signal.SIGKILL)
            with listen(Settings(port=int(url.rpartition(":")[2]))):
                pass
        finally:
            watchdog.cancel()
            with suppress(ProcessLookupError):
                os.killpg(server.pid, signal.SIGKILL)


@pytest.mark.parametrize("fast_path", [True, False])
def test_uvicorn_is_configured_for_slow_workers_and_idle_clients(
    fast_path: bool, monkeypatch: pytest.MonkeyPatch, database: Path
) -> None:
    """Health checks outlast a slow start, keep-alive outlasts the proxy's, and the fast path can be switched off."""
    configs: list[uvicorn.Config] = []

    class Supervisor:
        def __init__(self, config: uvicorn.Config, *_: object) -> None:
            configs.append(config)

        def run(self) -> None:
            pass

    monkeypatch.setattr(process, "_Workers", Supervisor)
    monkeypatch.setattr(json_log, "set_up", lambda requests: None)  # other tests of this process read the log
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    settings = fast(database, port=0, workers=2, warm_up=False, fast_path=fast_path)
    with pytest.MonkeyPatch.context() as environment, listen(settings) as listening:
        for name in (*settings.to_environment(), FOLDER_VARIABLE):
            environment.setenv(name, "")  # restored at the end
        process.run(settings, listening)
    assert configs[0].timeout_worker_healthcheck >= 60
    assert configs[0].timeout_keep_alive > 120
    assert configs[0].http is FastPath if fast_path else configs[0].http == "auto"


def test_a_server_listening_on_every_address_lists_its_real_addresses() -> None:
    """The loopback address comes first."""
    with listen(Settings(host="0.0.0.0", port=0)) as listening:
        first, *more = addresses(listening)
    assert first.startswith("http://127.0.0.1:")
    assert all(not address.startswith("http://0.0.0.0") for address in more)


def test_a_port_in_use_is_reported_with_its_address() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(RoostError, match=f"cannot listen on 127.0.0.1 port {port}: Address already in use"):
            listen(Settings(port=port))


async def test_the_example_bot_plays_a_game(server: Serving) -> None:
    """The bot joins by code, plays against another bot, and checks the dice."""
    host = await server.client.create("junior", [OPEN, CHICK])
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(ROOT / "examples" / "table_bot.py"),
        host.code,
        "--url",
        server.url,
        "--start",
        stdout=asyncio.subprocess.PIPE,
    )
    output, _ = await asyncio.wait_for(process.communicate(), PATIENCE)
    assert process.returncode == 0
    lines = output.decode().splitlines()
    assert re.fullmatch(r"winners: \[.*\] scores: \[\d+, \d+\]", lines[0])
    assert "follow from the list" in lines[1]
    assert (await host.snapshot())["table"]["seats"][0]["name"] == "table bot"


if SOAKING:

    @pytest.mark.soak
    @pytest.mark.parametrize("workers", [1, 2])
    def test_the_load_test_reports_its_measurements(workers: int) -> None:
        """A short run reports moves, latencies and resources used, with more tables than may wait at once."""
        command = [sys.executable, str(ROOT / "bench" / "load.py"), "--tables=3", "--seconds=0.5", "--watched=30"]
        command += [f"--workers={workers}", "--json"]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
        assert done.returncode == 0, done.stderr
        report = json.loads(done.stdout)
        assert [report["load"][name] for name in ("tables", "watched", "workers")] == [3, 30, workers]
        assert report["moves"] > 0
        assert 0 < report["p50"] <= report["p99"]
        assert report["moves_per_second"] == pytest.approx(report["moves"] / report["seconds"])


def test_a_load_test_of_several_servers_needs_a_shared_database() -> None:
    with pytest.raises(RoostError, match="name an empty one on PostgreSQL"):
        asyncio.run(measure(Load("heckmeck", 1, 1.0, servers=2)))
