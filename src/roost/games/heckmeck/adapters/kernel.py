"""Convert Heckmeck's positions and actions between the reference engine and the tile games' kernel."""

import numpy as np

from roost.games.heckmeck import Heckmeck
from roost.games.tiles import TileGame
from roost.games.tiles.adapters.kernel import TilePacking

VARIANTS: tuple[dict[str, object], ...] = (
    {},
    {"short_game": True, "start": "random"},
    {"always_turn": True, "start": "B"},
    {"short_game": True, "always_turn": True},
)


class _HeckmeckPacking(TilePacking):
    tie_break = "highest-tile"

    def fill_rules(self, game: TileGame, rules: np.void) -> None:
        super().fill_rules(game, rules)
        assert isinstance(game, Heckmeck)
        rules["returns_tile"] = True
        rules["always_turns"] = game.always_turn
        rules["spares_returned"] = not game.short_game
        rules["highest_tile_wins"] = True


def packing(game: Heckmeck) -> TilePacking:
    return _HeckmeckPacking(game)
