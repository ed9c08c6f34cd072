"""The choices and events that Barbecue adds to the set-aside turn."""

from dataclasses import dataclass
from typing import ClassVar

from roost.core.moves import Action, Event, Number, SeatNumber, Transfer
from roost.core.notation import seat_letter
from roost.games.barbecue.notation import SNAIL


@dataclass(frozen=True, slots=True)
class Occupy(Action):
    """Stop and place a plate on an empty spot (BQ-6)."""

    form: ClassVar[str] = "occupy{spot}"
    spot: Number


@dataclass(frozen=True, slots=True)
class Steal(Action):
    """Stop and replace a single plate of another player (BQ-7)."""

    form: ClassVar[str] = "steal{spot}"
    spot: Number


@dataclass(frozen=True, slots=True)
class Protect(Action):
    """Stop and place a second plate on a spot that the player already holds (BQ-8)."""

    form: ClassVar[str] = "protect{spot}"
    spot: Number


@dataclass(frozen=True, slots=True)
class SnailFromSpot(Action):
    """Stop and take a snail from a spot (BQ-9), with a result above 36 from the highest spot with a snail (BQ-10)."""

    form: ClassVar[str] = "snail{spot}"
    spot: Number


@dataclass(frozen=True, slots=True)
class SnailFromPool(Action):
    """Stop with a result above 36 and take a snail from the pool (BQ-10)."""

    form: ClassVar[str] = "snail"


@dataclass(frozen=True, slots=True)
class EndGame(Action):
    """Stop with a result above 36 when no snail is left anywhere, which ends the game (BQ-10)."""

    form: ClassVar[str] = "end"
    quiet: ClassVar[bool] = True


def plate_piece(seat: int) -> str:
    """The name that a player's plates have as pieces."""
    return f"plate-{seat_letter(seat)}"


def spot_place(spot: int) -> str:
    """The name that a spot has as a place for pieces."""
    return f"spot-{spot}"


POOL, SUPPLY = "pool", "supply"


@dataclass(frozen=True, slots=True)
class Placed(Event):
    """A plate was placed on an empty spot, and its player got the spot's worms (BQ-6)."""

    seat: SeatNumber
    spot: Number
    worms: Number

    def transfers(self) -> tuple[Transfer, ...]:
        home = seat_letter(self.seat)
        plate = Transfer(plate_piece(self.seat), home, spot_place(self.spot))
        return (plate, Transfer("worm", SUPPLY, home, self.worms))


@dataclass(frozen=True, slots=True)
class Closed(Placed):
    """A second plate closed a spot, and its player got the spot's worms again (BQ-8)."""


@dataclass(frozen=True, slots=True)
class Stolen(Event):
    """A plate replaced another player's plate and took that player's worms for the spot."""

    seat: SeatNumber
    spot: Number
    owner: SeatNumber
    worms: Number

    def transfers(self) -> tuple[Transfer, ...]:
        thief, owner, spot = seat_letter(self.seat), seat_letter(self.owner), spot_place(self.spot)
        return (
            Transfer(plate_piece(self.owner), spot, owner),
            Transfer("worm", owner, thief, self.worms),
            Transfer(plate_piece(self.seat), thief, spot),
        )


@dataclass(frozen=True, slots=True)
class SnailTaken(Event):
    """A player got a snail from a spot, or from the pool if ``spot`` is 0."""

    seat: SeatNumber
    spot: Number

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(SNAIL, spot_place(self.spot) if self.spot else POOL, seat_letter(self.seat)),)


@dataclass(frozen=True, slots=True)
class SnailPlaced(Event):
    """A snail went from the pool to a spot after a failed turn."""

    spot: Number

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(SNAIL, POOL, spot_place(self.spot)),)


@dataclass(frozen=True, slots=True)
class PlateReturned(Event):
    """A plate was replaced by a snail and returned to its owner, who keeps the worms."""

    owner: SeatNumber
    spot: Number

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(plate_piece(self.owner), spot_place(self.spot), seat_letter(self.owner)),)


ACTIONS: tuple[type[Action], ...] = (Occupy, Steal, Protect, SnailFromSpot, SnailFromPool, EndGame)
"""The actions that Barbecue adds to the set-aside turn."""
EVENTS: tuple[type[Event], ...] = (Placed, Closed, Stolen, SnailTaken, SnailPlaced, PlateReturned)
"""The events that Barbecue adds to the set-aside turn."""
