"""Count over many games, in integers only, so that partial counts add up to the same sums in any order."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]
"""An array of integers."""


@dataclass
class Counts:
    """Counts over games with the same number of players."""

    players: int
    games: int = 0
    turns: Counter[int] = field(default_factory=Counter)
    """Number of games, by number of turns."""
    winners: Counter[int] = field(default_factory=Counter)
    """Number of games, by bit mask of the winning seats."""
    best_scores: Counter[int] = field(default_factory=Counter)
    """Number of games, by the winner's score."""
    faced: Counter[int] = field(default_factory=Counter)
    """Number of turns, by the situation at their start."""
    failed: Counter[int] = field(default_factory=Counter)
    """Number of failed turns, by the situation at their start."""
    pieces: Counter[tuple[int, str]] = field(default_factory=Counter)
    """Number of events, by number of the tile or spot and by kind of event."""

    def add(self, other: Counts) -> None:
        self.games += other.games
        self.turns += other.turns
        self.winners += other.winners
        self.best_scores += other.best_scores
        self.faced += other.faced
        self.failed += other.failed
        self.pieces += other.pieces

    def share(self, seat: int) -> float:
        """Return a seat's share of the wins; each shared win counts as a fraction."""
        won = sum(count / mask.bit_count() for mask, count in sorted(self.winners.items()) if mask >> seat & 1)
        return won / self.games

    @property
    def shared(self) -> int:
        """Number of games with several winners."""
        return sum(count for mask, count in self.winners.items() if mask.bit_count() > 1)

    def turns_within(self, part: float) -> int:
        """Return the smallest number of turns that at least this fraction of the games did not exceed."""
        left = part * self.games
        for turns in sorted(self.turns):
            left -= self.turns[turns]
            if left <= 0:
                return turns
        return max(self.turns, default=0)


def tally(numbers: Numbers) -> Counter[int]:
    """Count how often each value occurs."""
    values, times = np.unique(numbers, return_counts=True)
    return Counter(dict(zip(values.tolist(), times.tolist(), strict=True)))
