"""Pig, rule by rule."""

import pytest
from roost_pig import Pig

from roost.core.conformance import check_game


def play(game: Pig, *moves: str) -> str:
    """The position after some moves."""
    state = game.opening()
    for move in moves:
        state = state.play(move).state
    return str(state)


def test_the_contract() -> None:
    """Whole random games keep every promise."""
    assert check_game(Pig(3, goal=30), games=20)
    assert check_game(Pig(2, start="random"), games=3)


def test_a_turn_adds_up() -> None:
    """PIG-2, PIG-4: rolls are added up, and holding keeps them."""
    assert play(Pig(), "5", "roll", "6") == "pig A=0 B=0 turn=A total=11 roll=6"
    assert play(Pig(), "5", "roll", "6", "hold") == "pig A=11 B=0 turn=B"


def test_a_1_loses_the_turn() -> None:
    """PIG-3."""
    assert play(Pig(), "5", "roll", "1") == "pig A=0 B=0 turn=B"


def test_the_goal_wins() -> None:
    """PIG-4: nobody has to hold before the goal, and nobody may roll on beyond it."""
    state = Pig(goal=10).opening().play("6").state.play("roll").state.play("4").state
    assert [str(action) for action in state.actions()] == ["hold"]
    outcome = state.play("hold").state.outcome
    assert outcome is not None
    assert outcome.winners == (0,)


@pytest.mark.parametrize("text", ["pig A=0 B=0 turn=A total=1", "pig A=100 B=0 turn=A", "pig A=0 B=0 turn=A roll=1"])
def test_what_cannot_lie_on_a_table(text: str) -> None:
    """Such positions are refused."""
    with pytest.raises(Exception, match="no such position of pig"):
        Pig.read_text(text)
