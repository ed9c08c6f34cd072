"""The values of all positions in a solved turn, for every seat."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import TypeAlias

from roost.core.errors import RoostError
from roost.core.memory import size_of
from roost.core.moves import Action, Kind
from roost.core.state import State
from roost.study.odds.choice import TIE

Shares: TypeAlias = tuple[float, ...]
"""Win shares by seat."""

StateEvaluator: TypeAlias = Callable[[Sequence[State]], list[Shares]]
"""Function that evaluates positions of one game, at the start of a turn or at the end of the game, as win shares by
seat."""


class Valuation(ABC):
    """Values for a solved turn, valid for all its states and for the positions right after it."""

    error: float = 0.0
    """Mean error of a win share if the model was learnt from declared fields, else 0."""
    is_known: bool = True
    """Whether the error is small enough to show win shares to users."""

    @abstractmethod
    def shares(self, state: State) -> Shares:
        """Return each seat's expected win share, before a roll, before a choice, or after the turn."""

    @abstractmethod
    def choices(self, state: State) -> dict[Action, Shares]:
        """Return each seat's expected win share after each legal action, in the order of ``state.actions()``."""

    @abstractmethod
    def results(self, state: State, action: Action | None = None) -> dict[Action, float]:
        """Return the probability of each ending of the turn under best play, after ``action`` if given."""

    def covers(self, state: State) -> bool:
        """Whether a state belongs to this solved turn, so that the turn need not be solved again."""
        return False

    @property
    def nbytes(self) -> int:
        """Approximate current memory use in bytes, which may grow with use."""
        return size_of(vars(self))

    def best(self, state: State) -> Action:
        """Return the mover's best action. Among equally good actions, prefer one that ends the turn, then the first."""
        seat, choices = state.seat, self.choices(state)
        if seat is None or not choices:
            raise RoostError("this position has no choice to make", position=str(state))
        enough = max(shares[seat] for shares in choices.values()) - TIE
        good = [action for action, shares in choices.items() if shares[seat] >= enough]
        return min(good, key=lambda action: action.kind is Kind.ROLL)


class Draw(Valuation):
    """A position without a choice: before the first player is drawn, or after the end of the game."""

    def __init__(self, state: State, judge: StateEvaluator) -> None:
        starts = [state.play(roll).state for roll, _ in state.rolls()] or [state]
        shares = judge(starts)
        self._known = dict(zip(starts, shares, strict=True))
        self._known[state] = tuple(sum(column) / len(shares) for column in zip(*shares, strict=True))

    def shares(self, state: State) -> Shares:
        return known_shares(self._known, state)

    def choices(self, state: State) -> dict[Action, Shares]:
        self.shares(state)
        return {}

    def results(self, state: State, action: Action | None = None) -> dict[Action, float]:
        return {}


def known_shares(known: dict[State, Shares], state: State) -> Shares:
    """Return the known win shares in a state; raise an error if there are none."""
    if state not in known:
        raise RoostError("this state is not part of the valued turn", position=str(state))
    return known[state]
