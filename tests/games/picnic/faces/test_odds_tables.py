"""The parts of the Picnic Blitz solver, each against the plainest way to say the same."""

from itertools import product

import numpy as np
import pytest

from games.picnic.positions import random_states
from games.picnic.table import position
from roost.core.state import Node
from roost.core.stream import Stream
from roost.games.picnic import PicnicState
from roost.games.picnic.board import Board
from roost.games.picnic.faces.solver.boards import Boards
from roost.games.picnic.faces.solver.plans import layer_ways, plans_of, roll_groups
from roost.games.picnic.faces.solver.rolls import roll_tables
from roost.games.picnic.moves import Push
from roost.games.picnic.turn import DIE, Turn


def noise(seed: str, count: int) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Some numbers without any sense, in one column."""
    stream = Stream(seed)
    return np.array([[stream.below(10_000) / 100] for _ in range(count)])


# -- dice --------------------------------------------------------------------------------------------------------------


def test_there_are_462_rolls_and_924_choices_of_dice() -> None:
    """The rolls of six dice come first; each can be parted in as many ways as its numbers allow."""
    tables = roll_tables()
    assert len(tables.rolls) == 462
    assert len(tables.dice) == len(set(tables.dice)) == 924
    assert {roll.size for roll in tables.rolls} == {6}
    assert len(tables.parts) == sum(np.prod([count + 1 for count in roll.counts]) for roll in tables.rolls)


def test_the_expectation_is_the_weighted_average_over_the_missing_dice() -> None:
    """With any dice on the table, rolling the others averages over what may come, by its weight."""
    tables = roll_tables()
    worth = noise("worth", len(tables.rolls))
    expected = tables.expected(worth)
    for kept in tables.dice[::13]:
        missing = DIE.dice(6 - kept.size)
        average = sum(ways * worth[tables.index[kept + roll], 0] for roll, ways in missing.rolls) / missing.ways
        assert expected[tables.index[kept], 0] == pytest.approx(average)


def test_the_best_part_of_a_roll_is_kept() -> None:
    """Of everything that can be left of a roll, the most valuable is chosen; of equals, the most dice."""
    tables = roll_tables()
    worth = noise("parts", len(tables.dice))
    for roll, chosen in zip(tables.rolls, tables.choose(worth).tolist(), strict=True):
        parts = [DIE.roll(counts) for counts in product(*(range(count + 1) for count in roll.counts))]
        assert worth[chosen, 0] == max(worth[tables.index[part], 0] for part in parts)
        assert tables.dice[chosen] in parts
    everything_alike = tables.choose(np.full((len(tables.dice), 1), 1 / 3))
    assert everything_alike.tolist() == list(range(len(tables.rolls)))


# -- plans -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("queen", [False, True])
def test_every_roll_finds_its_plans_in_its_group(queen: bool) -> None:
    """The groups hold every roll once, offer it exactly its own plans, and no way is missing from a layer."""
    rolls, ways, seen = roll_tables().rolls, layer_ways(queen), []
    for group in roll_groups(queen):
        for place, offered in zip(group.rolls.tolist(), group.offered.tolist(), strict=True):
            plans = [group.plans[i] for i in offered if i < len(group.plans)]
            [attacks] = {plan.attacks for plan in plans if not plan.skips and not plan.queen_attacks}
            assert plans == list(plans_of(rolls[place], attacks, queen))
            for plan in plans:
                assert plan.skips or all(plan.way in ways[cost] for cost in range(plan.attacks + 1))
            seen.append(place)
    assert sorted(seen) == list(range(462))


# -- boards ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(15))
def test_layers_hold_the_boards_that_attacks_lead_to(number: int) -> None:
    """Track by track and put together, or push by push in the engine: the boards and their prices are the same."""
    state = random_states(15, "layers")[number]
    boards = Boards(state)
    found = _pushed(state, 3)
    for cost in range(4):
        codes = boards.layer(cost).tolist()
        assert len(codes) == len(set(codes))
        assert {boards.board(code) for code in codes} == {board for board, price in found.items() if price == cost}
        assert all(boards.cost(code) == cost for code in codes)


def _pushed(start: PicnicState, attacks: int) -> dict[Board, int]:
    """The boards in reach of so many attacks, with the fewest that it takes."""
    dice = DIE.parse("123456")
    found, frontier = {start.board: 0}, [start.at(Turn(Node.DECIDE, dice, attacks=attacks))]
    while frontier:
        state = frontier.pop()
        for action in state.actions():
            if isinstance(action, Push):
                after = state.play(action).state
                assert isinstance(after, PicnicState)
                price = attacks - after.attacks
                assert found.setdefault(after.board, price) == price
                frontier.append(after)
    return found


def test_codes_tell_boards_apart_and_back() -> None:
    """A board and its code are two names of one thing, and attacks lead only where pushes can."""
    state = position("board=2AB/4B/5B/3A,6B/5A/10B A=queen B=- turn=A")
    boards = Boards(state)
    assert boards.code(state.board) == 0
    codes = np.concatenate([boards.layer(cost) for cost in range(6)])
    assert [boards.code(boards.board(code)) for code in codes.tolist()] == codes.tolist()
    assert boards.reached(codes, 0).all()
    pushed = state.at(Turn(Node.DECIDE, DIE.parse("123456"), attacks=5)).play("pushB1").state
    assert isinstance(pushed, PicnicState)
    code = boards.code(pushed.board)
    for target, reached in zip(codes.tolist(), boards.reached(codes, code).tolist(), strict=True):
        behind = boards.board(target)[0].space_of(1) < 2
        assert reached == behind
        assert boards.leads(state.board, Push(1, 1), target) == behind
    moved = state.at(Turn(Node.DECIDE, DIE.parse("222345"))).play("move2").state
    assert isinstance(moved, PicnicState)
    assert boards.cost(boards.code(moved.board)) is None
