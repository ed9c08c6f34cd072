"""What happened in the turns of whole games, read off the positions between them.

A history lists the position at the start of every turn and that at the end of the game, so that a turn is the
difference between two neighbours. Everything is counted for all games at once.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from roost.fast.barbecue import NO_SNAIL_TO_TAKE
from roost.fast.records import Records
from roost.fast.solved_play import Histories
from roost.fast.turn import OVER
from roost.games.barbecue import Barbecue
from roost.games.barbecue.notation import HIGHEST, LOWEST
from roost.games.tiles import TileGame
from roost.stats.counts import CLOSED, GRILL, KEPT, OCCUPIED, SNAIL, SNATCHED, STOLEN, Counts, Numbers, tally

__all__ = ["count"]

_BITS = 32
_SPOTS = HIGHEST - LOWEST + 1


def count(history: Histories) -> Counts:
    """Count all there is to count."""
    game = history.game
    counts = Counts(game.players, len(history), tally(history.turns), tally(history.winners.astype(np.int64)))
    counts.best_scores = tally(history.scores.max(axis=1).astype(np.int64))
    starts = np.nonzero(~history.is_last)[0]
    before, after = history.positions[starts], history.positions[starts + 1]
    if isinstance(game, TileGame):
        _count_tiles(game, before, after, history.positions[history.is_last], counts)
    elif isinstance(game, Barbecue):
        _count_spots(before, after, counts)
    return counts


def ones(masks: NDArray[np.integer]) -> Numbers:
    """How many bits of each mask are set."""
    bits: Numbers = (masks.astype(np.int64)[:, np.newaxis] >> np.arange(_BITS) & 1).sum(axis=1)
    return bits


def _of(field: NDArray[np.integer], seats: Numbers) -> Numbers:
    """The entries of a field with a column for each seat that belong to these seats, one in each row."""
    picked: Numbers = field.astype(np.int64)[np.arange(len(seats)), seats]
    return picked


def _fails(situation: Numbers, failed: NDArray[np.bool_], counts: Counts) -> None:
    counts.faced, counts.failed = tally(situation), tally(situation[failed])


def _pieces(counts: Counts, what: str, numbers: Numbers) -> None:
    counts.pieces += Counter({(number, what): times for number, times in tally(numbers).items()})


def _count_tiles(game: TileGame, before: Records, after: Records, ends: Records, counts: Counts) -> None:
    """A tile was won if the mover's top tile lies on what was the top tile; otherwise the turn failed."""
    numbers, seats = np.array(game.tiles), before["seat"].astype(np.int64)
    old, new = _of(before["tops"], seats), _of(after["tops"], seats)
    won = (new > 0) & (_of(after["below"], np.maximum(new - 1, 0)) == old)
    tile = new[won] - 1
    lay_on_grill = before["grill"][won].astype(np.int64) >> tile & 1 == 1
    _pieces(counts, GRILL, numbers[tile[lay_on_grill]])
    _pieces(counts, SNATCHED, numbers[tile[~lay_on_grill]])
    _fails(ones(before["grill"]), ~won, counts)
    tops = ends["tops"].astype(np.int64)
    for seat in range(game.players):
        top = tops[:, seat]
        while (held := top > 0).any():
            _pieces(counts, KEPT, numbers[top[held] - 1])
            top = np.where(held, _of(ends["below"], np.maximum(top - 1, 0)), 0)


def _count_spots(before: Records, after: Records, counts: Counts) -> None:
    """What is new among the mover's plates and snails. A turn that brought nothing and left snails failed."""
    seats = before["seat"].astype(np.int64)
    placed = _of(after["singles"], seats) & ~_of(before["singles"], seats)
    closed = _of(after["pairs"], seats) & ~_of(before["pairs"], seats)
    was_taken = before["taken"].astype(np.int64)
    snails = _of(after["snails"], seats) > _of(before["snails"], seats)
    fetched = np.where(snails, before["snail_spots"].astype(np.int64) & ~after["snail_spots"].astype(np.int64), 0)
    for what, spots in (
        (OCCUPIED, placed & ~was_taken),
        (STOLEN, placed & was_taken),
        (CLOSED, closed),
        (SNAIL, fetched),
    ):
        _pieces(counts, what, _spot_numbers(spots))
    no_snail_left = (after["node"] == OVER) & (after["ended"] == NO_SNAIL_TO_TAKE)
    _fails(_SPOTS - ones(was_taken), (placed == 0) & (closed == 0) & ~snails & ~no_snail_left, counts)


def _spot_numbers(masks: Numbers) -> Numbers:
    """The numbers of the spots whose bits are set, of all masks together."""
    _, spots = np.nonzero(masks[:, np.newaxis] >> np.arange(_SPOTS) & 1)
    return spots.astype(np.int64) + LOWEST
