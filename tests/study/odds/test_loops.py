"""Tests of turns in which positions can recur, against exact linear algebra."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Annotated, Any, ClassVar, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from outside.short_straw import FINE, ShortStraw, Stop, turn_value
from roost.core.authoring import (
    Action,
    Integer,
    Number,
    Outcome,
    PlainGame,
    PlainState,
    Points,
    Roll,
    Step,
    option,
)
from roost.core.errors import RoostError
from roost.core.state import State
from roost.core.stream import Stream
from roost.study.odds.choice import ENDS, FAILS
from roost.study.odds.position import position_odds
from roost.study.odds.turn_graph import SolvedTurn, TurnGraph

PLACES = 9
"""Number of places of a random process."""
ENDINGS = 4
"""Number of endings, which bring 0, 1, 2 and 3 points."""


@dataclass(frozen=True, slots=True)
class Go(Action):
    """Choose one of the ways on."""

    way: Number


class Fields(NamedTuple):
    """A position's fields."""

    game: Walk
    seat: int | None
    points: Points
    at: Annotated[int, Integer(0, PLACES)] = 0


class WalkState(Fields, PlainState):
    """A place of a random process; each place has dice to roll or ways to choose from."""

    __slots__ = ()

    def actions(self) -> tuple[Action, ...]:
        ways = process(self.game.number)[self.at]
        return () if len(ways) == 6 else tuple(map(Go, range(len(ways))))

    def _rolled(self, roll: Roll) -> Step:
        return self._to(process(self.game.number)[self.at][roll.total - 1])

    def _chosen(self, action: Any) -> Step:
        return self._to(process(self.game.number)[self.at][action.way])

    def _to(self, place: int) -> Step:
        if place < PLACES:
            return Step(self._replace(at=place), ())
        return self.next_turn(points=self.gain(self.points, place - PLACES))

    @property
    def outcome(self) -> Outcome | None:
        return None


@dataclass(frozen=True)
class Walk(PlainGame):
    """A random process, in which most places can recur."""

    player_range: ClassVar[range] = range(2, 3)
    dice_count: ClassVar[int] = 1
    action_types: ClassVar[tuple[type[Action], ...]] = (Go,)
    end_reasons: ClassVar[tuple[str, ...]] = ("never",)
    state_type: ClassVar[type[PlainState]] = WalkState

    number: int = option(0, Integer(0, 9_999), "", "Which process it is.")


@cache
def process(number: int) -> tuple[tuple[int, ...], ...]:
    """Return the ways on from each place: six for a die, three for a choice; endings come after the places."""
    chance, places = Stream(f"process {number}"), list[tuple[int, ...]]()
    for place in range(PLACES):
        is_roll = place in (0, PLACES - 1) or chance.below(5) < 3
        most = PLACES + ENDINGS if is_roll else PLACES  # only dice end the turn, so that each ending has a result
        onward = place + 1 + chance.below(most - place - 1)  # so that the turn can end from every place
        others = [chance.below(most if chance.below(4) == 0 else PLACES) for _ in range(5 if is_roll else 2)]
        places.append((onward, *others))
    return tuple(places)


def endings(ways: tuple[tuple[int, ...], ...]) -> NDArray[np.float64] | None:
    """Return the probability of each ending from each place; None if the process need not end."""
    steps = np.zeros((PLACES, PLACES + ENDINGS))
    for place, after in enumerate(ways):
        np.add.at(steps[place], list(after), 1 / len(after))
    within = np.eye(PLACES) - steps[:, :PLACES]
    return None if abs(np.linalg.det(within)) < 1e-9 else np.asarray(np.linalg.solve(within, steps[:, PLACES:]), float)


def policies(number: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Yield the process with each way of deciding, in which every place has only one choice."""
    yield from product(*([ways] if len(ways) == 6 else [(way,) for way in ways] for ways in process(number)))


def solved(number: int) -> SolvedTurn:
    def worth(states: Any) -> list[list[float]]:
        return [[float(state.points[0])] for state in states]

    return TurnGraph(Walk(2, number=number).opening(), fewest=0).solve(worth)


@pytest.mark.parametrize("number", range(60))
def test_values_and_results_of_loops_agree_with_linear_algebra(number: int) -> None:
    """The search finds the best value at every place, and a policy that reaches it."""
    matrices = [chances for policy in policies(number) if (chances := endings(policy)) is not None]
    best = np.max([chances @ range(ENDINGS) for chances in matrices], axis=0)
    turn = solved(number)
    for state, place in turn.graph.places.items():
        if state.seat == 0 and isinstance(state, WalkState):
            assert turn.values[place][0] == pytest.approx(best[state.at], abs=1e-9)
    results = turn.outlook(0).results
    assert sum(results.values()) == pytest.approx(1, abs=1e-9)
    fails = [chances[0, 0] for chances in matrices if chances[0] @ range(ENDINGS) > best[0] - 1e-9]
    assert any(results[FAILS] == pytest.approx(chance, abs=1e-9) for chance in fails)


def test_results_of_a_turn_in_which_positions_recur() -> None:
    """A turn of Short Straw may go back to the same position, and fails exactly once in four turns."""
    odds = position_odds(ShortStraw(2).opening())
    assert odds.value == pytest.approx(turn_value({points: -float(points) for points in (*range(1, 6), FINE)}))
    assert odds.results == pytest.approx({FAILS: 1 / 4, Stop(): 3 / 4})
    assert odds.error == 0


def test_a_roll_that_almost_always_repeats_is_solved_exactly() -> None:
    """Linear elimination is exact where repeated sweeps would stop too early."""

    class StuckState(WalkState):
        __slots__ = ()

        def throws(self, rolls: Any) -> list[State]:
            return [self if roll.total < 6 or self.at else self._to(PLACES + 1).state for roll in rolls]

    state = StuckState(Walk(2), 0, (0, 0))
    turn = TurnGraph(state).solve(lambda states: [[1.0] for _ in states])
    assert turn.outlook(turn.place(state)).results == pytest.approx({FAILS: 0.0, ENDS: 1.0})


def test_a_turn_that_never_ends_is_refused() -> None:
    class EndlessState(WalkState):
        __slots__ = ()

        def throws(self, rolls: Any) -> list[State]:
            return [self for _ in rolls]

    state = EndlessState(Walk(2), 0, (0, 0))
    with pytest.raises(RoostError, match="can never end"):
        TurnGraph(state).solve(lambda states: [[0.0] for _ in states])
