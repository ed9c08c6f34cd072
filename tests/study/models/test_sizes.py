"""Tests of the memory use that valued turns report."""

import pytest

import roost
from roost.study.models.model import model
from roost.study.models.solved_turn import value_with
from sizes import knows_its_size


@pytest.mark.parametrize(
    "text",
    [
        "heckmeck grill=22-24,26-36 A=25 B=21 C=- turn=A",
        "junior grill=4,4,5 A=5 B=6 turn=A",
        str(roost.game("barbecue", players=2).opening()),
        "picnic board=2AB/4B/5B/3A,6B/5A/10B A=queen B=- turn=A",
        "picnic board=-/-/-/-/-/- A=- B=- turn=A",
    ],
)
def test_a_valued_turn_reports_its_approximate_size(text: str) -> None:
    """The calculated size is within a fixed factor of what the allocator measures."""
    state = roost.position(text)
    known, later = model(state.game), state.play(state.rolls()[-1][0]).state
    knows_its_size(lambda: value_with(known, state), lambda turn: turn.choices(later))
