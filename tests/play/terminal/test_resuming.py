"""Saved games: kept after every move, and resumed exactly where they were left."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

import roost
from command import run
from play.terminal.screens import SIZE, an_app, is_asking, play_to_the_end, until
from roost.core.errors import OptionError, RoostError
from roost.core.record import Recorder, load, save
from roost.core.words import Messages
from roost.play.dice import verify_dice
from roost.play.terminal.saves import new_file, newest_unfinished
from roost.play.terminal.seats import read_seats, resume
from roost.play.terminal.table import Setup, TableHere

ROOST = [sys.executable, "-m", "roost"]


def a_setup(game: str, *seats: str, typed: bool = False, seed: str | None = "7") -> Setup:
    """Return a game, or a position, that is about to begin."""
    state = roost.position(game) if "=" in game else roost.game(game, players=len(seats)).opening()
    players = tuple(read_seats(seats, Messages(), type(state.game)))
    return Setup(state, players, typed=typed, seed=seed)


def play_alone(table: TableHere, moves: int) -> None:
    """Let bots make ``moves`` moves."""

    async def follow() -> None:
        count = -1
        async for _ in table.events():
            count += 1
            if count == moves:
                return

    asyncio.run(follow())


def test_a_killed_game_resumes_where_it_was() -> None:
    """The process that follows a SIGKILL shows the same dice, and the rolls are still those of the seed."""
    command = [*ROOST, "play", "--plain", "heckmeck", "--seat", "Anna", "--seat", "Ben", "--seed", "12"]
    environment = {**os.environ, "ROOST_LANG": "en", "PYTHONUNBUFFERED": "1"}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, env=environment) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"\n")
        process.stdin.flush()
        shown = b""
        while b"Anna> " not in shown:
            shown += process.stdout.read(1)
        process.kill()
    assert process.returncode == -9
    resumed = run("play", "--resume", typed="w\n")
    dice = next(line for line in shown.decode().splitlines() if line.startswith("roll"))
    assert dice in resumed.out
    record = load(newest_unfinished())
    assert len(record.moves) == 2
    assert verify_dice(record).is_proved


def test_interruptions_change_neither_bots_nor_dice() -> None:
    """Bots that choose at random and seeded dice continue as if there had been no interruption."""
    table = a_setup("junior", "chick", "chick").begin()
    for _ in range(40):
        play_alone(resume(newest_unfinished()), 1)  # each time from a newly loaded file
    record, uninterrupted = load(newest_unfinished()), a_setup("junior", "chick", "chick").begin()
    play_alone(uninterrupted, 40)
    assert uninterrupted.book.record().moves == record.moves
    assert table.book.record().headers == record.headers


async def test_the_start_screen_resumes_a_game_with_f6() -> None:
    """The resumed game has the same players and can be finished."""
    table = a_setup("junior grill=4,5 A=9 B=8 turn=A", "Anna", "hen").begin()
    app = an_app(table)
    async with app.run_test(size=SIZE) as pilot:
        await until(lambda: is_asking(app))
        await pilot.press("enter")
        await until(lambda: is_asking(app) and len(table.book.record().moves) == 1)
        await pilot.press("q")
    file = newest_unfinished()
    resumed = resume(file)
    assert resumed.state == table.state
    assert resumed.names == ["Anna", "Hen"]
    assert [player.bot for player in resumed.players] == ["", "hen"]

    app = an_app(None)
    async with app.run_test(size=SIZE) as pilot:
        await until(lambda: bool(app.screen.query("#option-start")))
        await pilot.press("f6")
        await play_to_the_end(pilot)
    assert load(file).is_finished
    with pytest.raises(RoostError, match="there is no unfinished game"):
        newest_unfinished()


def test_a_resumed_game_with_real_dice_still_asks_for_them() -> None:
    a_setup("junior", "Anna", "Ben", typed=True).begin()
    assert "Type your roll of 6 dice" in run("play", "--resume").out


def test_undo_works_after_resuming() -> None:
    """A choice can be undone, but a roll by the software cannot."""
    table = a_setup("heckmeck", "Anna", "Ben").begin()
    asyncio.run(table.move(None, 0))
    assert not resume(newest_unfinished()).can_undo
    asyncio.run(table.move(str(table.book.state.actions()[0]), 1))
    resumed = resume(newest_unfinished())
    assert resumed.can_undo
    asyncio.run(resumed.undo())
    assert len(load(newest_unfinished()).moves) == 1


def test_a_file_can_be_resumed_by_name(tmp_path: Path) -> None:
    """A game that is over is refused with the command that shows it."""
    file = tmp_path / "evening.roost"
    run("play", "junior", "--seat", "Anna", "--seat", "Ben", "--record", str(file), typed="\n")
    assert len(load(file).moves) == 1
    assert "Anna>" in run("play", "--resume", str(file)).out
    with pytest.raises(RoostError):
        newest_unfinished()
    run("play", "junior", "--seat", "hen", "--seat", "hen", "--record", str(tmp_path / "over.roost"))
    assert "is over; roost replay" in run("play", "--resume", str(tmp_path / "over.roost")).err


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--resume", "--seat", "Anna"], "--resume continues a game with its own settings"),
        (["--resume", "--typed"], "--resume continues a game with its own settings"),
        (["--resume"], "there is no unfinished game in"),
        (["--resume", "nowhere.roost"], "nowhere.roost: No such file"),
    ],
)
def test_a_game_that_cannot_be_resumed_is_explained_in_one_line(arguments: list[str], why: str) -> None:
    done = run("play", *arguments)
    assert done.code == 2
    assert why in done.err


@pytest.mark.parametrize(
    ("headers", "why"),
    [
        ({}, "does not say where its dice come from"),
        ({"Dice": "seeded", "Seed": "1", "Bots": "B=dodo"}, "'B=dodo' does not name"),
    ],
)
def test_a_record_with_unknown_dice_or_bots_cannot_be_resumed(
    headers: dict[str, str], why: str, tmp_path: Path
) -> None:
    save(Recorder(roost.game("junior"), headers=headers).record(), tmp_path / "old.roost")
    with pytest.raises(RoostError, match=why):
        resume(tmp_path / "old.roost")


def test_resuming_skips_damaged_files() -> None:
    """The latest game that can be resumed is used."""
    a_setup("junior", "Anna", "Ben").begin()
    expected = newest_unfinished()
    new_file("junior").write_text("nonsense", encoding="utf-8")
    assert newest_unfinished() == expected


def test_a_resumed_bot_keeps_its_settings() -> None:
    table = a_setup("junior", "Anna", "fox:depth=2").begin()
    assert (table.players[1].name, table.players[1].bot) == ("Fox", "fox:depth=2")
    assert resume(newest_unfinished()).players[1].bot == "fox:depth=2"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("exec:python bot.py", "programs play in the arena"),
        ("fox:depth=deep", "is not a valid setting"),
        ("fox:wit=1", "does not accept the settings"),
        ("fxo", "did you mean 'fox'.*: Fxo"),
    ],
)
def test_an_invalid_bot_is_not_seated_as_a_person(name: str, why: str) -> None:
    """A name that looks like a bot is refused."""
    with pytest.raises(OptionError, match=why):
        read_seats(["Anna", name], Messages(), roost.all_games()["junior"])


def test_a_bot_that_does_not_know_the_game_is_refused(saved_games: Path) -> None:
    """The bot is refused before a game file is written."""
    with pytest.raises(RoostError, match="junior has no way for simple to play it"):
        a_setup("junior", "Anna", "simple").begin()
    assert not saved_games.exists()


def test_playing_again_changes_only_the_seed_and_the_file() -> None:
    """Game, players and the kind of dice stay the same."""
    table = a_setup("junior", "Anna", "hen").begin()
    before, players = table.book, table.players
    asyncio.run(table.agree())
    assert table.players == players
    assert table.book.record().headers["Seed"] != before.record().headers["Seed"]
    assert table.path != getattr(before, "path", None)
