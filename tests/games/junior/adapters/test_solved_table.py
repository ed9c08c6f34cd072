"""The table on disk is made once, resumed after an interruption, and refused for games that it does not fit."""

import json
import shutil
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import roost
from command import run
from games.junior.small import PairsJunior, solved_slowly
from roost.core.errors import OptionError, RoostError
from roost.games.junior import Junior
from roost.games.junior.adapters import exact as junior_exact
from roost.games.junior.adapters.solved import table as solved_table
from roost.games.junior.adapters.solved.search import JuniorEndgame
from roost.games.junior.adapters.solved.table import open_table, solve
from roost.study.solve import exact
from roost.study.solve.table import FOLDER_VARIABLE, ValueTable, tables_folder

GAME = PairsJunior(players=2)


class Interrupted(Exception):  # noqa: N818  # simulates Ctrl-C
    pass


def facts_of(folder: Path) -> Path:
    """Return the only JSON file in a folder."""
    (facts,) = folder.glob("*.json")
    return facts


def test_the_table_has_the_slow_solvers_shares(tmp_path: Path) -> None:
    """At every position, both seats' shares equal those of the slow solver within the table's error bound."""
    table = solve(GAME, tmp_path)
    for state, value in solved_slowly(GAME).items():
        shares = table.shares(state)
        assert sum(shares) == 1.0
        assert state.seat is not None
        assert shares[state.seat] == pytest.approx(value, abs=table.error)
    opening = table.shares(GAME.opening())
    assert opening[0] == pytest.approx(table.value, abs=table.error)
    assert (table.value_error < 1e-11, table.error < 4e-8) == (True, True)
    assert table.positions * 4 == table.path.stat().st_size
    over = GAME.opening()._replace(grill=(4,), stacks=((5,), (6, 5))).fail(()).state
    assert table.shares(over) == (0.0, 1.0)
    assert {file.suffix for file in tmp_path.iterdir()} == {".json", ".table"}


def test_an_interrupted_solution_resumes(tmp_path: Path) -> None:
    """Solved positions are not solved again, the time adds up, and the result is the same."""
    watched: list[int] = []

    def interrupt(solved: int, positions: int) -> None:
        watched.append(solved)
        if len(watched) == 8:
            raise Interrupted

    with pytest.raises(Interrupted):
        solve(GAME, tmp_path, watch=interrupt)
    assert open_table(GAME, tmp_path) is None
    facts = json.loads(facts_of(tmp_path).read_text())
    facts["seconds"] = 1_000.0
    facts_of(tmp_path).write_text(json.dumps(facts))
    table = solve(GAME, tmp_path, jobs=2, watch=lambda solved, positions: watched.append(solved))
    assert watched == sorted(set(watched))
    assert watched[-1] == table.positions
    assert table.seconds >= 1_000.0
    fresh = solve(GAME, tmp_path / "fresh")
    assert (table.values == fresh.values).all()
    assert table.value == fresh.value
    solve(GAME, tmp_path, watch=interrupt)  # the table is only opened, so the interruption never happens


def test_damaged_progress_is_solved_again(tmp_path: Path) -> None:
    """With an unusable progress note or unusable values the solution starts again."""
    facts = tmp_path / "junior-worm-1-1-2-2-3-4.json"
    for note in ("", "[]", "{}", '{"complete": true}'):
        facts.write_text(note)
        assert open_table(GAME, tmp_path) is None
    facts.with_suffix(".working").write_bytes(b"short")
    table = solve(GAME, tmp_path)
    complete = json.loads(facts.read_text())
    facts.write_text(json.dumps({**complete, "complete": False, "progress": {"lines": 3}}))
    facts.with_suffix(".working").write_bytes(bytes(8 * table.positions))
    assert (solve(GAME, tmp_path).values == table.values).all()


def test_a_table_of_another_game_or_half_a_file_is_not_opened(tmp_path: Path) -> None:
    """No table is opened for other options, other boxes or more players, or from half a file."""
    table = solve(GAME, tmp_path)
    options = {"double_face": "bun"}, {"must_pinch": True}
    for game in (PairsJunior(players=3), *(PairsJunior(players=2, **option) for option in options), Junior(players=2)):
        assert open_table(game, tmp_path) is None
    with table.path.open("r+b") as file:
        file.truncate(100)
    assert open_table(GAME, tmp_path) is None
    table.path.unlink()
    assert open_table(GAME, tmp_path) is None


def test_a_position_impossible_in_play_has_no_value(tmp_path: Path) -> None:
    """A position that never comes up in play raises an error that says so."""
    table = solve(GAME, tmp_path)
    odd = GAME.opening()._replace(grill=(5, 6))
    assert table.find(odd) is None
    with pytest.raises(RoostError, match="cannot be reached"):
        table.shares(odd)


def test_a_full_disk_stops_the_solution_before_it_starts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without disk space for the values no file is made, and the message gives the space needed."""

    class Usage(NamedTuple):
        free: int = 1_000_000_000

    monkeypatch.setattr(shutil, "disk_usage", lambda folder: Usage())
    with pytest.raises(RoostError, match=r"1\.0 GB free, but the solution needs 3\.0 GB"):
        solve(Junior(players=2), tmp_path)
    assert not list(tmp_path.iterdir())
    with pytest.raises(OptionError, match="for two players"):
        solve(Junior(players=3), tmp_path)


def test_the_environment_sets_the_folder_of_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables are stored with the user's data unless the environment names another folder."""
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    assert tables_folder() == tmp_path
    assert open_table(Junior(players=2)) is None
    monkeypatch.delenv(FOLDER_VARIABLE)
    assert tables_folder().name == "tables"


def test_exact_values_come_from_the_table_or_a_search(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table is used if it has the position, otherwise a search to the end of the game."""
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    opening = GAME.opening()
    junior_exact._table.cache_clear()
    assert isinstance(exact(opening), JuniorEndgame)
    solve(GAME)
    junior_exact._table.cache_clear()
    assert isinstance(exact(opening), ValueTable)
    odd = roost.position("junior grill=4 A=9 B=8 turn=A")
    assert exact(odd) is not None
    junior_exact._table.cache_clear()


def test_solve_command_prints_the_value_and_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """``roost solve junior`` prints the value, its error, the time and the file; ``--json`` prints them as JSON."""
    table = solve(GAME, tmp_path)
    calls: list[tuple[Any, ...]] = []

    def solved(game: Junior, folder: Path | None, *, jobs: int, watch: object) -> ValueTable:
        calls.append((game, folder, jobs, watch))
        return table

    monkeypatch.setattr(solved_table, "solve", solved)
    ran = run("solve", "junior", "--out", str(tmp_path), "--jobs", "2", "-o", "double_face=bun")
    assert (ran.code, ran.err) == (0, "")
    assert f"{100 * table.value:.8f} %" in ran.out
    assert f"{table.positions} positions" in ran.out
    assert calls == [(Junior(players=2, double_face="bun"), tmp_path, 2, None)]
    payload = json.loads(run("solve", "junior", "--json").out)
    assert payload["value"] == table.value
    assert payload["table"] == str(table.path)


def test_solve_command_explains_interruptions_and_refusals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C says how to resume; a game without a solution is refused with a reason."""

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(solved_table, "solve", interrupted)
    ran = run("solve", "junior")
    assert (ran.code, ran.out) == (130, "")
    assert "run the same command to continue" in ran.err
    refused = run("solve", "barbecue")
    assert refused.code != 0
    assert "barbecue has no solution as a whole" in refused.err
