"""Tests of the limits on deeper search: time, number of positions, and memory."""

from contextlib import suppress
from itertools import count

import numpy as np
import pytest

import roost
from roost.core.memory import LEAST_MEMORY, MEGABYTE, MemoryBudget
from roost.core.state import State
from roost.study.models import features, solved_turn, turn_value, value
from roost.study.models.model import model
from roost.study.models.solved_turn import value_with
from roost.study.models.turn_value import value_within

pytestmark = pytest.mark.slow

CROWDED = "/".join(["12D,13C,14B,15A"] * 6)
LONG = f"picnic tracks=20:1,20:2,20:3,20:4,20:5,20:6 goal=11 board={CROWDED} A=queen B=- C=- D=- turn=A"
SMALL = "junior grill=4,9 A=5 B=6 turn=A"
ROOMY = MemoryBudget(1024 * MEGABYTE)


@pytest.fixture
def depths(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    solved_depths: list[int] = []

    def record(known: object, state: State, depth: int, ask: object = None) -> object:
        if ask is not None:  # otherwise a test asks for this depth itself
            solved_depths.append(depth)
        return value_with(known, state, depth, ask)  # type: ignore[arg-type]  # passed on unchanged

    monkeypatch.setattr(turn_value, "value_with", record)
    return solved_depths


def _ticking(step: float) -> turn_value.Clock:
    """Return a clock that advances by ``step`` seconds at each call."""
    ticks = count()
    return lambda: next(ticks) * step


def test_time_limits_the_depth(depths: list[int]) -> None:
    """With plenty of time the owl searches to the maximum depth; with hardly any time, only her own turn."""
    state = roost.position(SMALL)
    value_within(state, 1e9, ROOMY, _ticking(1e-6))
    assert depths == [1, 2, 3, 4]
    depths.clear()
    value_within(state, 1e-9, ROOMY, _ticking(1e-6))
    assert depths == [1]


def test_cached_values_do_not_change_the_depth(depths: list[int]) -> None:
    """A cached value is not timed, so repeated requests reach the same depth."""
    state, reached = roost.position(SMALL), []
    for _ in range(3):
        value(state, 1)  # now cached
        depths.clear()
        value_within(state, 0.01, ROOMY, _ticking(1e-3))
        reached.append(tuple(depths))
    assert len(set(reached)) == 1
    assert len(reached[0]) < 4


def test_the_number_of_positions_limits_the_depth(depths: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """The maximum number of positions applies however much time there is."""
    monkeypatch.setattr(turn_value, "MOST_LEAVES", 20)
    value_within(roost.position(SMALL), 1e9, ROOMY, _ticking(1e-9))
    assert depths == [1, 2]


def test_memory_limits_the_depth(depths: list[int]) -> None:
    """With little memory, or if much of it is borrowed, the owl searches less deeply."""
    state = roost.position(SMALL)
    value_within(state, 1e9, MemoryBudget(LEAST_MEMORY), _ticking(1e-9))
    assert depths == [1]
    depths.clear()
    memory = MemoryBudget(128 * MEGABYTE)
    with memory.borrow(30 * MEGABYTE):
        value_within(state, 1e9, memory, _ticking(1e-9))
    assert depths == [1, 2, 3, 4]
    depths.clear()
    with memory.borrow(60 * MEGABYTE):
        value_within(state, 1e9, memory, _ticking(1e-9))
    assert depths == [1]
    assert memory.borrowed == 0


def test_a_depth_that_takes_too_long_is_abandoned(depths: list[int]) -> None:
    """If the estimate of a depth was too low, the result of the previous depth is returned."""
    state = roost.position(SMALL)

    def late() -> float:
        return 1e6 if 2 in depths else 0.0  # no time passes until the second depth begins

    valuation = value_within(state, 1.0, ROOMY, late)
    assert depths == [1, 2]
    assert valuation.shares(state) == value(state, 1).shares(state)


@pytest.mark.parametrize("text", [SMALL, LONG])
def test_turns_are_solved_in_batches(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No batch has more turns or positions than the memory estimate assumes."""
    solved: list[int] = []
    evaluated: list[int] = []
    solve, compute = solved_turn.solve_turns, features.features_of

    def record_solve(packed: object, states: object, evaluator: object) -> object:
        solved.append(len(states))  # type: ignore[arg-type]  # an array
        if sum(solved) > 2 * solved_turn.PIECE:
            raise InterruptedError  # two batches are enough
        return solve(packed, states, evaluator)  # type: ignore[arg-type]  # passed on unchanged

    def record_features(packed: object, states: object, first: object) -> object:
        evaluated.append(len(states))  # type: ignore[arg-type]  # an array
        return compute(packed, states, first)  # type: ignore[arg-type]  # passed on unchanged

    monkeypatch.setattr(solved_turn, "solve_turns", record_solve)
    monkeypatch.setattr(features, "features_of", record_features)
    state = roost.position(text)
    with suppress(InterruptedError):
        value_with(model(state.game), state, 2)
    assert max(solved) <= solved_turn.PIECE
    assert max(evaluated) <= 4_096


def test_the_batch_size_does_not_change_the_value(monkeypatch: pytest.MonkeyPatch) -> None:
    """A turn solved in small batches has the same value as one solved at once."""
    state = roost.position(SMALL)
    together = value_with(model(state.game), state, 2).shares(state)
    monkeypatch.setattr(solved_turn, "PIECE", 3)
    monkeypatch.setattr(features, "_LOOK_AT_ONCE", 7)
    assert value_with(model(state.game), state, 2).shares(state) == pytest.approx(together, abs=1e-6)


@pytest.mark.parametrize("text", [
    "junior grill=4,4,5 A=6,5 B=7,8,6 turn=draw",
    "junior grill=- A=6,5,4,4,5 B=7,8,6 over=grill-empty",
])  # fmt: skip
def test_positions_without_a_turn_have_depth_one(text: str, depths: list[int]) -> None:
    """Before the draw or after the end, the value comes directly from the model."""
    state = roost.position(text)
    value_within(state, 1.0, ROOMY)
    assert depths == [1]


def test_the_owl_stays_within_her_memory_on_long_tracks(depths: list[int]) -> None:
    """On crowded tracks of maximum length, the estimate for the next depth exceeds the memory limit."""
    state = roost.position(LONG)
    valuation = value_within(state, 1e9, MemoryBudget(100 * MEGABYTE), _ticking(1e-9))
    assert depths == [1]
    assert np.isclose(sum(valuation.shares(state)), 1.0)
