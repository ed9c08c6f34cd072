"""Junior's turn, with nodes merged that are equivalent whatever the values of the results are.

A turn has only eight different results: no claim, a claim with 4, 5, 6, 7, 8 or 9, or a claim with more. Most of the
227 nodes of the turn graph then become equivalent: cucumber, cheese and ketchup are interchangeable, and results of 10
or more are all alike. Merging from the end of the turn to its start leaves 70 nodes with a roll, and 592 comparisons
instead of 2,658.
"""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import numpy as np
from numpy.typing import NDArray

from roost.games.set_aside import Aside, TurnDice
from roost.games.set_aside.adapters.graph import SetAsideGraph, turn_graph

RESULTS = 8
"""Number of distinct results: 0 is no claim, 1 to 6 are claims with 4 to 9, and 7 is a claim with any higher number."""
_LOWEST = 4

Choices = tuple[int, ...]
"""The rows of the nodes that a roll lets the player choose from, most frequent first."""


def result_of(aside: Aside) -> int:
    """Return the result of a turn that ends with these dice set aside."""
    return min(aside.total - _LOWEST + 1, RESULTS - 1) if aside.has_worm and aside.total >= _LOWEST else 0  # SA-7


@dataclass(frozen=True)
class SmallTurn:
    """The merged turn as arrays.

    Each value has a row. The results come first, then the nodes, each after its children, so the last row is the start
    of the turn. A node's outcomes are ordered so that each extends an earlier, shallower one by one choice.
    """

    result: NDArray[np.uint8]
    """For each node, the result of stopping there or of a dead roll."""
    dead: NDArray[np.float64]
    """For each node, the probability of a dead roll."""
    first: NDArray[np.uint16]
    """For each node, the index of its first outcome; the last entry is the number of outcomes."""
    chance: NDArray[np.float64]
    """For each outcome, its probability; zero if the outcome is only a step to others."""
    child: NDArray[np.uint8]
    """For each outcome, the row of its last choice."""
    depth: NDArray[np.uint8]
    """For each outcome, how many choices it offers."""

    def __len__(self) -> int:
        return len(self.result)

    @property
    def arrays(self) -> tuple[NDArray[np.generic], ...]:
        """The arrays that the kernels take as arguments."""
        return self.result, self.dead, self.first, self.chance, self.child, self.depth


@dataclass(frozen=True)
class _Node:
    """The properties in which two nodes must agree to be merged."""

    result: int
    dead: Fraction
    outcomes: frozenset[tuple[frozenset[int], Fraction]]
    """For each outcome, the rows that it offers, and its probability."""


@cache
def small_turn(dice: TurnDice) -> SmallTurn:
    """Return the cached merged turn of these dice."""
    graph = turn_graph(dice)
    outcomes_of = {node: range(first, last) for node, first, last in graph.rolling}
    dead_of = dict(zip(outcomes_of, graph.dead, strict=True))
    rows: dict[_Node, int] = {}
    row_of = [0] * len(graph)
    for node in reversed(range(len(graph))):  # children before their parents
        aside = graph.asides[node]
        row_of[node] = result = result_of(aside)
        if node not in outcomes_of:
            continue
        exact = dice.die.faces**aside.left
        outcomes = _outcomes(graph, outcomes_of[node], row_of, exact)
        if {row for choices in outcomes for row in choices} == {result}:
            continue  # the result is the same for every roll
        dead = Fraction(round(dead_of[node] * exact), exact)
        merged = _Node(result, dead, frozenset(outcomes.items()))
        row_of[node] = rows.setdefault(merged, RESULTS + len(rows))
    return _flat(list(rows))


def _outcomes(graph: SetAsideGraph, outcomes: range, row_of: list[int], exact: int) -> dict[frozenset[int], Fraction]:
    """Return the probability of each set of choices that a roll at a node can offer."""
    offers = [frozenset[int]()]
    weights: Counter[frozenset[int]] = Counter()
    for outcome in outcomes:
        offer = offers[graph.shorter[outcome]] | {row_of[graph.child[outcome]]}
        offers.append(offer)
        weights[offer] += round(graph.chance[outcome] * exact)
    return {offer: Fraction(weight, exact) for offer, weight in weights.items() if weight}


def _flat(nodes: list[_Node]) -> SmallTurn:
    first = [0]
    chance: list[float] = []
    child: list[int] = []
    depth: list[int] = []
    for node in nodes:
        for choices, likely in _ordered(node):
            chance.append(float(likely))
            child.append(choices[-1])
            depth.append(len(choices))
        first.append(len(chance))
    return SmallTurn(
        result=np.array([node.result for node in nodes], np.uint8),
        dead=np.array([float(node.dead) for node in nodes]),
        first=np.array(first, np.uint16),
        chance=np.array(chance),
        child=np.array(child, np.uint8),
        depth=np.array(depth, np.uint8),
    )


def _ordered(node: _Node) -> list[tuple[Choices, Fraction]]:
    """Return a node's outcomes, each after the one it extends; frequent choices come first, to share the most work."""
    frequency = Counter(row for choices, _ in node.outcomes for row in choices)
    chances: dict[Choices, Fraction] = {}
    for offer, likely in node.outcomes:
        choices = tuple(sorted(offer, key=lambda row: (-frequency[row], row)))
        for shorter in range(1, len(choices)):
            chances.setdefault(choices[:shorter], Fraction(0))
        chances[choices] = likely
    return sorted(chances.items())
