"""Tests of the turn graph and its sweeps."""

import numpy as np
import pytest

import roost
from roost.games.set_aside import SetAsideGame, TurnDice, shared_turn_dice
from roost.games.set_aside.adapters.graph import SetAsideGraph, turn_graph
from roost.games.set_aside.adapters.solution import payoff
from roost.games.set_aside.adapters.sweep import reach, solve
from roost.study.odds.choice import swing
from study.odds.positions import SET_ASIDE_GAMES, random_positions

pytestmark = pytest.mark.slow

# Nodes, nodes with a roll, and possible outcomes of those rolls including dead ones.
SIZES = {"heckmeck": (1_939, 1_287, 34_389), "barbecue": (2_234, 1_456, 35_939), "junior": (227, 152, 2_658)}


def turn_dice(name: str) -> TurnDice:
    game = roost.game(name)
    assert isinstance(game, SetAsideGame)
    return game.turn_dice


def outcomes(graph: SetAsideGraph, k: int) -> slice:
    _, first, end = graph.rolling[k]
    return slice(first, end)


@pytest.mark.parametrize("name", SET_ASIDE_GAMES)
def test_the_size_of_each_graph(name: str) -> None:
    """The numbers of nodes and outcomes agree with an independent count."""
    graph = turn_graph(turn_dice(name))
    possible = sum(chance > 0 for chance in (*graph.chance, *graph.dead))
    assert (len(graph), len(graph.rolling), possible) == SIZES[name]


@pytest.mark.parametrize("name", SET_ASIDE_GAMES)
def test_chances_sum_to_one(name: str) -> None:
    """At every rolling node, the chances of outcomes and of the dead roll sum to one."""
    graph = turn_graph(turn_dice(name))
    sums = [graph.dead[k] + sum(graph.chance[outcomes(graph, k)]) for k in range(len(graph.rolling))]
    assert sums == pytest.approx([1.0] * len(sums), abs=1e-13)
    assert min(graph.chance) >= 0
    assert graph.dead[0] == 0  # at the start every symbol is new, so no roll is dead


@pytest.mark.parametrize("name", SET_ASIDE_GAMES)
def test_outcomes_agree_with_the_rolls_of_the_engine(name: str) -> None:
    """Each outcome's chance, and the choices after it, agree with the rules engine."""
    graph = turn_graph(turn_dice(name))
    for k in range(0, len(graph.rolling), 97):
        aside = graph.asides[graph.rolling[k][0]]
        expected: dict[tuple[int, ...], float] = {}
        for roll, ways in aside.rest.rolls:
            fresh = [i for i, count in enumerate(roll.counts) if count and not aside.mask >> i & 1]
            offered = tuple(graph.node(aside.add(i, roll.counts[i])) for i in fresh)
            expected[offered] = expected.get(offered, 0.0) + ways / aside.rest.ways
        actual: dict[tuple[int, ...], float] = {(): float(graph.dead[k])} if aside.roll.size else {}
        offers: list[tuple[int, ...]] = [()]
        for outcome in range(outcomes(graph, k).start, outcomes(graph, k).stop):
            shorter = offers[graph.shorter[outcome]]
            offers.append((*shorter, int(graph.child[outcome])))
            assert graph.depth[outcome] == len(shorter) + 1
            if graph.chance[outcome]:
                actual[offers[-1]] = float(graph.chance[outcome])
        assert actual == pytest.approx(expected, abs=1e-15)


@pytest.mark.parametrize("name", SET_ASIDE_GAMES)
def test_children_come_after_their_parents(name: str) -> None:
    """A sweep from the last node to the first reaches every child before its parents."""
    graph = turn_graph(turn_dice(name))
    for k, (node, _, _) in enumerate(graph.rolling):
        assert min(graph.child[outcomes(graph, k)]) > node


@pytest.mark.parametrize("name", SET_ASIDE_GAMES)
def test_endings_of_nodes_agree_with_the_engine(name: str) -> None:
    """The total, the worm and the completeness of each node's ending agree with the rules engine."""
    graph = turn_graph(turn_dice(name))
    assert graph.endings[0] is None
    for node, aside in enumerate(graph.asides):
        ending = graph.endings[graph.ending[node]]
        assert (ending.total if ending else None) == (aside.total if aside.has_worm else None)
        assert bool(graph.complete[node]) == aside.is_complete
        assert graph.node(aside) == node


def test_equal_dice_share_one_graph() -> None:
    shared = turn_dice("heckmeck")
    equal = TurnDice(shared.die, shared.count)
    graph = turn_graph(equal)
    assert graph is turn_graph(shared)
    assert graph.node(equal.start.aside) == graph.node(shared.start.aside) == 0


def test_one_die_has_a_tiny_graph() -> None:
    """A Heckmeck die has a start node and a node per symbol, and only the worm makes a result valid."""
    graph = turn_graph(shared_turn_dice(turn_dice("heckmeck").die, 1))
    assert len(graph) == 7
    assert len(graph.rolling) == 1
    assert [ending and ending.total for ending in graph.endings] == [None, 5]


@pytest.mark.parametrize("name", SET_ASIDE_GAMES)
def test_a_batch_gives_the_same_solutions(name: str) -> None:
    """Solving 64 payoffs at once gives the same values as solving them one by one, even in reused memory."""
    graph = turn_graph(turn_dice(name))
    # Junior's variants have other dice but the same totals, so their payoffs suit this graph too.
    payoffs = [payoff(state, swing(state)) for state in random_positions(name, 64, "batch")]
    end, stop, dead = (np.stack([getattr(p, table) for p in payoffs], axis=1) for table in ("end", "stop", "dead"))
    best, roll = solve(graph, end, stop, dead)
    for i, single in enumerate(payoffs):
        best_alone, roll_alone = solve(graph, single.end, single.stop, single.dead)
        assert best[:, i] == pytest.approx(best_alone, abs=1e-12)
        assert roll[:, i] == pytest.approx(roll_alone, abs=1e-12)
    buffers = np.full_like(best, 7.0), np.full_like(roll, -7.0)
    reused = solve(graph, end, stop, dead, out=buffers)
    assert reused[0] is buffers[0]
    assert reused[1] is buffers[1]
    assert (reused[0] == best).all()
    assert (reused[1] == roll).all()


@pytest.mark.parametrize("name", SET_ASIDE_GAMES)
def test_every_turn_ends(name: str) -> None:
    """From the start, the chances to stop and to roll dead sum to one."""
    graph = turn_graph(turn_dice(name))
    end = np.arange(len(graph.endings), dtype=float)
    best, roll = solve(graph, end, end, np.zeros_like(end))
    stopped, died = reach(graph, end, best, roll, 0)
    assert stopped.sum() + died.sum() == pytest.approx(1.0, abs=1e-12)
    assert (stopped * end).sum() == pytest.approx(best[0], abs=1e-12)
