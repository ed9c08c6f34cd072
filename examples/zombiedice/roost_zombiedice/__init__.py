"""Zombie Dice: draw dice from a cup, collect brains, and stop before the third blast (rules ZD-1 to ZD-8).

This is an interpretation of Steve Jackson's game. The dice differ in colour, and each roll takes them from a cup
without putting any back, so what can be rolled depends on the position.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product
from math import comb
from operator import sub
from typing import Annotated, Any, ClassVar, NamedTuple

from roost.core.authoring import (
    COMMON_EVENTS,
    Action,
    DiceOf,
    Die,
    Event,
    Integer,
    Kind,
    Lasting,
    MixedDice,
    Number,
    Outcome,
    PlainGame,
    PlainState,
    Points,
    Roll,
    Rolled,
    SeatNumber,
    Step,
    Symbol,
    option,
)

COLOURS = ("green", "yellow", "red")
BRAINS, RUNNERS, BLASTS = "gyr", "123", "789"  # what the dice of each colour show
SHOWN = Die(
    tuple(
        Symbol(char, f"{colour} {name}", value)
        for chars, name, value in ((BRAINS, "brain", 1), (RUNNERS, "runner", 0), (BLASTS, "blast", 0))
        for char, colour in zip(chars, COLOURS, strict=True)
    )
)
KINDS = ("ggg117", "yy2288", "r33999")  # ZD-1: the six faces of a die of each colour
CUP = (6, 4, 3)  # ZD-1: number of dice of each colour
DICE = sum(CUP)
HAND = 3
MOST_BLASTS = 2

SomeDice = Annotated[Roll, DiceOf(SHOWN, DICE)]


@dataclass(frozen=True, slots=True)
class RollOn(Action):
    """Take dice from the cup until there are three in hand, and roll them (ZD-2)."""

    form: ClassVar[str] = "roll"
    kind: ClassVar[Kind] = Kind.ROLL


@dataclass(frozen=True, slots=True)
class Stop(Action):
    """Stop and score the brains of this turn (ZD-4)."""


@dataclass(frozen=True, slots=True)
class Scored(Event):
    """The brains of the turn were scored."""

    seat: SeatNumber
    brains: Number


@dataclass(frozen=True, slots=True)
class Blasted(Scored):
    """The third blast ended the turn, and its brains are lost."""


@dataclass(frozen=True, slots=True)
class Refilled(Event):
    """The dice with brains went back into the cup."""

    seat: SeatNumber


class Fields(NamedTuple):
    """A position's fields."""

    game: ZombieDice
    seat: int | None
    points: Points
    played: Annotated[int, Lasting(Integer(0, 7))] = 0  # turns played in this round
    brains: Number = 0  # brains of the turn
    aside: SomeDice = SHOWN.nothing  # brains and blasts, without brains that went back into the cup
    hand: SomeDice = SHOWN.nothing  # runners that will be rolled again
    roll: SomeDice = SHOWN.nothing  # rolled dice that wait for a decision


