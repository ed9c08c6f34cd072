"""The graph of a set-aside turn: every set of dice that can lie aside, and every way to continue from it.

The rest of a turn depends only on the symbols aside, the number of dice left, and the total of the dice aside.
Positions that agree in these three are one *node*; Heckmeck's turn has 1,939 nodes. The rules engine explores the graph
once. :mod:`.plain_sweep` solves it in plain Python, :mod:`.sweep` in compiled code.

A roll is an *outcome*, which does not distinguish the symbols that already lie aside. A node's outcomes are ordered so
that each adds one (symbol, count) to an earlier, shorter outcome. The best choice of an outcome then takes one
comparison: the shorter outcome's best choice or one new child.
"""

from dataclasses import dataclass
from functools import cache, cached_property
from math import comb
from typing import NamedTuple

from roost.core.dice import Die
from roost.games.set_aside import Aside, TurnDice

Key = tuple[int, int, int]


def node_key(aside: Aside) -> Key:
    """Return the key shared by equivalent points of a turn: symbols aside, dice left, total."""
    return aside.mask, aside.left, aside.total


@dataclass(frozen=True, eq=False)
class SetAsideGraph:
    """A turn as flat lists. Node 0 is the start, and children come after their parents."""

    asides: tuple[Aside, ...]
    """For each node, an example of dice set aside."""
    index: dict[Key, int]
    endings: tuple[Aside | None, ...]
    """How a turn can end: without a worm (None), or with a worm on each total, given by an example of the dice aside.
    """
    ending: list[int]
    """For each node, the index in ``endings`` for a turn that ends there."""
    complete: list[bool]
    """For each node, whether no further roll is possible (SA-6)."""
    rolling: list[tuple[int, int, int]]
    """For each node with a roll: the node, the index of its first outcome, and the index after its last one."""
    dead: list[float]
    """For each node in ``rolling``, the probability of a dead roll."""
    chance: tuple[float, ...]
    """For each outcome, its probability. Before any dice lie aside, outcomes that leave dice over cannot happen."""
    child: list[int]
    """For each outcome, the node after its last (symbol, count) is set aside."""
    shorter: tuple[int, ...]
    """For each outcome, the outcome without its last (symbol, count), counted from 1 within the node; 0 for none."""
    depth: tuple[int, ...]
    """For each outcome, how many symbols it offers."""

    @cached_property
    def most_outcomes(self) -> int:
        """The maximum number of outcomes of any node."""
        return max(end - first for _, first, end in self.rolling)

    @cached_property
    def _nodes(self) -> dict[Aside, int]:
        return {}

    def node(self, aside: Aside) -> int:
        """Return the node at which these dice lie aside."""
        node = self._nodes.get(aside)
        if node is None:
            node = self._nodes[aside] = self.index[node_key(aside)]
        return node

    def __len__(self) -> int:
        return len(self.asides)


class _Outcome(NamedTuple):
    """An outcome, which is the same at all nodes with the same symbols aside and the same number of dice left."""

    symbol: int
    dice: int
    """How many dice show the symbol."""
    shorter: int
    depth: int
    chance: float


@cache
def _outcomes(die: Die, mask: int, left: int) -> tuple[_Outcome, ...]:
    """Return every outcome of ``left`` dice except the dead roll, each before the longer ones that extend it."""
    fresh = [i for i in range(len(die.symbols)) if not mask >> i & 1]
    used = sum(weight for i, weight in enumerate(die.weights) if mask >> i & 1)
    ways = die.faces**left
    outcomes: list[_Outcome] = []

    def grow(place: int, dice: int, weight: int, shorter: int, depth: int) -> None:
        for i in range(place, len(fresh)):
            for count in range(1, dice + 1):
                grown = weight * comb(dice, count) * die.weights[fresh[i]] ** count
                rest = dice - count
                outcomes.append(_Outcome(fresh[i], count, shorter, depth, grown * used**rest / ways))
                grow(i + 1, rest, grown, len(outcomes), depth + 1)

    grow(0, left, 1, 0, 1)
    return tuple(outcomes)


def _walk(dice: TurnDice) -> dict[Key, Aside]:
    """Use the rules engine to find every node, with an example of its dice aside."""
    start = dice.start.aside
    nodes, frontier = {node_key(start): start}, [start]
    while frontier:
        aside = frontier.pop()
        if aside.is_complete:
            continue
        for symbol in range(len(dice.die.symbols)):
            if not aside.mask >> symbol & 1:
                for count in range(1, aside.left + 1):
                    child = aside.add(symbol, count)
                    if node_key(child) not in nodes:
                        nodes[node_key(child)] = child
                        frontier.append(child)
    return nodes


@cache
def turn_graph(dice: TurnDice) -> SetAsideGraph:
    """Return the cached graph of a turn with these dice."""
    nodes = _walk(dice)
    # Nodes with fewer symbols aside come first, so a sweep from the end meets every child before its parents.
    asides = sorted(nodes.values(), key=lambda aside: (aside.mask.bit_count(), node_key(aside)))
    index = {node_key(aside): i for i, aside in enumerate(asides)}
    rolling: list[tuple[int, int, int]] = []
    dead: list[float] = []
    outcomes: list[_Outcome] = []
    children: list[int] = []
    for node, aside in enumerate(asides):
        if aside.is_complete:
            continue
        node_outcomes = _outcomes(dice.die, aside.mask, aside.left)
        rolling.append((node, len(outcomes), len(outcomes) + len(node_outcomes)))
        used = sum(weight for i, weight in enumerate(dice.die.weights) if aside.mask >> i & 1)
        dead.append((used / dice.die.faces) ** aside.left)
        outcomes += node_outcomes
        children += [index[node_key(aside.add(outcome.symbol, outcome.dice))] for outcome in node_outcomes]
    with_worm = {aside.total: aside for aside in asides if aside.has_worm}
    totals = sorted(with_worm)
    _, _, shorter, depth, chance = zip(*outcomes, strict=True)
    return SetAsideGraph(
        asides=tuple(asides),
        index=index,
        endings=(None, *map(with_worm.__getitem__, totals)),
        ending=[totals.index(a.total) + 1 if a.has_worm else 0 for a in asides],
        complete=[aside.is_complete for aside in asides],
        rolling=rolling,
        dead=dead,
        chance=chance,
        child=children,
        shorter=shorter,
        depth=depth,
    )
