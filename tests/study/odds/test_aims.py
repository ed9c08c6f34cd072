"""Tests of the aims of a turn."""

import pytest

import roost
from roost.core.errors import OptionError, RoostError
from roost.core.state import State
from roost.games.set_aside import SetAsideState
from roost.study.odds.aims import AtLeast, Exactly, Swing, aim
from roost.study.odds.choice import FAILS, Reaches, swing
from study.odds.positions import SET_ASIDE_GAMES, random_positions


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("gain", Swing()),
        ("worms", Swing()),
        ("points", Swing()),
        ("at-least 24", AtLeast(24)),
        ("At-Least  7", AtLeast(7)),
        ("exactly 28", Exactly(28)),
    ],
)
def test_aims_have_names(text: str, expected: object) -> None:
    """An aim is read from its name, and also from the name that it reports."""
    assert aim(text) == expected
    assert aim(aim(text).name) == expected


@pytest.mark.parametrize(
    "text", ["", "win", "at-least", "at-least x", "exactly 1000", "exactly -1", "at-least ٢", "24"]
)
def test_other_words_are_not_aims(text: str) -> None:
    """The error quotes the words and lists the aims."""
    with pytest.raises(OptionError, match="is not an aim; aims: gain, at-least N, exactly N") as caught:
        aim(text)
    assert caught.value.input == text


@pytest.mark.parametrize("name", SET_ASIDE_GAMES)
def test_swings_of_all_seats_cancel_out(name: str) -> None:
    """The swings of all seats sum to zero, however the turn ends."""
    for state in random_positions(name, 30, "swing"):
        after = state.fail(()).state
        swings = [swing(_with_seat(state, seat))(after) for seat in range(state.game.players)]
        assert sum(swings) == pytest.approx(0.0, abs=1e-12)


def _with_seat(state: SetAsideState, seat: int) -> State:
    data = state.turn_start().to_json()
    return roost.position({**data, "turn": seat})


def test_a_swing_counts_gains_and_rivals_losses() -> None:
    """With three players, snatching two worms is worth these two plus half of the rival's two."""
    state = roost.position("heckmeck grill=21 A=- B=25 C=- turn=A aside=5555w")
    assert swing(state)(state.play("snatch25@B").state) == 3.0
    assert swing(state)(state.play("take21").state) == 1.0


@pytest.mark.parametrize("name", SET_ASIDE_GAMES)
def test_chances_of_totals_are_consistent(name: str) -> None:
    """A higher total is never likelier, and reaching a total or more is at least as likely as reaching it exactly."""
    for state in random_positions(name, 10, "numbers"):
        at_least = [AtLeast(number).solve(state).value(state) for number in range(50)]
        exactly = [Exactly(number).solve(state).value(state) for number in range(50)]
        assert at_least == sorted(at_least, reverse=True)
        assert all(0 <= less <= more + 1e-12 <= 1 + 2e-12 for less, more in zip(exactly, at_least, strict=True))
        assert at_least[-1] == exactly[-1] == 0.0


def test_an_aim_for_a_total_has_totals_as_results() -> None:
    """Results are totals even if the table has no tile for them."""
    state = roost.position("heckmeck grill=36 A=- B=- turn=A aside=5555w")
    solution = AtLeast(25).solve(state)
    assert solution.value(state) == 1.0
    assert solution.results(state) == {FAILS: 0.0, Reaches(25): 1.0}
    assert str(Reaches(25)) == "reaches25"


NO_TURN = [
    *(str(roost.game(name, start="random").opening()) for name in roost.all_games()),
    "heckmeck grill=- A=21 B=- over=grill-empty",
    "picnic board=6A/6A/8A/8A/-/- A=- B=- over=goal",
]


@pytest.mark.parametrize("text", NO_TURN)
def test_positions_without_a_turn_cannot_be_solved(text: str) -> None:
    """A position that is over, or before the draw, raises an error."""
    state = roost.position(text)
    for goal in (Swing(), AtLeast(7)) if isinstance(state, SetAsideState) else (Swing(),):
        with pytest.raises(RoostError, match="no turn to solve") as caught:
            goal.solve(state)
        assert caught.value.position == str(state)
