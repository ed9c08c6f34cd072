"""The network's inputs about the next turn in Picnic Blitz: the chances to capture each food and to win."""

from itertools import product

import numpy as np
import pytest

import roost
from roost.games.picnic.adapters.features import SEAT
from roost.study.fast.packed import packing
from roost.study.models.features import features_of

NEXT = SEAT - 14


def next_turns(position: str) -> list[list[float]]:
    """Return inputs about each seat's next turn: chances to capture each food and to win by it, and two totals."""
    state = roost.position(position)
    packed = packing(state.game)
    seats: list[list[float]] = features_of(packed, packed.pack(state), np.array([0])).seats[0, :, NEXT:].tolist()
    return seats


def chance_with_one_ant(wanted: int) -> float:
    """Return the chance to roll at least ``wanted`` 1s with one re-roll of one die, counted over all rolls."""
    rolls = [roll.count(1) for roll in product(range(1, 7), repeat=6)]
    one_more = sum(shown == wanted - 1 for shown in rolls) / 6
    return (sum(shown >= wanted for shown in rolls) + one_more) / 6**6


def test_the_chance_of_food_is_the_chance_of_enough_matching_dice() -> None:
    """Enough dice of one number are needed, with a re-roll for each active ant; a closed track has a chance of 0."""
    own, rival = next_turns("picnic start=A board=4A/6B/-/-/-/- A=- B=- turn=A")
    assert own[0] == pytest.approx(chance_with_one_ant(2))
    assert own[1:6] == [0.0] * 5  # the food is too far away or held
    assert rival[0] == pytest.approx(chance_with_one_ant(6))


def test_only_enough_food_gives_a_chance_to_win() -> None:
    """Food wins only if it brings enough points; with a Queen token two foods together can."""
    board = "3B/5A,6B/2A,7B/3B,8A/6A/2A,10B"
    own, rival = next_turns(f"picnic start=A board={board} A=- B=- turn=A")
    assert own[6:] == [0.0] * 8
    assert rival[6:12] == [0.0, 0.0, rival[2], 0.0, 0.0, 0.0]
    assert rival[12] == pytest.approx(rival[2])
    assert rival[13] == 0.0
    _, with_token = next_turns(f"picnic start=A board={board} A=- B=queen turn=A")
    assert with_token[13] == pytest.approx(1 - (1 - rival[2]) ** 2)
    _, pair = next_turns("picnic start=A board=5B/5B/-/-/-/10B A=- B=queen turn=A")
    assert pair[12] == 0.0
    assert pair[13] == 0.0
    _, pair = next_turns("picnic start=A board=4A,5B/5B/7B/-/10B/1A,2B A=- B=queen turn=A")
    assert pair[12] == 0.0
    assert pair[13] == pytest.approx(pair[0] * pair[2])
