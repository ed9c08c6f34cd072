"""The worth of a position to every seat anywhere inside a turn, once the turn is solved."""

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
"""Shares that differ by no more are the same: a sum in another order, or from another number of turns at once."""

Shares: TypeAlias = tuple[float, ...]
"""Each seat's share of the win."""

Judge: TypeAlias = Callable[[Sequence[State]], NDArray[np.float64]]
"""Tells each seat's share of the win in positions of one game, at the start of a turn or at the end."""


class Valuation(ABC):
    """A solved turn. It answers for every state of that turn, and for the positions right after it."""

    error: float = 0.0
    """How far a share may be off, where the model was learnt from a game's declared fields."""
    is_known: bool = True
    """Whether that is little enough for a share to be told."""

    @abstractmethod
    def shares(self, state: State) -> Shares:
        """The expectation of each seat at a state: before a roll, before a choice, or when the turn has ended."""

    @abstractmethod
    def choices(self, state: State) -> dict[Action, Shares]:
        """The expectation of each seat after every legal action, in the order of ``state.actions()``."""

    @abstractmethod
    def results(self, state: State, action: Action | None = None) -> dict[Action, float]:
        """How likely the turn is to end in each way under best play (after ``action``, if given)."""

    def covers(self, state: State) -> bool:
        """Whether another state belongs to the same solved turn, so that it need not be solved again."""
        return False

    @property
    def nbytes(self) -> int:
        """About how much memory it takes, which may grow when it is asked."""
        return size_of(vars(self))

    def best(self, state: State) -> Action:
        """The mover's choice: the first action that is worth most to them; at a tie, rather to end the turn."""
        seat, choices = state.seat, self.choices(state)
        if seat is None or not choices:
            raise RoostError("there is nothing to choose here", position=str(state))
        enough = max(shares[seat] for shares in choices.values()) - TIE
        good = [action for action, shares in choices.items() if shares[seat] >= enough]
        return min(good, key=lambda action: action.kind is Kind.ROLL)


class Draw(Valuation):
    """Before the first player is drawn, or after the end: there is nothing to choose."""

    def __init__(self, state: State, judge: Judge) -> None:
        starts = [state.play(roll).state for roll, _ in state.rolls()] or [state]
        found = judge(starts)
        self._known = {start: tuple(row) for start, row in zip(starts, found.tolist(), strict=True)}
        self._known[state] = tuple(found.mean(axis=0).tolist())

    def shares(self, state: State) -> Shares:
        return known_shares(self._known, state)

    def choices(self, state: State) -> dict[Action, Shares]:
        self.shares(state)
        return {}

    def results(self, state: State, action: Action | None = None) -> dict[Action, float]:
        return {}


def known_shares(known: dict[State, Shares], state: State) -> Shares:
    """The shares of a state that are known, or an error that says that they are not."""
    if state not in known:
        raise RoostError("this is no state of the turn that was valued", position=str(state))
    return known[state]
