"""The parts of Picnic Blitz's planner, each compared with a plain computation."""

from itertools import product

import numpy as np
import pytest

from games.picnic.positions import random_states
from games.picnic.summed import unpacked, worth_of
from roost.core.state import Node
from roost.core.stream import Stream
from roost.games.picnic import PicnicState
from roost.games.picnic.adapters.lead import lane_lead, token_lead
from roost.games.picnic.adapters.planned_odds import plan_under_way
from roost.games.picnic.adapters.progress import points_of, value_turn_entries
from roost.games.picnic.adapters.reroll_kernel import FRESH, Allowance, make_choices, parts_of, reroll
from roost.games.picnic.adapters.rolls import dice_tables
from roost.games.picnic.board import Board
from roost.games.picnic.moves import Push
from roost.games.picnic.turn import DIE, TurnStage


def noise(seed: str, count: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """Return random numbers."""
    stream = Stream(seed)
    return np.array([stream.below(10_000) / 100 for _ in range(count)])


# -- dice --------------------------------------------------------------------------------------------------------------


def test_there_are_462_rolls_and_924_choices_of_dice() -> None:
    """There are 462 rolls of six dice, listed first, among 924 partial rolls."""
    tables = dice_tables()
    assert len(tables.rolls) == 462
    assert len(tables.dice) == len(set(tables.dice)) == 924
    assert {roll.size for roll in tables.rolls} == {6}


@pytest.mark.parametrize("ants", [0, 3])
def test_a_re_roll_is_worth_an_average_and_keeps_the_best_dice(ants: int) -> None:
    """A partial roll is worth the average of the rolls that complete it, and the most valuable dice are kept."""
    tables, worth = dice_tables(), noise("worth", 462)
    choices, final = make_choices(tables), np.array([worth, worth])
    reroll(Allowance(0, ants, min(ants, 1)), final, tables.chance, parts_of(tables), choices, np.empty(final.shape))
    for part in tables.dice[::13]:
        missing = DIE.dice(6 - part.size)
        average = sum(ways * worth[tables.index[part + roll]] for roll, ways in missing.rolls) / missing.ways
        assert choices.rolled[0, 0, tables.index[part]] == pytest.approx(average)
    for roll, chosen in zip(tables.rolls[::7], choices.choice[0, FRESH, ::7].tolist(), strict=True):
        parts = [DIE.roll(counts) for counts in product(*(range(count + 1) for count in roll.counts))]
        offered = [part for part in parts if part.size >= 6 - ants]
        assert tables.dice[chosen] in offered
        values = {part: choices.rolled[0, 0, tables.index[part]] for part in offered}
        assert choices.best[0, FRESH, tables.index[roll]] == max(values.values()) == values[tables.dice[chosen]]


# -- entries -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(15))
def test_entries_hold_the_boards_that_attacks_lead_to(number: int) -> None:
    """Entries combined over the tracks give the same boards and prices as pushes in the engine."""
    state = random_states(15, "layers")[number]
    entries = plan_under_way(state).entries
    boards: dict[Board, int] = {(): 0}
    for track, (length, _) in enumerate(state.game.tracks):
        entry_range = range(entries.first[track], entries.first[track + 1])
        unmoved = [e for e in entry_range if entries.steps[e] == 0]
        lanes = [(unpacked(int(entries.lane[e]), length), int(entries.cost[e])) for e in unmoved]
        pairs = [((*board, lane), cost + more) for board, cost in boards.items() for lane, more in lanes]
        boards = {board: cost for board, cost in pairs if cost <= 3}
    assert boards == _pushed(state, 3)


def _pushed(start: PicnicState, attacks: int) -> dict[Board, int]:
    """Return the boards within reach of this many attacks, with the fewest attacks needed."""
    dice = DIE.parse("123456")
    prices, frontier = {start.board: 0}, [start.at(TurnStage(Node.DECIDE, dice, attacks=attacks))]
    while frontier:
        state = frontier.pop()
        for action in state.actions():
            if isinstance(action, Push):
                after = state.play(action).state
                assert isinstance(after, PicnicState)
                price = attacks - after.attacks
                assert prices.setdefault(after.board, price) == price
                frontier.append(after)
    return prices


def test_compiled_entries_have_the_values_of_the_plain_estimate() -> None:
    """The compiled estimate equals its twin to the last bit, because the points add up exactly."""
    for state in random_states(60, "estimate"):
        plan, seat = plan_under_way(state), state.seat or 0
        points, worth = points_of(state.game)._replace(win=0.0), np.zeros(len(plan.entries.lane))
        away, in_hand = value_turn_entries(plan.packed.rules, plan.state, plan.entries, points, worth)
        expected = worth_of(plan, lambda place, lane, state=state, seat=seat: lane_lead(state.game, place, lane, seat))  # type: ignore[misc]  # a default binds the state
        assert worth.tolist() == expected.tolist()
        tokens = [(*state.queens[:seat], own, *state.queens[seat + 1 :]) for own in (False, True)]
        now = token_lead(state.game, state.queens, seat)
        assert [away, in_hand] == [token_lead(state.game, queens, seat) - now for queens in tokens]
