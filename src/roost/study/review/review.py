"""Luck and skill of a game: a record and a value of its positions, put together."""

from dataclasses import dataclass
from functools import cached_property

from roost.core.dice import Roll
from roost.core.errors import RoostError
from roost.core.record import Record
from roost.study.review.accounts import Account, accounts
from roost.study.review.steps import Beginning, Decision, Step, Throw
from roost.study.review.values import Shares, Value, doubt

WORTH_TELLING = 0.005
"""Slips below half a percentage point of the win are within the model's own doubt and are not listed."""


@dataclass(frozen=True)
class Point:
    """The worth of a position of the game to each seat."""

    place: int
    """How many moves of the record came before."""
    turn: int
    seat: int | None
    shares: Shares


@dataclass(frozen=True)
class Review:
    """A game, reviewed."""

    record: Record
    made_with: str
    """The maker of the positions' values."""
    start: Shares
    steps: tuple[Step, ...]
    curve: tuple[Point, ...]
    """Every position from the start to the last one."""

    @property
    def result(self) -> Shares:
        """Each seat's share of the win; of a running game, what it may expect."""
        return self.curve[-1].shares

    @cached_property
    def accounts(self) -> tuple[Account, ...]:
        """The account of each seat's share."""
        return accounts(self.start, self.result, self.steps)

    @cached_property
    def decisions(self) -> tuple[Decision, ...]:
        """All unforced decisions."""
        return tuple(step for step in self.steps if isinstance(step, Decision) and not step.is_forced)

    @cached_property
    def throws(self) -> tuple[Throw, ...]:
        """All rolls."""
        return tuple(step for step in self.steps if isinstance(step, Throw))

    @property
    def slips(self) -> tuple[Decision, ...]:
        """The decisions that gave away enough to be told, the worst first."""
        found = (decision for decision in self.decisions if decision.slip >= WORTH_TELLING)
        return tuple(sorted(found, key=lambda decision: (-decision.slip, decision.place)))


def review(record: Record, value: Value, made_with: str = "") -> Review:
    """Review a game, finished or not."""
    if not record.played:
        raise RoostError("nothing has been played yet, so there is nothing to review", position=str(record.start))
    steps, curve = list[Step](), list[Point]()
    state, number = record.start, int(record.start.seat is not None)
    turn = value(state)
    shares = turn.shares(state)
    curve.append(Point(0, number, state.seat, shares))
    for place, (move, after, _) in enumerate(record.played):
        landed = turn.shares(after)
        if isinstance(move, Roll):
            steps.append(Throw(place, number, state.seat, move, shares, landed))
        else:
            assert state.seat is not None
            choices, best = turn.choices(state), turn.best(state)
            steps.append(Decision(place, number, state.seat, state, move, best, choices, shares, landed, doubt(turn)))
        shares = landed
        if after.seat is not None and after.seat != state.seat:
            turn, number = value(after), number + 1
            shares = turn.shares(after)
            steps.append(Beginning(place + 1, number, after.seat, landed, shares))
        state = after
        curve.append(Point(place + 1, number, state.seat, shares))
    return Review(record, made_with, curve[0].shares, tuple(steps), tuple(curve))
