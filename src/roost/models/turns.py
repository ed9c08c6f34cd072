"""Many set-aside turns at once, solved exactly against a network: what training and deep search are made of."""

from __future__ import annotations

from threading import local
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from roost.fast.packing import Packing
from roost.fast.records import Records
from roost.games.set_aside import SetAsideGame
from roost.models.kernels.ending import MOST_AFTERS, MOST_CLAIMS, ends, payoffs, spread
from roost.models.net import Net
from roost.models.sight import look, predict
from roost.odds.batch import WIDTH, Batch
from roost.odds.graph import TurnGraph, turn_graph

__all__ = ["Leaf", "Turns", "asking", "solve_turns"]


class Turns(NamedTuple):
    """Solved turns. Players are listed in the order of their turns, the mover first."""

    shares: NDArray[np.float64]
    """For each turn, what each player may expect at its start."""
    afters: Records
    """For each turn a row of positions that it may end on; the first is that after failing."""
    chance: NDArray[np.float64]
    """For each turn, how likely each of them is under the mover's best play; 0 beyond the last."""
    worth: NDArray[np.float64]
    """For each turn, what each player may expect after it, a row for each of them."""
    ends: NDArray[np.int64]
    """For each turn, how many of them there are."""


class Leaf(Protocol):
    """What positions after a turn are worth."""

    def __call__(self, packed: Packing[Any, Any], states: Records, first: NDArray[np.int64]) -> NDArray[np.float64]:
        """Each player's share of the win, a row for each packed position; players are listed from ``first`` on."""


_LOOK_AT_ONCE = 4_096
"""Positions that a network looks at together: its layers take some kilobytes for each."""


def asking(net: Net) -> Leaf:
    """A network's answers."""

    def ask(packed: Packing[Any, Any], states: Records, first: NDArray[np.int64]) -> NDArray[np.float64]:
        if len(states) <= _LOOK_AT_ONCE:
            return predict(net, look(packed, states, first))
        shares = np.empty((len(states), packed.game.players))
        for start in range(0, len(states), _LOOK_AT_ONCE):
            part = slice(start, start + _LOOK_AT_ONCE)
            shares[part] = predict(net, look(packed, states[part], first[part]))
        return shares

    return ask


_room = local()  # of each thread, because a batch is filled in and solved in place


def _batch(graph: TurnGraph) -> Batch:
    """Room to solve turns on a graph in, kept."""
    kept: dict[int, Batch] = _room.__dict__.setdefault("batches", {})
    return kept.setdefault(id(graph), Batch(graph)) if id(graph) not in kept else kept[id(graph)]


def solve_turns(packed: Packing[Any, Any], states: Records, leaf: Leaf) -> Turns:
    """Solve turns of one game, given by packed positions at their starts."""
    game = packed.game
    assert isinstance(game, SetAsideGame)
    graph, players, size = turn_graph(game.turn_dice), game.players, len(states)
    totals = np.array([0 if aside is None else aside.total for aside in graph.endings], np.uint32)
    room: Records = np.empty((size, MOST_AFTERS + 1), packed.state_type)
    words = room.view(np.uint32).reshape(size, MOST_AFTERS + 1, -1)
    count = np.empty(size, np.int64)
    claims = np.empty((size, len(totals), MOST_CLAIMS), np.uint8)
    ends(packed.rules, states, totals, room, words, count, claims)

    row, place = np.nonzero(np.arange(MOST_AFTERS) < count[:, np.newaxis])
    movers = states["seat"].astype(np.int64)
    after = leaf(packed, room[row, place], (movers[row] + 1) % players)
    shares = np.zeros((size, MOST_AFTERS, players))
    shares[row, place] = np.roll(after, 1, axis=1)  # whoever moved comes last after the turn, and first before it

    chance = np.empty((size, MOST_AFTERS))
    batch, rules = _batch(graph), (game.may_stop_on_nothing, game.dead_roll_counts)
    for start in range(0, size, WIDTH):
        part = slice(start, min(start + WIDTH, size))
        chosen = np.empty((part.stop - part.start, len(totals)), np.uint8)
        payoffs(shares[part], claims[part], batch.end, batch.stop, batch.dead, chosen, rules)
        batch.solve()
        spread(chosen, batch.stopped, batch.died, game.dead_roll_counts, chance[part])
    expected = np.einsum("ta,tap->tp", chance, shares)
    return Turns(expected, room[:, :MOST_AFTERS], chance, shares, count)
