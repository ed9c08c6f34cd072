"""Heckmeck Junior."""

from roost.games.junior.game import (
    Junior,
    JuniorState,
)

__all__ = [
    "Junior",
    "JuniorState",
]
