"""A turn of Picnic Blitz, valued for every seat.

What a turn makes of several tracks is put together from what the model says of each by itself: log-odds add up. For the
endings that come near the best of any roll the model judges the whole board, and what that adds is added to all endings
that are played in the same way: with as many attacks, the same moves, and a Queen token left or not. So a position that
differs in one track, or that is the best of its kind, is worth exactly what the model says, and any other nearly so.
"""

from functools import cached_property
from math import exp

import numpy as np
from numpy.typing import NDArray

from roost.core.errors import UnsupportedError
from roost.core.moves import Action
from roost.core.state import State
from roost.games.picnic.faces.reroll_kernel import Choices
from roost.games.picnic.faces.turn_answers import Row, TurnAnswers
from roost.games.picnic.faces.turns import JudgedPlan, Solved, log_odds, numbers_in, plan_turns, solve_turns
from roost.games.picnic.state import PicnicState
from roost.games.picnic.turn import START
from roost.study.fast.records import OVER
from roost.study.models.features import Leaf
from roost.study.models.model import packing_of
from roost.study.models.valuation import Shares, Valuation
from roost.study.solve.exact import Exact

__all__ = ["PicnicTurn", "solve_turns", "turn_start", "value_exactly", "value_turn"]

_TINY = 1e-300
_LEAST_ODDS = -700.0
"""Log-odds below this are no chance at all."""


def turn_start(state: PicnicState) -> PicnicState:
    """The position that the turn under way is valued from: with the board as it is now."""
    return state.at(START)


def value_turn(start: PicnicState, leaf: Leaf) -> Valuation:
    """Value a turn against ``leaf``."""
    return PicnicTurn(start, leaf)


def value_exactly(start: PicnicState, known: Exact) -> Valuation:
    """Nothing is solved exactly here."""
    raise UnsupportedError(start.game.name, "exact values")


class PicnicTurn(TurnAnswers, Valuation):
    """A turn of Picnic Blitz. Its sums are the log-odds of the mover and the logits of the others, in their order."""

    def __init__(self, start: PicnicState, leaf: Leaf) -> None:
        packed = packing_of(start.game)
        (self._judged,) = plan_turns(packed, packed.pack(start), leaf, under_way=True)
        plan, over = self._judged, self._judged.positions["node"] == OVER
        own, others = log_odds(plan.shares[:, -1], over), np.log(np.maximum(plan.shares[:, :-1], _TINY))
        sums = np.column_stack([own, np.where(over[:, np.newaxis], others[0], others)])
        entered = int(plan.entries.first[-1])
        super().__init__(start, plan, sums[0], sums[: entered + 1] - sums[0])
        self._correct(plan, sums, over)

    def _correct(self, plan: JudgedPlan, sums: Row, over: NDArray[np.bool_]) -> None:
        """Note what judging brings to the endings of a way to play the turn."""
        place = plan.place.reshape(-1)
        some = np.flatnonzero(place >= len(self._added))
        some = some[~over[place[some]]]
        entries = plan.entries.first[:-1] + numbers_in(plan.keys(some))
        total = self._base + self._added[entries].sum(axis=1)
        total[(some >= plan.ends.key.size) != self._start.queens[self._seat]] += self._added[-1]
        corrected = sums[place[some]] - total
        self._corrected = dict(zip(some.tolist(), corrected, strict=True))
        plan.judged = np.zeros(plan.place.shape)
        plan.judged.reshape(-1)[some] = corrected[:, 0]

    # -- answers -------------------------------------------------------------------------------------------------------

    def shares(self, state: State) -> Shares:
        return tuple(self.row(state))

    def choices(self, state: State) -> dict[Action, Shares]:
        if self._own(state) is None:
            self.shares(state)
            return {}
        return {action: tuple(self.row(state, action)) for action in state.actions()}

    # -- how they are found --------------------------------------------------------------------------------------------

    def _told(self, sums: Row, wins: bool) -> list[float]:
        odds, *logits = sums.tolist()
        own = 1.0 if wins else 1.0 / (1.0 + exp(-odds)) if odds > _LEAST_ODDS else 0.0
        highest = max(logits)
        weights = [exp(logit - highest) for logit in logits]
        rest = (1.0 - own) / sum(weights)
        ordered = [own, *(rest * weight for weight in weights)]  # the mover first
        return ordered[-self._seat :] + ordered[: -self._seat] if self._seat else ordered

    @cached_property
    def _solved(self) -> Solved:
        return self._judged.solve()

    @property
    def _choices(self) -> Choices:
        return self._solved.choices

    @property
    def _final(self) -> Row:
        return np.roll(self._judged.shares, self._seat + 1, axis=1)[self._solved.chosen]
