"""Exact counts: the size of a turn, and the number of ways to play a game to a small depth.

Both are counted by playing through the rules engine, so a mistake in a rule changes a number here.
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
    """The size of a turn's graph after equivalent points are merged.

    Two points of a turn are the same node if the same *set* of symbols lies aside, with as many dice left and the same
    sum; the number of dice of each symbol aside no longer matters. Rolls are distinguished only by the symbols that do
    not lie aside yet. The roll without any of these is one outcome, the dead roll.
    """

    nodes: int
    """Number of nodes: the start, and every point that setting dice aside can lead to."""
    rolling: int
    """Number of nodes from which the player may roll: dice are left, and not every symbol lies aside."""
    outcomes: int
    """Number of distinct rolls, dead rolls included, summed over the rolling nodes."""
    choices: int
    """Number of symbols that can be set aside, summed over all distinct rolls."""


def walk_turn(start: SetAsideState) -> TurnGraph:
    """Count the graph by playing every turn from its start."""
    nodes = {node(start.turn.aside)}
    waiting, rolling, outcomes, choices = [start], 0, 0, 0
    while waiting:
        state = waiting.pop()
        aside = state.turn.aside
        rolling += 1
        distinct = {fresh(roll, aside): roll for roll, _ in state.rolls()}
        outcomes += len(distinct)
        for roll in distinct.values():
            rolled, events = state.play(roll)
            if DeadRoll(0) in events:
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
    """Return the parts of the dice aside on which the rest of a turn depends."""
    return (aside.mask, aside.left, aside.total)


def fresh(roll: Roll, aside: Aside) -> tuple[int, ...]:
    """Return how many dice show each symbol that does not lie aside yet."""
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
def test_the_graph_of_a_turn_has_the_expected_size(name: str, graph: TurnGraph) -> None:
    """The merged graph of a whole turn has exactly the expected numbers of nodes, rolls and choices."""
    opening = roost.game(name).opening()
    assert isinstance(opening, SetAsideState)
    assert walk_turn(opening) == graph


# -- the game as a tree ----------------------------------------------------------------------------------------------


def moves(state: State) -> Sequence[Move]:
    """Return the distinct rolls or the actions that can come next."""
    return [roll for roll, _ in state.rolls()] or state.actions()


@cache
def ways(state: State, depth: int) -> int:
    """Return the number of ways to play ``depth`` moves from here; equal positions are cached."""
    if depth == 1:
        return len(moves(state))
    return sum(ways(state.play(move).state, depth - 1) for move in moves(state))


COUNTED: dict[str, list[int]] = json.loads((DATA / "counts.json").read_text("utf-8"))
"""Positions, each with the numbers of ways to play one, two, three … moves from it."""


@pytest.mark.no_cover
@pytest.mark.soak
@pytest.mark.parametrize("position", COUNTED)
def test_the_number_of_ways_to_play_is_unchanged(position: str) -> None:
    """There are exactly as many ways to play from a position as recorded."""
    state, recorded = roost.position(position), COUNTED[position][: None if SOAKING else -1]
    assert [ways(state, depth) for depth in range(1, len(recorded) + 1)] == recorded


def test_the_openings_are_counted() -> None:
    """The opening of every game is counted, for the fewest and for the most players."""
    for name, kind in roost.all_games().items():
        for players in (kind.player_range[0], kind.player_range[-1]):
            assert str(roost.game(name, players).opening()) in COUNTED


def test_the_count_of_two_moves_follows_from_arithmetic() -> None:
    """With eight dice there are C(13, 5) distinct rolls, and C(12, 5) of them show any given symbol."""
    assert [ways(roost.game("heckmeck").opening(), depth) for depth in (1, 2)] == [comb(13, 5), 6 * comb(12, 5)]
