"""An evaluator that knows only the scores, for tests of reviews without a model.

The estimate contradicts itself from one turn to the next, as every estimate does; reviews must add up all the same.
"""

from math import exp
from typing import Any, cast

import numpy as np

from roost.core.moves import Action
from roost.core.state import Node, State
from roost.games.set_aside import SetAsideState
from roost.games.set_aside.adapters.solution import solve_turn
from roost.study.models.solved_turn import valuation_adapter
from roost.study.review import Shares, ValuedTurn


def evaluator(state: State) -> Shares:
    """Estimate shares between turns from the scores; exact at the end."""
    if state.outcome is not None:
        return tuple(float(share) for share in state.outcome.shares)
    players = state.game.players
    weights = [exp(score / 3 + (0.1 if seat == state.seat else 0.0)) for seat, score in enumerate(state.scores())]
    return tuple(weights[seat] / sum(weights) for seat in range(players))


class ScoredTurn:
    """A set-aside turn solved against :func:`evaluator`."""

    error = 0.0
    is_known = True

    def __init__(self, start: State) -> None:
        self._seat = start.seat
        self._solved: Any = None
        if start.seat is not None:
            assert isinstance(start, SetAsideState)
            seat = start.seat
            self._solved = solve_turn(start, lambda state: evaluator(state)[seat])

    def shares(self, state: State) -> Shares:
        if self._seat is None and state.seat is None and state.node is Node.ROLL:
            drawn = [evaluator(state.play(roll).state) for roll, _ in state.rolls()]
            return tuple(sum(column) / len(drawn) for column in zip(*drawn, strict=True))
        if state.seat != self._seat or state.node is Node.OVER:
            return evaluator(state)
        return cast("Shares", self._solved.expect(state, evaluator))

    def choices(self, state: State) -> dict[Action, Shares]:
        return {action: self.shares(state.play(action).state) for action in state.actions()}

    def best(self, state: State) -> Action:
        return cast("Action", self._solved.best(state))

    def results(self, state: State, action: Action | None = None) -> dict[Action, float]:
        return cast("dict[Action, float]", self._solved.results(state, action))


def packed_evaluator(packed: Any, states: Any, first: Any) -> Any:
    """Evaluate packed positions, with players listed from ``first`` on."""
    rows = [evaluator(packed.unpack(states[place])) for place in range(len(states))]
    return np.array([np.roll(row, -start) for row, start in zip(rows, first.tolist(), strict=True)])


def by_scores(state: State) -> ValuedTurn:
    if state.seat is None or isinstance(state, SetAsideState):
        return ScoredTurn(state.turn_start() if isinstance(state, SetAsideState) and state.seat is not None else state)
    face = valuation_adapter(state.game)
    return face.value_turn(face.turn_start(state), packed_evaluator)
