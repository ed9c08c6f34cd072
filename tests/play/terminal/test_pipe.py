"""The real command: whole games on a pipe, and the full screen on a terminal that disappears."""

import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

import roost
from command import run
from patience import PATIENCE
from roost.core.record import load
from roost.core.sources import SeededDice
from roost.core.state import Move, Node
from roost.core.stream import Stream
from roost.play.terminal.saves import newest_unfinished
from roost.study.bots.simple_bots import Hen
from soak import rarely

ROOST = [sys.executable, "-m", "roost"]
SEATS = ("Anna", "hen")


def answers(game: str, seed: str) -> list[str]:
    """Return the lines that Anna types in a whole seeded game: Enter to roll, then the hen's choices."""
    state, dice, typed, turn = roost.game(game, players=2).opening(), SeededDice(seed), list[str](), None
    while state.node is not Node.OVER:
        move: Move
        if state.dice is not None:
            typed += [""] if state.seat == 0 and turn != 0 else []
            move = dice.roll(state.dice)
        else:
            move = Hen().choose(state, Stream("Anna"))
            typed += [str(move)] if state.seat == 0 else []
        turn = state.seat
        state, _ = state.play(move)
    return typed


@pytest.mark.parametrize(
    ("game", "language", "wins"),
    [("junior", "de", "gewinnt"), *rarely(*((game, "en", "win") for game in roost.all_games()))],
)
def test_a_whole_game_can_be_played_on_a_pipe(game: str, language: str, wins: str, tmp_path: Path) -> None:
    """The command reads lines, writes sentences up to the result and a review, and keeps a complete record."""
    file = tmp_path / "game.roost"
    seats = [word for seat in SEATS for word in ("--seat", seat)]
    command = [*ROOST, "play", "--plain", game, *seats, "--seed", "5", "--record", str(file), "--lang", language]
    typed = "\n".join([*answers(game, "5"), ""])
    done = subprocess.run(command, input=typed, capture_output=True, text=True, check=True)
    assert load(file).is_finished
    lines = done.stdout.splitlines()
    saved = next(number for number, line in enumerate(lines) if str(file) in line)
    assert wins in lines[saved - 1]
    review = "\n".join(lines[saved + 1 :])
    assert lines[saved + 2].startswith({"en": "You ", "de": "Du "}[language])  # Anna plays alone against a bot
    assert "100.0%" in review or "100,0\N{NO-BREAK SPACE}%" in review
    assert "\x1b" not in done.stdout


def test_a_killed_full_screen_game_can_be_resumed() -> None:
    """The full screen opens on a terminal; a game killed after a roll resumes with that roll."""
    controller, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    environment = {**os.environ, "TERM": "xterm-256color", "ROOST_LANG": "en"}
    command = [*ROOST, "play", "heckmeck", "--seat", "Anna", "--seat", "Ben", "--no-animation"]
    os.set_blocking(controller, False)
    with subprocess.Popen(
        command, stdin=terminal, stdout=terminal, stderr=terminal, env=environment, start_new_session=True
    ) as process:
        os.close(terminal)
        output, give_up = b"", time.monotonic() + PATIENCE
        pressed = False
        while time.monotonic() < give_up and not (pressed and load(newest_unfinished()).moves):
            time.sleep(0.05)
            try:
                output += os.read(controller, 65_536)
            except BlockingIOError:
                continue
            if not pressed and b"roll 8 dice" in output:
                pressed = bool(os.write(controller, b"\r"))
        process.kill()
    os.close(controller)
    assert b"\x1b[?1049h" in output  # this code switches to the alternate screen
    dice = load(newest_unfinished()).moves[-1]
    assert run("play", "--resume").out.count("roll  ") == 1
    assert str(load(newest_unfinished()).moves[-1]) == str(dice)
