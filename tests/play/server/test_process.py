"""The commands: ``roost serve``, the load that measures a server, and the example bot."""

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

from load import Load, measure
from patience import PATIENCE
from play.server.serving import CHICK, OPEN, Serving, fast
from roost.core.errors import RoostError
from roost.play.client import Client
from roost.play.server import json_log, process
from roost.play.server.http.express import Express
from roost.play.server.live.metrics import FOLDER_VARIABLE
from roost.play.server.process import addresses, listen
from roost.play.server.settings import Settings
from soak import SOAKING, rarely

ROOT = Path(__file__).parents[3]
ROOST = [sys.executable, "-m", "roost"]


@pytest.mark.parametrize(("number", "workers"), [(signal.SIGINT, 1), *rarely((signal.SIGTERM, 1), (signal.SIGINT, 2))])
async def test_serve_says_where_it_listens_and_stops_cleanly(
    number: signal.Signals, workers: int, database: Path
) -> None:
    """One line with the address, which answers; Ctrl-C or SIGTERM end it with status 0 and no complaint.

    Watchers are let go at once instead of waited for.
    """
    command = [*ROOST, "serve", "--port", "0", "--workers", str(workers), "--database", str(database), "--no-log"]
    environment = {**os.environ, "ROOST_WARM_UP": "false", "ROOST_MAX_CONNECTIONS": "100"}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as process:
        assert process.stdout is not None
        line = await asyncio.to_thread(process.stdout.readline)
        found = re.fullmatch(r"Roost listens on (http://127\.0\.0\.1:\d+) \(Ctrl-C stops it\)\n", line)
        assert found is not None, line
        async with Client(found[1]) as client:
            assert (await client.call("GET", "/ready"))["status"] == "ready"
            table = await client.create("junior", [OPEN, OPEN])
            async with client.http.stream("GET", f"{found[1]}/api/tables/{table.id}/events") as stream:
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
    """The processes that answer for a server."""
    children = Path(f"/proc/{server}/task/{server}/children").read_text().split()
    return [int(child) for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]


def counted(url: str) -> int:
    """How many requests a server says that it has answered, whichever of its processes is asked."""
    told = httpx.get(f"{url}/metrics", verify=False).text
    return int(told.partition("roost_request_seconds_count ")[2].split()[0])


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="only Linux tells of a process's children")
@pytest.mark.parametrize("ends_kindly", [False, *rarely(True)])
def test_two_workers_count_together_and_the_death_of_one_is_logged(ends_kindly: bool, database: Path) -> None:
    """A dead worker's count stays counted. The log also tells of a misspelt variable and a database that was open.

    When the server itself is killed its workers end too, and the next one can listen at the same port.
    """
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
            url = server.stdout.readline().split()[3]
            assert [next(log)["what"] for _ in range(2)] == [
                "the environment variable ROOST_BRUST is unknown; did you mean 'ROOST_BURST'?",
                f"others could read {database}; now its owner alone can",
            ]
            assert database.stat().st_mode & 0o777 == 0o600
            for _ in range(20):
                assert httpx.head(f"{url}/api/games", verify=False).status_code == 200
                assert next(log)["path"] == "/api/games"
            told = [counted(url)]
            while told[-1] < 20:  # once a second they tell each other
                time.sleep(0.05)
                told.append(counted(url))
            died = workers_of(server.pid)[0]
            os.kill(died, signal.SIGKILL)
            noted = next(log)
            assert (noted["what"], noted["worker"], noted["exit"]) == ("a worker died and is replaced", died, -9)
            told += [counted(url) for _ in range(20)]
            assert told == sorted(told)
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


@pytest.mark.parametrize("express", [True, False])
def test_a_worker_that_starts_slowly_is_not_replaced(
    express: bool, monkeypatch: pytest.MonkeyPatch, database: Path
) -> None:
    """Uvicorn's own five seconds would replace workers again and again where everything takes its time.

    Nor does it hang up on people who think, before their proxy does. And moves take the express lane unless that is not
    wanted.
    """
    configs: list[uvicorn.Config] = []

    class Supervisor:
        def __init__(self, config: uvicorn.Config, *_: object) -> None:
            configs.append(config)

        def run(self) -> None:
            pass

    monkeypatch.setattr(process, "_Workers", Supervisor)
    monkeypatch.setattr(json_log, "set_up", lambda requests: None)  # other tests of this process read the log
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    settings = fast(database, port=0, workers=2, warm_up=False, express=express)
    with pytest.MonkeyPatch.context() as environment, listen(settings) as listening:
        for name in (*settings.to_environment(), FOLDER_VARIABLE):
            environment.setenv(name, "")  # what is set is forgotten again
        process.run(settings, listening)
    assert configs[0].timeout_worker_healthcheck >= 60
    assert configs[0].timeout_keep_alive > 120
    assert configs[0].http is Express if express else configs[0].http == "auto"


def test_a_server_on_every_address_says_how_others_reach_it() -> None:
    """This machine's own address first."""
    with listen(Settings(host="0.0.0.0", port=0)) as listening:
        first, *others = addresses(listening)
    assert first.startswith("http://127.0.0.1:")
    assert all(not other.startswith("http://0.0.0.0") for other in others)


def test_a_port_that_is_taken_is_told() -> None:
    """With the address, and what the system says."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(RoostError, match=f"cannot listen on 127.0.0.1 port {port}: Address already in use"):
            listen(Settings(port=port))


async def test_the_example_bot_plays_a_game(server: Serving) -> None:
    """It joins by the code, plays against another bot, and checks the dice."""
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
    told, _ = await asyncio.wait_for(process.communicate(), PATIENCE)
    assert process.returncode == 0
    lines = told.decode().splitlines()
    assert re.fullmatch(r"winners: \[.*\] scores: \[\d+, \d+\]", lines[0])
    assert "follow from the list" in lines[1]
    assert (await host.snapshot())["table"]["seats"][0]["name"] == "table bot"


if SOAKING:

    @pytest.mark.soak
    @pytest.mark.parametrize("workers", [1, 2])
    def test_the_load_command_measures(workers: int) -> None:
        """A short run reports moves, latencies and what the server used up, with more tables than may wait at once."""
        command = [sys.executable, str(ROOT / "bench" / "load.py"), "--tables=3", "--seconds=0.5", "--watched=30"]
        command += [f"--workers={workers}", "--json"]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
        assert done.returncode == 0, done.stderr
        found = json.loads(done.stdout)
        assert [found["load"][name] for name in ("tables", "watched", "workers")] == [3, 30, workers]
        assert found["moves"] > 0
        assert 0 < found["p50"] <= found["p99"]
        assert found["moves_per_second"] == pytest.approx(found["moves"] / found["seconds"])


def test_several_servers_need_a_database_that_they_share() -> None:
    """Said before anything is started."""
    with pytest.raises(RoostError, match="name an empty one on PostgreSQL"):
        asyncio.run(measure(Load("heckmeck", 1, 1.0, servers=2)))
