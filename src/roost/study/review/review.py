"""Review a recorded game: find luck and mistakes, given values of the game's positions."""

from dataclasses import dataclass
from functools import cached_property

from roost.core.dice import Roll
from roost.core.errors import RoostError
from roost.core.record import Record
from roost.study.review.accounts import Account, accounts
from roost.study.review.steps import Beginning, Decision, Step, Throw
from roost.study.review.values import Shares, Value, doubt

SMALLEST_MISTAKE = 0.005
"""Minimum loss for a mistake to be listed, in win share; smaller losses are within the model's uncertainty."""


@dataclass(frozen=True)
class Point:
    """A position in the game, with each seat's win share."""

    place: int
    """Number of earlier moves in the record."""
    turn: int
    seat: int | None
    shares: Shares


@dataclass(frozen=True)
class Review:
    """A reviewed game: its steps, decisions and accounts."""

    record: Record
    made_with: str
    """Name of the model with which the positions were valued."""
    start: Shares
    steps: tuple[Step, ...]
    curve: tuple[Point, ...]
    """All positions of the game in order."""

    @property
    def result(self) -> Shares:
        """Each seat's win share at the end of the game; if the game is unfinished, its expected share."""
        return self.curve[-1].shares

    @cached_property
    def accounts(self) -> tuple[Account, ...]:
        return accounts(self.start, self.result, self.steps)

    @cached_property
    def decisions(self) -> tuple[Decision, ...]:
        return tuple(step for step in self.steps if isinstance(step, Decision) and not step.is_forced)

    @cached_property
    def throws(self) -> tuple[Throw, ...]:
        return tuple(step for step in self.steps if isinstance(step, Throw))

    @property
    def mistakes(self) -> tuple[Decision, ...]:
        """The mistakes that are large enough to list, worst first."""
        mistakes = (decision for decision in self.decisions if decision.mistake >= SMALLEST_MISTAKE)
        return tuple(sorted(mistakes, key=lambda decision: (-decision.mistake, decision.place)))


def review(record: Record, value: Value, made_with: str = "") -> Review:
    """Review a game, which may be unfinished."""
    if not record.played:
        raise RoostError("no move has been played yet, so there is nothing to review", position=str(record.start))
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
