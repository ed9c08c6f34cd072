"""The compiled sweeps over a turn graph. Import this module late: Numba takes half a second to load.

A payoff is three small tables over the graph's endings: the value of a turn that ``end``s there because no roll is
left, of one that chooses to ``stop`` there (minus infinity if that is illegal), and of one that rolls ``dead`` there.
For win shares, an entry is a row of values, one for each player, the mover's first.
The backward sweeps fill in ``best``, the value of each node under best play, and ``roll``, the value of rolling on from
it. The forward sweep computes the probability of each way to end the turn under that play.
"""

from functools import cache
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import ArrayLike, NDArray

from roost.games.set_aside.adapters.graph import SetAsideGraph
from roost.study.fast.compiler import cached_on_disk, entry_point
from roost.study.odds.choice import TIE

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
    graph: Any,
    stop: Floats,
    best: Floats,
    roll: Floats,
    forced: int,
    tie: float,
    mass: Floats,
    stopped: Floats,
    died: Floats,
) -> None:
    """Compute the probability of each way to end one turn; called by compiled code. Python calls :func:`reach`.

    Values that differ by at most ``tie`` count as equal. Among equals the turn ends, or the first symbol is set aside.
    """
    rolling, dead_chance, chance, child, shorter, _, ending, _, most_outcomes = graph
    choice = np.empty(most_outcomes + 1, np.uint16)
    for k in range(len(rolling)):
        node = rolling[k, 0]
        likely = mass[node]
        if likely == 0.0 or (node != forced and not roll[node] > stop[ending[node]] + tie):
            continue
        mass[node] = 0.0
        died[ending[node]] += likely * dead_chance[k]
        position = 1
        for o in range(rolling[k, 1], rolling[k, 2]):
            target = child[o]
            if shorter[o] and not best[target] > best[choice[shorter[o]]] + tie:
                target = choice[shorter[o]]
            choice[position] = target
            position += 1
            mass[target] += likely * chance[o]
    for node in range(len(mass)):
        stopped[ending[node]] += mass[node]


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


@cache
def graph_arrays(graph: SetAsideGraph) -> tuple[Any, ...]:
    """Return the graph in the form that the compiled sweeps take."""
    return (
        np.array(graph.rolling, np.uint32),
        np.array(graph.dead),
        np.array(graph.chance),
        np.array(graph.child, np.uint16),
        np.array(graph.shorter, np.uint16),
        np.array(graph.depth, np.uint8),
        np.array(graph.ending, np.uint8),
        np.array(graph.complete),
        graph.most_outcomes,
    )


def solve(
    graph: SetAsideGraph, end: ArrayLike, stop: ArrayLike, dead: ArrayLike, out: tuple[Floats, Floats] | None = None
) -> tuple[Floats, Floats]:
    """Return ``best`` and ``roll`` of every node.

    Tables with a second axis are a batch with one payoff in each column. A caller that solves many large batches should
    pass the last result as ``out`` to be overwritten, because fresh memory costs as much as the sweep itself.
    """
    end, stop, dead = map(_array, (end, stop, dead))
    shape = (len(graph), *end.shape[1:])
    best, roll = out if out is not None else (np.empty(shape), np.empty(shape))
    (solve_turn_graph if end.ndim == 1 else _solve_batch)(graph_arrays(graph), end, stop, dead, best, roll)
    return best, roll


def reach(
    graph: SetAsideGraph,
    stop: ArrayLike,
    best: ArrayLike,
    roll: ArrayLike,
    start: int,
    forced: int = -1,
    tie: float = TIE,
) -> tuple[Floats, Floats]:
    """Return the probabilities of stopping on each ending and of a dead roll on each ending, from the node ``start``.

    The node ``forced`` rolls on even if stopping is better. Values that differ by at most ``tie`` count as equal.
    """
    mass, stopped, died = np.zeros(len(graph)), np.zeros(len(graph.endings)), np.zeros(len(graph.endings))
    mass[start] = 1.0
    reach_turn_graph(graph_arrays(graph), _array(stop), _array(best), _array(roll), forced, tie, mass, stopped, died)
    return stopped, died


def sweep_shares(
    graph: SetAsideGraph, end: ArrayLike, stop: ArrayLike, dead: ArrayLike
) -> tuple[memoryview, memoryview]:
    """Return ``best`` and ``roll`` of every node, its players' values one after another.

    ``roll`` is 0 where no roll is possible.
    """
    end, stop, dead = map(_array, (end, stop, dead))
    best, roll = np.empty((len(graph), end.shape[1])), np.zeros((len(graph), end.shape[1]))
    _sweep_shares(graph_arrays(graph), end, stop, dead, best, roll)
    return best.reshape(-1).data, roll.reshape(-1).data


def _array(table: ArrayLike) -> Floats:
    """Return a table in the only memory layout for which the sweeps are compiled."""
    return np.ascontiguousarray(table, np.float64)
