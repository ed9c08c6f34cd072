"""Steps of a reviewed game: rolls with their luck, decisions with their cost, and beginnings of turns.

Every step changes the seats' expected win shares. Rolls and decisions explain a change. Where a turn begins, the exact
solution of the turn replaces the model's estimate of the position; the difference is reported as well.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from operator import sub
from typing import TypeAlias

from roost.core.dice import Roll
from roost.core.moves import Action
from roost.core.state import State
from roost.study.review.values import Shares


def difference(after: Shares, before: Shares) -> Shares:
    """Return how much each seat's share has changed."""
    return tuple(map(sub, after, before))


@dataclass(frozen=True)
class Throw:
    """A roll and its luck."""

    place: int
    """Number of earlier moves in the record."""
    turn: int
    """Number of the turn, from 1; 0 for the draw of the first player."""
    seat: int | None
    """The seat that rolled; None for the draw of the first player."""
    roll: Roll
    before: Shares
    after: Shares

    @property
    def luck(self) -> Shares:
        """Each seat's gain by the roll. Gains sum to zero, and their expectation before the roll is zero."""
        return difference(self.after, self.before)


@dataclass(frozen=True)
class Decision:
    """A choice, with the values of all choices."""

    place: int
    turn: int
    seat: int
    state: State
    chosen: Action
    best: Action
    values: Mapping[Action, Shares]
    """Each seat's win share after each legal action."""
    before: Shares
    after: Shares
    doubt: float = 0.0
    """Largest apparent difference between two equal choices; a loss up to this size does not count as a mistake."""

    @property
    def is_forced(self) -> bool:
        """Whether there was no other choice, so that the decision does not show the player's skill."""
        return len(self.values) == 1

    @property
    def mistake(self) -> float:
        """The player's loss in win share, compared with the best action; never negative."""
        most = max(shares[self.seat] for shares in self.values.values())
        less = most - self.values[self.chosen][self.seat]
        return less if less > self.doubt else 0.0

    @property
    def gifts(self) -> Shares:
        """Each seat's gain because the best action was not chosen; for the player, the loss of their own mistake."""
        return tuple(change - residual for change, residual in zip(self.change, self.residual, strict=True))

    @property
    def change(self) -> Shares:
        """Effect of the decision on each seat's share."""
        return difference(self.after, self.before)

    @property
    def residual(self) -> Shares:
        """The part of the change that is within the uncertainty of the values."""
        return self.change if self.doubt and not self.mistake else (0.0,) * len(self.before)


@dataclass(frozen=True)
class Beginning:
    """The start of a turn, with the model's estimate and the solved value."""

    place: int
    turn: int
    seat: int
    estimated: Shares
    solved: Shares

    @property
    def residual(self) -> Shares:
        """Error of the model's estimate; counts neither as luck nor as a mistake."""
        return difference(self.solved, self.estimated)


Step: TypeAlias = Throw | Decision | Beginning
"""A step of a reviewed game."""
