"""The aims of a turn."""

import pytest

import roost
from roost.core.errors import OptionError, RoostError
from roost.core.state import State
from roost.games.set_aside import SetAsideState
from roost.study.odds.aims import AtLeast, Exactly, Swing, aim
from roost.study.odds.choice import FAILS, Reaches, swing
from study.odds.positions import SET_ASIDE_GAMES, random_positions


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("worms", Swing()),
        ("points", Swing()),
        ("at-least 24", AtLeast(24)),
        ("At-Least  7", AtLeast(7)),
        ("exactly 28", Exactly(28)),
    ],
)
def test_aims_have_names(text: str, meant: object) -> None:
    """Each aim is read from what one types, and its own name is read as the same aim."""
    assert aim(text) == meant
    assert aim(aim(text).name) == meant


@pytest.mark.parametrize(
    "text", ["", "win", "at-least", "at-least x", "exactly 1000", "exactly -1", "at-least ٢", "24"]
)
def test_other_words_are_no_aim(text: str) -> None:
    """The error quotes the words and lists the aims."""
    with pytest.raises(OptionError, match="is not an aim; aims: worms, at-least N, exactly N") as caught:
        aim(text)
    assert caught.value.input == text


@pytest.mark.parametrize("name", SET_ASIDE_GAMES)
def test_swings_of_all_seats_cancel_out(name: str) -> None:
    """The others fall behind on average by what one seat swings ahead, however the turn ends."""
    for state in random_positions(name, 30, "swing"):
        after = state.fail(()).state
        swings = [swing(_with_seat(state, seat))(after) for seat in range(state.game.players)]
        assert sum(swings) == pytest.approx(0.0, abs=1e-12)


def _with_seat(state: SetAsideState, seat: int) -> State:
    data = state.turn_start().to_json()
    return roost.position({**data, "turn": seat})


def test_a_swing_counts_gains_and_what_others_lose() -> None:
    """Snatching two worms moves a player of three ahead by their two and by half of the rival's two."""
    state = roost.position("heckmeck grill=21 A=- B=25 C=- turn=A aside=5555w")
    assert swing(state)(state.play("snatch25@B").state) == 3.0
    assert swing(state)(state.play("take21").state) == 1.0


@pytest.mark.parametrize("name", SET_ASIDE_GAMES)
def test_chances_of_numbers_fit_together(name: str) -> None:
    """A higher number is never likelier to be reached, and at least a number is never less likely than exactly it."""
    for state in random_positions(name, 10, "numbers"):
        at_least = [AtLeast(number).solve(state).value(state) for number in range(50)]
        exactly = [Exactly(number).solve(state).value(state) for number in range(50)]
        assert at_least == sorted(at_least, reverse=True)
        assert all(0 <= less <= more + 1e-12 <= 1 + 2e-12 for less, more in zip(exactly, at_least, strict=True))
        assert at_least[-1] == exactly[-1] == 0.0


def test_a_number_is_its_own_result() -> None:
    """Aiming at a number, the results are numbers, also where the table has nothing to take."""
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
def test_without_a_turn_there_is_nothing_to_solve(text: str) -> None:
    """A position that is over or has not begun gets an error that says so."""
    state = roost.position(text)
    for wanted in (Swing(), AtLeast(7)) if isinstance(state, SetAsideState) else (Swing(),):
        with pytest.raises(RoostError, match="no turn to solve") as caught:
            wanted.solve(state)
        assert caught.value.position == str(state)
