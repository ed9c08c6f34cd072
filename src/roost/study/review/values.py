"""Protocol for values of positions: every seat's win share, exact within a turn.

:func:`roost.study.models.value` implements it; reviews need only this protocol.
"""

from collections.abc import Callable, Mapping
from typing import Protocol, TypeAlias, TypeVar

from roost.core.errors import NotKnownError
from roost.core.moves import Action
from roost.core.state import State

_TENTHS = 0.005
"""Error of a win share below which it is shown as a percentage with one decimal place."""

_DOUBT = 2.0

Shares: TypeAlias = tuple[float, ...]
"""Win shares by seat; they sum to one."""


class ValuedTurn(Protocol):
    """A turn, solved to maximise the win share of the player to move."""

    @property
    def error(self) -> float:
        """Mean error of a win share; 0 unless the model was learnt from declared fields."""

    @property
    def is_known(self) -> bool:
        """Whether the error is small enough to show win shares to users."""

    def shares(self, state: State) -> Shares:
        """Return each seat's win share in a state of the turn, or right after it, under the player's best play."""

    def choices(self, state: State) -> Mapping[Action, Shares]:
        """Return each seat's win share after each legal action, under the player's best play."""

    def best(self, state: State) -> Action:
        """Return the player's best action, which :meth:`shares` assumes."""

    def results(self, state: State, action: Action | None = None) -> Mapping[Action, float]:
        """Return the probability of each ending of the turn under best play, after ``action`` if given."""


Value: TypeAlias = Callable[[State], ValuedTurn]
"""Function that solves the turn that a state belongs to, given estimates of the positions after it. Finished games have
exact values."""


_Turn = TypeVar("_Turn", bound=ValuedTurn)


def known_well(turn: _Turn) -> _Turn:
    """Return the turn; raise an error if its win shares are too uncertain to show."""
    if not turn.is_known:
        raise NotKnownError(f"win shares of this game are too uncertain to show: ±{turn.error:.0%}")
    return turn


def doubt(turn: ValuedTurn) -> float:
    """Return the largest difference that can appear between two equal choices because of the error."""
    return _DOUBT * turn.error


def digits(error: float) -> int:
    """Return the number of decimal places for a percentage with this error."""
    return 1 if error < _TENTHS else 0
