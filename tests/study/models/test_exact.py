"""Tests that training targets are exact where the end of a game is solved exactly."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import roost
from roost.study.fast.packed import Packing, packing
from roost.study.fast.records import Records
from roost.study.models.solved_turn import solve_turns
from roost.study.solve import Exact, endgame

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    "text",
    [
        "junior grill=4,9 A=6,7 B=8 turn=A",
        "junior grill=5,5,8 A=9 B=4,7 turn=B",
        "heckmeck grill=36 A=35 B=21,22 turn=A",
    ],
)
def test_exact_shares_reproduce_themselves(text: str) -> None:
    """A turn solved against exact shares gives exact shares, so training targets have no error of their own."""
    state = roost.position(text)
    solved = endgame(state)
    assert solved is not None
    packed = packing(state.game)
    target = solve_turns(packed, packed.pack(state), _evaluator(solved)).shares[0]
    assert state.seat is not None
    assert np.roll(target, state.seat) == pytest.approx(solved.shares(state), abs=1e-9)


def _evaluator(solved: Exact) -> Any:
    """Return an evaluator with exact shares, in place of a network."""

    def evaluate(packed: Packing[Any, Any], states: Records, first: NDArray[np.int64]) -> NDArray[np.float64]:
        rows = [solved.shares(packed.unpack(states[i : i + 1])) for i in range(len(states))]
        return np.array([np.roll(row, -start) for row, start in zip(rows, first.tolist(), strict=True)])

    return evaluate
