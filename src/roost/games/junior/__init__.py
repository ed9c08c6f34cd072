"""Heckmeck Junior."""

from roost.core.events import Ended, Rolled
from roost.core.state import Drawn
from roost.games.junior.game import Junior, JuniorState
from roost.games.set_aside.turn import DeadRoll, Failed, LaidAside, RollOn, SetAside, Stop
from roost.games.tiles.game import FacedDown, Returned, Snatch, Snatched, Take, Took

__all__ = [
    "DeadRoll",
    "Drawn",
    "Ended",
    "FacedDown",
    "Failed",
    "Junior",
    "JuniorState",
    "LaidAside",
    "Returned",
    "RollOn",
    "Rolled",
    "SetAside",
    "Snatch",
    "Snatched",
    "Stop",
    "Take",
    "Took",
]
