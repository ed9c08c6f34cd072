"""Tests of packed states: single moves, action indices, and errors."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest

import roost
from roost.core.game import Game
from roost.games.junior import Junior
from roost.study.fast import packing

HECKMECK = roost.game("heckmeck", players=3)


@pytest.mark.parametrize(
    ("position", "numbers"),
    [
        ("heckmeck grill=21-36 A=- B=- C=- turn=A roll=11234w55", {"1": 0, "2": 1, "3": 2, "4": 3, "5": 4, "w": 5}),
        ("heckmeck grill=21-24 A=- B=- C=25 turn=A aside=55555", {"roll": 6, "stop": 7}),
        ("heckmeck grill=21-24 A=- B=- C=25 turn=A aside=5555w", {"roll": 6, "take24": 7, "snatch25@C": 9}),
        ("junior grill=4 A=- B=- C=5 D=5 turn=B aside=wwwb", {"roll": 5, "take4": 6, "snatch5@C": 7, "snatch5@D": 8}),
        ("barbecue grill=29:A A=3w0s B=- turn=B aside=ww6643", {"roll": 6, "steal29": 7}),
    ],
)
def test_action_indices_mean_what_is_documented(position: str, numbers: dict[str, int]) -> None:
    """Symbols have the first indices, then come rolling, stopping, and snatching by seat."""
    state = roost.position(position)
    packed = packing(state.game)
    assert {str(action): packed.number(state, action) for action in state.actions()} == numbers
    assert [str(packed.action(state, number)) for number in sorted(numbers.values())] == list(numbers)
    assert packed.legal(packed.pack(state)) == sorted(numbers.values())


@pytest.mark.parametrize("number", [1, 6, -1, 10**9])
def test_an_illegal_action_is_refused(number: int) -> None:
    """The error for an illegal action lists the legal ones, and the record does not change."""
    packed = packing(HECKMECK)
    record = packed.opening()
    packed.apply_roll(record, (8, 0, 0, 0, 0, 0))
    before = record.copy()
    with pytest.raises(roost.IllegalMoveError, match="legal: 0") as error:
        packed.apply_action(record, number)
    assert error.value.position is not None
    assert np.array_equal(record, before)


@pytest.mark.parametrize("counts", [(7, 0, 0, 0, 0, 0), (9, 0, 0, 0, 0, 0), (9, -1, 0, 0, 0, 0), (8,), ()])
def test_an_impossible_roll_is_refused(counts: tuple[int, ...]) -> None:
    """A roll with a wrong number of dice is refused, and the record does not change."""
    packed = packing(HECKMECK)
    record = packed.opening()
    before = record.copy()
    with pytest.raises(roost.IllegalMoveError, match="8 dice"):
        packed.apply_roll(record, counts)
    assert np.array_equal(record, before)


def test_no_dice_are_rolled_at_a_decision() -> None:
    """A roll at a decision is refused."""
    packed = packing(HECKMECK)
    record = packed.opening()
    packed.apply_roll(record, (8, 0, 0, 0, 0, 0))
    with pytest.raises(roost.IllegalMoveError, match="0 dice"):
        packed.apply_roll(record, (0, 0, 0, 0, 0, 0))


@pytest.mark.parametrize("counts", [(0, 0, 0), (1, 1, 0), (1, 0), (8, 0, 0, 0, 0, 0)])
def test_a_draw_names_one_seat(counts: tuple[int, ...]) -> None:
    """A draw of the first player must have a single 1, for one of the seats."""
    packed = packing(roost.game("heckmeck", players=3, start="random"))
    record = packed.opening()
    with pytest.raises(roost.IllegalMoveError, match="does not draw a seat"):
        packed.apply_roll(record, counts)
    packed.apply_roll(record, (0, 1, 0))
    assert packed.unpack(record).seat == 1


def test_a_game_without_a_kernel_cannot_be_packed() -> None:
    """The error says that the game has no compiled kernel."""

    @dataclass(frozen=True)
    class Other(Junior):
        name: ClassVar[str] = "other"

    game: Game = Other()
    with pytest.raises(roost.OptionError, match="other has no compiled kernel"):
        packing(game)