class ZombieDiceState(Fields, PlainState):
    __slots__ = ()

    @property
    def dice_rolled(self) -> str:
        return (self.roll if self.roll.size else self.hand).text if self.roll.size + self.hand.size else ""

    @property
    def dice_aside(self) -> str:
        return self.aside.text if self.aside.size else ""

    @property
    def cup(self) -> tuple[int, ...]:
        """The number of dice of each colour in the cup."""
        return tuple(map(sub, CUP, by_colour(self.aside + self.hand + self.roll)))

    def actions(self) -> tuple[Action, ...]:
        return (RollOn(), Stop()) if self.roll.size else ()

    def _dice(self) -> MixedDice:
        """Return three dice: the runners in hand, and dice drawn from the cup (ZD-2)."""
        hand = dict(zip(KINDS, by_colour(self.hand), strict=True))
        return SHOWN.mixed((HAND - self.hand.size, dict(zip(KINDS, self.cup, strict=True))), (self.hand.size, hand))

    def _rolled(self, roll: Roll) -> Step:
        rolled = Rolled(self.mover, str(roll))
        if count(self.aside, BLASTS) + count(roll, BLASTS) > MOST_BLASTS:
            return self.next_turn(rolled, Blasted(self.mover, self.brains), played=self._played())  # ZD-5
        brains = self.brains + count(roll, BRAINS)
        return Step(self._replace(brains=brains, hand=SHOWN.nothing, roll=roll), (rolled,))

    def _chosen(self, action: Any) -> Step:
        if isinstance(action, Stop):
            points = self.gain(self.points, self.brains)
            return self.next_turn(Scored(self.mover, self.brains), points=points, played=self._played())
        hand = only(self.roll, RUNNERS)
        after = self._replace(aside=self.aside + self.roll - hand, hand=hand, roll=SHOWN.nothing)
        if sum(after.cup) >= HAND - hand.size:
            return Step(after, ())
        return Step(after._replace(aside=only(after.aside, BLASTS)), (Refilled(self.mover),))  # ZD-6

    def _played(self) -> int:
        return (self.played + 1) % self.game.players

    @property
    def outcome(self) -> Outcome | None:
        is_over = self.played == 0 and max(self.points) >= self.game.goal  # ZD-7
        return Outcome.of(self.points, "goal") if is_over else None  # ZD-8

    def most_gain(self) -> float:
        """Return the expected brains of the turn if all dice were green, which is better than any cup."""
        return green_brains(count(self.aside, BLASTS) + count(self.roll, BLASTS), self.brains)

    def check(self) -> None:
        """Raise ``ValueError`` if the position is impossible."""
        if self.played >= self.game.players:
            raise ValueError(f"a round has {self.game.players} turns")
        if min(self.cup) < 0:
            raise ValueError("there are more dice of a colour than the game has")
        if only(self.aside, RUNNERS).size or only(self.hand, RUNNERS) != self.hand:
            raise ValueError("runners, and no other dice, stay in hand")
        if count(self.aside, BLASTS) + count(self.roll, BLASTS) > MOST_BLASTS:
            raise ValueError("the third blast ends the turn")
        if self.brains < count(self.aside, BRAINS) + count(self.roll, BRAINS):
            raise ValueError("brains are missing")
        if self.roll.size not in (0, HAND) or (self.roll.size and self.hand.size) or self.hand.size > HAND:
            raise ValueError("three dice are rolled at once")
        if sum(self.cup) < HAND - self.hand.size - self.roll.size:
            raise ValueError("brains go back into the cup before it has too few dice")


@cache
def count(roll: Roll, chars: str) -> int:
    """Return how many dice show one of some symbols."""
    return sum(roll.counts[SHOWN.index[char]] for char in chars)


@cache
def only(roll: Roll, chars: str) -> Roll:
    """Return the dice that show one of some symbols."""
    return SHOWN.roll(n if symbol.char in chars else 0 for symbol, n in zip(SHOWN.symbols, roll.counts, strict=True))


@cache
def by_colour(roll: Roll) -> tuple[int, ...]:
    """Return how many dice there are of each colour."""
    colours = len(COLOURS)
    return tuple(sum(roll.counts[place::colours]) for place in range(colours))


@cache
def green_brains(blasts: int, brains: int) -> float:
    """Return the expected brains of a turn with three green dice in each roll.

    From 60 brains on, the result is only a limit: for each blast, a green die shows three brains on average, and a turn
    has at most five blasts.
    """
    if brains >= 60:
        return brains + 15
    value = stays = 0.0
    for more, shots in product(range(HAND + 1), range(MOST_BLASTS - blasts + 1)):
        if more + shots <= HAND:
            runners = HAND - more - shots
            chance = comb(HAND, more) * comb(HAND - more, shots) * 3**more * 2**runners / 6**HAND
            if more + shots:
                value += chance * green_brains(blasts + shots, brains + more)
            else:
                stays = chance
    return max(brains, value / (1 - stays))


@dataclass(frozen=True)
class ZombieDice(PlainGame):
    """Zombie Dice for 2 to 7 players."""

    title: ClassVar[str] = "Zombie Dice"
    player_range: ClassVar[range] = range(2, 8)
    dice_count: ClassVar[int] = HAND
    action_types: ClassVar[tuple[type[Action], ...]] = (RollOn, Stop)
    event_types: ClassVar[tuple[type[Event], ...]] = (*COMMON_EVENTS, Scored, Blasted, Refilled)
    end_reasons: ClassVar[tuple[str, ...]] = ("goal",)
    adapters: ClassVar[tuple[str, ...]] = ("roost_zombiedice.adapters",)
    state_type: ClassVar[type[PlainState]] = ZombieDiceState

    goal: int = option(13, Integer(1, 100), "ZD-7", "The brains that end the game.")

    @property
    def die(self) -> Die:
        """All symbols that the dice show. Which dice are rolled depends on the position."""
        return SHOWN
