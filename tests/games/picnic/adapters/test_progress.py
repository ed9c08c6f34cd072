"""Properties that the estimate of the lead in Picnic Blitz has for all values of its constants."""

import pytest

from games.picnic.lead import lead
from games.picnic.positions import random_states
from games.picnic.table import play, position
from roost.core.state import Node
from roost.games.picnic.adapters.lead import FINENESS, lane_lead
from roost.games.picnic.adapters.planned_odds import solve
from roost.games.picnic.adapters.results import WINS
from roost.study.odds.choice import FAILS


def test_leads_sum_to_zero_over_the_seats() -> None:
    """The leads of all seats sum to zero, with two players and with four, during the game and at the end."""
    for state in (*random_states(50, "sum"), position("board=6A/6A/8A/-/2B/- A=- B=queen C=- over=goal")):
        values = [lead(state, seat) for seat in range(state.game.players)]
        assert sum(values) == pytest.approx(0.0, abs=1e-9), state
        assert any(values) or not any(lane.ants for lane in state.board)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("2A/-/-/-/-/-", "1A/-/-/-/-/-"),  # nearer to the food
        ("6A/-/-/-/-/-", "5A/-/-/-/-/-"),  # on the food
        ("-/-/-/-/5A/-", "5A/-/-/-/-/-"),  # half-way to valuable food is better than almost at cheap food
        ("3BA/-/-/-/-/-", "3AB/-/-/-/-/-"),  # on top of the pile
        ("3A,5B/-/-/-/-/-", "3A,6B/-/-/-/-/-"),  # not shut out
        ("3A/-/-/-/-/-", "3A,1B/-/-/-/-/-"),  # alone
    ],
)
def test_better_positions_have_a_larger_lead(better: str, worse: str) -> None:
    """Every step counts, food counts more than an ant on the way to it, and pinned ants count less."""
    first, second = (lead(position(f"board={board} A=- B=- turn=B"), 0) for board in (better, worse))
    assert first > second


def test_held_food_counts_its_value() -> None:
    """The lead from two foods against one is the difference between their points."""
    state = position("board=6A/6B/8A/-/-/- A=- B=- turn=A")
    assert lead(state, 0) == pytest.approx(3.0)
    with_queen = position("board=6A/6B/8A/-/-/- A=queen B=- turn=A")
    assert lead(with_queen, 0) > 3.0
    assert lead(with_queen, 1) < -3.0


def test_winning_beats_every_other_gain() -> None:
    """A player who can win prefers winning to three steps on a valuable track and to pushing a rival off food."""
    state = position("goal=7 board=5A/6A/8A/7B/1A/10B A=- B=- turn=A dice=123455")
    solution = solve(state)
    results = solution.results(state)
    assert results == {WINS: 1.0, FAILS: 0.0}
    won = play(state, "move1")
    assert won.node is Node.OVER
    assert lead(won, 0) > lead(state, 0) + sum(track.value for track in state.game.tracks)


def test_sums_are_exact() -> None:
    """Every value is an integer number of units, small enough for floats to add without rounding."""
    for state in random_states(100, "units"):
        parts = [lane_lead(state.game, place, lane, 0) for place, lane in enumerate(state.board)]
        for points in (*parts, lead(state, 0)):
            assert (points * FINENESS).is_integer()
            assert abs(points) < 2**53 / FINENESS / 16
        assert sum(parts) == sum(reversed(parts))
