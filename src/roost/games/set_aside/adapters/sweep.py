"""The compiled sweeps over a turn graph. Import this module late: Numba takes half a second to load.

A payoff is three small tables over the graph's endings: the value of a turn that ``end``s there because no roll is
left, of one that chooses to ``stop`` there (minus infinity if that is illegal), and of one that rolls ``dead`` there.
The backward sweeps fill in ``best``, the value of each node under best play, and ``roll``, the value of rolling on from
it. The forward sweep computes the probability of each way to end the turn under that play.
"""

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from roost.games.set_aside.adapters.graph import SetAsideGraph
from roost.study.fast.compiler import cached_on_disk, entry_point

Floats = NDArray[np.float64]

# Values are never NaN, so the compiler may turn a maximum into a single instruction: branches that depend on dice are
# mispredicted half of the time. Indices are unsigned because signed ones are checked for wrapping around.
_MATHS = {"nnan", "nsz", "contract", "reassoc"}
_LEAST = -1e300


@cached_on_disk
@njit(fastmath=_MATHS)
def solve_turn_graph(graph, end, stop, dead, best, roll):  # type: ignore[no-untyped-def]
    """Solve one turn; called by compiled code. Python calls :func:`solve`."""
    rolling, dead_chance, chance, child, shorter, _, ending, complete, most_outcomes = graph
    choice = np.empty(most_outcomes + 1)
    choice[0] = _LEAST
    for node in range(len(best)):
        best[node] = end[ending[node]] if complete[node] else stop[ending[node]]
        roll[node] = -np.inf
    for k in range(len(rolling) - 1, -1, -1):
        node = rolling[k, 0]
        position = 1
        for o in range(rolling[k, 1], rolling[k, 2]):
            choice[position] = max(best[child[o]], choice[shorter[o]])
            position += 1
        total = dead[ending[node]] * dead_chance[k]
        position = 1
        for o in range(rolling[k, 1], rolling[k, 2]):  # a separate loop, so it becomes vector instructions
            total += chance[o] * choice[position]
            position += 1
        roll[node] = total
        best[node] = max(best[node], total)


@cached_on_disk
@njit(fastmath=_MATHS)
def _solve_batch(graph, end, stop, dead, best, roll):  # type: ignore[no-untyped-def]
    rolling, dead_chance, chance, child, _, depth, ending, complete, _ = graph
    width = end.shape[1]
    deepest = np.uint8(0)
    for level in depth:
        deepest = max(deepest, level)
    choice = np.empty((np.int64(deepest) + 1, width))
    total = np.empty(width)
    for node in range(len(best)):
        e = ending[node]
        for b in range(width):
            best[node, b] = end[e, b] if complete[node] else stop[e, b]
            roll[node, b] = -np.inf
    for b in range(width):
        choice[0, b] = _LEAST
    for k in range(len(rolling) - 1, -1, -1):
        node = rolling[k, 0]
        e = ending[node]
        for b in range(width):
            total[b] = dead[e, b] * dead_chance[k]
        for o in range(rolling[k, 1], rolling[k, 2]):
            target, level, likely = child[o], depth[o], chance[o]
            shorter_level = level - np.uint8(1)
            for b in range(width):
                value = max(best[target, b], choice[shorter_level, b])
                choice[level, b] = value
                total[b] += likely * value
        for b in range(width):
            roll[node, b] = total[b]
            best[node, b] = max(best[node, b], total[b])


@entry_point
def reach_turn_graph(
    graph: Any, stop: Floats, best: Floats, roll: Floats, forced: int, mass: Floats, stopped: Floats, died: Floats
) -> None:
    """Compute the probability of each way to end one turn; called by compiled code. Python calls :func:`reach`."""
    rolling, dead_chance, chance, child, shorter, _, ending, _, most_outcomes = graph
    choice = np.empty(most_outcomes + 1, np.uint16)
    for k in range(len(rolling)):
        node = rolling[k, 0]
        likely = mass[node]
        if likely == 0.0 or (node != forced and not roll[node] > stop[ending[node]]):  # a tie stops
            continue
        mass[node] = 0.0
        died[ending[node]] += likely * dead_chance[k]
        position = 1
        for o in range(rolling[k, 1], rolling[k, 2]):
            target = child[o]
            if shorter[o] and not best[target] > best[choice[shorter[o]]]:
                target = choice[shorter[o]]
            choice[position] = target
            position += 1
            mass[target] += likely * chance[o]
    for node in range(len(mass)):
        stopped[ending[node]] += mass[node]


def graph_arrays(graph: SetAsideGraph) -> tuple[object, ...]:
    """Return the graph in the form that the compiled sweeps take."""
    return (
        graph.rolling,
        graph.dead,
        graph.chance,
        graph.child,
        graph.shorter,
        graph.depth,
        graph.ending,
        graph.complete,
        graph.most_outcomes,
    )


def solve(
    graph: SetAsideGraph, end: Floats, stop: Floats, dead: Floats, out: tuple[Floats, Floats] | None = None
) -> tuple[Floats, Floats]:
    """Return ``best`` and ``roll`` of every node.

    Tables with a second axis are a batch with one payoff in each column. A caller that solves many large batches should
    pass the last result as ``out`` to be overwritten, because fresh memory costs as much as the sweep itself.
    """
    shape = (len(graph), *end.shape[1:])
    best, roll = out if out is not None else (np.empty(shape), np.empty(shape))
    (solve_turn_graph if end.ndim == 1 else _solve_batch)(graph_arrays(graph), end, stop, dead, best, roll)
    return best, roll


def reach(
    graph: SetAsideGraph, stop: Floats, best: Floats, roll: Floats, start: Floats, forced: int = -1
) -> tuple[Floats, Floats]:
    """Return the probabilities of stopping on each ending and of a dead roll on each ending.

    ``start`` holds the probability of being at each node now; the node ``forced`` rolls on even if stopping is better.
    """
    stopped, died = np.zeros(len(graph.endings)), np.zeros(len(graph.endings))
    reach_turn_graph(graph_arrays(graph), stop, best, roll, forced, start.copy(), stopped, died)
    return stopped, died
