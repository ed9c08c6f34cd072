"""Nothing is lost: games are kept after every move, and go on at the very point where they were left."""

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


@pytest.fixture(autouse=True)
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for the games of each test."""
    folder = tmp_path / "games"
    monkeypatch.setenv("ROOST_GAMES", str(folder))
    return folder


def a_setup(game: str, *seats: str, typed: bool = False, seed: str | None = "7") -> Setup:
    """A game, or a position, that is about to begin."""
    state = roost.position(game) if "=" in game else roost.game(game, players=len(seats)).opening()
    players = tuple(read_seats(seats, Messages(), type(state.game)))
    return Setup(state, players, typed=typed, seed=seed)


def play_alone(table: TableHere, moves: int) -> None:
    """Let bots make so many moves."""

    async def follow() -> None:
        told = -1
        async for _ in table.events():
            told += 1
            if told == moves:
                return

    asyncio.run(follow())


def test_a_killed_game_goes_on_where_it_was() -> None:
    """SIGKILL in the middle of a game: the next process shows the same dice, and the game has the dice of its seed."""
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


def test_an_interrupted_game_ends_like_one_that_was_not() -> None:
    """Bots that play by chance, and dice of a seed, go on after any number of interruptions as if there were none."""
    table = a_setup("junior", "chick", "chick").begin()
    for _ in range(40):
        play_alone(resume(newest_unfinished()), 1)  # each after a fresh start of everything
    record, other = load(newest_unfinished()), a_setup("junior", "chick", "chick").begin()
    play_alone(other, 40)
    assert other.book.record().moves == record.moves
    assert table.book.record().headers == record.headers


async def test_a_left_screen_goes_on_where_it_was() -> None:
    """A game that was left on the screen is resumed by F6 on the start screen, with the same players, and ends."""
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
    with pytest.raises(RoostError, match="no unfinished game is kept"):
        newest_unfinished()


def test_typed_dice_are_asked_for_again_after_a_break() -> None:
    """A game with real dice goes on with real dice."""
    a_setup("junior", "Anna", "Ben", typed=True).begin()
    assert "Type the 6 dice you rolled" in run("play", "--resume").out


def test_undo_survives_a_break() -> None:
    """A choice can be taken back after the game was resumed, a roll of the software cannot."""
    table = a_setup("heckmeck", "Anna", "Ben").begin()
    asyncio.run(table.move(None, 0))
    assert not resume(newest_unfinished()).can_undo
    asyncio.run(table.move(str(table.book.state.actions()[0]), 1))
    again = resume(newest_unfinished())
    assert again.can_undo
    asyncio.run(again.undo())
    assert len(load(newest_unfinished()).moves) == 1


def test_a_file_can_be_resumed_by_name(tmp_path: Path) -> None:
    """With a file, that game goes on; without --record games lie in the user's folder.

    A game that is over is told by another command, and the error says which.
    """
    file = tmp_path / "evening.roost"
    run("play", "junior", "--seat", "Anna", "--seat", "Ben", "--record", str(file), typed="\n")
    assert len(load(file).moves) == 1
    assert "Anna>" in run("play", "--resume", str(file)).out
    with pytest.raises(RoostError):
        newest_unfinished()
    run("play", "junior", "--seat", "hen", "--seat", "hen", "--record", str(tmp_path / "over.roost"))
    assert "is over; roost replay" in run("play", "--resume", str(tmp_path / "over.roost")).err


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (["--resume", "--seat", "Anna"], "--resume goes on with a game as it was set up"),
        (["--resume", "--typed"], "--resume goes on with a game as it was set up"),
        (["--resume"], "no unfinished game is kept in"),
        (["--resume", "nowhere.roost"], "nowhere.roost: No such file"),
    ],
)
def test_resuming_says_what_is_wrong(given: list[str], why: str) -> None:
    """A request to resume that cannot be met is answered in one line."""
    done = run("play", *given)
    assert done.code == 2
    assert why in done.err


@pytest.mark.parametrize(
    ("headers", "why"),
    [
        ({}, "does not say where its dice come from"),
        ({"Dice": "seeded", "Seed": "1", "Bots": "B=dodo"}, "'B=dodo' seats no bot"),
    ],
)
def test_what_is_not_known_here_cannot_go_on(headers: dict[str, str], why: str, tmp_path: Path) -> None:
    """A record without a source of dice can be replayed, not resumed; a bot that is not installed is named."""
    save(Recorder(roost.game("junior"), headers=headers).record(), tmp_path / "old.roost")
    with pytest.raises(RoostError, match=why):
        resume(tmp_path / "old.roost")


def test_damaged_and_finished_files_are_passed_over(games: Path) -> None:
    """The latest game that can go on is found among files that cannot."""
    a_setup("junior", "Anna", "Ben").begin()
    expected = newest_unfinished()
    new_file("junior").write_text("nonsense", encoding="utf-8")
    assert newest_unfinished() == expected


def test_a_bot_keeps_its_settings() -> None:
    """Settings seat that very bot, and are there again after a break."""
    table = a_setup("junior", "Anna", "fox:depth=2").begin()
    assert (table.players[1].name, table.players[1].bot) == ("Fox", "fox:depth=2")
    assert resume(newest_unfinished()).players[1].bot == "fox:depth=2"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("exec:python bot.py", "programs play in the arena"),
        ("fox:depth=deep", "is not a setting"),
        ("fox:wit=1", "cannot be made"),
    ],
)
def test_a_bot_that_cannot_be_is_nobody(name: str, why: str) -> None:
    """A name that looks like a bot is never seated as a person of that name."""
    with pytest.raises(OptionError, match=why):
        read_seats(["Anna", name], Messages(), roost.all_games()["junior"])


def test_a_bot_that_does_not_know_the_game_is_refused_at_once(games: Path) -> None:
    """Nothing is begun with a bot that was made for another game."""
    with pytest.raises(RoostError, match="junior has no way for simple to play it"):
        a_setup("junior", "Anna", "simple").begin()
    assert not games.exists()


def test_the_same_again_has_new_dice() -> None:
    """Playing again keeps game, players and kind of dice, and changes the seed and the file."""
    table = a_setup("junior", "Anna", "hen").begin()
    before, players = table.book, table.players
    asyncio.run(table.agree())
    assert table.players == players
    assert table.book.record().headers["Seed"] != before.record().headers["Seed"]
    assert table.path != getattr(before, "path", None)
