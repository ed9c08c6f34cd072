"""Every position of two-player Junior has a number, and its number tells where it leads to."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import roost
from games.junior.small import MixedJunior, followers
from roost.games.junior import Junior, JuniorState
from roost.games.junior.faces.solved.blocks import JuniorSolver
from roost.games.junior.faces.solved.position_index import KINDS, Position, Positions, positions_of
from roost.games.junior.faces.solved.search import level_of
from roost.games.tiles import Snatch, Take

JUNIOR = Junior(players=2)
ALL = positions_of(JUNIOR)
numbers = st.integers(0, len(ALL) - 1)


def test_number_of_positions() -> None:
    """There are 251,637,264 positions with a turn to play, seen from the mover, and the opening is the last."""
    assert len(ALL) == 251_637_264
    assert sum(block.positions for block in ALL.blocks) == len(ALL)
    assert ALL.position(len(ALL) - 1) == Position((), 0, 12)


def test_every_number_of_a_small_box_is_one_position() -> None:
    """Numbers and positions correspond one to one, line by line in the order of a dictionary."""
    few = positions_of(MixedJunior(players=2))
    found = [few.position(number) for number in range(len(few))]
    assert [few.number(position) for position in found] == list(range(len(few)))
    assert len(set(found)) == len(found)
    for before, after in pairwise(found):
        if (len(before.line), before.grill) == (len(after.line), after.grill):
            assert (before.line, before.divider) < (after.line, after.divider)


@given(numbers, st.integers(0, 1))
def test_numbers_of_the_whole_box(number: int, seat: int) -> None:
    """A number, its position and the engine's position lead back to one another, whichever seat moves."""
    position = ALL.position(number)
    state = ALL.state(JUNIOR, position, seat)
    assert (ALL.number(position), ALL.of(state)) == (number, position)
    assert roost.position(str(state)) == state  # which the engine accepts


@given(numbers, st.integers(0, 1))
def test_where_positions_lead_to(number: int, seat: int) -> None:
    """Failing, taking and pinching lead where the engine leads, in a line, in its number, and in the kernel's eyes."""
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
def test_order_of_the_blocks(number: int) -> None:
    """Taking and failing lead to an earlier block; a pinch stays in it, and the pinch back leads back."""
    position = ALL.position(number)
    (after,) = level_of(JuniorSolver(JUNIOR), np.array([number])).after.tolist()
    block = ALL.block(len(position.line), position.grill)
    assert all(later < block.start for later in after[:-1])
    if after[-1] >= 0:
        assert block.start <= after[-1] < block.start + block.positions
        assert ALL.position(after[-1]).pinched() == position


def test_tiles_that_never_lie_so() -> None:
    """A position in which a low tile lies face down and a higher one does not has no number."""
    state = roost.position("junior grill=4,4,5,9 A=6 B=- turn=B")
    assert isinstance(state, JuniorState)
    assert ALL.of(state) is None


def test_refusals() -> None:
    """A number beyond the last and a box with three of a kind are refused in words."""
    with pytest.raises(ValueError, match="251,637,263"):
        ALL.position(len(ALL))
    with pytest.raises(ValueError, match="0, 1 or 2"):
        Positions((3,) + (0,) * (KINDS - 1))
