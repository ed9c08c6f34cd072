"""The value of a solved turn's positions for every seat."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from roost.core.errors import RoostError
from roost.core.memory import size_of
from roost.core.moves import Action, Kind
from roost.core.state import State

TIE = 1e-12
"""Largest difference between equal shares, which rounding can cause when sums are taken in another order."""

Shares: TypeAlias = tuple[float, ...]
"""Each seat's share of the win."""

StateEvaluator: TypeAlias = Callable[[Sequence[State]], NDArray[np.float64]]
"""Evaluates positions of one game, at the start of a turn or at the end: each seat's win share."""


class Valuation(ABC):
    """A solved turn, valid for all its states and for the positions right after it."""

    error: float = 0.0
    """Mean error of a share, if the model was learnt from declared fields."""
    is_known: bool = True
    """Whether the error is small enough to show shares."""

    @abstractmethod
    def shares(self, state: State) -> Shares:
        """Return each seat's expected share before a roll, before a choice, or after the turn."""

    @abstractmethod
    def choices(self, state: State) -> dict[Action, Shares]:
        """Return each seat's expected share after every legal action, in the order of ``state.actions()``."""

    @abstractmethod
    def results(self, state: State, action: Action | None = None) -> dict[Action, float]:
        """Return the probability of each ending of the turn under best play, after ``action`` if given."""

    def covers(self, state: State) -> bool:
        """Whether a state belongs to the same solved turn, so the turn need not be solved again."""
        return False

    @property
    def nbytes(self) -> int:
        """Approximate memory use in bytes, which may grow with use."""
        return size_of(vars(self))

    def best(self, state: State) -> Action:
        """Return the mover's best action; among equals the first, preferably one that ends the turn."""
        seat, choices = state.seat, self.choices(state)
        if seat is None or not choices:
            raise RoostError("this position has no choice to make", position=str(state))
        enough = max(shares[seat] for shares in choices.values()) - TIE
        good = [action for action, shares in choices.items() if shares[seat] >= enough]
        return min(good, key=lambda action: action.kind is Kind.ROLL)


class Draw(Valuation):
    """A position before the draw of the first player or after the end, where there is no choice."""

    def __init__(self, state: State, judge: StateEvaluator) -> None:
        starts = [state.play(roll).state for roll, _ in state.rolls()] or [state]
        shares = judge(starts)
        self._known = {start: tuple(row) for start, row in zip(starts, shares.tolist(), strict=True)}
        self._known[state] = tuple(shares.mean(axis=0).tolist())

    def shares(self, state: State) -> Shares:
        return known_shares(self._known, state)

    def choices(self, state: State) -> dict[Action, Shares]:
        self.shares(state)
        return {}

    def results(self, state: State, action: Action | None = None) -> dict[Action, float]:
        return {}


def known_shares(known: dict[State, Shares], state: State) -> Shares:
    """Return the known shares of a state; raise an error if there are none."""
    if state not in known:
        raise RoostError("this state is not part of the valued turn", position=str(state))
    return known[state]
