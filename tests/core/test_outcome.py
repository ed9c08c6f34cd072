"""Outcomes: winners, shares and reasons."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from roost.core.outcome import Outcome

tables = st.integers(2, 7).flatmap(
    lambda players: st.tuples(*(st.lists(st.integers(0, 3), min_size=players, max_size=players) for _ in range(2)))
)


@pytest.mark.parametrize(
    ("scores", "rank", "winners", "decided_by"),
    [
        ((3, 5), (9, 1), (1,), "score"),
        ((5, 5), (9, 1), (0,), "rank"),
        ((5, 5, 5), (9, 1, 9), (0, 2), "rank"),
        ((5, 5, 2), (9, 9, 12), (0, 1), "shared"),
        ((5, 5), None, (0, 1), "shared"),
        ((0, 0), (0, 0), (0, 1), "shared"),
    ],
)
def test_points_decide_then_ranks_and_equal_players_share_the_win(
    scores: tuple[int, ...], rank: tuple[int, ...] | None, winners: tuple[int, ...], decided_by: str
) -> None:
    outcome = Outcome.of(scores, "done", None if rank is None else "rank", rank)
    assert outcome == Outcome(scores, winners, "done", decided_by)


@given(tables)
def test_winners_share_the_win_equally(table: tuple[list[int], list[int]]) -> None:
    scores, rank = table
    outcome = Outcome.of(scores, "done", "rank", rank)
    assert sum(outcome.shares) == 1
    for seat, share in enumerate(outcome.shares):
        if seat in outcome.winners:
            assert scores[seat] == max(scores)
            assert share == Fraction(1, len(outcome.winners))
        else:
            assert share == 0


def test_an_outcomes_json_is_complete_and_fits_the_schema() -> None:
    outcome = Outcome.of((5, 5), "done")
    assert outcome.to_json() == {"scores": [5, 5], "winners": [0, 1], "reason": "done", "decided_by": "shared"}
    Draft202012Validator(Outcome.schema()).validate(outcome.to_json())
