"""The choices and events of Picnic Blitz."""

from dataclasses import dataclass
from functools import cache
from typing import Annotated, ClassVar, TypeAlias

from roost.core.moves import Action, Event, Kind, SeatNumber, Transfer
from roost.core.notation import Choice, Integer, Word, seat_letter
from roost.games.picnic.board import TRACK_COUNT
from roost.games.picnic.notation import HIGHEST_VALUE, LONGEST_TRACK

DiceShown: TypeAlias = Annotated[str, Word("123456", 6, "dice")]
TrackNumber: TypeAlias = Annotated[int, Integer(1, TRACK_COUNT)]
Space: TypeAlias = Annotated[int, Integer(0, LONGEST_TRACK)]
Points: TypeAlias = Annotated[int, Integer(1, HIGHEST_VALUE)]
Use: TypeAlias = Annotated[str, Choice(("reroll", "attack", "move"))]


@dataclass(frozen=True, slots=True)
class Keep(Action):
    """Re-roll no more dice (PB-4)."""

    form: ClassVar[str] = "keep"
    quiet: ClassVar[bool] = True
    kind: ClassVar[Kind] = Kind.DICE


@dataclass(frozen=True, slots=True)
class Reroll(Action):
    """Re-roll these dice, named in any order (PB-4)."""

    form: ClassVar[str] = "reroll{dice}"
    picked: ClassVar[bool] = True
    kind: ClassVar[Kind] = Kind.DICE
    dice: DiceShown

    def __post_init__(self) -> None:
        object.__setattr__(self, "dice", "".join(sorted(self.dice)))


@dataclass(frozen=True, slots=True)
class QueenReroll(Action):
    """Spend the Queen token on a fresh set of re-rolls (PB-5)."""

    form: ClassVar[str] = "queen-reroll"
    quiet: ClassVar[bool] = True
    kind: ClassVar[Kind] = Kind.DICE


@dataclass(frozen=True, slots=True)
class Push(Action):
    """Attack an opponent's ant on a track, which pushes the ant back one space (PB-7)."""

    form: ClassVar[str] = "push{owner}{track}"
    kind: ClassVar[Kind] = Kind.ATTACK
    owner: SeatNumber
    track: TrackNumber


@dataclass(frozen=True, slots=True)
class QueenAttack(Action):
    """Spend the Queen token on one more attack (PB-6)."""

    form: ClassVar[str] = "queen-attack"
    quiet: ClassVar[bool] = True
    kind: ClassVar[Kind] = Kind.ATTACK


@dataclass(frozen=True, slots=True)
class Move(Action):
    """Move on a track (PB-10); the second move of a turn costs the Queen token (PB-12)."""

    form: ClassVar[str] = "move{track}"
    track: TrackNumber


@dataclass(frozen=True, slots=True)
class Skip(Action):
    """Skip attacking and moving, and take a Queen token (PB-13)."""

    form: ClassVar[str] = "skip"
    quiet: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """End the turn (PB-11)."""

    form: ClassVar[str] = "pass"
    quiet: ClassVar[bool] = True


KEEP, QUEEN_REROLL, QUEEN_ATTACK, SKIP, PASS = Keep(), QueenReroll(), QueenAttack(), Skip(), Pass()
_MOVES = tuple(Move(track) for track in range(1, TRACK_COUNT + 1))
MOVES = tuple(tuple(move for i, move in enumerate(_MOVES) if mask >> i & 1) for mask in range(1 << TRACK_COUNT))
"""Moves by bit mask of their tracks; bit 0 is track 1."""
push = cache(Push)
reroll = cache(Reroll)
ACTIONS: tuple[type[Action], ...] = (Keep, Reroll, QueenReroll, Push, QueenAttack, Move, Skip, Pass)
"""All types of action."""


SUPPLY, QUEEN = "supply", "queen"


def ant_piece(seat: int) -> str:
    """The name that a seat's ants have as pieces."""
    return f"ant-{seat_letter(seat)}"


def space_place(track: int, space: int) -> str:
    """The name that a space has as a place for pieces."""
    return f"track-{track}-{space}"


def _where(seat: int, track: int, space: int) -> str:
    return space_place(track, space) if space else seat_letter(seat)


@dataclass(frozen=True, slots=True)
class PickedUp(Event):
    """Dice were picked up to be rolled again."""

    seat: SeatNumber
    dice: DiceShown


@dataclass(frozen=True, slots=True)
class Pushed(Event):
    """A player pushed another player's ant back one space; ``target`` 0 means off the board."""

    seat: SeatNumber
    owner: SeatNumber
    track: TrackNumber
    source: Space
    target: Space

    def transfers(self) -> tuple[Transfer, ...]:
        source, target = (_where(self.owner, self.track, space) for space in (self.source, self.target))
        return (Transfer(ant_piece(self.owner), source, target),)


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """A player moved an ant; ``source`` 0 means that it came from their hand."""

    seat: SeatNumber
    track: TrackNumber
    source: Space
    target: Space

    def transfers(self) -> tuple[Transfer, ...]:
        source, target = (_where(self.seat, self.track, space) for space in (self.source, self.target))
        return (Transfer(ant_piece(self.seat), source, target),)


@dataclass(frozen=True, slots=True)
class Captured(Event):
    """A player's ant reached a track's Food square and captured its points."""

    seat: SeatNumber
    track: TrackNumber
    points: Points


@dataclass(frozen=True, slots=True)
class QueenSpent(Event):
    """A player spent their Queen token."""

    seat: SeatNumber
    use: Use

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(QUEEN, seat_letter(self.seat), SUPPLY),)


@dataclass(frozen=True, slots=True)
class QueenTaken(Event):
    """A player skipped attacking and moving and took a Queen token."""

    seat: SeatNumber

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(QUEEN, SUPPLY, seat_letter(self.seat)),)


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A player ended their turn by choice."""

    seat: SeatNumber


EVENTS: tuple[type[Event], ...] = (PickedUp, Pushed, Moved, Captured, QueenSpent, QueenTaken, Passed)
"""The events that Picnic Blitz adds to those of every game."""
