"""Are the shares that a model predicts what happens? Fresh games, and how often each prediction came true."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from roost.core.registry import game
from roost.study.fast.packed import Packing, packing
from roost.study.fast.records import OVER, Records
from roost.study.models.features import features_of, network_leaf
from roost.study.models.model import Model
from roost.study.models.solved_turn import solve_turns

BINS = 10
"""Groups of predictions that are compared with what happened."""
_AT_ONCE = 256
_LONGEST = 1_000


class Bin(NamedTuple):
    """All predictions between two tenths: how many there were, their mean, and what came of them on average."""

    number: int
    predicted: float
    happened: float
    error: float
    """The standard error of what happened, games being independent of one another and their positions not."""


class Sums(NamedTuple):
    """The sums behind bins: predictions, their sum, the sum of what came of them, and of the games' squared errors."""

    number: NDArray[np.float64]
    predicted: NDArray[np.float64]
    happened: NDArray[np.float64]
    squares: NDArray[np.float64]

    def __add__(self, other: object) -> Sums:
        assert isinstance(other, Sums)
        return Sums(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))

    def bins(self) -> list[Bin]:
        """The bins that hold a prediction."""
        rows = zip(*self, strict=True)
        return [Bin(int(n), float(p / n), float(h / n), float(s**0.5 / n)) for n, p, h, s in rows if n]


def sums(known: Model, players: int, games: int, seed: int) -> Sums:
    """Play so many games that a model plays against itself.

    At the start of every turn each seat's predicted share is compared with the share that it got in the end.
    """
    packed, rng = packing(game(known.game, players, start=0)), np.random.default_rng([seed, players])
    total = Sums(*np.zeros((4, BINS)))
    for start in range(0, games, _AT_ONCE):
        for guesses, results in _play(packed, known, min(_AT_ONCE, games - start), rng):
            bins = np.minimum((guesses * BINS).astype(np.int64), BINS - 1)
            ones, surprises = np.ones(len(bins)), results - guesses
            counted = [np.bincount(bins, what, BINS).astype(np.float64) for what in (ones, guesses, results, surprises)]
            counted[-1] **= 2
            total += Sums(*counted)
    return total


def _play(
    packed: Packing[Any, Any], known: Model, games: int, rng: np.random.Generator
) -> Iterator[tuple[NDArray[np.float64], NDArray[np.float64]]]:
    """Play games to their ends; for each, what was predicted at the start of every turn, and what came of it."""
    leaf, players = network_leaf(known.net), packed.game.players
    running, states = np.arange(games), np.repeat(packed.opening(), games)
    seats = np.zeros(games, np.int64)
    guesses: list[tuple[NDArray[np.int64], NDArray[np.float64]]] = []
    results = np.zeros((games, players))
    for _ in range(_LONGEST):
        mover = states["seat"].astype(np.int64)
        guesses.append((running, _by_seat(leaf(packed, states, mover), mover)))
        turns = solve_turns(packed, states, leaf)
        drawn = (turns.chance.cumsum(axis=1) > rng.random((len(running), 1))).argmax(axis=1)
        states = turns.afters[np.arange(len(running)), drawn]
        over = states["node"] == OVER
        results[running[over]] = _exact(packed, states[over], seats[: over.sum()])
        running, states = running[~over], states[~over]
        if not len(running):
            break
    together = np.concatenate([some for some, _ in guesses])
    shares = np.concatenate([found for _, found in guesses])
    for one in range(games):
        mine = shares[together == one]
        yield mine.ravel(), np.tile(results[one], len(mine))


def _by_seat(ordered: NDArray[np.float64], first: NDArray[np.int64]) -> NDArray[np.float64]:
    players = ordered.shape[1]
    return np.take_along_axis(ordered, (np.arange(players) - first[:, np.newaxis]) % players, axis=1)


def _exact(packed: Packing[Any, Any], states: Records, first: NDArray[np.int64]) -> NDArray[np.float64]:
    return features_of(packed, states, first).exact
