"""The indexing of two-player Junior's positions, and the successors that follow from the indices."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import roost
from games.junior.small import MixedJunior, followers
from roost.games.junior import Junior, JuniorState
from roost.games.junior.adapters.solved.blocks import JuniorSolver
from roost.games.junior.adapters.solved.position_index import KINDS, JuniorPositions, TurnStart, positions_of
from roost.games.junior.adapters.solved.search import level_of
from roost.games.tiles import Snatch, Take

JUNIOR = Junior(players=2)
ALL = positions_of(JUNIOR)
numbers = st.integers(0, len(ALL) - 1)


def test_there_are_251_637_264_positions() -> None:
    """There are 251,637,264 positions with a turn to play, and the opening is the last of them."""
    assert len(ALL) == 251_637_264
    assert sum(block.positions for block in ALL.blocks) == len(ALL)
    assert ALL.position(len(ALL) - 1) == TurnStart((), 0, 12)


def test_every_index_of_a_small_box_is_one_position() -> None:
    """Indices and positions correspond one to one, in lexicographic order of the lines."""
    few = positions_of(MixedJunior(players=2))
    positions = [few.position(number) for number in range(len(few))]
    assert [few.number(position) for position in positions] == list(range(len(few)))
    assert len(set(positions)) == len(positions)
    for before, after in pairwise(positions):
        if (len(before.line), before.grill) == (len(after.line), after.grill):
            assert (before.line, before.divider) < (after.line, after.divider)


@given(numbers, st.integers(0, 1))
def test_indices_positions_and_states_correspond(number: int, seat: int) -> None:
    """An index, its position and the engine's state convert into each other, for both movers."""
    position = ALL.position(number)
    state = ALL.state(JUNIOR, position, seat)
    assert (ALL.number(position), ALL.of(state)) == (number, position)
    assert roost.position(str(state)) == state  # the engine accepts the state


@given(numbers, st.integers(0, 1))
def test_successors_equal_those_of_the_rules_engine(number: int, seat: int) -> None:
    """Failing, taking and pinching lead to the engine's positions, by line, by index and in the kernel."""
    position = ALL.position(number)
    state = ALL.state(JUNIOR, position, seat)
    (after,) = level_of(JuniorSolver(JUNIOR), np.array([number])).after.tolist()
    expected = [-1] * 8
    for claim, next_state in followers(state).items():
        if isinstance(claim, Take):
            place, next_position = claim.tile - 3, position.took(claim.tile - 4)
        elif isinstance(claim, Snatch):
            place, next_position = 7, position.pinched()
            assert claim.tile - 4 == position.line[position.divider]
        else:
            place, next_position = 0, position.failed()
        if next_state.outcome is None:
            assert isinstance(next_state, JuniorState)
            assert ALL.of(next_state) == next_position
            expected[place] = ALL.number(next_position)
        else:
            assert next_position.grill == 0
            assert ALL.state(JUNIOR, next_position, 1 - seat) == next_state
    assert after == expected


@given(numbers)
def test_taking_and_failing_lead_to_an_earlier_block(number: int) -> None:
    """Taking and failing lead to an earlier block; a pinch stays in the block, and the pinch back undoes it."""
    position = ALL.position(number)
    (after,) = level_of(JuniorSolver(JUNIOR), np.array([number])).after.tolist()
    block = ALL.block(len(position.line), position.grill)
    assert all(later < block.start for later in after[:-1])
    if after[-1] >= 0:
        assert block.start <= after[-1] < block.start + block.positions
        assert ALL.position(after[-1]).pinched() == position


def test_positions_impossible_in_play_have_no_index() -> None:
    state = roost.position("junior grill=4,4,5,9 A=6 B=- turn=B")
    assert isinstance(state, JuniorState)
    assert ALL.of(state) is None


def test_indices_and_boxes_out_of_range_are_refused() -> None:
    """An index beyond the last and a box with three tiles of a kind raise ValueError."""
    with pytest.raises(ValueError, match="251,637,263"):
        ALL.position(len(ALL))
    with pytest.raises(ValueError, match="0, 1 or 2"):
        JuniorPositions((3,) + (0,) * (KINDS - 1))
