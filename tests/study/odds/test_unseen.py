"""Tests of searches that were cut: what they did not see is reported as unseen, and never counted as a failure."""

from math import isnan
from typing import Any

import pytest
from roost_farkle import Farkle

from outside.short_straw import ShortStraw
from outside.shut_the_box import ShutTheBox, points_truth
from roost.core.state import State
from roost.core.words import Messages
from roost.play.terminal.odds_lines import odds_lines
from roost.study.odds.aims import Swing
from roost.study.odds.choice import FAILS, UNSEEN, swing, swing_range
from roost.study.odds.position import PositionOdds, position_odds
from roost.study.odds.search import SearchedTurn, solve_quickly

GAME = ShutTheBox(2, tiles=7)
TRUTH = points_truth(7)


def searched(state: State, most: int) -> SearchedTurn:
    return SearchedTurn(state, swing(state), most, known_range=swing_range(state), results=10**6)


def test_a_whole_turn_agrees_with_the_exact_solution() -> None:
    """The search solves a turn of Shut the Box exactly, before the first roll and after each."""
    turn = searched(GAME.opening(), 100_000)
    for roll, _ in GAME.opening().rolls():
        state = GAME.opening().play(roll).state
        assert turn.value(state) == pytest.approx(float(TRUTH.at(state)))
    odds = position_odds(GAME.opening())
    assert odds.value == pytest.approx(float(TRUTH.after(())))
    assert odds.unseen == odds.error == 0
    assert "between" not in odds.to_json()


@pytest.mark.parametrize("most", [10, 600, 1_100, 1_185])
def test_the_range_of_a_cut_search_contains_the_true_value(most: int) -> None:
    """A cut search gives a range or no value, and both stay correct with a larger budget."""
    state, truth = GAME.opening(), float(TRUTH.after(()))
    turn = searched(state, most)
    results, between = turn.results(state), turn.between(state)
    assert isnan(turn.value(state))
    assert results[UNSEEN] > 0
    assert results[FAILS] == 0
    assert sum(results.values()) == pytest.approx(1)
    assert turn.error(state) == 0
    assert between is None or between.below <= truth <= between.above
    assert (between is not None) == (most > 1_100)


def test_a_useless_range_is_left_out() -> None:
    """Farkle allows scores up to 99,999, so the range is too wide to be a useful bound on the value of a turn."""
    state = Farkle(2).opening()
    turn = searched(state, 100)
    assert isnan(turn.value(state))
    assert turn.between(state) is None


def test_a_search_that_was_cut_says_so() -> None:
    """The terminal shows a range or a question mark, and the words "not searched to the end"."""
    state = GAME.opening().play("34").state
    choices = searched(state, 300).choices(state)
    best = choices[0]
    odds = PositionOdds(state, Swing(), best.value, best.results, choices, best.error, best.between)
    text = "\n".join(line.plain for line in odds_lines(odds, Messages(), ("Anna", "Ben")))
    assert "not searched to the end" in text
    assert " … " in text or "?" in text
    data: Any = odds.to_json()
    assert data["value"] is None
    assert data["unseen"] == best.unseen > 0
    assert {"token": "unseen", "result": {"type": "unseen"}, "chance": best.unseen} in data["results"]


def test_a_quick_search_values_unseen_positions_as_if_the_turn_ended_there() -> None:
    """The rooster finds the best choice with a cut search, in a game that scores only at the end of a turn."""
    game = ShutTheBox(2, tiles=9)
    truth = points_truth(9)
    for roll in ("25", "36", "46", "56"):
        state = game.opening().play(roll).state
        turn = solve_quickly(state)
        assert isnan(turn.value(state))
        values = {action: float(truth.at(after)) for action, after in state.choices()}
        assert values[turn.best(state)] > max(values.values()) - 1


def test_the_lowest_score_wins_a_turn_of_short_straw() -> None:
    """Points count against the player, so rolling on is right after a 4 or a 5."""
    for face, best in ((1, "stop"), (3, "stop"), (4, "roll"), (5, "roll")):
        state = ShortStraw(2).opening().play(str(face)).state
        odds = position_odds(state)
        assert str(odds.choices[0].action) == best
        assert odds.value == pytest.approx(-min(face, 3.5))
    assert "Fewer points are better" in odds_lines(odds, Messages(), ("Anna", "Ben"))[0].plain
