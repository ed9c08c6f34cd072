"""Events that all games share, whatever their rules."""

from dataclasses import dataclass
from typing import ClassVar

from roost.core.moves import Event, SeatNumber, Symbols


@dataclass(frozen=True, slots=True)
class Rolled(Event):
    """Dice were rolled."""

    shown_by_dice: ClassVar[bool] = True

    seat: SeatNumber
    roll: Symbols


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """The game is over."""

    reason: Symbols
