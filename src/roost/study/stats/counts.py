"""The counts of games that are played. All are whole numbers, so that parts add up to the same in any order."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]
"""Whole numbers in an array."""


@dataclass
class Counts:
    """Counts of games with the same number of players."""

    players: int
    games: int = 0
    turns: Counter[int] = field(default_factory=Counter)
    """How many games had so many turns."""
    winners: Counter[int] = field(default_factory=Counter)
    """How many games were won by the seats of a mask, together."""
    best_scores: Counter[int] = field(default_factory=Counter)
    """How many games were won with such a score."""
    faced: Counter[int] = field(default_factory=Counter)
    """How many turns began in each situation."""
    failed: Counter[int] = field(default_factory=Counter)
    """How many of them failed."""
    pieces: Counter[tuple[int, str]] = field(default_factory=Counter)
    """The events of a tile or a spot: how often, by its number and by what it was."""

    def add(self, other: Counts) -> None:
        """Count other games as well."""
        self.games += other.games
        self.turns += other.turns
        self.winners += other.winners
        self.best_scores += other.best_scores
        self.faced += other.faced
        self.failed += other.failed
        self.pieces += other.pieces

    def share(self, seat: int) -> float:
        """A seat's share of the wins; those that are shared count in part."""
        won = sum(count / mask.bit_count() for mask, count in sorted(self.winners.items()) if mask >> seat & 1)
        return won / self.games

    @property
    def shared(self) -> int:
        """How many games had several winners."""
        return sum(count for mask, count in self.winners.items() if mask.bit_count() > 1)

    def turns_within(self, part: float) -> int:
        """The length that this part of the games did not exceed."""
        left = part * self.games
        for turns in sorted(self.turns):
            left -= self.turns[turns]
            if left <= 0:
                return turns
        return max(self.turns, default=0)


def tally(numbers: Numbers) -> Counter[int]:
    """How often each number occurs."""
    found, times = np.unique(numbers, return_counts=True)
    return Counter(dict(zip(found.tolist(), times.tolist(), strict=True)))
