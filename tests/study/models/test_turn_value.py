"""Thinking ahead within bounds: of time, which is estimated from real work, of positions, and of memory."""

from contextlib import suppress
from itertools import count

import numpy as np
import pytest

import roost
from roost.core.memory import LEAST_MEMORY, MEGABYTE, Memory
from roost.core.state import State
from roost.study.models import features, solved_turn, turn_value, value
from roost.study.models.model import model
from roost.study.models.solved_turn import value_with
from roost.study.models.turn_value import value_within

pytestmark = pytest.mark.slow

CROWDED = "/".join(["12D,13C,14B,15A"] * 6)
LONG = f"picnic tracks=20:1,20:2,20:3,20:4,20:5,20:6 goal=11 board={CROWDED} A=queen B=- C=- D=- turn=A"
SMALL = "junior grill=4,9 A=5 B=6 turn=A"
ROOMY = Memory(1024 * MEGABYTE)


@pytest.fixture
def depths(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The depths that were worked out."""
    seen: list[int] = []

    def noted(known: object, state: State, depth: int, ask: object = None) -> object:
        if ask is not None:  # else somebody wants this very depth
            seen.append(depth)
        return value_with(known, state, depth, ask)  # type: ignore[arg-type]  # passed on as they came

    monkeypatch.setattr(turn_value, "value_with", noted)
    return seen


def _ticking(step: float) -> turn_value.Clock:
    """A clock that goes on by so much whenever it is looked at."""
    ticks = count()
    return lambda: next(ticks) * step


def test_time_bounds_the_depth(depths: list[int]) -> None:
    """With plenty of time the owl goes as deep as she can; with hardly any, her own turn is all she solves."""
    state = roost.position(SMALL)
    value_within(state, 1e9, ROOMY, _ticking(1e-6))
    assert depths == [1, 2, 3, 4]
    depths.clear()
    value_within(state, 1e-9, ROOMY, _ticking(1e-6))
    assert depths == [1]


def test_a_turn_looked_at_again_is_no_cheaper(depths: list[int]) -> None:
    """A remembered value is not timed: the same question goes equally deep each time."""
    state, reached = roost.position(SMALL), []
    for _ in range(3):
        value(state, 1)  # remembered
        depths.clear()
        value_within(state, 0.01, ROOMY, _ticking(1e-3))
        reached.append(tuple(depths))
    assert len(set(reached)) == 1
    assert len(reached[0]) < 4


def test_positions_bound_the_depth(depths: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """However much time there is, no more than so many positions are looked at."""
    monkeypatch.setattr(turn_value, "MOST_LEAVES", 20)
    value_within(roost.position(SMALL), 1e9, ROOMY, _ticking(1e-9))
    assert depths == [1, 2]


def test_memory_bounds_the_depth(depths: list[int]) -> None:
    """With little memory, or what others have borrowed, the owl plays one depth less."""
    state = roost.position(SMALL)
    value_within(state, 1e9, Memory(LEAST_MEMORY), _ticking(1e-9))
    assert depths == [1]
    depths.clear()
    memory = Memory(128 * MEGABYTE)
    with memory.borrow(30 * MEGABYTE):
        value_within(state, 1e9, memory, _ticking(1e-9))
    assert depths == [1, 2, 3, 4]
    depths.clear()
    with memory.borrow(60 * MEGABYTE):
        value_within(state, 1e9, memory, _ticking(1e-9))
    assert depths == [1]
    assert memory.borrowed == 0


def test_what_takes_far_too_long_is_given_up(depths: list[int]) -> None:
    """If the estimate was wrong, the depth that takes too long is left, and the one before it stands."""
    state = roost.position(SMALL)

    def late() -> float:
        return 1e6 if 2 in depths else 0.0  # no time passes until the second depth is under way

    found = value_within(state, 1.0, ROOMY, late)
    assert depths == [1, 2]
    assert found.shares(state) == value(state, 1).shares(state)


@pytest.mark.parametrize("text", [SMALL, LONG])
def test_turns_are_solved_in_pieces(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Never are more turns solved, or more positions looked at, than fit into the memory that was estimated."""
    solved: list[int] = []
    looked: list[int] = []
    solve, see = solved_turn.solve_turns, features.features_of

    def noted_solve(packed: object, states: object, leaf: object) -> object:
        solved.append(len(states))  # type: ignore[arg-type]  # an array
        if sum(solved) > 2 * solved_turn.PIECE:
            raise InterruptedError  # enough seen
        return solve(packed, states, leaf)  # type: ignore[arg-type]  # passed on as they came

    def noted_look(packed: object, states: object, first: object) -> object:
        looked.append(len(states))  # type: ignore[arg-type]  # an array
        return see(packed, states, first)  # type: ignore[arg-type]  # passed on as they came

    monkeypatch.setattr(solved_turn, "solve_turns", noted_solve)
    monkeypatch.setattr(features, "features_of", noted_look)
    state = roost.position(text)
    with suppress(InterruptedError):
        value_with(model(state.game), state, 2)
    assert max(solved) <= solved_turn.PIECE
    assert max(looked) <= 4_096


def test_pieces_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Solved in small pieces or all at once, a turn is worth the same."""
    state = roost.position(SMALL)
    together = value_with(model(state.game), state, 2).shares(state)
    monkeypatch.setattr(solved_turn, "PIECE", 3)
    monkeypatch.setattr(features, "_LOOK_AT_ONCE", 7)
    assert value_with(model(state.game), state, 2).shares(state) == pytest.approx(together, abs=1e-6)


@pytest.mark.parametrize("text", [
    "junior grill=4,4,5 A=6,5 B=7,8,6 turn=draw",
    "junior grill=- A=6,5,4,4,5 B=7,8,6 over=grill-empty",
])  # fmt: skip
def test_where_there_is_no_turn_there_is_no_depth(text: str, depths: list[int]) -> None:
    """Before the first player is drawn, or after the end, the model is asked once."""
    state = roost.position(text)
    value_within(state, 1.0, ROOMY)
    assert depths == [1]


def test_the_owl_on_long_tracks_stays_within_her_memory(depths: list[int]) -> None:
    """The longest tracks, crowded: what the next depth needs is known before, and more than this budget."""
    state = roost.position(LONG)
    found = value_within(state, 1e9, Memory(100 * MEGABYTE), _ticking(1e-9))
    assert depths == [1]
    assert np.isclose(sum(found.shares(state)), 1.0)
