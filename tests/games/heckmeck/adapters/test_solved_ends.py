"""The solved endgames of two-player Heckmeck: indices, successors and win shares of their positions."""

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from command import run
from roost.core.errors import OptionError, RoostError
from roost.games.heckmeck import Heckmeck, HeckmeckState
from roost.games.heckmeck.adapters import exact as heckmeck_exact
from roost.games.heckmeck.adapters.solved import table as ends
from roost.games.heckmeck.adapters.solved.kernel import FAIL, SNATCH, TAKE
from roost.games.heckmeck.adapters.solved.position_index import HeckmeckPositions, positions_of
from roost.games.set_aside.adapters.ends import engine_endgame
from roost.games.tiles import Snatch, Take
from roost.study.bots import bot
from roost.study.bots.searchers import Fox
from roost.study.solve.table import FOLDER_VARIABLE, ValueTable

pytestmark = pytest.mark.slow

GAME = Heckmeck(players=2)
TILES = 4
POSITIONS = positions_of(TILES)


@cache
def engine_shares() -> dict[int, tuple[float, ...]]:
    """Return the rules engine's win shares of every indexed position that can follow the opening with four tiles."""
    opening = POSITIONS.state(GAME, len(POSITIONS) - 1)
    solved = engine_endgame(opening, 2_000)
    assert solved is not None
    shares = {}
    for state in solved.place:
        assert isinstance(state, HeckmeckState)
        if state.seat == 0:
            number = POSITIONS.number(state)
            assert number is not None
            shares[number] = solved.shares(state)
    return shares


def test_positions_and_indices_correspond() -> None:
    """Indices have no gap, and each converts to a position and back for both movers and any live tiles."""
    for positions in (POSITIONS, HeckmeckPositions((21, 24, 30, 36))):
        states = [positions.state(GAME, number, number % 2) for number in range(len(positions))]
        assert len(set(states)) == len(states)
        assert [positions.number(state) for state in states] == list(range(len(positions)))
        assert all(set(state.grill) <= set(positions.tiles) and state.grill for state in states)
    lowest_dead = POSITIONS.state(GAME, 0)._replace(grill=(22, 23))
    assert POSITIONS.number(lowest_dead) is None
    assert POSITIONS.number(lowest_dead._replace(grill=(21, 29))) is None


def test_successors_equal_those_of_the_rules_engine() -> None:
    """From every position, failing, snatching and taking lead to the engine's positions (HM-2 to -5, HM-7 to -9)."""
    solver = ends.EndsSolver(GAME, POSITIONS)
    for live in POSITIONS.sets:
        first, last = POSITIONS.span(live)
        after, tops = solver._follow(live)
        for number in range(first, last):
            state, row = POSITIONS.state(GAME, number), after[number - first]
            claims = {claim for total in range(21, 41) for claim in state.claims_on(total)}
            targets = {str(claim): state.claim(claim).state for claim in claims if isinstance(claim, Take | Snatch)}
            assert row[FAIL] == POSITIONS.number(state.fail(()).state)
            for place, tile in enumerate(POSITIONS.tiles):
                taken = targets.pop(f"take{tile}", None)
                if taken is None:
                    assert row[TAKE + place] == -1
                elif taken.outcome is not None:
                    assert row[TAKE + place] == len(POSITIONS) + taken.outcome.shares[1]
                else:
                    assert row[TAKE + place] == POSITIONS.number(taken)
            top = tops[number - first]
            assert row[SNATCH] == (POSITIONS.number(targets.popitem()[1]) if top >= 0 else -1)
            assert top == (POSITIONS.tiles.index(state.stacks[1][-1]) if state.stacks[1] else -1)
            assert not targets


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> ValueTable:
    """The solved endgames with four tiles."""
    return ends.solve(GAME, tmp_path_factory.mktemp("tables"), tiles=TILES)


def test_win_shares_equal_those_of_the_rules_engine(table: ValueTable) -> None:
    """The rules engine's solver, which shares no kernel with the table, finds the same win shares at every position."""
    assert table.value_error < 1e-10
    for number, shares in engine_shares().items():
        state = POSITIONS.state(GAME, number)
        assert table.shares(state) == pytest.approx(shares, abs=table.error)
        assert table.shares(POSITIONS.state(GAME, number, 1)) == pytest.approx(shares[::-1], abs=table.error)
    assert table.value == pytest.approx(engine_shares()[len(POSITIONS) - 1][0], abs=1e-10)
    assert table.start == POSITIONS.state(GAME, len(POSITIONS) - 1)
    with pytest.raises(RoostError, match="cannot be reached"):
        table.shares(GAME.opening())


def test_an_interrupted_solution_resumes(table: ValueTable, tmp_path: Path) -> None:
    """Solved positions are not solved again, and the result is bit-identical, even with more threads."""
    watched: list[int] = []

    def interrupt(solved: int, positions: int) -> None:
        watched.append(solved)
        if len(watched) == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ends.solve(GAME, tmp_path, tiles=TILES, watch=interrupt)
    assert ends.open_table(GAME, tmp_path) is None
    resumed = ends.solve(GAME, tmp_path, tiles=TILES, jobs=2, watch=lambda solved, _: watched.append(solved))
    assert watched == sorted(set(watched))
    assert len(watched) == len(POSITIONS.sets)
    assert np.array_equal(table.values, resumed.values)
    assert table.value_error == resumed.value_error


def test_unsupported_games_and_sizes_are_refused(tmp_path: Path) -> None:
    """Other options, more players and too many tiles raise errors that name the supported values."""
    for game in (Heckmeck(players=3), Heckmeck(players=2, short_game=True), Heckmeck(players=2, always_turn=True)):
        assert ends.open_table(game, tmp_path) is None
        with pytest.raises(OptionError, match="for two players without options"):
            ends.solve(game, tmp_path)
    for tiles in (0, 11):
        with pytest.raises(OptionError, match="must be 1 to 10"):
            ends.solve(GAME, tmp_path, tiles=tiles)


def test_the_fox_plays_by_the_table(table: ValueTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a solved position the fox uses the exact win share, from the largest table that has the position."""
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    heckmeck_exact._table.cache_clear()
    start = POSITIONS.state(GAME, len(POSITIONS) - 1)
    assert not heckmeck_exact.is_solvable(start)
    assert not isinstance(heckmeck_exact.exact(start, 2_000), ValueTable)
    monkeypatch.setenv(FOLDER_VARIABLE, str(table.path.parent))
    ends.solve(GAME, tiles=1)
    heckmeck_exact._table.cache_clear()
    solution = heckmeck_exact.exact(start, 2_000)
    assert isinstance(solution, ValueTable)
    assert solution.path == table.path
    fox = bot("fox:table=1")
    assert isinstance(fox, Fox)
    assert fox.valuation(start.play("1122334w").state).shares(start)[0] == pytest.approx(table.value, abs=1e-6)
    assert solution.find(GAME.opening()) is None
    heckmeck_exact._table.cache_clear()


def test_solve_command_prints_the_position_and_value(table: ValueTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """``roost solve heckmeck`` prints the first solved position and its value."""
    monkeypatch.setattr(heckmeck_exact, "solve_game", lambda game, folder, jobs, watch: table)
    ran = run("solve", "heckmeck")
    assert (ran.code, ran.err) == (0, "")
    assert "heckmeck grill=21-24 A=- B=- turn=A" in ran.out
    assert "The mover wins 59.44366115 %" in ran.out
