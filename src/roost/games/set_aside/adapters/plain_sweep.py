"""The sweeps over a turn graph in plain Python, where NumPy and Numba are not installed, and as the tests' reference.

They compute the same sums in the same order as the compiled sweeps in :mod:`.sweep`, which explains the payoffs, and
break ties by the same rule.
"""

from array import array
from collections.abc import Sequence
from functools import cache
from itertools import chain
from math import inf
from typing import NamedTuple

from roost.games.set_aside.adapters.graph import SetAsideGraph
from roost.study.odds.choice import TIE

Row = tuple[float, ...]

_LEAST = -1e300


class _Rolling(NamedTuple):
    """A node with a roll, and its outcomes; see :class:`SetAsideGraph`."""

    node: int
    dead: float
    child: Sequence[int]
    shorter: Sequence[int]
    chance: Sequence[float]


@cache
def _rolling(graph: SetAsideGraph) -> list[_Rolling]:
    """Return the graph's nodes with a roll, parents first."""
    return [
        _Rolling(node, dead, graph.child[first:end], graph.shorter[first:end], graph.chance[first:end])
        for (node, first, end), dead in zip(graph.rolling, graph.dead, strict=True)
    ]


def solve(
    graph: SetAsideGraph, end: Sequence[float], stop: Sequence[float], dead: Sequence[float]
) -> tuple[list[float], list[float]]:
    """Return ``best`` and ``roll`` of every node."""
    ending = graph.ending
    best = [end[e] if done else stop[e] for e, done in zip(ending, graph.complete, strict=True)]
    roll = [-inf] * len(best)
    for node, dies, child, shorter, chance in reversed(_rolling(graph)):
        choice = [_LEAST]
        for target, less in zip(child, shorter, strict=True):
            newest, before = best[target], choice[less]
            choice.append(newest if newest > before else before)
        total = dead[ending[node]] * dies
        for likely, value in zip(chance, choice[1:], strict=True):
            total += likely * value
        roll[node] = total
        if total > best[node]:
            best[node] = total
    return best, roll


def reach(
    graph: SetAsideGraph, stop: Sequence[float], best: Sequence[float], roll: Sequence[float], start: int, forced: int
) -> tuple[list[float], list[float]]:
    """Return the probabilities of stopping on each ending and of a dead roll on each ending, from the node ``start``.

    The node ``forced`` rolls on even if stopping is better.
    """
    ending = graph.ending
    mass = [0.0] * len(graph)
    mass[start] = 1.0
    stopped, died = [0.0] * len(graph.endings), [0.0] * len(graph.endings)
    for node, dies, child, shorter, chance in _rolling(graph):
        likely = mass[node]
        if likely == 0.0 or (node != forced and not roll[node] > stop[ending[node]] + TIE):
            continue
        mass[node] = 0.0
        died[ending[node]] += likely * dies
        choice = [0]
        for target, less, part in zip(child, shorter, chance, strict=True):
            if less and not best[target] > best[choice[less]] + TIE:
                target = choice[less]
            choice.append(target)
            mass[target] += likely * part
    for node, part in enumerate(mass):
        stopped[ending[node]] += part
    return stopped, died


def sweep_shares(
    graph: SetAsideGraph, end: Sequence[Row], stop: Sequence[Row], dead: Sequence[Row]
) -> tuple[Sequence[float], Sequence[float]]:
    """Return ``best`` and ``roll`` of every node, its players' values one after another, the mover's first."""
    ending, players = graph.ending, range(len(end[0]))
    best = [end[e] if done else stop[e] for e, done in zip(ending, graph.complete, strict=True)]
    roll: list[Row] = [(0.0,) * len(players)] * len(best)
    for node, dies, child, shorter, chance in reversed(_rolling(graph)):
        choice = [0]
        for target, less in zip(child, shorter, strict=True):
            if less and not best[target][0] > best[choice[less]][0]:
                target = choice[less]
            choice.append(target)
        rows, fails = [best[target] for target in choice[1:]], dead[ending[node]]
        totals = []
        for player in players:
            total = fails[player] * dies
            for likely, row in zip(chance, rows, strict=True):
                total += likely * row[player]
            totals.append(total)
        roll[node] = tuple(totals)
        if totals[0] > best[node][0]:
            best[node] = roll[node]
    return array("d", chain.from_iterable(best)), array("d", chain.from_iterable(roll))
