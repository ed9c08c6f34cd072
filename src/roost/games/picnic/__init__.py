"""Picnic Blitz (rules PB-1 to PB-15)."""

from roost.core.events import Ended, Rolled
from roost.core.state import Drawn
from roost.games.picnic.game import Picnic
from roost.games.picnic.moves import (
    Captured,
    Keep,
    Move,
    Moved,
    Pass,
    Passed,
    PickedUp,
    Push,
    Pushed,
    QueenAttack,
    QueenReroll,
    QueenSpent,
    QueenTaken,
    Reroll,
    Skip,
)
from roost.games.picnic.state import PicnicState

__all__ = [
    "Captured",
    "Drawn",
    "Ended",
    "Keep",
    "Move",
    "Moved",
    "Pass",
    "Passed",
    "PickedUp",
    "Picnic",
    "PicnicState",
    "Push",
    "Pushed",
    "QueenAttack",
    "QueenReroll",
    "QueenSpent",
    "QueenTaken",
    "Reroll",
    "Rolled",
    "Skip",
]
