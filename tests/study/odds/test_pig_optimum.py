"""Value iteration over turns of two-player Pig reproduces the published optimum.

T. W. Neller and C. G. M. Presser, "Optimal Play of the Dice Game Pig" (2004): the first player wins 53.06 % of the
games to 100 under perfect play.
"""

import numpy as np
import pytest
from numpy.typing import NDArray
from roost_pig import Pig, PigState

from roost.study.odds.turn_graph import TurnGraph
from soak import SOAKING

pytestmark = pytest.mark.slow


def solve(goal: int, wanted: slice = slice(None)) -> NDArray[np.float64]:
    """Return the mover's share by their score (rows) and the other player's (columns), converged for ``wanted``."""
    turns = [TurnGraph(Pig.read_text(f"pig goal={goal} A={own} B=0 turn=A"), 10**6) for own in range(goal)]
    assert all(turn.is_exact for turn in turns)
    shares = np.full((goal, goal), 0.5)
    while True:
        before = shares.copy()
        for own in reversed(range(goal)):
            shares[own] = _best(turns[own], shares, goal)
        if np.abs(shares - before)[wanted, wanted].max() < 2e-6:
            return shares


def _best(turn: TurnGraph, shares: NDArray[np.float64], goal: int) -> NDArray[np.float64]:
    """Return the value of the turn against each score of the other player."""
    worth = np.ones((len(turn.states), goal))
    for place in turn.ends:
        state = turn.states[place]
        assert isinstance(state, PigState)
        if state.outcome is None:
            worth[place] = 1 - shares[:, state.points[0]]
    for place in turn.order:
        ways = turn.ways[place]
        after = worth[ways.after]
        worth[place] = after.max(axis=0) if ways.chances is None else np.array(ways.chances) @ after
    start: NDArray[np.float64] = worth[0]
    return start


if SOAKING:

    @pytest.mark.soak
    def test_the_published_optimum() -> None:
        """The first player's share in a game to 100 is 53.06 %."""
        shares = solve(100, slice(1))
        assert shares[0, 0] == pytest.approx(0.5306, abs=0.00005)


def test_a_short_game_agrees_with_another_method() -> None:
    """In a game to 10, iteration over every single position gives the same shares."""
    goal = 10
    shares = solve(goal)
    wins = np.zeros((goal, goal, goal + 7))  # by both scores and the total of the turn, before a roll
    for _ in range(300):
        fails = 1 - wins[:, :, 0].T
        for total in reversed(range(goal)):
            for own in range(goal):
                rolled = fails[own] / 6
                for face in range(2, 7):
                    after = own + total + face
                    hold = np.ones(goal) if after >= goal else 1 - wins[:, after, 0]
                    on = wins[own, :, total + face] if after < goal else hold
                    rolled = rolled + np.maximum(hold, on) / 6
                wins[own, :, total] = rolled
    assert shares == pytest.approx(wins[:, :, 0], abs=1e-5)
