"""Tiles on a grill and in stacks: the table that Heckmeck and Junior share."""

from roost.games.tiles.game import (
    FACE_DOWN,
    GRILL,
    GRILL_EMPTY,
    TILE_ACTIONS,
    TILE_EVENTS,
    FacedDown,
    Returned,
    Snatch,
    Snatched,
    Take,
    TileGame,
    TileState,
    Took,
    snatch,
    take,
)

__all__ = [
    "FACE_DOWN",
    "GRILL",
    "GRILL_EMPTY",
    "TILE_ACTIONS",
    "TILE_EVENTS",
    "FacedDown",
    "Returned",
    "Snatch",
    "Snatched",
    "Take",
    "TileGame",
    "TileState",
    "Took",
    "snatch",
    "take",
]
