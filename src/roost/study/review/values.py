"""The sources of a position's worth: every seat's share of the win, exactly inside a turn.

:func:`roost.study.models.value` is one; a review needs no more than this of it.
"""

from collections.abc import Callable, Mapping
from typing import Protocol, TypeAlias, TypeVar

from roost.core.errors import NotKnownError
from roost.core.moves import Action
from roost.core.state import State

_TENTHS = 0.005
"""Errors below this leave the first digit after the point its meaning."""

_DOUBT = 2.0

Shares: TypeAlias = tuple[float, ...]
"""The expectation of each seat, as a share of one win. They sum to one."""


class SolvedTurn(Protocol):
    """One turn, solved for the share of the player whose turn it is."""

    @property
    def error(self) -> float:
        """How far a share may be off: more than 0 where the model was learnt from the game's declared fields."""

    @property
    def is_known(self) -> bool:
        """Whether that is little enough for a share to be told."""

    def shares(self, state: State) -> Shares:
        """The worth of a state of the turn, or right after it, to each seat when the player plays on at their best."""

    def choices(self, state: State) -> Mapping[Action, Shares]:
        """The worth of each legal action to each seat when the player plays on at their best."""

    def best(self, state: State) -> Action:
        """The action that is worth most to the player: the one that :meth:`shares` supposes."""

    def results(self, state: State, action: Action | None = None) -> Mapping[Action, float]:
        """How likely the turn is to end in each way under best play (after ``action``, if given)."""


Value: TypeAlias = Callable[[State], SolvedTurn]
"""Solves the turn that a state belongs to, against an estimate of the positions after it. An end is exact."""


_Turn = TypeVar("_Turn", bound=SolvedTurn)


def known_well(turn: _Turn) -> _Turn:
    """A turn whose shares may be told."""
    if not turn.is_known:
        raise NotKnownError(f"who is going to win is not known well enough: shares are ±{turn.error:.0%}")
    return turn


def doubt(turn: SolvedTurn) -> float:
    """The difference that two equal choices may seem to have."""
    return _DOUBT * turn.error


def digits(error: float) -> int:
    """How many digits of a percentage an error allows."""
    return 1 if error < _TENTHS else 0
