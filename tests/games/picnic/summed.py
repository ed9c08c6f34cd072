"""Turns of Picnic Blitz solved for made-up values that are sums over the tracks."""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

import numpy as np

from roost.core.moves import Action
from roost.core.state import Node
from roost.games.picnic import PicnicState
from roost.games.picnic.adapters.planned_odds import PicnicSolution, plan_under_way
from roost.games.picnic.adapters.turns import TurnPlan
from roost.games.picnic.board import Ant, Lane, lane_of

LaneValue: TypeAlias = Callable[[int, Lane], float]
"""A function from a track, counted from 0, and its lane to the lane's value."""


class Value(NamedTuple):
    """The value of a position after the turn: that of its lanes, of a Queen token, and of the win."""

    lane: LaneValue
    token: float = 0.0
    win: float = 0.0

    def of(self, state: PicnicState, seat: int) -> float:
        """Return the value of a position to a seat."""
        lanes = sum(self.lane(place, lane) for place, lane in enumerate(state.board))
        return lanes + self.token * state.queens[seat] + self.win * (state.node is Node.OVER)


class Solved(PicnicSolution):
    """A solved turn that gives values of positions instead of changes since the start of the turn."""

    def __init__(self, state: PicnicState, value: Value) -> None:
        plan = plan_under_way(state)
        super().__init__(state, plan, worth_of(plan, value.lane), value.token, value.win)
        assert state.seat is not None
        self._before = value.of(state, state.seat)

    def value(self, state: PicnicState) -> float:
        return self._before + super().value(state)

    def values(self, state: PicnicState) -> dict[Action, float]:
        return {action: self._before + value for action, value in super().values(state).items()}


def solve(state: PicnicState, lane: LaneValue, token: float = 0.0, win: float = 0.0) -> Solved:
    """Solve the current turn for these values."""
    return Solved(state, Value(lane, token, win))


def worth_of(plan: TurnPlan, lane: LaneValue) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """Return what each entry of a plan adds to the value of its lane."""
    worth, first = np.zeros(len(plan.entries.lane)), plan.entries.first
    for place, track in enumerate(plan.game.tracks):
        lanes = [
            unpacked(packed, track.length) for packed in plan.entries.lane[first[place] : first[place + 1]].tolist()
        ]
        worth[first[place] : first[place + 1]] = [lane(place, entry) - lane(place, lanes[0]) for entry in lanes]
    return worth


def unpacked(packed: int, length: int) -> Lane:
    """Return a packed lane as a Lane."""
    ants = [packed >> 8 * i & 255 for i in range(4)]
    return lane_of(tuple(Ant(ant >> 2, ant & 3) for ant in ants if ant), length)
