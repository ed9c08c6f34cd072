"""Junior's solved blocks agree with a slow solver that uses the rules engine."""

import numpy as np
import pytest
from numpy.typing import NDArray

from games.junior.small import MixedJunior, PairsJunior, SinglesJunior, solved_slowly
from roost.core.errors import OptionError
from roost.games.junior import Junior, JuniorState
from roost.games.junior.adapters.solved import blocks
from roost.games.junior.adapters.solved.blocks import JuniorSolver, SolvedBlocks
from roost.games.set_aside.adapters.solution import solve_result

pytestmark = pytest.mark.slow

SMALL = (
    PairsJunior(players=2),
    MixedJunior(players=2),
    SinglesJunior(players=2, double_face="cheese", worms=(3, 0, 1, 2, 0, 0)),
    PairsJunior(players=2, must_pinch=True),
)


def solved(solver: JuniorSolver, jobs: int = 1) -> NDArray[np.float64]:
    """Return the values of all positions after checking that each was solved."""
    values = np.full(len(solver.positions), np.nan)
    *_, done = solver.solve(values, jobs=jobs)
    assert done.blocks == len(solver.positions.blocks)
    assert done.residual < 1e-12
    assert not np.isnan(values).any()
    return values


@pytest.mark.parametrize("game", SMALL, ids=str)
def test_small_boxes_have_the_slow_solvers_values(game: Junior) -> None:
    """Every position that can come up has the same value in both solvers."""
    solver = JuniorSolver(game)
    values = solved(solver)
    slow = solved_slowly(game)
    assert len(slow) > 40
    for state, value in slow.items():
        position = solver.positions.of(state)
        assert position is not None
        assert values[solver.positions.number(position)] == pytest.approx(value, abs=1e-9)


def test_chunks_threads_and_interruptions_do_not_change_values(monkeypatch: pytest.MonkeyPatch) -> None:
    """Smaller chunks, two threads and an interruption give the same values."""
    solver = JuniorSolver(SMALL[1])
    at_once = solved(solver)
    monkeypatch.setattr(blocks, "_CHUNK", 7)
    assert solved(solver, jobs=2) == pytest.approx(at_once, abs=1e-15)
    values = np.full(len(at_once), np.nan)
    steps = solver.solve(values)
    stopped = next(done for done in steps if done.blocks > 5 and done.lines)
    del steps
    *_, done = solver.solve(values, stopped)
    assert done == SolvedBlocks(len(solver.positions.blocks), 0, done.residual)
    assert values == pytest.approx(at_once, abs=1e-15)


def test_the_error_bound_grows_with_the_residual_and_the_best_hit() -> None:
    """The best hit is the best chance of any single tile, and bounds the error together with the residual."""
    solver = JuniorSolver(Junior(players=2))
    start = solver.game.opening()
    assert isinstance(start, JuniorState)
    chances = [solve_result(start, lambda n, tile=tile: float(n == tile)).value(start) for tile in range(4, 10)]  # type: ignore[misc]  # a default binds the tile
    assert solver.best_hit == pytest.approx(max(chances), abs=1e-12)
    assert 0.0 < solver.error(0.0) < 1e-10
    assert solver.error(1e-6) == pytest.approx(12 * 1e-6 / (1 - solver.best_hit), rel=1e-3)


def test_a_game_for_three_is_refused() -> None:
    with pytest.raises(OptionError, match="for two players, not for 3"):
        JuniorSolver(Junior(players=3))
