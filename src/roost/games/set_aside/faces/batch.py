"""Many turns solved side by side, and how each of them ends. Import it late: Numba takes half a second to load.

The sweeps are those of :mod:`.sweep` with a payoff in each column. The backward sweep notes for every outcome whether
its last symbol is the best choice so far; the forward sweep then hands chances on without comparing anything, which
lets both run in vector instructions.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from roost.games.set_aside.faces.graph import TurnGraph
from roost.games.set_aside.faces.sweep import graph_arrays
from roost.study.fast.compiler import kept

Floats = NDArray[np.float64]

WIDTH = 32
"""How many turns are solved side by side: enough for vector instructions, few enough for the fast caches."""
_DEEPEST = 6
"""No roll offers more symbols than this."""
_LEAST = -1e300

# Values are never NaN, so that the compiler may turn a maximum into one instruction.
_MATHS = {"nnan", "nsz", "contract", "reassoc"}


@kept
@njit(fastmath=_MATHS, nogil=True)
def _backward(graph, end, stop, dead, best, roll, taken):  # type: ignore[no-untyped-def]
    rolling, dead_chance, chance, child, _, depth, ending, complete, _ = graph
    choice = np.full((_DEEPEST + 1, WIDTH), _LEAST)
    total = np.empty(WIDTH)
    for node in range(len(best)):
        if complete[node]:
            for b in range(WIDTH):  # one by one: assigning rows would take Numba seconds to compile
                best[node, b] = end[ending[node], b]
    for k in range(len(rolling) - 1, -1, -1):
        node = rolling[k, 0]
        here = ending[node]
        for b in range(WIDTH):
            total[b] = dead[here, b] * dead_chance[k]
        for o in range(rolling[k, 1], rolling[k, 2]):
            to, deep, likely = child[o], depth[o], chance[o]
            above = deep - np.uint8(1)
            for b in range(WIDTH):
                taken[o, b] = best[to, b] > choice[above, b]
            for b in range(WIDTH):
                value = max(best[to, b], choice[above, b])
                choice[deep, b] = value
                total[b] += likely * value
        for b in range(WIDTH):
            roll[node, b] = total[b]
            best[node, b] = max(stop[here, b], total[b])


@kept
@njit(fastmath=_MATHS, nogil=True)
def _forward(graph, stop, roll, taken, mass, stopped, died):  # type: ignore[no-untyped-def]
    rolling, dead_chance, chance, child, _, depth, ending, _, _ = graph
    handed = np.zeros((_DEEPEST + 1, WIDTH))
    going = np.empty(WIDTH)
    mass[:] = 0.0
    mass[0] = 1.0
    stopped[:] = 0.0
    died[:] = 0.0
    for k in range(len(rolling)):
        node = rolling[k, 0]
        here = ending[node]
        some = 0.0
        for b in range(WIDTH):
            rolls = node == 0 or roll[node, b] > stop[here, b]  # a tie stops
            going[b] = mass[node, b] if rolls else 0.0
            mass[node, b] -= going[b]
            died[here, b] += going[b] * dead_chance[k]
            some += going[b]
        if some == 0.0:
            continue
        for o in range(rolling[k, 2] - 1, np.int64(rolling[k, 1]) - 1, -1):
            to, deep, likely = child[o], depth[o], chance[o]
            above = deep - np.uint8(1)
            for b in range(WIDTH):
                share = handed[deep, b] + likely * going[b]
                kept = share * taken[o, b]
                mass[to, b] += kept
                handed[above, b] += share - kept
                handed[deep, b] = 0.0
    for node in range(len(mass)):
        for b in range(WIDTH):
            stopped[ending[node], b] += mass[node, b]


class Batch:
    """Room for turns on one graph to be solved in, :data:`WIDTH` at a time."""

    def __init__(self, graph: TurnGraph) -> None:
        self._graph = graph_arrays(graph)
        self.end, self.stop, self.dead = np.zeros((3, len(graph.endings), WIDTH))
        """The payoffs to be filled in, one in each column: see :mod:`roost.games.set_aside.faces.sweep`."""
        self.stopped, self.died = np.zeros((2, len(graph.endings), WIDTH))
        """How likely each turn is, from its start, to stop and to roll dead on each ending under best play."""
        self._best, self._roll, self._mass = np.zeros((3, len(graph), WIDTH))
        self._taken = np.zeros((len(graph.chance), WIDTH), np.uint8)

    def solve(self) -> None:
        """Solve the turns whose payoffs are filled in."""
        _backward(self._graph, self.end, self.stop, self.dead, self._best, self._roll, self._taken)
        _forward(self._graph, self.stop, self._roll, self._taken, self._mass, self.stopped, self.died)

    @property
    def values(self) -> Floats:
        """The worth of each turn at its start."""
        values: Floats = self._roll[0]
        return values
