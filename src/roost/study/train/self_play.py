"""Games that a network plays against itself, many in lock-step, and what they teach.

Every turn is solved exactly against the network, which tells what each player may expect: the network's own
estimates, one turn on, averaged over all dice. How the turn ends is drawn from its exact distribution. Looking back
from the end of a game, a part of every surprise on the way is handed on to the positions before it.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from roost.study.fast.packed import Packing
from roost.study.fast.records import OVER, Records
from roost.study.models.features import Leaf
from roost.study.models.solved_turn import solve_turns


@dataclass(frozen=True)
class Style:
    """The style in which games are played and looked back on."""

    explore: float = 0.06
    """How often a turn ends on any of its results, each as likely as the next, instead of a likely one."""
    trace: float | tuple[float, ...] = 0.6
    """The part of a surprise that is handed on from each position to the one before, or such a part for each seat."""
    longest: int = 250
    """After so many turns a game is broken off."""


class Lessons(NamedTuple):
    """Positions at the start of a turn, and what each player should expect there, the mover first."""

    states: Records
    shares: NDArray[np.float64]


class _Moment(NamedTuple):
    """The events of the running games in one round of turns."""

    games: NDArray[np.int64]
    states: Records
    expected: NDArray[np.float64]
    found: NDArray[np.float64]
    """The network's expectations of the positions that were drawn, in the order of the turn that led there."""
    explored: NDArray[np.bool_]


def self_play(packed: Packing[Any, Any], leaf: Leaf, games: int, rng: np.random.Generator, style: Style) -> Lessons:
    """Play so many games to their ends and look back on them."""
    running = np.arange(games)
    states: Records = np.repeat(packed.opening(), games)
    moments: list[_Moment] = []
    while len(running) and len(moments) < style.longest:
        turns = solve_turns(packed, states, leaf)
        some = np.arange(len(running))
        likely = (turns.chance.cumsum(axis=1) > rng.random((len(running), 1))).argmax(axis=1)
        explored = rng.random(len(running)) < style.explore
        drawn = np.where(explored, rng.integers(0, turns.ends), likely)
        moments.append(_Moment(running, states, turns.shares, turns.worth[some, drawn], explored))
        states = turns.afters[some, drawn]
        going = states["node"] != OVER
        running, states = running[going], states[going]
    return _look_back(moments, games, packed.game.players, style.trace)


def _look_back(moments: list[_Moment], games: int, players: int, trace: float | tuple[float, ...]) -> Lessons:
    part = np.broadcast_to(trace, (players,))[:, np.newaxis]
    later = np.zeros((games, players))
    """For each game, what the position just looked at should be worth, in the order of its own turn."""
    went_on = np.zeros(games, np.bool_)
    shares: list[NDArray[np.float64]] = []
    for moment in reversed(moments):
        surprise = np.roll(later[moment.games], 1, axis=1) - moment.found
        surprise[moment.explored | ~went_on[moment.games]] = 0.0
        shares.append(np.clip(moment.expected + part[moment.states["seat"]] * surprise, 0.0, 1.0))
        later[moment.games] = shares[-1]
        went_on[moment.games] = True
    together = np.concatenate(shares[::-1])
    together /= together.sum(axis=1, keepdims=True)
    return Lessons(np.concatenate([moment.states for moment in moments]), together)
