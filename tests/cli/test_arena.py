import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from inspect import signature
from pathlib import Path

import pytest
import typer
from rich.console import Console
from typer.testing import CliRunner

import roost
from lab.arena.players import Broken
from lab.arena.processes import PROC, assert_group_ends, group
from patience import PATIENCE
from roost.cli.arena import _progress_bar, arena
from roost.core.errors import OptionError
from roost.lab.arena import EndReason, Tournament, run
from roost.study.bots.external import DEFAULT_TIMEOUT
from soak import rarely

pytestmark = pytest.mark.slow

app = typer.Typer()
app.command()(arena)

RUN_APP = "import typer; from roost.cli.arena import arena; app = typer.Typer(); app.command()(arena); app()"


def output_of(*arguments: str) -> str:
    """Run the arena command and return its output."""
    result = CliRunner().invoke(app, arguments, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_the_tournament_is_printed_as_a_table() -> None:
    text = output_of(
        "heckmeck", "hen", "chick", "--players", "3", "--games", "6", "--seed", "x", "-o", "short_game=yes"
    )
    assert text.startswith("Heckmeck am Bratwurmeck, 3 players, seed x\n6 games: 1 deal of 6")


def test_json_output_equals_the_result_in_python() -> None:
    printed = json.loads(output_of("junior", "chick", "chick", "--games", "10", "--seed", "5", "--json"))
    assert printed == json.loads(json.dumps(run(Tournament(roost.game("junior"), ("chick", "chick"), 5, 10)).to_json()))


def test_csv_picture_records_and_checkpoint_are_written(tmp_path: Path) -> None:
    """The CSV table, the picture, the records and the checkpoint are written to files."""
    names = {"csv": "r.csv", "plot": "r.svg", "records": "r.roost", "checkpoint": "r.json"}
    options = [word for key, name in names.items() for word in (f"--{key}", str(tmp_path / name))]
    output_of("junior", "chick", "hen", "--games", "4", *options)
    beginnings = {name: (tmp_path / name).read_text()[:9] for name in names.values()}
    assert beginnings == {"r.csv": "bot,seats", "r.svg": "<svg xmln", "r.roost": '[Roost "1', "r.json": '{"roost_a'}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("chess", "chick", "chick"), "no game is called 'chess'"),
        (("junior", "chick"), "junior is for 2 to 5 players, not 1"),
        (("junior", "chick", "chik"), "did you mean 'chick'"),
        (("junior", "chick", "chick", "-o", "short"), "an option looks like short_game=yes, not"),
        (("junior", "chick", "chick", "-o", "start=A", "-o", "start=B"), "the option 'start' is given twice"),
        (("junior", "chick", "chick", "-o", "size=5"), "junior has no option 'size'"),
        (("junior", "chick", "chick", "--until-se", "3"), "between 0 and 1, not 3.0"),
        (("junior", "chick", "chick", "--games", "0"), "games must be 1 to 1,000,000,000, not 0"),
        (("junior", "chick", "chick", "--jobs", "0"), "jobs must be 1 to 256, not 0"),
    ],
)
def test_invalid_arguments_are_explained(arguments: tuple[str, ...], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        output_of(*arguments)


def test_forfeits_set_the_exit_status() -> None:
    """A script must not mistake a broken bot for a weak one. The result is still printed."""
    result = CliRunner().invoke(app, ["junior", "chick", f"exec:{sys.executable} -c pass", "--games", "2", "--json"])
    assert result.exit_code == 3
    assert json.loads(result.stdout)["standings"]


def test_the_commands_default_timeout_is_that_of_the_protocol() -> None:
    """The command repeats the value, because importing the protocol would slow down its start."""
    assert signature(arena).parameters["move_timeout"].default == DEFAULT_TIMEOUT


def test_until_se_stops_a_tournament_early() -> None:
    """The option ``--until-se`` sets the standard error at which a tournament stops."""
    data = json.loads(output_of("junior", "chick", "hen", "--games", "100000", "--until-se", "0.1", "--json"))
    assert data["ended"] == "standard-error"
    assert data["games"] < 1_000


def test_a_terminal_shows_a_progress_bar_with_forfeits(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Console(stderr=True, force_terminal=True, width=80)
    monkeypatch.setattr("rich.console.Console", lambda **_: screen)
    tournament = Tournament(roost.game("junior"), ("chick", "broken"), games=4)
    with screen.capture() as capture, _progress_bar(tournament) as watcher:
        assert watcher is not None
        result = run(tournament, progress=watcher, bots={"broken": Broken})
    assert result.ended is EndReason.FORFEITS
    assert "4/4" in capture.get()
    assert "games (4 forfeits)" in capture.get()


def test_the_command_runs_outside_the_main_thread() -> None:
    """Only the main thread can handle signals; in any other thread the command runs without signal handlers."""
    outputs: list[str] = []
    thread = threading.Thread(
        target=lambda: outputs.append(output_of("junior", "chick", "chick", "--games", "2", "-j", "2"))
    )
    thread.start()
    thread.join()
    assert outputs[0].startswith("Heckmeck Junior")


@contextmanager
def playing(records: Path, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """Run the command in separate processes until the caller stops it."""
    command = [sys.executable, "-W", "error", "-c", RUN_APP, *arguments, "--records", str(records)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, start_new_session=True) as process:
        try:
            await_records(process, records, 50_000)
            yield process
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            raise


def await_records(process: subprocess.Popen[str], records: Path, size: int) -> None:
    """Wait until the game records have reached a size in bytes."""
    deadline = time.monotonic() + PATIENCE
    while not records.exists() or records.stat().st_size < size:
        assert time.monotonic() < deadline
        assert process.poll() is None
        time.sleep(0.02)


@pytest.mark.skipif(not PROC.exists(), reason="looks for processes in /proc")
@pytest.mark.parametrize(
    ("number", "jobs"), [(signal.SIGINT, "1"), (signal.SIGTERM, "2"), *rarely((signal.SIGINT, "2"))]
)
def test_a_signal_stops_the_command_cleanly(tmp_path: Path, number: int, jobs: int) -> None:
    """After a signal the result so far is printed, no process is left, and the tournament can be resumed."""
    checkpoint, records = tmp_path / "arena.json", tmp_path / "games.roost"
    arguments = ["junior", "hen", "chick", "--seed", "3", "--json", "--checkpoint", str(checkpoint)]
    with playing(records, *arguments, "--games", "1000000", "--jobs", str(jobs)) as process:
        os.killpg(process.pid, number)  # like a terminal, send the signal to every process of the group
        out, err = process.communicate(timeout=PATIENCE)
    arguments += ["--records", str(records)]
    assert (process.returncode, err) == (130, "")
    stopped = json.loads(out)
    assert stopped["ended"] == "interrupted"
    assert stopped["games"] > 0
    assert_group_ends(process.pid)
    more = str(stopped["games"] + 100)
    resumed = output_of(*arguments, "--games", more)
    fresh = output_of(*arguments[:6], "--games", more)
    assert resumed == fresh


@pytest.mark.skipif(not PROC.exists(), reason="looks for processes in /proc")
@pytest.mark.parametrize("number", [signal.SIGINT, *rarely(signal.SIGTERM)])
def test_a_signal_to_worker_processes_alone_is_ignored(tmp_path: Path, number: int) -> None:
    """Only the main process stops the workers. A worker that stopped on its own could break the others."""
    records = tmp_path / "games.roost"
    with playing(records, "junior", "hen", "chick", "--games", "1000000", "--jobs", "2") as process:
        for worker in set(group(process.pid)) - {process.pid}:
            os.kill(worker, number)
        await_records(process, records, records.stat().st_size + 100_000)
        os.kill(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "died" not in err
