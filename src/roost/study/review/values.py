"""Who tells what a position is worth: every seat's share of the win, exactly inside a turn.

:func:`roost.study.models.value` is one; a review needs no more than this of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol, TypeAlias, runtime_checkable

from roost.core.moves import Action
from roost.core.state import State

__all__ = ["Estimated", "Shares", "SolvedTurn", "Value"]

Shares: TypeAlias = tuple[float, ...]
"""What each seat may expect to win, as a share of one win. They sum to one."""


class SolvedTurn(Protocol):
    """One turn, solved for the share of the player whose turn it is."""

    def shares(self, state: State) -> Shares:
        """What a state of the turn, or right after it, is worth to each seat when the player plays on at their best."""

    def choices(self, state: State) -> Mapping[Action, Shares]:
        """What each legal action is worth to each seat when the player plays on at their best."""

    def best(self, state: State) -> Action:
        """The action that is worth most to the player: the one that :meth:`shares` supposes."""


@runtime_checkable
class Estimated(Protocol):
    """A turn that was solved against an estimate made on the spot, from whole games that were played for it."""

    rollouts: int
    """How many games."""
    error: float
    """The standard error of a share."""


Value: TypeAlias = Callable[[State], SolvedTurn]
"""Solves the turn that a state belongs to, against an estimate of the positions after it. An end is exact."""
