"""Solve many turns side by side, with the probabilities of how they end.

Import late: Numba takes half a second to load. The sweeps are those of :mod:`.sweep` with a payoff in each column. The
backward sweep marks each outcome whose last symbol is the best choice so far. The forward sweep then propagates
probabilities without comparisons, so both sweeps run in vector instructions.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from roost.games.set_aside.adapters.graph import SetAsideGraph
from roost.games.set_aside.adapters.sweep import graph_arrays
from roost.study.fast.compiler import cached_on_disk

Floats = NDArray[np.float64]

WIDTH = 32
"""Number of turns solved side by side: enough for vector instructions, few enough for the fast caches."""
_DEEPEST = 6
"""Maximum number of different symbols in a roll."""
_LEAST = -1e300

# Values are never NaN, so the compiler may turn a maximum into a single instruction.
_MATHS = {"nnan", "nsz", "contract", "reassoc"}


@cached_on_disk
@njit(fastmath=_MATHS, nogil=True)
def _backward(graph, end, stop, dead, best, roll, taken):  # type: ignore[no-untyped-def]
    rolling, dead_chance, chance, child, _, depth, ending, complete, _ = graph
    choice = np.full((_DEEPEST + 1, WIDTH), _LEAST)
    total = np.empty(WIDTH)
    for node in range(len(best)):
        if complete[node]:
            for b in range(WIDTH):  # a loop, because assigning rows would take Numba seconds to compile
                best[node, b] = end[ending[node], b]
    for k in range(len(rolling) - 1, -1, -1):
        node = rolling[k, 0]
        finish = ending[node]
        for b in range(WIDTH):
            total[b] = dead[finish, b] * dead_chance[k]
        for o in range(rolling[k, 1], rolling[k, 2]):
            target, level, likely = child[o], depth[o], chance[o]
            shorter_level = level - np.uint8(1)
            for b in range(WIDTH):
                taken[o, b] = best[target, b] > choice[shorter_level, b]
            for b in range(WIDTH):
                value = max(best[target, b], choice[shorter_level, b])
                choice[level, b] = value
                total[b] += likely * value
        for b in range(WIDTH):
            roll[node, b] = total[b]
            best[node, b] = max(stop[finish, b], total[b])


@cached_on_disk
@njit(fastmath=_MATHS, nogil=True)
def _forward(graph, stop, roll, taken, mass, stopped, died):  # type: ignore[no-untyped-def]
    rolling, dead_chance, chance, child, _, depth, ending, _, _ = graph
    passed_on = np.zeros((_DEEPEST + 1, WIDTH))
    going = np.empty(WIDTH)
    mass[:] = 0.0
    mass[0] = 1.0
    stopped[:] = 0.0
    died[:] = 0.0
    for k in range(len(rolling)):
        node = rolling[k, 0]
        finish = ending[node]
        rolled = 0.0
        for b in range(WIDTH):
            rolls = node == 0 or roll[node, b] > stop[finish, b]  # a tie stops
            going[b] = mass[node, b] if rolls else 0.0
            mass[node, b] -= going[b]
            died[finish, b] += going[b] * dead_chance[k]
            rolled += going[b]
        if rolled == 0.0:
            continue
        for o in range(rolling[k, 2] - 1, np.int64(rolling[k, 1]) - 1, -1):
            target, level, likely = child[o], depth[o], chance[o]
            shorter_level = level - np.uint8(1)
            for b in range(WIDTH):
                share = passed_on[level, b] + likely * going[b]
                staying = share * taken[o, b]
                mass[target, b] += staying
                passed_on[shorter_level, b] += share - staying
                passed_on[level, b] = 0.0
    for node in range(len(mass)):
        for b in range(WIDTH):
            stopped[ending[node], b] += mass[node, b]


class TurnBatch:
    """Buffers for solving turns on one graph, :data:`WIDTH` at a time."""

    def __init__(self, graph: SetAsideGraph) -> None:
        self._graph = graph_arrays(graph)
        self.end, self.stop, self.dead = np.zeros((3, len(graph.endings), WIDTH))
        """The payoffs to solve, one turn per column; see :mod:`roost.games.set_aside.adapters.sweep`."""
        self.stopped, self.died = np.zeros((2, len(graph.endings), WIDTH))
        """Probabilities that each turn, from its start, stops or rolls dead on each ending under best play."""
        self._best, self._roll, self._mass = np.zeros((3, len(graph), WIDTH))
        self._taken = np.zeros((len(graph.chance), WIDTH), np.uint8)

    def solve(self) -> None:
        """Solve the turns whose payoffs have been filled in."""
        _backward(self._graph, self.end, self.stop, self.dead, self._best, self._roll, self._taken)
        _forward(self._graph, self.stop, self._roll, self._taken, self._mass, self.stopped, self.died)

    @property
    def values(self) -> Floats:
        """Each turn's value at its start."""
        values: Floats = self._roll[0]
        return values
