"""Tests of odds for the aim to win, compared with hints and a plain recursion."""

from collections.abc import Callable
from functools import cache

import pytest
from roost_pig import Pig

import roost
from roost.core.errors import OptionError, RoostError
from roost.core.state import Node, State
from roost.study.models import value
from roost.study.odds.aims import Swing
from roost.study.odds.position import position_odds
from roost.study.review.hints import hint_at
from roost.study.review.win_odds import Winning, read_aim
from study.review.games import brisk_record

pytestmark = pytest.mark.slow

LATE = [
    "heckmeck grill=21-24 A=28 B=36 turn=A aside=44455",
    "heckmeck grill=21-24 A=28 B=36 turn=A aside=44455 roll=13w",
    "junior grill=4,5,6,7 A=8 B=9 turn=A aside=wg",
    "barbecue grill=- A=3w0s B=5w1s turn=A aside=444ww",
    "picnic board=-/-/-/-/-/- A=- B=- turn=A",
    "picnic board=-/-/1B/2A/-/- A=- B=- turn=A dice=111344 rerolls=1/1",
]


def agree(state: State) -> None:
    """Check that odds and hint have the same shares and results."""
    odds, hint = position_odds(state, Winning()), hint_at(state)
    shares = {prospect.action: prospect.share for prospect in hint.prospects}
    assert {choice.action: choice.value for choice in odds.choices} == pytest.approx(shares, abs=1e-6)
    assert odds.value == pytest.approx(hint.best.share, abs=1e-6)
    for prospect in hint.prospects:
        results = next(choice.results for choice in odds.choices if choice.action == prospect.action)
        assert results == pytest.approx(prospect.results, abs=1e-9)


@pytest.mark.parametrize("name", roost.all_games())
@pytest.mark.parametrize("players", [2, 3])
def test_odds_to_win_agree_with_the_hint(name: str, players: int) -> None:
    """Odds and hints agree at decisions of every game."""
    record = brisk_record(name, players, "winning", 60)
    decisions = [state for state in record.states() if state.node is Node.DECIDE and len(state.actions()) > 1]
    assert decisions
    for state in decisions[:6]:
        agree(state)


@pytest.mark.parametrize("text", LATE)
def test_odds_to_win_agree_with_a_plain_recursion(text: str) -> None:
    """A recursion over every roll and action of the turn gives the same shares."""
    state = roost.position(text)
    odds, walked = position_odds(state, Winning()), plain_shares(state)
    if state.node is Node.DECIDE:
        plain = {action: walked(state.play(action).state) for action in state.actions()}
        assert {choice.action: choice.value for choice in odds.choices} == pytest.approx(plain, abs=1e-6)
    assert odds.value == pytest.approx(walked(state), abs=1e-6)


def plain_shares(start: State) -> Callable[[State], float]:
    """Return a function for the mover's share under best play until the end of the turn."""
    seat, after = start.seat, value(start)
    assert seat is not None

    @cache
    def share(state: State) -> float:
        if state.seat != seat:
            return after.shares(state)[seat]
        if state.node is Node.DECIDE:
            return max(share(state.play(action).state) for action in state.actions())
        assert state.dice is not None
        return sum(ways * share(state.play(roll).state) for roll, ways in state.dice.rolls) / state.dice.ways

    return share


def test_a_game_without_a_model_has_odds_with_an_error() -> None:
    """Pig's shares come from a learnt model, agree with the hint, and have its error."""
    state = Pig.read_text("pig goal=10 A=1 B=4 turn=A").play("2").state
    agree(state)
    odds, hint = position_odds(state, Winning()), hint_at(state)
    assert odds.error == hint.error > 0
    assert {choice.error for choice in odds.choices} == {hint.error}


def test_the_aim_to_win_has_a_name() -> None:
    """The aim ``win`` is known beside the aims of a turn, and the error for other names lists all aims."""
    assert read_aim("Win") == Winning()
    assert read_aim("worms") == Swing()
    with pytest.raises(OptionError, match="is not an aim; aims: gain, win, at-least N, exactly N"):
        read_aim("glory")


def test_a_finished_game_has_no_odds_to_win() -> None:
    over = list(brisk_record("junior", 2, "over").states())[-1]
    with pytest.raises(RoostError, match="the game is over"):
        position_odds(over, Winning())
