"""The events in the turns of whole games, read off the positions between them.

A history lists the position at the start of every turn and that at the end of the game, so that a turn is the
difference between two neighbours. Everything is counted for all games at once.
"""

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from roost.study.fast.solved import Histories
from roost.study.stats.counts import Counts, Numbers, tally
from roost.study.stats.face import stats_face

_BITS = 32


def count(history: Histories) -> Counts:
    """Count all there is to count."""
    game = history.game
    counts = Counts(game.players, len(history), tally(history.turns), tally(history.winners.astype(np.int64)))
    counts.best_scores = tally(history.scores.max(axis=1).astype(np.int64))
    starts = np.nonzero(~history.is_last)[0]
    before, after = history.positions[starts], history.positions[starts + 1]
    face = stats_face(game)
    if face is not None:
        face.count(game, before, after, history.positions[history.is_last], counts)
    return counts


def ones(masks: NDArray[np.integer]) -> Numbers:
    """How many bits of each mask are set."""
    bits: Numbers = (masks.astype(np.int64)[:, np.newaxis] >> np.arange(_BITS) & 1).sum(axis=1)
    return bits


def of_seats(field: NDArray[np.integer], seats: Numbers) -> Numbers:
    """The entries of a field with a column for each seat that belong to these seats, one in each row."""
    picked: Numbers = field.astype(np.int64)[np.arange(len(seats)), seats]
    return picked


def count_fails(situation: Numbers, failed: NDArray[np.bool_], counts: Counts) -> None:
    """Count turns by the situation that they began in, and those that failed."""
    counts.faced, counts.failed = tally(situation), tally(situation[failed])


def count_pieces(counts: Counts, what: str, numbers: Numbers) -> None:
    """Count what happened to these tiles or spots."""
    counts.pieces += Counter({(number, what): times for number, times in tally(numbers).items()})
