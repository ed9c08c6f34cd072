"""Whole games, played by one loop."""

import pytest

import roost
from roost.core.dice import Roll
from roost.core.game import Game
from roost.core.playout import play_once
from roost.core.playthrough import played_by_seed, playthrough, rolled_on
from roost.core.record import resume_dice
from roost.core.sources import SeededDice
from roost.core.state import Node, choose_at_random
from roost.core.stream import Stream


@pytest.mark.parametrize("kind", roost.all_games().values(), ids=lambda kind: kind.name)
def test_a_game_is_played_to_its_end(kind: type[Game]) -> None:
    at = kind.make(2, {}).opening()
    for before, (move, state, events) in played_by_seed(at, "whole", choose_at_random):
        assert before == at
        assert (state, events) == before.play(move)
        at = state
    assert at.outcome is not None


def test_the_caller_supplies_dice_and_choices() -> None:
    """The caller supplies every roll and choice, and gets no request after the end."""
    dice, chance = SeededDice("whole"), Stream("whole/choices")
    start = roost.game("junior").opening()
    played = list(playthrough(start, dice.roll, lambda state: choose_at_random(state, chance)))
    assert played == list(played_by_seed(start, "whole", choose_at_random))
    assert list(playthrough(played[-1][1].state, dice.roll, lambda _: pytest.fail("the game is over"))) == []


def test_dice_are_rolled_until_a_player_decides_or_the_game_is_over() -> None:
    chance = Stream("rolled on")
    state = rolled_on(roost.game("junior").opening(), chance)
    while state.node is Node.DECIDE:
        state = rolled_on(state.play(choose_at_random(state, chance)).state, chance)
    assert state.node is Node.OVER


def test_a_playout_has_the_moves_decisions_and_turns_of_its_record() -> None:
    playout = play_once(roost.game("junior", 3), "7/0", choose_at_random)
    record = playout.record()
    assert (record.moves, record.outcome) == (playout.moves, playout.outcome)
    assert playout.decisions == sum(not isinstance(move, Roll) for move in playout.moves)
    assert playout.turns == len(list(record.turns()))
    assert resume_dice(record).seed == "7/0"
