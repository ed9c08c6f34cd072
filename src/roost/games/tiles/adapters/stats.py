"""Statistics about tiles: how often each is taken, snatched and kept, and how often turns fail."""

import numpy as np

from roost.games.set_aside.adapters.turn_stats import dead_rolls, fails_first, first_turn
from roost.games.tiles import TileGame, TileState
from roost.study.fast.records import Records
from roost.study.odds.position import position_odds
from roost.study.stats.adapter import ExactFacts
from roost.study.stats.counts import Counts
from roost.study.stats.turns import count_fails, count_pieces, of_seats, ones

PLAYER = "rooster"
GRILL, SNATCHED, KEPT = KINDS = ("grill", "snatched", "kept")
"""Events counted for a tile: taken from the grill, snatched from a player, or kept to the end."""


def exact(game: TileGame) -> ExactFacts:
    return ExactFacts(fails_first(game), _fails_by_lowest(game), dead_rolls(game))


def _fails_by_lowest(game: TileGame) -> dict[int, float]:
    start = first_turn(game)
    assert isinstance(start, TileState)
    fails = {}
    for lowest in sorted(set(game.tiles)):
        grill = tuple(tile for tile in game.tiles if tile >= lowest)
        fails[lowest] = position_odds(start._replace(grill=grill)).fails
    return fails


def count(game: TileGame, before: Records, after: Records, ends: Records, counts: Counts) -> None:
    """Count the tiles won and the failed turns.

    A tile was won if the mover's top tile now lies on their former top tile.
    """
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
        while (in_stack := top > 0).any():
            count_pieces(counts, KEPT, numbers[top[in_stack] - 1])
            top = np.where(in_stack, of_seats(ends["below"], np.maximum(top - 1, 0)), 0)
