"""Facts about tiles: who takes them, who keeps them, and how likely a turn is to fail."""

import numpy as np

from roost.games.set_aside.faces.turn_stats import dead_rolls, fails_first, first_turn
from roost.games.tiles import TileGame, TileState
from roost.study.fast.records import Records
from roost.study.odds.position import position_odds
from roost.study.stats.counts import Counts
from roost.study.stats.face import ExactFacts
from roost.study.stats.turns import count_fails, count_pieces, of_seats, ones

PLAYER = "rooster"
GRILL, SNATCHED, KEPT = KINDS = ("grill", "snatched", "kept")
"""The events of a tile: it is taken from the grill or from a player, or kept to the end."""


def exact(game: TileGame) -> ExactFacts:
    """The facts that are known without playing."""
    return ExactFacts(fails_first(game), _fails_by_lowest(game), dead_rolls(game))


def _fails_by_lowest(game: TileGame) -> dict[int, float]:
    start = first_turn(game)
    assert isinstance(start, TileState)
    found = {}
    for lowest in sorted(set(game.tiles)):
        grill = tuple(tile for tile in game.tiles if tile >= lowest)
        found[lowest] = position_odds(start._replace(grill=grill)).fails
    return found


def count(game: TileGame, before: Records, after: Records, ends: Records, counts: Counts) -> None:
    """A tile was won if the mover's top tile lies on what was the top tile; otherwise the turn failed."""
    numbers, seats = np.array(game.tiles), before["seat"].astype(np.int64)
    old, new = of_seats(before["tops"], seats), of_seats(after["tops"], seats)
    won = (new > 0) & (of_seats(after["below"], np.maximum(new - 1, 0)) == old)
    tile = new[won] - 1
    lay_on_grill = before["grill"][won].astype(np.int64) >> tile & 1 == 1
    count_pieces(counts, GRILL, numbers[tile[lay_on_grill]])
    count_pieces(counts, SNATCHED, numbers[tile[~lay_on_grill]])
    count_fails(ones(before["grill"]), ~won, counts)
    tops = ends["tops"].astype(np.int64)
    for seat in range(game.players):
        top = tops[:, seat]
        while (held := top > 0).any():
            count_pieces(counts, KEPT, numbers[top[held] - 1])
            top = np.where(held, of_seats(ends["below"], np.maximum(top - 1, 0)), 0)
