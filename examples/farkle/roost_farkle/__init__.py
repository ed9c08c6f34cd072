"""Farkle: keep scoring dice, and roll the others or stop (rules FK-1 to FK-7 on the rules page).

Farkle has many variants. This one has six dice; a 1 scores 100, a 5 scores 50; three of a kind score a hundred times
the number they show (three 1s: 1000), four score twice, five four times and six eight times as much; a straight 1 to 6
and three pairs score 1500 each. All dice kept must score. When all six dice have scored, all six are rolled again.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, ClassVar, NamedTuple

from roost.core.authoring import (
    COMMON_EVENTS,
    Action,
    Dice,
    DiceOf,
    Event,
    Integer,
    Kind,
    Node,
    Outcome,
    PlainGame,
    PlainState,
    Points,
    Roll,
    Rolled,
    SeatNumber,
    SomeOf,
    Step,
    Symbols,
    option,
    standard_die,
)

DIE = standard_die()
DICE = 6
STRAIGHT = THREE_PAIRS = 1_500
_SINGLES = {1: 100, 5: 50}

SomeDice = Annotated[str, SomeOf("123456", DICE, "some dice")]
Score = Annotated[int, Integer(0, 99_999)]


@dataclass(frozen=True, slots=True)
class Keep(Action):
    """Set scoring dice aside (FK-2)."""

    kind: ClassVar[Kind] = Kind.DICE
    picked: ClassVar[bool] = True
    dice: SomeDice


@dataclass(frozen=True, slots=True)
class RollOn(Action):
    """Roll the remaining dice, or all six if none remains (FK-5)."""

    form: ClassVar[str] = "roll"
    kind: ClassVar[Kind] = Kind.ROLL


@dataclass(frozen=True, slots=True)
class Bank(Action):
    """Stop and write down the turn's points (FK-4)."""


@dataclass(frozen=True, slots=True)
class Kept(Event):
    """Dice were kept."""

    shown_by_dice: ClassVar[bool] = True
    seat: SeatNumber
    dice: Symbols
    points: Score


@dataclass(frozen=True, slots=True)
class Banked(Event):
    """The turn's points were written down."""

    seat: SeatNumber
    points: Score


@dataclass(frozen=True, slots=True)
class Farkled(Event):
    """No die scored, so the turn's points are lost."""

    seat: SeatNumber
    points: Score


@cache
def worth(counts: tuple[int, ...]) -> int:
    """Return the points for a set of dice; 0 unless all of them score (FK-3)."""
    if counts == (1,) * 6:
        return STRAIGHT
    if sorted(counts) == [0, 0, 0, 2, 2, 2]:
        return THREE_PAIRS
    total = 0
    for eyes, count in enumerate(counts, 1):
        if count >= 3:
            total += (1_000 if eyes == 1 else 100 * eyes) * 2 ** (count - 3)
        elif count and eyes not in _SINGLES:
            return 0
        else:
            total += count * _SINGLES.get(eyes, 0)
    return total


@cache
def keeps(roll: Roll) -> tuple[Keep, ...]:
    """Return every choice of dice that all score, most valuable first."""
    parts = [part for part in roll.parts(roll.size) if worth(part.counts)]
    return tuple(Keep(str(part)) for part in sorted(parts, key=lambda part: -worth(part.counts)))


class Fields(NamedTuple):
    """A position's fields."""

    game: Farkle
    seat: int | None
    points: Points
    total: Score = 0  # points in the turn so far
    left: Annotated[int, Integer(1, DICE)] = DICE  # how many dice the next roll has
    roll: Annotated[Roll, DiceOf(DIE, DICE)] = DIE.nothing  # rolled dice to choose from
    rolling: Annotated[int, Integer(0, 1)] = 1  # whether a roll comes next


class FarkleState(Fields, PlainState):
    """A position of Farkle."""

    __slots__ = ()

    @property
    def node(self) -> Node:
        if self.seat is None:
            return Node.ROLL if self.outcome is None else Node.OVER
        return Node.ROLL if self.rolling else Node.DECIDE

    def actions(self) -> tuple[Action, ...]:
        if self.node is not Node.DECIDE:
            return ()
        if self.roll.size:
            return keeps(self.roll)  # FK-2
        at_goal = self.points[self.mover] + self.total >= self.game.goal
        return (Bank(),) if at_goal else (RollOn(), Bank())  # FK-4, FK-5, FK-7

    def _dice(self) -> Dice:
        return DIE.dice(self.left)

    def _rolled(self, roll: Roll) -> Step:
        rolled = Rolled(self.mover, str(roll))
        if not keeps(roll):
            return self.next_turn(rolled, Farkled(self.mover, self.total))  # FK-6
        return Step(self._replace(roll=roll, rolling=0), (rolled,))

    def _chosen(self, action: Any) -> Step:
        if isinstance(action, RollOn):
            return Step(self._replace(rolling=1), ())
        if isinstance(action, Bank):
            return self.next_turn(Banked(self.mover, self.total), points=self.gain(self.points, self.total))
        dice = DIE.parse(action.dice)
        points, left = worth(dice.counts), self.roll.size - dice.size
        after = self._replace(total=self.total + points, left=left or DICE, roll=DIE.nothing)  # FK-5 (hot dice)
        return Step(after, (Kept(self.mover, action.dice, points),))

    @property
    def outcome(self) -> Outcome | None:
        return Outcome.of(self.points, "goal") if max(self.points) >= self.game.goal else None  # FK-7

    def check(self) -> None:
        if any(points % 50 for points in (*self.points, self.total)):
            raise ValueError("all points are multiples of 50")
        if self.roll.size and (self.rolling or self.roll.size != self.left or not keeps(self.roll)):
            raise ValueError(f"roll={self.roll} does not fit a decision about this roll")
        if not self.roll.size and not self.rolling and not self.total:
            raise ValueError("no dice have been kept yet, so a roll must come next")
        if not self.total and self.left < DICE:
            raise ValueError("a turn begins with six dice")


@dataclass(frozen=True)
class Farkle(PlainGame):
    """Farkle for 2 to 6 players."""

    player_range: ClassVar[range] = range(2, 7)
    dice_count: ClassVar[int] = DICE
    action_types: ClassVar[tuple[type[Action], ...]] = (Keep, RollOn, Bank)
    event_types: ClassVar[tuple[type[Event], ...]] = (*COMMON_EVENTS, Kept, Banked, Farkled)
    end_reasons: ClassVar[tuple[str, ...]] = ("goal",)
    adapters: ClassVar[tuple[str, ...]] = ("roost_farkle.adapters",)
    state_type: ClassVar[type[PlainState]] = FarkleState

    goal: int = option(10_000, Integer(100, 50_000), "FK-7", "The points that win.")
