"""Count events in the turns of whole games by comparing positions.

A history lists the position at the start of every turn and the final position, so consecutive positions show what
happened in a turn. All games are counted at once.
"""

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from roost.study.fast.solved import Histories
from roost.study.stats.adapter import stats_adapter
from roost.study.stats.counts import Counts, Numbers, tally

_BITS = 32


def count(history: Histories) -> Counts:
    """Count turns, winners, scores and the game's own kinds of events."""
    game = history.game
    counts = Counts(game.players, len(history), tally(history.turns), tally(history.winners.astype(np.int64)))
    counts.best_scores = tally(history.scores.max(axis=1).astype(np.int64))
    starts = np.nonzero(~history.is_last)[0]
    before, after = history.positions[starts], history.positions[starts + 1]
    adapter = stats_adapter(game)
    if adapter is not None:
        adapter.count(game, before, after, history.positions[history.is_last], counts)
    return counts


def ones(masks: NDArray[np.integer]) -> Numbers:
    """Return the number of set bits in each mask."""
    bits: Numbers = (masks.astype(np.int64)[:, np.newaxis] >> np.arange(_BITS) & 1).sum(axis=1)
    return bits


def of_seats(field: NDArray[np.integer], seats: Numbers) -> Numbers:
    """Select one seat's entry in each row of a field that has one column per seat."""
    picked: Numbers = field.astype(np.int64)[np.arange(len(seats)), seats]
    return picked


def count_fails(situation: Numbers, failed: NDArray[np.bool_], counts: Counts) -> None:
    """Count turns and failed turns, by the situation at their start."""
    counts.faced, counts.failed = tally(situation), tally(situation[failed])


def count_pieces(counts: Counts, event: str, numbers: Numbers) -> None:
    """Count an event once for each listed number of a tile or spot."""
    counts.pieces += Counter({(number, event): times for number, times in tally(numbers).items()})
