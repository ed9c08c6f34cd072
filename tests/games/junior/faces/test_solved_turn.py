"""The merged turn of Junior is worth what the whole turn is worth, whatever its results are worth."""

import numpy as np
import pytest

from roost.games.junior import Junior
from roost.games.junior.faces.solved.kernel import solve_listed, workspace
from roost.games.junior.faces.solved.turn import RESULTS, result_of, small_turn
from roost.games.set_aside.faces.graph import turn_graph
from roost.games.set_aside.faces.sweep import solve


def test_size_of_the_merged_turn() -> None:
    """Of 227 nodes, 70 with a roll to come are left, and of 2,658 outcomes 592."""
    turn = small_turn(Junior(players=2).turn_dice)
    assert (len(turn), len(turn.chance)) == (70, 592)


@pytest.mark.parametrize("double_face", ["worm", "cheese", "bun"])
def test_merged_turn_against_the_whole_one(double_face: str) -> None:
    """For 200 random payoffs, both are worth the same at the start."""
    dice = Junior(players=2, double_face=double_face).turn_dice
    turn, graph = small_turn(dice), turn_graph(dice)
    worth = np.random.default_rng(7).random((200, RESULTS))
    worth[:50] = worth[:50].round()  # many equal results
    found = np.empty(len(worth))
    nothing, nobody = np.zeros((len(worth), 2), np.int64), np.full(len(worth), -1)
    solve_listed(turn.arrays, workspace(turn), worth, nothing, nobody, found)
    ending = [0 if aside is None else result_of(aside) for aside in graph.endings]
    end = np.ascontiguousarray(worth[:, ending].T)
    _, roll = solve(graph, end, end, end)
    assert found == pytest.approx(roll[0], abs=1e-13)
