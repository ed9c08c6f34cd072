"""The steps of a reviewed game: a roll and its luck, a decision and its slip, a turn that begins.

Every step changes what each seat may expect to win. Rolls and decisions explain the change; where a turn begins, the
model's estimate of the position is replaced by the exact solution of the turn against it, and the difference is told.
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
    """The gain of each seat."""
    return tuple(map(sub, after, before))


@dataclass(frozen=True)
class Throw:
    """A roll: what it brought beyond what was to be expected."""

    place: int
    """How many moves of the record came before."""
    turn: int
    """The number of the turn, from 1; 0 for the draw of the first player."""
    seat: int | None
    """The seat that rolled; none, if the roll drew the first player."""
    roll: Roll
    before: Shares
    after: Shares

    @property
    def luck(self) -> Shares:
        """The gain of each seat. It sums to zero, and its expectation before the roll was zero for every seat."""
        return difference(self.after, self.before)


@dataclass(frozen=True)
class Decision:
    """A choice: what it was worth, and what the best one was worth."""

    place: int
    turn: int
    seat: int
    state: State
    chosen: Action
    best: Action
    values: Mapping[Action, Shares]
    """The worth of each legal action to each seat."""
    before: Shares
    after: Shares
    doubt: float = 0.0
    """The difference that two equal choices may seem to have: a slip that is no larger is nobody's."""

    @property
    def is_forced(self) -> bool:
        """Whether there was nothing else to choose. Such a decision says nothing about whoever made it."""
        return len(self.values) == 1

    @property
    def slip(self) -> float:
        """The player's loss: the best action's worth to them less the chosen one's. Never negative."""
        most = max(shares[self.seat] for shares in self.values.values())
        less = most - self.values[self.chosen][self.seat]
        return less if less > self.doubt else 0.0

    @property
    def gifts(self) -> Shares:
        """The gain of each seat because the best action was not chosen; for the player, their own slip as a loss."""
        return tuple(gained - doubtful for gained, doubtful in zip(self.change, self.residual, strict=True))

    @property
    def change(self) -> Shares:
        """The effect of the decision on each seat's share."""
        return difference(self.after, self.before)

    @property
    def residual(self) -> Shares:
        """The part of that which the values are too doubtful to charge anybody with."""
        return self.change if self.doubt and not self.slip else (0.0,) * len(self.before)


@dataclass(frozen=True)
class Beginning:
    """The start of a turn: how far the model's estimate was from what the solved turn says."""

    place: int
    turn: int
    seat: int
    estimated: Shares
    solved: Shares

    @property
    def residual(self) -> Shares:
        """The error of the estimate, as far as one turn can tell. It is nobody's luck and nobody's fault."""
        return difference(self.solved, self.estimated)


Step: TypeAlias = Throw | Decision | Beginning
"""One step of a reviewed game."""
