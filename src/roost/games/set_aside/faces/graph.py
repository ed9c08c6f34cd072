"""The graph of a set-aside turn: every point where dice lie aside, and every way to go on from there.

What a turn can still reach depends only on which symbols lie aside, how many dice are left and what lies aside is
worth: positions that agree in these three are one *node*. Heckmeck's turn has 1,939 of them. The graph is walked
once through the rules engine and kept as flat arrays for the compiled kernel.

A roll is an *outcome*, with the symbols that already lie aside merged into one. A node's outcomes are listed in an
order in which each adds one (symbol, count) to an earlier, shorter one: the best choice of an outcome is then the
better of the shorter outcome's best choice and one new child, a single comparison.
"""

from dataclasses import dataclass
from functools import cache, cached_property
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from roost.core.dice import Die
from roost.games.set_aside import Aside, TurnDice

Key = tuple[int, int, int]


def node_key(aside: Aside) -> Key:
    """The key that equal points of a turn share: symbols aside, dice left, total."""
    return aside.mask, aside.left, aside.total


@dataclass(frozen=True)
class TurnGraph:
    """A turn as arrays. Node 0 is the start, and children come after their parents."""

    asides: tuple[Aside, ...]
    """For each node, one way in which the dice may lie aside there."""
    index: dict[Key, int]
    endings: tuple[Aside | None, ...]
    """The ends of a turn: without a worm (``None``), or with one on each total, shown by one of its asides."""
    ending: NDArray[np.uint8]
    """For each node, what ending the turn there ends on: a place in ``endings``."""
    complete: NDArray[np.bool_]
    """For each node, whether no further roll is possible (SA-6)."""
    rolling: NDArray[np.uint32]
    """For each node with a roll to come: the node, its first outcome, the end of its outcomes."""
    dead: NDArray[np.float64]
    """For each node in ``rolling``, the chance of a dead roll."""
    chance: NDArray[np.float64]
    """For each outcome, how likely it is. Where nothing lies aside yet, those that leave dice over cannot happen."""
    child: NDArray[np.uint16]
    """For each outcome, the node that setting aside its last (symbol, count) leads to."""
    shorter: NDArray[np.uint16]
    """For each outcome, the one that lacks its last (symbol, count), counted from 1 within the node; 0 for none."""
    depth: NDArray[np.uint8]
    """For each outcome, how many symbols it offers."""

    @cached_property
    def most_outcomes(self) -> int:
        """How many outcomes the richest node has."""
        return int((self.rolling[:, 2] - self.rolling[:, 1]).max())

    @cached_property
    def _seen(self) -> dict[Aside, int]:
        return {}

    def node(self, aside: Aside) -> int:
        """The node at which these dice lie aside."""
        node = self._seen.get(aside)
        if node is None:
            node = self._seen[aside] = self.index[node_key(aside)]
        return node

    def __len__(self) -> int:
        return len(self.asides)


class _Outcome(NamedTuple):
    """An outcome as it looks at every node with the same symbols aside and the same number of dice left."""

    symbol: int
    dice: int
    """How many dice show the symbol."""
    shorter: int
    depth: int
    chance: float


@cache
def _outcomes(die: Die, mask: int, left: int) -> tuple[_Outcome, ...]:
    """Every outcome of ``left`` dice but the dead roll, shorter ones before those they grow into."""
    fresh = [i for i in range(len(die.symbols)) if not mask >> i & 1]
    used = sum(weight for i, weight in enumerate(die.weights) if mask >> i & 1)
    ways = die.faces**left
    found: list[_Outcome] = []

    def grow(place: int, dice: int, weight: int, shorter: int, depth: int) -> None:
        for i in range(place, len(fresh)):
            for count in range(1, dice + 1):
                grown = weight * comb(dice, count) * die.weights[fresh[i]] ** count
                rest = dice - count
                found.append(_Outcome(fresh[i], count, shorter, depth, grown * used**rest / ways))
                grow(i + 1, rest, grown, len(found), depth + 1)

    grow(0, left, 1, 0, 1)
    return tuple(found)


def _walk(dice: TurnDice) -> dict[Key, Aside]:
    """Every node with one of its asides, found through the rules engine."""
    start = dice.start.aside
    found, frontier = {node_key(start): start}, [start]
    while frontier:
        aside = frontier.pop()
        if aside.is_complete:
            continue
        for symbol in range(len(dice.die.symbols)):
            if not aside.mask >> symbol & 1:
                for count in range(1, aside.left + 1):
                    child = aside.add(symbol, count)
                    if node_key(child) not in found:
                        found[node_key(child)] = child
                        frontier.append(child)
    return found


@cache
def turn_graph(dice: TurnDice) -> TurnGraph:
    """The graph of a turn with these dice, built once."""
    found = _walk(dice)
    # Fewer symbols aside first, so that a sweep from the end meets every child before its parents.
    asides = sorted(found.values(), key=lambda aside: (aside.mask.bit_count(), node_key(aside)))
    index = {node_key(aside): i for i, aside in enumerate(asides)}
    rolling: list[tuple[int, int, int]] = []
    dead: list[float] = []
    outcomes: list[_Outcome] = []
    children: list[int] = []
    for node, aside in enumerate(asides):
        if aside.is_complete:
            continue
        mine = _outcomes(dice.die, aside.mask, aside.left)
        rolling.append((node, len(outcomes), len(outcomes) + len(mine)))
        used = sum(weight for i, weight in enumerate(dice.die.weights) if aside.mask >> i & 1)
        dead.append((used / dice.die.faces) ** aside.left)
        outcomes += mine
        children += [index[node_key(aside.add(outcome.symbol, outcome.dice))] for outcome in mine]
    with_worm = {aside.total: aside for aside in asides if aside.has_worm}
    totals = sorted(with_worm)
    _, _, shorter, depth, chance = zip(*outcomes, strict=True)
    return TurnGraph(
        asides=tuple(asides),
        index=index,
        endings=(None, *map(with_worm.__getitem__, totals)),
        ending=np.array([totals.index(a.total) + 1 if a.has_worm else 0 for a in asides], np.uint8),
        complete=np.array([aside.is_complete for aside in asides]),
        rolling=np.array(rolling, np.uint32),
        dead=np.array(dead),
        chance=np.array(chance),
        child=np.array(children, np.uint16),
        shorter=np.array(shorter, np.uint16),
        depth=np.array(depth, np.uint8),
    )
