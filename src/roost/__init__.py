"""Roost: push-your-luck dice games, exact. Rules, odds, bots and tables for the Heckmeck family and Picnic Blitz."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from roost.core.errors import IllegalMoveError, NotationError, OptionError, RoostError, WrongSeatError
    from roost.core.registry import all_games, game, position
    from roost.core.state import Node

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

__version__ = "0.2.0"
"""The version of this package."""

_HOMES = {"Node": "roost.core.state"} | dict.fromkeys(("all_games", "game", "position"), "roost.core.registry")


def __getattr__(name: str) -> object:
    """Find a name where it lives once it is asked for, so that ``import roost`` and ``roost --help`` take no time."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    home = import_module(_HOMES.get(name, "roost.core.errors"))
    return globals().setdefault(name, getattr(home, name))


def __dir__() -> list[str]:
    return __all__
