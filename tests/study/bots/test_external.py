"""Tests of bots that are programs: the protocol, and every kind of failure."""

import gc
import json
import os
import pickle
import shlex
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

import roost
from lab.arena.processes import PROC, assert_ends, is_running
from patience import PATIENCE
from roost.core.errors import OptionError
from roost.core.registry import all_games
from roost.core.stream import Stream
from roost.lab.arena import EndReason, Tournament, TournamentResult, run
from roost.study.bots import bot, external
from roost.study.bots.external import BotError, ExternalBot, end_all

pytestmark = pytest.mark.skipif(not PROC.exists(), reason="looks for processes in /proc")

MINIMAL = Path(__file__).parents[3] / "examples" / "minimal_bot.py"
EXAMPLE = f"exec:{shlex.quote(sys.executable)} {shlex.quote(str(MINIMAL))}"
POSITION = roost.position("heckmeck grill=21-36 A=- B=- turn=B roll=1123445w")
LEGAL = ["1", "2", "3", "4", "5", "w"]

Program = Callable[[str], str]


@pytest.fixture
def program(tmp_path: Path) -> Program:
    """Return a function that writes a Python bot, which runs ``body`` per request, and returns its command."""

    def write(body: str) -> str:
        script = tmp_path / "bot.py"
        indented = dedent(body).strip().replace("\n", "\n    ")
        script.write_text(
            "import json, os, signal, subprocess, sys, time\n"
            f"here = {str(tmp_path)!r}\n"
            "def say(answer):\n"
            "    print(json.dumps(answer))\n"
            "sys.stdin.readline()\n"
            "say({'protocol': 1, 'name': 'tested'})\n"
            "for line in sys.stdin:\n"
            "    question = json.loads(line)\n"
            "    answer = {'id': question['id'], 'action': question['actions'][-1]}\n"
            f"    {indented}\n"
        )
        return f"{shlex.quote(sys.executable)} {shlex.quote(str(script))}"

    return write


def ask(command: str, *, timeout: float = PATIENCE) -> str:
    with ExternalBot(command, timeout=timeout) as external_bot:
        return str(external_bot.choose(POSITION, Stream(1)))


def choose_often(external_bot: ExternalBot, times: int) -> None:
    for _ in range(times):
        external_bot.choose(POSITION, Stream(1))


