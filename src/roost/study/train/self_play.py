"""Self-play for training: a network plays many games in lockstep against itself, and each position gets a target.

Every turn is solved exactly against the network, so a position's expected value is the mean, over all dice, of the
network's estimates one turn later. The end of the turn is drawn from its exact distribution. From the end of a game
backwards, a fraction of every surprise is passed back to the earlier positions.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from roost.study.fast.packed import Packing
from roost.study.fast.records import OVER, Records
from roost.study.models.features import Evaluator
from roost.study.models.solved_turn import solve_turns


@dataclass(frozen=True)
class Style:
    """Parameters of self-play and of the training targets."""

    explore: float = 0.06
    """Probability that a turn ends with a result drawn uniformly, instead of one drawn with its true probability."""
    trace: float | tuple[float, ...] = 0.6
    """Fraction of a surprise that is passed back to the previous position: one number, or one per seat."""
    longest: int = 250
    """Maximum number of turns; longer games are broken off."""


class Lessons(NamedTuple):
    """Positions at the start of a turn, with each player's target win share, beginning with the mover."""

    states: Records
    shares: NDArray[np.float64]


class _Snapshot(NamedTuple):
    """The games still running in one round of turns."""

    games: NDArray[np.int64]
    states: Records
    expected: NDArray[np.float64]
    estimated: NDArray[np.float64]
    """The network's estimates for the final positions that were drawn, with the seats in the order of this turn."""
    explored: NDArray[np.bool_]


def self_play(
    packed: Packing[Any, Any], evaluator: Evaluator, games: int, rng: np.random.Generator, style: Style
) -> Lessons:
    """Play games to their ends, and compute a training target for each position."""
    running = np.arange(games)
    states: Records = np.repeat(packed.opening(), games)
    snapshots: list[_Snapshot] = []
    while len(running) and len(snapshots) < style.longest:
        turns = solve_turns(packed, states, evaluator)
        rows = np.arange(len(running))
        likely = (turns.chance.cumsum(axis=1) > rng.random((len(running), 1))).argmax(axis=1)
        explored = rng.random(len(running)) < style.explore
        drawn = np.where(explored, rng.integers(0, turns.ends), likely)
        snapshots.append(_Snapshot(running, states, turns.shares, turns.worth[rows, drawn], explored))
        states = turns.afters[rows, drawn]
        is_running = states["node"] != OVER
        running, states = running[is_running], states[is_running]
    return _look_back(snapshots, games, packed.game.players, style.trace)


def _look_back(snapshots: list[_Snapshot], games: int, players: int, trace: float | tuple[float, ...]) -> Lessons:
    part = np.broadcast_to(trace, (players,))[:, np.newaxis]
    later = np.zeros((games, players))
    """For each game, the target of its next position, with seats in the order of that position's turn."""
    has_next = np.zeros(games, np.bool_)
    shares: list[NDArray[np.float64]] = []
    for snapshot in reversed(snapshots):
        surprise = np.roll(later[snapshot.games], 1, axis=1) - snapshot.estimated
        surprise[snapshot.explored | ~has_next[snapshot.games]] = 0.0
        shares.append(np.clip(snapshot.expected + part[snapshot.states["seat"]] * surprise, 0.0, 1.0))
        later[snapshot.games] = shares[-1]
        has_next[snapshot.games] = True
    targets = np.concatenate(shares[::-1])
    targets /= targets.sum(axis=1, keepdims=True)
    return Lessons(np.concatenate([snapshot.states for snapshot in snapshots]), targets)
