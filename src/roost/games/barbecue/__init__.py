"""Heckmeck Barbecue (rules BQ-1 to BQ-13)."""

from roost.core.events import Ended, Rolled
from roost.core.state import Drawn
from roost.games.barbecue.game import Barbecue, BarbecueState
from roost.games.barbecue.moves import (
    Closed,
    EndGame,
    Occupy,
    Placed,
    PlateReturned,
    Protect,
    SnailFromPool,
    SnailFromSpot,
    SnailPlaced,
    SnailTaken,
    Steal,
    Stolen,
)
from roost.games.set_aside.turn import DeadRoll, Failed, LaidAside, RollOn, SetAside, Stop

__all__ = [
    "Barbecue",
    "BarbecueState",
    "Closed",
    "DeadRoll",
    "Drawn",
    "EndGame",
    "Ended",
    "Failed",
    "LaidAside",
    "Occupy",
    "Placed",
    "PlateReturned",
    "Protect",
    "RollOn",
    "Rolled",
    "SetAside",
    "SnailFromPool",
    "SnailFromSpot",
    "SnailPlaced",
    "SnailTaken",
    "Steal",
    "Stolen",
    "Stop",
]
