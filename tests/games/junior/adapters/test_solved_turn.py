"""Junior's merged turn has the same value as the whole turn, whatever its results are worth."""

import numpy as np
import pytest

from roost.games.junior import Junior
from roost.games.junior.adapters.solved.kernel import solve_listed, workspace
from roost.games.junior.adapters.solved.turn import RESULTS, result_of, small_turn
from roost.games.set_aside.adapters.graph import turn_graph
from roost.games.set_aside.adapters.sweep import solve


def test_the_merged_turn_has_70_nodes_and_592_outcomes() -> None:
    """Merging leaves 70 of 227 nodes and 592 of 2,658 outcomes."""
    turn = small_turn(Junior(players=2).turn_dice)
    assert (len(turn), len(turn.chance)) == (70, 592)


@pytest.mark.parametrize("double_face", ["worm", "cheese", "bun"])
def test_the_merged_turn_has_the_whole_turns_value(double_face: str) -> None:
    """Both turns have the same value at the start for 200 random payoffs."""
    dice = Junior(players=2, double_face=double_face).turn_dice
    turn, graph = small_turn(dice), turn_graph(dice)
    worth = np.random.default_rng(7).random((200, RESULTS))
    worth[:50] = worth[:50].round()  # make many results equally good
    values = np.empty(len(worth))
    no_pinch, no_partner = np.zeros((len(worth), 2), np.int64), np.full(len(worth), -1)
    solve_listed(turn.arrays, workspace(turn), worth, no_pinch, no_partner, values)
    ending = [0 if aside is None else result_of(aside) for aside in graph.endings]
    end = np.ascontiguousarray(worth[:, ending].T)
    _, roll = solve(graph, end, end, end)
    assert values == pytest.approx(roll[0], abs=1e-13)
