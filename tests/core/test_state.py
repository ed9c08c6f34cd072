"""The moves of every position: it plays one, or refuses it and stays as it was."""

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


def test_three_kinds_of_nodes() -> None:
    """Dice and rolls at a roll node, actions at a decide node, an outcome at the end, and nothing else anywhere."""
    for state, node in ((ROLLING, Node.ROLL), (DRAWING, Node.ROLL), (ROLLED, Node.DECIDE), (OVER, Node.OVER)):
        assert state.node is node
        assert bool(state.rolls()) == (state.dice is not None) == (node is Node.ROLL)
        assert bool(state.actions()) == (node is Node.DECIDE)
        assert (state.outcome is not None) == (node is Node.OVER)


def test_the_dice_that_lie_there_and_those_set_aside() -> None:
    """Text of dice, for screens; a game without rolls among its fields has none."""
    assert (ROLLED.dice_rolled, ROLLED.dice_aside) == ("1122334w", "")
    assert (DECIDING.dice_rolled, DECIDING.dice_aside) == ("", "444ww")
    pig = Pig(2).opening()
    assert (pig.dice_rolled, pig.dice_aside) == ("", "")


def test_a_move_may_be_an_object_or_its_text() -> None:
    """An action, an equal action, its token in any case, and a roll in any order are all the same move."""
    expected = DECIDING.play(Take(22))
    assert DECIDING.play(DECIDING.actions()[1]) == expected
    assert DECIDING.play("take22") == expected
    assert DECIDING.play(" TAKE22 ") == expected
    assert ROLLING.play(" W4332211 ") == ROLLING.play(ROLLED.turn.roll)  # type: ignore[attr-defined]  # a Heckmeck state


def test_the_seat_that_asks_is_checked() -> None:
    """Only the seat whose turn it is may move; without a seat nobody is checked."""
    assert DECIDING.play("roll", seat=1) == DECIDING.play("roll")
    with pytest.raises(roost.WrongSeatError, match=r"^'roll' by A: it is B's turn$") as caught:
        DECIDING.play("roll", seat=0)
    assert (caught.value.input, caught.value.position) == ("roll", str(DECIDING))


@pytest.mark.parametrize("state", [DRAWING, OVER])
def test_nobodys_turn(state: State) -> None:
    """While the first player is drawn, and after the end, it is nobody's turn."""
    with pytest.raises(roost.WrongSeatError, match="by A: it is nobody's turn"):
        state.play("A", seat=0)


@pytest.mark.parametrize("seat", [7, -1, 99])
def test_a_seat_that_does_not_exist(seat: int) -> None:
    """Seats beyond the table are told by their number."""
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
def test_illegal_moves_are_explained(state: State, move: Any, message: str) -> None:
    """The error quotes the move and says what would be legal; the position stays as it was."""
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
def test_what_cannot_be_read_here(state: State, text: str, message: str) -> None:
    """At a roll node text is read as dice, elsewhere as an action."""
    with pytest.raises(roost.NotationError, match=message):
        state.play(text)


@pytest.mark.no_cover
@given(positions(), garbage)
def test_garbage_changes_nothing(state: State, text: str) -> None:
    """Play goes on as the rules allow or raises an error of Roost, whatever is typed."""
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
    """A position can be typed in again as a debugger shows it."""
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
def test_the_dice_that_a_choice_is_about(text: str, action: str, dice: str) -> None:
    """All dice of a symbol that is set aside, those that are picked up; of everything else none."""
    state = roost.position(text)
    assert state.dice_of(state.game.parse_action(action)) == dice


def test_a_random_choice_is_any_legal_one() -> None:
    """Sooner or later every legal action is chosen, and nothing else."""
    state, chance = roost.position("junior grill=4,5,6 A=- B=- turn=A roll=wwgckb"), Stream("random")
    assert {choose_at_random(state, chance) for _ in range(100)} == set(state.actions())
