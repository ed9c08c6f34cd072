"""Heckmeck am Bratwurmeck, also sold as Pickomino."""

from roost.games.heckmeck.game import (
    Heckmeck,
    HeckmeckState,
)

__all__ = [
    "Heckmeck",
    "HeckmeckState",
]