@pytest.fixture(autouse=True)
def _long_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give programs enough time to start on a slow machine."""
    monkeypatch.setattr(external, "_START_TIMEOUT", PATIENCE)


# -- the protocol ------------------------------------------------------------------------------------------------------


def test_a_program_answers(program: Program) -> None:
    """A program that does not flush its output and prints empty lines can still answer."""
    assert ask(program("print(); say(answer)")) == "w"


def test_a_request_contains_everything_needed(program: Program, tmp_path: Path) -> None:
    """A request has the position as text and as JSON, the seat, the legal actions, and a reproducible random number."""
    command = program("open(here + '/asked', 'a').write(line); say(answer)")
    with ExternalBot(command) as external_bot:
        for _ in range(2):
            external_bot.choose(POSITION, Stream(1))
    first, second = map(json.loads, (tmp_path / "asked").read_text().splitlines())
    assert roost.position(first["position"]) == roost.position(first["state"]) == POSITION
    assert (first["game"], first["seat"], first["actions"]) == ("heckmeck", 1, LEGAL)
    assert first["random"] == second["random"] == Stream(1).below(2**53)
    assert (first["id"], second["id"]) == (0, 1)
    assert first.keys() == {"id", "game", "position", "state", "seat", "actions", "random"}


def test_the_program_names_itself(program: Program) -> None:
    """Before the first request, a bot is named after its command."""
    command = program("say(answer)")
    external_bot = bot(f"exec:{command}")
    assert external_bot.name == f"exec:{command}"
    external_bot.choose(POSITION, Stream(1))
    assert external_bot.name == "tested"
    external_bot.close()  # type: ignore[attr-defined]  # an ExternalBot has this method


def test_the_minimal_bot_plays_a_hundred_games() -> None:
    """The example plays every game of a tournament without a fault, and wins more often than by chance."""
    result = run(Tournament(roost.game("junior"), (EXAMPLE, "chick"), "minimal", 100))
    assert (result.games, result.tally.forfeits) == (100, (0, 0))
    low = result.standing(EXAMPLE).share.low
    assert low is not None
    assert low > 0.6


@pytest.mark.parametrize("game", all_games())
def test_the_minimal_bot_plays_every_game(game: str) -> None:
    result = run(Tournament(roost.game(game), (EXAMPLE, EXAMPLE), "every", 2))
    assert result.tally.forfeits == (0,)
    assert set(result.tally.ends) <= set(roost.game(game).end_reasons)


def test_the_minimal_bot_is_minimal() -> None:
    """The example does not import Roost and has about twenty lines."""
    text = MINIMAL.read_text()
    assert "import roost" not in text
    assert len(text.splitlines()) <= 24


# -- invalid commands --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("", "exec: needs a command"),
        ("'unbalanced", "cannot be split into words: No closing quotation"),
        ("no-such-program --fast", "the program 'no-such-program' was not found"),
    ],
)
def test_impossible_commands_are_refused_at_once(command: str, message: str) -> None:
    """A command that cannot be started is refused before a tournament begins."""
    with pytest.raises(OptionError, match=message):
        bot(f"exec:{command}")


def test_windows_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """On systems where pipes cannot be read without blocking, external bots are refused with an error."""
    with monkeypatch.context() as patched:
        patched.setattr(os, "name", "nt")
        with pytest.raises(OptionError, match="need Linux, macOS or another Unix"):
            ExternalBot("bot")


def test_a_file_that_is_not_a_program_is_a_bot_error(tmp_path: Path) -> None:
    """A file that the system refuses to run raises an error of the bot."""
    script = tmp_path / "bot"
    script.write_text("neither a script nor a binary")
    script.chmod(0o755)
    with pytest.raises(BotError, match="could not be started"):
        ask(str(script))


# -- failures ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("sys.exit(3)", "tested exited with status 3"),
        ("os.kill(os.getpid(), signal.SIGSEGV)", r"tested was killed by signal 11 \(Segmentation fault\)"),
        ("os.close(1); time.sleep(60)", "tested closed its output"),
        ("print('thinking …')", "tested answered 'thinking …', which is not JSON"),
        ("print('[' * 4000)", r"answered '\[\[\[.*…, which is not JSON"),
        ("sys.stdout.buffer.write(bytes([255, 10]))", "which is not JSON"),
        ("say('w')", "answered 'w' to the question with the id 0"),
        ("say({'action': 'w'})", "answered {'action': 'w'} to the question with the id 0"),
        ("say({**answer, 'id': 1})", "to the question with the id 0"),
        ("say({**answer, 'id': False})", "to the question with the id 0"),
        ("say({**answer, 'action': 'take36'})", "chose 'take36', which is not legal here; legal: 1, 2, 3, 4, 5, w"),
        ("say({**answer, 'action': 5})", "chose 5, which is not legal here"),
        ("say({'id': question['id']})", "chose None, which is not legal here"),
        ("print(' ' * 5000)", "a line of more than 4096 bytes"),
        ("while True: print('x' * 5000, end='')", "a line of more than 4096 bytes"),
    ],
)
def test_every_wrong_answer_is_reported(program: Program, body: str, message: str) -> None:
    """The error describes what the program did instead of answering."""
    with pytest.raises(BotError, match=message) as caught:
        ask(program(body))
    assert caught.value.position == str(POSITION)
    assert str(caught.value) == f"tested {caught.value.reason}"
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


@pytest.mark.parametrize("body", ["time.sleep(60)", "while True: print()", "while True: print('.', file=sys.stderr)"])
def test_a_program_without_an_answer_times_out(program: Program, body: str) -> None:
    """A program that sleeps or writes anything but an answer is stopped at the time limit."""
    with pytest.raises(BotError, match=r"tested did not answer within 0\.3 s"):
        ask(program(body), timeout=0.3)


def test_a_slow_greeting_times_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The greeting may take longer than an answer, but has a time limit."""
    monkeypatch.setattr(external, "_START_TIMEOUT", 0.3)
    with pytest.raises(BotError, match=r"exec:sleep 60 did not answer within 0\.3 s"):
        ask("sleep 60", timeout=0.1)


@pytest.mark.parametrize(
    "greeting",
    [
        "{'protocol': 2, 'name': 'new'}",
        "{'protocol': 1}",
        "{'protocol': 1, 'name': ''}",
        "{'protocol': 1, 'name': 'a' * 81}",
        "{'protocol': 1, 'name': chr(27)}",
        "'hello'",
    ],
)
def test_a_wrong_greeting_is_refused(tmp_path: Path, greeting: str) -> None:
    """The greeting's version and name are checked before the first request."""
    script = tmp_path / "bot.py"
    script.write_text(f"import json\nprint(json.dumps({greeting}))\ninput()\n")
    with pytest.raises(BotError, match="answered the greeting with"):
        ask(f"{shlex.quote(sys.executable)} {shlex.quote(str(script))}")


