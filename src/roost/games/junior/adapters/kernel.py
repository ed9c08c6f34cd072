"""Convert Junior's positions and actions between the reference engine and the tile games' kernel."""

import numpy as np

from roost.games.junior import Junior
from roost.games.tiles import TileGame
from roost.games.tiles.adapters.kernel import TilePacking

VARIANTS: tuple[dict[str, object], ...] = (
    {},
    {"double_face": "cucumber", "start": "random"},
    {"double_face": "cheese", "start": "random"},
    {"double_face": "ketchup", "start": "random"},
    {"double_face": "bun", "start": "random"},
    {"worms": (2, 0, 1, 9, 3, 5), "start": "B"},
    {"must_pinch": True},
)


class _JuniorPacking(TilePacking):
    def fill_rules(self, game: TileGame, rules: np.void) -> None:
        super().fill_rules(game, rules)
        rules["always_turns"] = True


def packing(game: Junior) -> TilePacking:
    return _JuniorPacking(game)
