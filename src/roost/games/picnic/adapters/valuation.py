"""A turn of Picnic Blitz, valued for every seat.

The model's values for single tracks, in log-odds, add up to the value of an ending that changes several tracks. Endings
near any roll's best are evaluated as whole boards. The corrections found apply to all endings that are played in the
same way: with as many attacks, the same moves, and the Queen token kept or not. A position that changes one track, or
that is the best of its kind, therefore has exactly the model's value; any other position has nearly that value.
"""

from functools import cached_property
from math import exp

import numpy as np
from numpy.typing import NDArray

from roost.core.errors import UnsupportedError
from roost.core.extras import missing_extra
from roost.core.moves import Action
from roost.core.state import State
from roost.games.picnic.adapters.reroll_kernel import Choices
from roost.games.picnic.adapters.turn_answers import Row, TurnAnswers
from roost.games.picnic.adapters.turns import JudgedPlan, SolvedDice, log_odds, numbers_in, plan_turns, solve_turns
from roost.games.picnic.state import PicnicState
from roost.games.picnic.turn import START
from roost.study.fast.records import OVER
from roost.study.models.features import Evaluator
from roost.study.models.model import packing_of
from roost.study.models.valuation import Shares, StateEvaluator, Valuation
from roost.study.solve.exact import Exact

__all__ = ["PicnicTurn", "solve_turns", "turn_start", "value_exactly", "value_turn", "value_turn_by"]

_TINY = 1e-300
_LEAST_ODDS = -700.0
"""Log-odds below which a probability counts as zero."""


def turn_start(state: PicnicState) -> PicnicState:
    return state.at(START)


def value_turn(start: PicnicState, evaluator: Evaluator) -> Valuation:
    return PicnicTurn(start, evaluator)


def value_turn_by(start: PicnicState, judge: StateEvaluator) -> Valuation:
    """Refuse, because a turn of Picnic Blitz is planned with packed positions."""
    raise missing_extra("fast", start.game.title, "NumPy")


def value_exactly(start: PicnicState, known: Exact) -> Valuation:
    """Refuse, because no game of Picnic Blitz is solved exactly."""
    raise UnsupportedError(start.game.name, "exact values")


class PicnicTurn(TurnAnswers, Valuation):
    """A turn of Picnic Blitz. Its sums are the mover's log-odds and the other players' logits, in turn order."""

    def __init__(self, start: PicnicState, evaluator: Evaluator) -> None:
        packed = packing_of(start.game)
        (self._evaluated_plan,) = plan_turns(packed, packed.pack(start), evaluator, under_way=True)
        plan, over = self._evaluated_plan, self._evaluated_plan.positions["node"] == OVER
        odds, logits = log_odds(plan.shares[:, -1], over), np.log(np.maximum(plan.shares[:, :-1], _TINY))
        sums = np.column_stack([odds, np.where(over[:, np.newaxis], logits[0], logits)])
        entered = int(plan.entries.first[-1])
        super().__init__(start, plan, sums[0], sums[: entered + 1] - sums[0])
        self._correct(plan, sums, over)

    def _correct(self, plan: JudgedPlan, sums: Row, over: NDArray[np.bool_]) -> None:
        """Store the corrections that whole-board evaluations give for each way to play the turn."""
        place = plan.place.reshape(-1)
        endings = np.flatnonzero(place >= len(self._added))
        endings = endings[~over[place[endings]]]
        entries = plan.entries.first[:-1] + numbers_in(plan.keys(endings))
        total = self._base + self._added[entries].sum(axis=1)
        total[(endings >= plan.ends.key.size) != self._start.queens[self._seat]] += self._added[-1]
        corrected = sums[place[endings]] - total
        self._corrected = dict(zip(endings.tolist(), corrected, strict=True))
        plan.corrections = np.zeros(plan.place.shape)
        plan.corrections.reshape(-1)[endings] = corrected[:, 0]

    def shares(self, state: State) -> Shares:
        return tuple(self.row(state))

    def choices(self, state: State) -> dict[Action, Shares]:
        if self._in_turn(state) is None:
            self.shares(state)
            return {}
        return {action: tuple(self.row(state, action)) for action in state.actions()}

    def _values_of(self, sums: Row, wins: bool) -> list[float]:
        odds, *logits = sums.tolist()
        share = 1.0 if wins else 1.0 / (1.0 + exp(-odds)) if odds > _LEAST_ODDS else 0.0
        highest = max(logits)
        weights = [exp(logit - highest) for logit in logits]
        rest = (1.0 - share) / sum(weights)
        ordered = [share, *(rest * weight for weight in weights)]  # the mover first
        return ordered[-self._seat :] + ordered[: -self._seat] if self._seat else ordered

    @cached_property
    def _solved(self) -> SolvedDice:
        return self._evaluated_plan.solve()

    @property
    def _choices(self) -> Choices:
        return self._solved.choices

    @property
    def _final(self) -> Row:
        return np.roll(self._evaluated_plan.shares, self._seat + 1, axis=1)[self._solved.chosen]