def test_a_program_that_does_not_read_times_out(program: Program) -> None:
    """Answers written in advance work until the program's input pipe is full; then the time limit applies."""
    command = program("for i in range(1000): say({'id': i, 'action': 'w'})\ntime.sleep(60)")
    with (
        ExternalBot(command, timeout=0.5) as external_bot,
        pytest.raises(BotError, match=r"within 0\.5 s|output than answers"),
    ):
        choose_often(external_bot, 1000)


def test_a_program_that_reads_late_gets_every_request(program: Program) -> None:
    """The rest of a request that does not fit into the pipe is sent once there is space."""
    command = program(
        """
        if question['id'] == 0:
            import fcntl, mmap, struct, termios
            for i in range(300): say({'id': i, 'action': 'w'})
            sys.stdout.flush()
            size = fcntl.fcntl(0, fcntl.F_GETPIPE_SZ)
            full = size - size // mmap.PAGESIZE * len(line)  # a request that does not fit into a page begins the next
            while struct.unpack('i', fcntl.ioctl(0, termios.FIONREAD, b'....'))[0] < full: pass
        elif question['id'] >= 300:
            say({**answer, 'action': str(1 + question['id'] % 5)})
        """
    )
    with ExternalBot(command) as external_bot:
        chosen = [str(external_bot.choose(POSITION, Stream(1))) for _ in range(320)]
    assert chosen == ["w"] * 300 + [str(1 + number % 5) for number in range(300, 320)]


def test_a_program_that_exits_between_requests_is_a_bot_error(program: Program, tmp_path: Path) -> None:
    """The exit of a program is detected at the next request."""
    with ExternalBot(program(TELL_PID + "say(answer); sys.exit(2)")) as external_bot:
        external_bot.choose(POSITION, Stream(1))
        assert_ends(pid_in(tmp_path / "pid"))
        with pytest.raises(BotError, match="tested exited with status 2"):
            external_bot.choose(POSITION, Stream(1))


def test_a_flood_of_output_is_stopped(program: Program) -> None:
    """A program that writes without end is stopped before it fills the memory."""
    command = program("for i in range(10**9): say({'id': i, 'action': 'w'})")
    with (
        ExternalBot(command) as external_bot,
        pytest.raises(BotError, match="tested writes much more output than answers"),
    ):
        choose_often(external_bot, 100_000)


def test_the_end_of_standard_error_is_reported(program: Program) -> None:
    """The error contains the last 2,000 characters that the program wrote to standard error."""
    with pytest.raises(BotError) as caught:
        ask(program("print('x' * 100_000, file=sys.stderr)\nraise ValueError('the reason')"))
    assert caught.value.stderr.rstrip().endswith("ValueError: the reason")
    assert len(caught.value.stderr) == 2_000


def test_a_program_is_restarted_only_a_few_times(program: Program, tmp_path: Path) -> None:
    """After four failed starts the program is not started again."""
    command = program("open(here + '/starts', 'a').write('x')\nsys.exit(1)")
    with ExternalBot(command) as external_bot:
        for _ in range(4):
            with pytest.raises(BotError, match="exited with status 1"):
                external_bot.choose(POSITION, Stream(1))
        for _ in range(3):
            with pytest.raises(BotError, match="failed too often and will not be started again"):
                external_bot.choose(POSITION, Stream(1))
    assert (tmp_path / "starts").read_text() == "xxxx"


# -- processes that must end -------------------------------------------------------------------------------------------

TELL_PID = "open(here + '/pid', 'w').write(str(os.getpid()))\n"
CHILD = "child = subprocess.Popen(['sleep', '60'])\nopen(here + '/child', 'w').write(str(child.pid))\n"


def pid_in(path: Path) -> int:
    """Read the process id that a bot wrote to a file."""
    return int(path.read_text())


