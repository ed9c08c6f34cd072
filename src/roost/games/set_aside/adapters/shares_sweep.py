"""Sweep over a turn graph for all players at once, with the choices that are best for the mover.

Import this module late: Numba takes half a second to load. A payoff is three tables as in :mod:`.sweep`, but each entry
is a row of values, one for each player, the mover's first.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from roost.games.set_aside.adapters.graph import SetAsideGraph
from roost.games.set_aside.adapters.sweep import graph_arrays
from roost.study.fast.compiler import entry_point

Floats = NDArray[np.float64]


@entry_point
def _sweep_shares(graph: Any, end: Floats, stop: Floats, dead: Floats, best: Floats, roll: Floats) -> None:
    rolling, dead_chance, chance, child, shorter, _, ending, complete, most_outcomes = graph
    players = end.shape[1]
    chosen = np.empty(most_outcomes + 1, np.uint16)
    total = np.empty(players)
    for node in range(len(best)):
        if complete[node]:
            for p in range(players):  # a loop, because assigning rows would take Numba seconds to compile
                best[node, p] = end[ending[node], p]
    for k in range(len(rolling) - 1, -1, -1):
        node = rolling[k, 0]
        finish = ending[node]
        for p in range(players):
            total[p] = dead[finish, p] * dead_chance[k]
        position = 1
        for o in range(rolling[k, 1], rolling[k, 2]):
            target = child[o]
            if shorter[o] and not best[target, 0] > best[chosen[shorter[o]], 0]:
                target = chosen[shorter[o]]
            chosen[position] = target
            position += 1
            likely = chance[o]
            for p in range(players):
                total[p] += likely * best[target, p]
        rolls = total[0] > stop[finish, 0]  # a tie stops
        for p in range(players):
            roll[node, p] = total[p]
            best[node, p] = total[p] if rolls else stop[finish, p]


def sweep_shares(graph: SetAsideGraph, end: Floats, stop: Floats, dead: Floats) -> tuple[Floats, Floats]:
    """Return ``best`` and ``roll`` of every node, one row of values each; ``roll`` is 0 where no roll is possible."""
    best, roll = np.empty((len(graph), end.shape[1])), np.zeros((len(graph), end.shape[1]))
    end, stop, dead = map(np.ascontiguousarray, (end, stop, dead))  # other memory layouts would be compiled separately
    _sweep_shares(graph_arrays(graph), end, stop, dead, best, roll)
    return best, roll
