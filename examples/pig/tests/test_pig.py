"""Tests of Pig, rule by rule."""

import pytest
from roost_pig import Pig

from roost.core.conformance import check_game


def play(game: Pig, *moves: str) -> str:
    """Return the position after some moves."""
    state = game.opening()
    for move in moves:
        state = state.play(move).state
    return str(state)


def test_random_games_conform() -> None:
    assert check_game(Pig(3, goal=30), games=20)
    assert check_game(Pig(2, start="random"), games=3)


def test_rolls_in_a_turn_are_added_up() -> None:
    """PIG-2, PIG-4: the rolls in a turn are added up, and holding banks their total."""
    assert play(Pig(), "5", "roll", "6") == "pig A=0 B=0 turn=A total=11 roll=6"
    assert play(Pig(), "5", "roll", "6", "hold") == "pig A=11 B=0 turn=B"


def test_a_1_loses_the_turns_points() -> None:
    """PIG-3: a 1 ends the turn without points."""
    assert play(Pig(), "5", "roll", "1") == "pig A=0 B=0 turn=B"


def test_a_player_at_the_goal_can_only_hold_and_wins() -> None:
    """PIG-4: a player who has reached the goal can only hold, and wins."""
    state = Pig(goal=10).opening().play("6").state.play("roll").state.play("4").state
    assert [str(action) for action in state.actions()] == ["hold"]
    outcome = state.play("hold").state.outcome
    assert outcome is not None
    assert outcome.winners == (0,)


@pytest.mark.parametrize("text", ["pig A=0 B=0 turn=A total=1", "pig A=100 B=0 turn=A", "pig A=0 B=0 turn=A roll=1"])
def test_impossible_positions_are_refused(text: str) -> None:
    with pytest.raises(Exception, match="no such position of pig"):
        Pig.read_text(text)