def test_a_closed_bot_may_exit_by_itself(program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At the end of its input a program gets a moment to clean up."""
    monkeypatch.setattr(external, "_GRACE", PATIENCE)
    command = program("say(answer)")
    script = tmp_path / "bot.py"
    script.write_text(script.read_text() + "open(here + '/tidy', 'w').write('done')\n")
    assert ask(command) == "w"
    assert (tmp_path / "tidy").read_text() == "done"


def test_a_program_that_ignores_the_end_of_input_is_killed_with_its_children(program: Program, tmp_path: Path) -> None:
    """A program that neither exits at the end of its input nor ends its children is killed together with them."""
    assert ask(program(TELL_PID + CHILD + "say(answer)\ntime.sleep(60)")) == "w"
    assert_ends(pid_in(tmp_path / "pid"))
    assert_ends(pid_in(tmp_path / "child"))


def test_a_failed_program_is_killed_with_its_children(program: Program, tmp_path: Path) -> None:
    """A program that misses the time limit is killed with its children, without being closed."""
    command = program("time.sleep(60)")
    script = tmp_path / "bot.py"
    script.write_text(script.read_text().replace("sys.stdin.readline()", TELL_PID + CHILD + "sys.stdin.readline()", 1))
    with pytest.raises(BotError, match="did not answer"):
        ExternalBot(command, timeout=0.3).choose(POSITION, Stream(1))
    assert_ends(pid_in(tmp_path / "pid"))
    assert_ends(pid_in(tmp_path / "child"))


def test_an_unreferenced_bot_is_killed(program: Program, tmp_path: Path) -> None:
    """A bot that is not closed leaves no process behind after garbage collection."""
    external_bot = ExternalBot(program(TELL_PID + "say(answer)\ntime.sleep(60)"))
    external_bot.choose(POSITION, Stream(1))
    pid = pid_in(tmp_path / "pid")
    assert is_running(pid)
    del external_bot
    gc.collect()
    assert_ends(pid)


def test_an_interrupt_ends_the_program(program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After Ctrl-C during a request, the program is started again for the next request."""
    external_bot = ExternalBot(program(TELL_PID + "say(answer)"))
    external_bot.choose(POSITION, Stream(1))
    first = pid_in(tmp_path / "pid")

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(external.JsonProgram, "ask", interrupted)
        with pytest.raises(KeyboardInterrupt):
            external_bot.choose(POSITION, Stream(1))
    assert_ends(first)
    assert str(external_bot.choose(POSITION, Stream(1))) == "w"
    external_bot.close()
    external_bot.close()


def test_all_programs_can_be_ended_at_once(program: Program, tmp_path: Path) -> None:
    """A process that is about to exit can kill all programs."""
    external_bot = ExternalBot(program(TELL_PID + "say(answer)\ntime.sleep(60)"))
    external_bot.choose(POSITION, Stream(1))
    end_all()
    assert_ends(pid_in(tmp_path / "pid"))


# -- in the arena ------------------------------------------------------------------------------------------------------


def against_chick(command: str, games: int = 20) -> TournamentResult:
    """Play a tournament between a program and a chick."""
    bots = (f"exec:{command}", "chick")
    return run(Tournament(roost.game("junior"), bots, "external", games, move_timeout=PATIENCE))


def test_a_broken_program_forfeits_games(program: Program) -> None:
    """A program that fails loses its games, but does not stop the tournament."""
    result = against_chick(program("print('oops', file=sys.stderr); sys.exit(9)"))
    assert result.standing("chick").share.value == 1
    assert result.tally.forfeits == (20, 0)
    assert result.ended is EndReason.FORFEITS
    assert "exited with status 9" in result.tally.forfeited[0].reason
    assert "failed too often" in result.tally.forfeited[4].reason
    assert result.tally.forfeited[0].stderr == "oops\n"


def test_a_program_that_fails_sometimes_plays_its_other_games(program: Program) -> None:
    """Each chunk has its own restarts, and only the games in which the program failed are lost."""
    result = against_chick(program("sys.exit(1) if question['random'] % 300 == 0 else say(answer)"), games=96)
    assert result.ended is EndReason.GAMES
    assert 0 < result.tally.forfeits[0] < 40
    assert result.tally.ends["forfeit"] == result.tally.forfeits[0]


def test_programs_end_when_the_arena_is_killed(program: Program, tmp_path: Path) -> None:
    """Killing the arena's first process ends the other processes and the programs."""
    command = program("open(f'{here}/{os.getpid()}.pid', 'w').write(str(os.getppid()))\ntime.sleep(60)")
    script = tmp_path / "arena.py"
    script.write_text(
        "import roost\n"
        "from roost.lab.arena import Tournament, run\n"
        "if __name__ == '__main__':\n"
        f"    bots = ({f'exec:{command}'!r}, 'chick')\n"
        "    run(Tournament(roost.game('junior'), bots, games=10_000, move_timeout=50), jobs=2)\n"
    )
    arena = os.posix_spawn(sys.executable, [sys.executable, str(script)], dict(os.environ))
    deadline = time.monotonic() + PATIENCE
    while len(pids := [path for path in tmp_path.glob("*.pid") if path.read_text()]) < 2:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    os.kill(arena, signal.SIGKILL)
    os.waitpid(arena, 0)
    for path in pids:
        assert_ends(int(path.stem))
        assert_ends(pid_in(path))
