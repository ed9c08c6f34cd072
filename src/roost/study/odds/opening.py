"""The chances of a game's dice at the start of a turn."""

from __future__ import annotations

from roost.core.game import Game
from roost.study.odds.face import odds_face
from roost.study.odds.table import OpeningTable

__all__ = ["opening_table"]


def opening_table(game: Game) -> OpeningTable:
    """The table of a game's opening."""
    return odds_face(game).opening_table(game)
