"""The steps of a reviewed game: rolls with their luck, decisions with their cost, and beginnings of turns.

Every step changes the seats' expected win shares. Rolls and decisions explain their changes. At the beginning of a
turn, the turn's exact solution replaces the model's estimate of the position, and the difference is reported too.
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
    """Return the change in each seat's win share."""
    return tuple(map(sub, after, before))


@dataclass(frozen=True)
class Throw:
    """A roll and its luck."""

    place: int
    """Number of earlier moves in the record."""
    turn: int
    """Number of the turn, from 1; 0 for drawing the first player."""
    seat: int | None
    """Seat that rolled; None for drawing the first player."""
    roll: Roll
    before: Shares
    after: Shares

    @property
    def luck(self) -> Shares:
        """Each seat's gain from the roll.

        The gains of all seats sum to zero, and each has an expected value of zero.
        """
        return difference(self.after, self.before)


@dataclass(frozen=True)
class Decision:
    """A decision with the values of all choices."""

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
    """Largest difference that can appear between equal choices; a loss up to this size does not count as a mistake."""

    @property
    def is_forced(self) -> bool:
        """Whether there was only one choice, so the decision does not show the player's skill."""
        return len(self.values) == 1

    @property
    def mistake(self) -> float:
        """The player's loss compared with the best action, in win share; never negative."""
        most = max(shares[self.seat] for shares in self.values.values())
        less = most - self.values[self.chosen][self.seat]
        return less if less > self.doubt else 0.0

    @property
    def gifts(self) -> Shares:
        """Each seat's gain because the best action was not chosen.

        The player's own gain is minus the loss by their mistake.
        """
        return tuple(change - residual for change, residual in zip(self.change, self.residual, strict=True))

    @property
    def change(self) -> Shares:
        """Effect of the decision on each seat's share."""
        return difference(self.after, self.before)

    @property
    def residual(self) -> Shares:
        """The change, if it is within the uncertainty of the values; else zero."""
        return self.change if self.doubt and not self.mistake else (0.0,) * len(self.before)


@dataclass(frozen=True)
class Beginning:
    """The start of a turn, with the model's estimate and the solved win shares."""

    place: int
    turn: int
    seat: int
    estimated: Shares
    solved: Shares

    @property
    def residual(self) -> Shares:
        """Error of the model's estimate. It counts neither as luck nor as a mistake."""
        return difference(self.solved, self.estimated)


Step: TypeAlias = Throw | Decision | Beginning
"""A step of a reviewed game."""
