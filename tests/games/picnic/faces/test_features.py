"""The next turn as the network of Picnic Blitz sees it: the chances of each food, and of the win."""

from itertools import product

import numpy as np
import pytest

import roost
from roost.games.picnic.faces.features import SEAT
from roost.study.fast.packed import packing
from roost.study.models.features import features_of

NEXT = SEAT - 14


def next_turns(position: str) -> list[list[float]]:
    """The view of each seat's next turn: the chances of each food and of the win there, in all, and by a token."""
    state = roost.position(position)
    packed = packing(state.game)
    seats: list[list[float]] = features_of(packed, packed.pack(state), np.array([0])).seats[0, :, NEXT:].tolist()
    return seats


def chance_with_one_ant(wanted: int) -> float:
    """The chance to roll so many ones when one die may be rolled again, over all rolls."""
    rolls = [roll.count(1) for roll in product(range(1, 7), repeat=6)]
    one_more = sum(shown == wanted - 1 for shown in rolls) / 6
    return (sum(shown >= wanted for shown in rolls) + one_more) / 6**6


def test_the_chance_of_a_food() -> None:
    """It is that of enough dice of one number, with a re-roll for each active ant; there is none on a closed track."""
    own, other = next_turns("picnic start=A board=4A/6B/-/-/-/- A=- B=- turn=A")
    assert own[0] == pytest.approx(chance_with_one_ant(2))
    assert own[1:6] == [0.0] * 5  # too far, or held
    assert other[0] == pytest.approx(chance_with_one_ant(6))


def test_the_chance_to_win() -> None:
    """Only food that is worth enough wins; with a Queen token two together may."""
    board = "3B/5A,6B/2A,7B/3B,8A/6A/2A,10B"
    own, other = next_turns(f"picnic start=A board={board} A=- B=- turn=A")
    assert own[6:] == [0.0] * 8
    assert other[6:12] == [0.0, 0.0, other[2], 0.0, 0.0, 0.0]
    assert other[12] == pytest.approx(other[2])
    assert other[13] == 0.0
    _, with_token = next_turns(f"picnic start=A board={board} A=- B=queen turn=A")
    assert with_token[13] == pytest.approx(1 - (1 - other[2]) ** 2)
    _, pair = next_turns("picnic start=A board=5B/5B/-/-/-/10B A=- B=queen turn=A")
    assert pair[12] == 0.0
    assert pair[13] == 0.0
    _, pair = next_turns("picnic start=A board=4A,5B/5B/7B/-/10B/1A,2B A=- B=queen turn=A")
    assert pair[12] == 0.0
    assert pair[13] == pytest.approx(pair[0] * pair[2])
