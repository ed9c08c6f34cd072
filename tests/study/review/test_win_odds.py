"""Tests of odds for the aim to win, compared with hints and a plain recursion."""

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from roost_pig import Pig

import roost
from roost.core.errors import OptionError, RoostError
from roost.core.state import Node, State
from roost.study.models import value
from roost.study.odds.aims import AtLeast, Swing
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


def test_odds_accept_texts_and_names() -> None:
    """A game's name means its opening, and an aim may be given by its name."""
    state = roost.position("heckmeck grill=21-24 A=28 B=36 turn=A aside=44455")
    assert roost.odds("heckmeck") == roost.odds(roost.game("heckmeck")) == roost.odds(roost.game("heckmeck").opening())
    assert roost.odds(str(state), "at-least 23") == roost.odds(state, AtLeast(23))
    assert roost.odds(state, "win") == roost.odds(state, Winning())


def test_odds_refuse_other_values_with_what_they_expect() -> None:
    refused: list[tuple[Any, Any, str]] = [
        ("heckmek", "gain", "did you mean 'heckmeck'"),
        (5, "gain", "expected a position, the text of a position, a game or the name of a game, not 5"),
        ("heckmeck", 24, "'24' is not an aim; aims: gain, win, at-least N, exactly N"),
        ("junior start=random grill=4,9 A=- B=- turn=draw", "gain", "write turn=A"),
    ]
    for position, aim, message in refused:
        with pytest.raises(RoostError, match=message):
            roost.odds(position, aim)


@pytest.mark.parametrize(
    "text", [*LATE, "picnic board=2BA,5C/-/-/8A/-/- A=- B=queen C=- turn=A dice=112346 rerolls=2/1"]
)
def test_printed_odds_fit_a_screen(text: str) -> None:
    """At most 20 lines of 80 characters begin with the position and name the best choice; the repr is one line."""
    odds = roost.odds(text)
    lines = str(odds).splitlines()
    assert max(map(len, lines)) <= 80
    assert len(lines) <= 20
    assert text.startswith(lines[0])
    assert lines[1].startswith("gain: ")
    assert all(str(choice.action) in str(odds) for choice in odds.choices[:1])
    assert len(repr(odds)) <= 80


def test_a_finished_game_has_no_odds_to_win() -> None:
    over = list(brisk_record("junior", 2, "over").states())[-1]
    with pytest.raises(RoostError, match="the game is over"):
        position_odds(over, Winning())
