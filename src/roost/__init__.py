"""Roost: push-your-luck dice games, exact. Rules, odds, bots and tables for the Heckmeck family and Picnic Blitz."""

from roost.core.errors import IllegalMoveError, NotationError, OptionError, RoostError, WrongSeatError
from roost.core.state import Node
from roost.games import all_games, game, position

__all__ = [
    "IllegalMoveError",
    "Node",
    "NotationError",
    "OptionError",
    "RoostError",
    "WrongSeatError",
    "__version__",
    "all_games",
    "game",
    "position",
]

__version__ = "0.1.0"
