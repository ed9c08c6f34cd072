"""Moves in a position: a legal move is played, any other is refused without effect."""

from math import inf
from typing import Any

import pytest
from hypothesis import given
from roost_pig import Pig

import roost
from roost.core.dice import seat_die
from roost.core.state import Node, State, choose_at_random
from roost.core.stream import Stream
from roost.games.heckmeck import Heckmeck
from roost.games.set_aside import ROLL_ON, STOP, SetAside
from roost.games.tiles import Take
from strategies import garbage, positions

ROLLING = roost.position("heckmeck grill=21-36 A=- B=- turn=A")
ROLLED = roost.position("heckmeck grill=21-36 A=- B=- turn=A roll=1122334w")
DECIDING = roost.position("heckmeck grill=21-36 A=- B=- turn=B aside=444ww")
OVER = roost.position("heckmeck grill=- A=21 B=- over=grill-empty")
DRAWING = Heckmeck(start="random").opening()


def test_each_node_has_only_its_own_members() -> None:
    """A roll node has dice and rolls, a decide node has actions, and an end has an outcome."""
    for state, node in ((ROLLING, Node.ROLL), (DRAWING, Node.ROLL), (ROLLED, Node.DECIDE), (OVER, Node.OVER)):
        assert state.node is node
        assert bool(state.rolls()) == (state.dice is not None) == (node is Node.ROLL)
        assert bool(state.actions()) == (node is Node.DECIDE)
        assert (state.outcome is not None) == (node is Node.OVER)


def test_states_give_the_dice_on_the_table_and_those_set_aside() -> None:
    assert (ROLLED.dice_rolled, ROLLED.dice_aside) == ("1122334w", "")
    assert (DECIDING.dice_rolled, DECIDING.dice_aside) == ("", "444ww")
    pig = Pig(2).opening()
    assert (pig.dice_rolled, pig.dice_aside) == ("", "")
    usual = vars(State)["dice_rolled"].fget  # for states that do not say which dice lie on the table
    assert usual(Pig.read_text("pig A=95 B=0 turn=A total=5 roll=5")) == "5"


def test_a_turns_gain_has_no_limit_unless_the_game_sets_one() -> None:
    assert ROLLING.most_gain() == inf


def test_a_move_may_be_an_object_or_its_text() -> None:
    expected = DECIDING.play(Take(22))
    assert DECIDING.play(DECIDING.actions()[1]) == expected
    assert DECIDING.play("take22") == expected
    assert DECIDING.play(" TAKE22 ") == expected
    assert ROLLING.play(" W4332211 ") == ROLLING.play(ROLLED.turn.roll)  # type: ignore[attr-defined]  # a Heckmeck state


def test_only_the_seat_to_move_may_move() -> None:
    """If no seat is given, any legal move is played."""
    assert DECIDING.play("roll", seat=1) == DECIDING.play("roll")
    with pytest.raises(roost.WrongSeatError, match=r"^'roll' by A: it is B's turn$") as caught:
        DECIDING.play("roll", seat=0)
    assert (caught.value.input, caught.value.position) == ("roll", str(DECIDING))


@pytest.mark.parametrize("state", [DRAWING, OVER])
def test_no_seat_may_move_during_the_draw_or_after_the_end(state: State) -> None:
    with pytest.raises(roost.WrongSeatError, match="by A: it is no player's turn"):
        state.play("A", seat=0)


@pytest.mark.parametrize("seat", [7, -1, 99])
def test_an_unknown_seat_is_refused_with_its_number_in_the_error(seat: int) -> None:
    with pytest.raises(roost.WrongSeatError, match=f"'roll' by {seat}: it is B's turn"):
        DECIDING.play("roll", seat=seat)


@pytest.mark.parametrize(
    ("state", "move", "message"),
    [
        (DECIDING, STOP, "'stop' is not legal here; legal: roll, take22"),
        (DECIDING, SetAside("1"), "'1' is not legal here; legal: roll, take22"),
        (DECIDING, ROLLED.game.die.parse("123"), "'123' is not legal here; legal: roll, take22"),
        (DECIDING, None, "'None' is not legal here"),
        (ROLLED, ROLL_ON, "'roll' is not legal here; legal: 1, 2, 3, 4, w"),
        (ROLLING, ROLL_ON, "'roll' is not legal here; 8 dice must be rolled"),
        (ROLLING, ROLLING.game.die.parse("123"), "'123' is not legal here; 8 dice must be rolled"),
        (ROLLING, seat_die("AB").parse("A"), "'A' is not legal here; 8 dice must be rolled"),
        (DRAWING, ROLLING.game.die.parse("1"), "'1' is not legal here; 1 die must be rolled"),
        (OVER, ROLL_ON, "'roll' is not legal here; the game is over"),
        (OVER, ROLLING.game.die.parse("1122334w"), "'1122334w' is not legal here; the game is over"),
    ],
)
def test_an_illegal_move_is_refused_with_the_legal_ones(state: State, move: Any, message: str) -> None:
    before = str(state)
    with pytest.raises(roost.IllegalMoveError, match=message) as caught:
        state.play(move)
    assert caught.value.position == before == str(state)
    assert caught.value.input == str(move)


@pytest.mark.parametrize(
    ("state", "text", "message"),
    [
        (ROLLING, "112233", "'112233' shows 6 dice where 8 are rolled"),
        (ROLLING, "1122339w", "no face shows '9'"),
        (ROLLING, "roll", "'roll' shows 4 dice where 8 are rolled"),
        (DECIDING, "112", "'112' is not an action; actions look like take<tile>, snatch<tile>@<owner>, roll, stop"),
        (DECIDING, "", "'' is not an action"),
        (DRAWING, "C", "'C' is not a roll: no face shows 'c'; faces: A B"),
    ],
)
def test_text_is_read_as_dice_at_a_roll_node_else_as_an_action(state: State, text: str, message: str) -> None:
    with pytest.raises(roost.NotationError, match=message):
        state.play(text)


@pytest.mark.no_cover
@given(positions(), garbage)
def test_garbage_is_refused_or_read_as_a_move(state: State, text: str) -> None:
    before = str(state)
    try:
        step = state.play(text)
    except roost.RoostError:
        assert str(state) == before
    else:
        assert step == state.play(state.parse(text))


@pytest.mark.no_cover
@given(positions())
def test_the_repr_rebuilds_the_position(state: State) -> None:
    assert eval(repr(state), {"roost": roost}) == state


@pytest.mark.parametrize(
    ("text", "action", "dice"),
    [
        ("heckmeck grill=21-36 A=- B=- turn=A roll=1123445w", "4", "44"),
        ("heckmeck grill=21-36 A=- B=- turn=A aside=5555w", "take25", ""),
        ("heckmeck grill=21-36 A=- B=- turn=A aside=5555w", "roll", ""),
        ("picnic board=1A/-/-/-/-/- A=- B=- turn=A dice=112346 rerolls=1/1", "reroll6", "6"),
        ("picnic board=1A/-/-/-/-/- A=- B=- turn=A dice=112346", "move1", ""),
    ],
)
def test_dice_of_returns_the_dice_that_an_action_chooses(text: str, action: str, dice: str) -> None:
    state = roost.position(text)
    assert state.dice_of(state.game.parse_action(action)) == dice


def test_a_random_choice_is_any_legal_action() -> None:
    state, chance = roost.position("junior grill=4,5,6 A=- B=- turn=A roll=wwgckb"), Stream("random")
    assert {choose_at_random(state, chance) for _ in range(100)} == set(state.actions())
