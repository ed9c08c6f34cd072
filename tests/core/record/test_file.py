"""Records in files: no acknowledged move is ever lost."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import roost
from core.record.playing import SHORT, random_record
from roost.core.errors import IllegalMoveError
from roost.core.record import Recorder, RecordError, RecordFile, load, read, reader, save, write


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The path of a game's record."""
    return tmp_path / "game.roost"


def test_a_saved_record_loads_as_the_same_record(path: Path) -> None:
    """The file is the text in UTF-8, and no other file is left behind."""
    game = random_record(roost.game("junior", 3), seed=12)
    save(game, path)
    assert path.read_bytes() == write(game).encode()
    assert load(str(path)) == game
    assert list(path.parent.iterdir()) == [path]


def test_the_file_holds_the_game_so_far_after_every_move(path: Path) -> None:
    whole = random_record(roost.game("junior"), seed=13)
    file = RecordFile.create(path, Recorder(whole.start, whole.names, dict(whole.kept)))
    assert load(path).moves == ()
    for number, played in enumerate(whole.played, 1):
        assert file.add(played.move).state == played.state
        assert load(path) == file.record()
        assert file.record().moves == whole.moves[:number]
    assert load(path) == whole
    assert '[Result "*"]' not in path.read_text(encoding="utf-8")


def test_resuming_a_game_changes_its_file_only_with_the_next_move(path: Path) -> None:
    commented = "# Sunday\n" + SHORT.replace(" take25", "").replace('"A 1, B 2; B wins; grill-empty"', '"*"')
    path.write_text(commented, encoding="utf-8")
    file = RecordFile.resume(path)
    assert path.read_text(encoding="utf-8") == commented
    assert file.state.node is roost.Node.DECIDE
    file.add("take25")
    assert path.read_text(encoding="utf-8") == SHORT


def test_taking_back_a_move_restores_the_file(path: Path) -> None:
    file = RecordFile.create(path, Recorder(roost.game("heckmeck")))
    file.add("1123wwww")
    before = path.read_bytes()
    file.add("w")
    file.take_back()
    assert path.read_bytes() == before
    assert file.state == load(path).state


def test_an_illegal_move_does_not_change_the_file(path: Path) -> None:
    file = RecordFile.create(path, Recorder(roost.game("heckmeck")))
    file.add("1123wwww")
    before = path.read_bytes()
    with pytest.raises(IllegalMoveError):
        file.add("5")
    assert path.read_bytes() == before


def test_a_full_disk_leaves_game_and_file_unchanged(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A move that cannot be saved is not played, and no temporary file stays."""
    file = RecordFile.create(path, Recorder(roost.game("heckmeck")))
    file.add("1123wwww")
    before = file.record()

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space left"):
            file.add("w")
    assert file.record() == before == load(path)
    assert list(path.parent.iterdir()) == [path]
    file.add("w")
    assert load(path) == file.record()


_PLAYER = """
import sys
import roost
from roost.core.sources import SeededDice
from roost.core.stream import Stream
from roost.core.record import RecordFile, Recorder

file, dice, choices = RecordFile.create(sys.argv[1], Recorder(roost.game("heckmeck"))), SeededDice(1), Stream(2)
while True:
    state = file.state
    move = dice.roll(state.dice) if state.dice else choices.choice(state.actions())
    file.add(move)
    print(move, flush=True)
"""


@pytest.mark.parametrize("moves", [1, 12, 57])
def test_a_killed_program_loses_no_acknowledged_move(path: Path, moves: int) -> None:
    with subprocess.Popen([sys.executable, "-c", _PLAYER, str(path)], stdout=subprocess.PIPE, text=True) as player:
        assert player.stdout is not None
        lines = [player.stdout.readline().strip() for _ in range(moves)]
        player.send_signal(signal.SIGKILL)
        lines += player.stdout.read().split("\n")
    acknowledged = [move for move in lines if move]
    loaded = [str(move) for move in load(path).moves]
    assert loaded[: len(acknowledged)] == acknowledged
    assert len(loaded) <= len(acknowledged) + 1


def test_saving_through_a_link_changes_the_linked_file(path: Path) -> None:
    game = read(SHORT)
    save(game, path)
    link = path.with_name("latest.roost")
    link.symlink_to(path)
    save(random_record(roost.game("junior"), seed=1), link)
    assert link.is_symlink()
    assert load(path) == load(link) != game


def test_bytes_that_are_not_utf_8_are_reported_as_damage(path: Path) -> None:
    """Bad bytes in a header or a move are reported with their line; in a comment they do no harm."""
    path.write_bytes(SHORT.replace("Anna", "Ann\xe9").encode("latin-1"))
    with pytest.raises(RecordError, match=r"^line 3, column 1: A must not contain control characters or broken text"):
        load(path)
    path.write_bytes(SHORT.replace("take21", "take\xb2").encode("latin-1"))
    with pytest.raises(RecordError, match=r"^line 8, column 28: .* is not an action"):
        load(path)
    path.write_bytes(b"# caf\xe9\n" + SHORT.encode())
    assert load(path) == read(SHORT)


def test_a_huge_file_is_refused_without_being_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "LONGEST_TEXT", 1_000)
    monkeypatch.setattr("roost.core.record.file.LONGEST_TEXT", 1_000)
    path.write_text(SHORT + "# chatter\n" * 1_000, encoding="utf-8")
    with pytest.raises(RecordError, match="a record has at most 1000 characters"):
        load(path)


def test_loading_a_missing_file_raises_file_not_found(path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        load(path)
