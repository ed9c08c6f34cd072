"""Where the end of a game is solved exactly, what a network is taught there is the exact answer."""

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
def test_exact_values_teach_themselves(text: str) -> None:
    """One turn of look-ahead over exact shares gives the exact shares: the training target has no error of its own."""
    state = roost.position(text)
    found = endgame(state)
    assert found is not None
    packed = packing(state.game)
    taught = solve_turns(packed, packed.pack(state), _asking(found)).shares[0]
    assert state.seat is not None
    assert np.roll(taught, state.seat) == pytest.approx(found.shares(state), abs=1e-9)


def _asking(found: Exact) -> Any:
    """Exact shares as a network's answers."""

    def leaf(packed: Packing[Any, Any], states: Records, first: NDArray[np.int64]) -> NDArray[np.float64]:
        rows = [found.shares(packed.unpack(states[i : i + 1])) for i in range(len(states))]
        return np.array([np.roll(row, -start) for row, start in zip(rows, first.tolist(), strict=True)])

    return leaf
