"""The parts of the planner of Picnic Blitz, each against the plainest way to say the same."""

from itertools import product

import numpy as np
import pytest

from games.picnic.lead import lane_lead, token_lead
from games.picnic.positions import random_states
from games.picnic.summed import unpacked, worth_of
from roost.core.state import Node
from roost.core.stream import Stream
from roost.games.picnic import PicnicState
from roost.games.picnic.board import Board
from roost.games.picnic.faces.odds import plan_under_way
from roost.games.picnic.faces.progress import points_of, value_turn_entries
from roost.games.picnic.faces.reroll_kernel import FRESH, Allowance, make_choices, parts_of, reroll
from roost.games.picnic.faces.rolls import dice_tables
from roost.games.picnic.moves import Push
from roost.games.picnic.turn import DIE, Turn


def noise(seed: str, count: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """Some numbers without any sense."""
    stream = Stream(seed)
    return np.array([stream.below(10_000) / 100 for _ in range(count)])


# -- dice --------------------------------------------------------------------------------------------------------------


def test_there_are_462_rolls_and_924_choices_of_dice() -> None:
    """The rolls of six dice come first."""
    tables = dice_tables()
    assert len(tables.rolls) == 462
    assert len(tables.dice) == len(set(tables.dice)) == 924
    assert {roll.size for roll in tables.rolls} == {6}


@pytest.mark.parametrize("ants", [0, 3])
def test_re_rolls_are_weighted_averages_and_the_best_part_of_a_roll_is_kept(ants: int) -> None:
    """Rolling the missing dice averages over what may come, and of all that can be left the most valuable is."""
    tables, worth = dice_tables(), noise("worth", 462)
    choices, final = make_choices(tables), np.array([worth, worth])
    reroll(Allowance(0, ants, min(ants, 1)), final, tables.chance, parts_of(tables), choices, np.empty(final.shape))
    for kept in tables.dice[::13]:
        missing = DIE.dice(6 - kept.size)
        average = sum(ways * worth[tables.index[kept + roll]] for roll, ways in missing.rolls) / missing.ways
        assert choices.rolled[0, 0, tables.index[kept]] == pytest.approx(average)
    for roll, chosen in zip(tables.rolls[::7], choices.choice[0, FRESH, ::7].tolist(), strict=True):
        parts = [DIE.roll(counts) for counts in product(*(range(count + 1) for count in roll.counts))]
        offered = [part for part in parts if part.size >= 6 - ants]
        assert tables.dice[chosen] in offered
        left = {part: choices.rolled[0, 0, tables.index[part]] for part in offered}
        assert choices.best[0, FRESH, tables.index[roll]] == max(left.values()) == left[tables.dice[chosen]]


# -- entries -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(15))
def test_entries_hold_the_boards_that_attacks_lead_to(number: int) -> None:
    """Track by track and put together, or push by push in the engine: the boards and their prices are the same."""
    state = random_states(15, "layers")[number]
    entries = plan_under_way(state).entries
    lanes = []
    for track, (length, _) in enumerate(state.game.tracks):
        here = range(entries.first[track], entries.first[track + 1])
        still = [e for e in here if entries.steps[e] == 0]
        lanes.append([(unpacked(int(entries.lane[e]), length), int(entries.cost[e])) for e in still])
    boards = {tuple(lane for lane, _ in some): sum(cost for _, cost in some) for some in product(*lanes)}
    assert {board: cost for board, cost in boards.items() if cost <= 3} == _pushed(state, 3)


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


def test_entries_count_what_the_estimate_says() -> None:
    """The compiled estimate is that of its twin, to the last bit: its points are so fine that sums are exact."""
    for state in random_states(60, "estimate"):
        plan, seat = plan_under_way(state), state.seat or 0
        points, worth = points_of(state.game)._replace(win=0.0), np.zeros(len(plan.entries.lane))
        away, held = value_turn_entries(plan.packed.rules, plan.state, plan.entries, points, worth)
        told = worth_of(plan, lambda place, lane, state=state, seat=seat: lane_lead(state.game, place, lane, seat))  # type: ignore[misc]  # a default binds the state
        assert worth.tolist() == told.tolist()
        tokens = [(*state.queens[:seat], own, *state.queens[seat + 1 :]) for own in (False, True)]
        now = token_lead(state.game, state.queens, seat)
        assert [away, held] == [token_lead(state.game, some, seat) - now for some in tokens]
