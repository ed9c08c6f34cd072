"""Protocol for values of positions: every seat's win share, exact inside a turn.

:func:`roost.study.models.value` implements it; reviews need only this protocol.
"""

from collections.abc import Callable, Mapping
from typing import Protocol, TypeAlias, TypeVar

from roost.core.errors import NotKnownError
from roost.core.moves import Action
from roost.core.state import State

_TENTHS = 0.005
"""Errors below this size allow one digit after the decimal point of a percentage."""

_DOUBT = 2.0

Shares: TypeAlias = tuple[float, ...]
"""Expected share of a win by seat; sums to one."""


class ValuedTurn(Protocol):
    """A turn, solved for the share of the player to move."""

    @property
    def error(self) -> float:
        """Mean error of a share; 0 unless the model was learnt from declared fields."""

    @property
    def is_known(self) -> bool:
        """Whether the error is small enough to show shares."""

    def shares(self, state: State) -> Shares:
        """Each seat's share at a state of the turn, or right after it, under the player's best play."""

    def choices(self, state: State) -> Mapping[Action, Shares]:
        """Each seat's share after each legal action, under the player's best play."""

    def best(self, state: State) -> Action:
        """The player's best action, which :meth:`shares` assumes."""

    def results(self, state: State, action: Action | None = None) -> Mapping[Action, float]:
        """Probability of each ending of the turn under best play, after ``action`` if given."""


Value: TypeAlias = Callable[[State], ValuedTurn]
"""Solves the turn that a state belongs to, against an estimate of the positions after it; ends of games are exact."""


_Turn = TypeVar("_Turn", bound=ValuedTurn)


def known_well(turn: _Turn) -> _Turn:
    """Return the turn; raise an error if its shares are too uncertain to show."""
    if not turn.is_known:
        raise NotKnownError(f"win shares of this game are too uncertain to show: ±{turn.error:.0%}")
    return turn


def doubt(turn: ValuedTurn) -> float:
    """Return the largest apparent difference between two equal choices."""
    return _DOUBT * turn.error


def digits(error: float) -> int:
    """Return the number of digits after the decimal point of a percentage with this error."""
    return 1 if error < _TENTHS else 0
