"""Exact counts: how large the turn is, and how many ways a game can go to a small depth.

Both are found by walking the rules engine itself, so that a rule that slips changes a number here.
"""

import json
from collections.abc import Sequence
from functools import cache
from math import comb
from typing import NamedTuple

import pytest

import roost
from golden import DATA
from roost.core.dice import Roll
from roost.core.state import Move, State
from roost.games.set_aside import Aside, DeadRoll, LaidAside, SetAsideState
from soak import SOAKING

pytestmark = pytest.mark.slow

# -- the turn as a graph -------------------------------------------------------------------------------------------


class TurnGraph(NamedTuple):
    """The size of the graph that is left of a turn when everything that does not matter any more is merged.

    Two points of a turn are the same node if the same *set* of symbols lies aside, with as many dice left and the
    same sum: how many dice show each symbol aside no longer matters. Of a roll only the symbols that do not lie
    aside yet can be told apart; all others are merged, and the roll of nothing else is one outcome, the dead roll.
    """

    nodes: int
    """The start, and everything that setting dice aside can lead to."""
    rolling: int
    """Nodes with a roll still to come if the player wants it: dice are left, and not every symbol lies aside."""
    outcomes: int
    """Rolls that can be told apart, dead rolls included, summed over the rolling nodes."""
    choices: int
    """Symbols that can be set aside, summed over all those rolls."""


def walk_turn(start: SetAsideState) -> TurnGraph:
    """Walk every turn from its start by playing it."""
    nodes = {node(start.turn.aside)}
    waiting, rolling, outcomes, choices = [start], 0, 0, 0
    while waiting:
        state = waiting.pop()
        aside = state.turn.aside
        rolling += 1
        told_apart = {fresh(roll, aside): roll for roll, _ in state.rolls()}
        outcomes += len(told_apart)
        for roll in told_apart.values():
            rolled, told = state.play(roll)
            if DeadRoll(0) in told:
                continue
            for choice in rolled.actions():
                after, (laid, *_) = rolled.play(choice)
                assert isinstance(laid, LaidAside)
                assert isinstance(after, SetAsideState)
                choices += 1
                more = aside.add(aside.dice.die.index[laid.symbol], laid.count)
                if node(more) not in nodes:
                    nodes.add(node(more))
                    if not more.is_complete:
                        again = after.play("roll").state
                        assert isinstance(again, SetAsideState)
                        waiting.append(again)
    return TurnGraph(len(nodes), rolling, outcomes, choices)


def node(aside: Aside) -> tuple[int, int, int]:
    """The rest of the dice aside when all that no longer matters is merged."""
    return (aside.mask, aside.left, aside.total)


def fresh(roll: Roll, aside: Aside) -> tuple[int, ...]:
    """How many dice show each symbol that does not lie aside yet."""
    return tuple(count for i, count in enumerate(roll.counts) if not aside.mask >> i & 1)


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("name", "graph"),
    [
        ("heckmeck", TurnGraph(1_939, 1_287, 34_389, 72_312)),
        ("barbecue", TurnGraph(2_234, 1_456, 35_939, 74_438)),
        ("junior", TurnGraph(227, 152, 2_658, 4_731)),
    ],
)
def test_the_size_of_a_turn(name: str, graph: TurnGraph) -> None:
    """The merged graph of a whole turn has exactly so many nodes, rolls and choices."""
    opening = roost.game(name).opening()
    assert isinstance(opening, SetAsideState)
    assert walk_turn(opening) == graph


# -- the game as a tree ----------------------------------------------------------------------------------------------


def moves(state: State) -> Sequence[Move]:
    """Everything that can happen next: distinct rolls, or actions."""
    return [roll for roll, _ in state.rolls()] or state.actions()


@cache
def ways(state: State, depth: int) -> int:
    """In how many ways so many moves can be played from here. Equal positions are counted once and remembered."""
    if depth == 1:
        return len(moves(state))
    return sum(ways(state.play(move).state, depth - 1) for move in moves(state))


COUNTED: dict[str, list[int]] = json.loads((DATA / "counts.json").read_text("utf-8"))
"""Positions, and in how many ways one, two, three … moves can be played from there."""


@pytest.mark.no_cover
@pytest.mark.soak
@pytest.mark.parametrize("position", COUNTED)
def test_the_number_of_ways(position: str) -> None:
    """From this position there are exactly as many ways to play on as have been counted."""
    state, known = roost.position(position), COUNTED[position][: None if SOAKING else -1]
    assert [ways(state, depth) for depth in range(1, len(known) + 1)] == known


def test_the_openings_are_counted() -> None:
    """Every game is counted from its opening, for the fewest and for the most players."""
    for name, kind in roost.all_games().items():
        for players in (kind.player_range[0], kind.player_range[-1]):
            assert str(roost.game(name, players).opening()) in COUNTED


def test_two_moves_by_arithmetic() -> None:
    """With eight dice there are C(13, 5) distinct rolls, and C(12, 5) of them show any one of the six symbols."""
    assert [ways(roost.game("heckmeck").opening(), depth) for depth in (1, 2)] == [comb(13, 5), 6 * comb(12, 5)]
