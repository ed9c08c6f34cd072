"""Junior's turn, with nodes merged that are equivalent whatever the values of the results are.

A turn has only eight different results: no claim, a claim with 4, 5, 6, 7, 8 or 9, or a claim with more. Most of the
227 nodes of the turn graph then become equivalent: cucumber, cheese and ketchup are interchangeable, and results of 10
or more are all alike. Merging from the end of the turn to its start leaves 70 nodes with a roll, and 592 comparisons
instead of 2,658.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from roost.games.set_aside import Aside, TurnDice
from roost.games.set_aside.adapters.graph import SetAsideGraph, turn_graph

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

RESULTS = 8
"""Number of distinct results: 0 is no claim, 1 to 6 are claims with 4 to 9, and 7 is a claim with any higher number."""
_LOWEST = 4

Choices = tuple[int, ...]
"""The rows of the nodes that a roll lets the player choose from, most frequent first."""


def result_of(aside: Aside) -> int:
    """Return the result of a turn that ends with these dice set aside."""
    return min(aside.total - _LOWEST + 1, RESULTS - 1) if aside.has_worm and aside.total >= _LOWEST else 0  # SA-7


class TurnNode(NamedTuple):
    """A node of the merged turn.

    Each value has a row. The results come first, then the nodes, each after its children, so the last row is the start
    of the turn. A node's outcomes are ordered so that each extends an earlier, shallower one by one choice.
    """

    result: int
    """The result of stopping there or of a dead roll."""
    dead: float
    """The probability of a dead roll."""
    outcomes: tuple[tuple[float, int, int], ...]
    """For each outcome, its probability (zero if it is only a step to others), the row of its last choice, and how many
    choices it offers."""


@dataclass(frozen=True)
class SmallTurn:
    """The nodes of the merged turn as arrays."""

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
def turn_nodes(dice: TurnDice) -> tuple[TurnNode, ...]:
    """Return the cached nodes of the merged turn of these dice."""
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
    return tuple([TurnNode(node.result, float(node.dead), tuple(_ordered(node))) for node in rows])


def _outcomes(graph: SetAsideGraph, outcomes: range, row_of: list[int], exact: int) -> dict[frozenset[int], Fraction]:
    """Return the probability of each set of choices that a roll at a node can offer."""
    offers = [frozenset[int]()]
    weights: Counter[frozenset[int]] = Counter()
    for outcome in outcomes:
        offer = offers[graph.shorter[outcome]] | {row_of[graph.child[outcome]]}
        offers.append(offer)
        weights[offer] += round(graph.chance[outcome] * exact)
    return {offer: Fraction(weight, exact) for offer, weight in weights.items() if weight}


@cache
def small_turn(dice: TurnDice) -> SmallTurn:
    """Return the cached merged turn of these dice as arrays."""
    import numpy as np  # imported here because turns are also solved without it

    nodes = turn_nodes(dice)
    outcomes = [outcome for node in nodes for outcome in node.outcomes]
    return SmallTurn(
        result=np.array([node.result for node in nodes], np.uint8),
        dead=np.array([node.dead for node in nodes]),
        first=np.cumsum([0, *(len(node.outcomes) for node in nodes)]).astype(np.uint16),
        chance=np.array([chance for chance, _, _ in outcomes]),
        child=np.array([child for _, child, _ in outcomes], np.uint8),
        depth=np.array([depth for _, _, depth in outcomes], np.uint8),
    )


def _ordered(node: _Node) -> Iterator[tuple[float, int, int]]:
    """Yield a node's outcomes, each after the one it extends; frequent choices come first, to share the most work."""
    frequency = Counter(row for choices, _ in node.outcomes for row in choices)
    chances: dict[Choices, Fraction] = {}
    for offer, likely in node.outcomes:
        choices = tuple(sorted(offer, key=lambda row: (-frequency[row], row)))
        for shorter in range(1, len(choices)):
            chances.setdefault(choices[:shorter], Fraction(0))
        chances[choices] = likely
    for choices, likely in sorted(chances.items()):
        yield float(likely), choices[-1], len(choices)
