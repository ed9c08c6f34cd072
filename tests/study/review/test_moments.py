"""The moments that decided a game: found in a report, told to a player or about the winner."""

import json
from typing import Any

import pytest

from roost.core.dice import Roll
from roost.core.record import Record
from roost.core.words import Messages
from roost.study.review import review
from roost.study.review.moments import moments, tell_moment
from roost.study.review.report import report, worded
from study.review.by_scores import by_scores
from study.review.games import brisk_record


@pytest.fixture(scope="module")
def record() -> Record:
    """A whole game of Junior for three, whose first player was drawn."""
    return brisk_record("junior", 3, "moments")


@pytest.fixture(scope="module")
def kept(record: Record) -> dict[str, Any]:
    """Its report, as a database keeps it."""
    told: dict[str, Any] = json.loads(json.dumps(report(review(record, by_scores))))
    return told


def changes(kept: dict[str, Any], seat: int) -> list[float]:
    """The effect of each move on the share of a seat."""
    return [move.get("luck", move.get("gifts"))[seat] for move in kept["moves"]]


@pytest.mark.parametrize("viewer", [0, 1, 2])
def test_the_greatest_changes_are_told_in_the_order_of_play(record: Record, kept: dict[str, Any], viewer: int) -> None:
    """Three moments; no other move changed the viewer's share by more, and each has its position and its move."""
    found, states = moments(kept, viewer), list(record.states())
    every = changes(kept, viewer)
    places = [moment.place for moment in found]
    assert places == sorted(places)
    assert len(places) == 3
    assert min(abs(every[place]) for place in places) >= max(
        abs(change) for place, change in enumerate(every) if place not in places
    )
    for moment in found:
        assert moment.change == every[moment.place]
        assert moment.state == states[moment.place]
        assert moment.move == record.moves[moment.place]
        assert moment.before == kept["curve"][moment.place][viewer]


def test_without_a_viewer_the_winner_s_moments_are_told(kept: dict[str, Any]) -> None:
    """The first of the winners, as in the headline."""
    assert moments(kept) == moments(kept, kept["outcome"]["winners"][0])


def test_small_changes_decide_nothing(kept: dict[str, Any]) -> None:
    """Of a game in which nothing moved a share by two percent no moment is told; nor of one that goes on."""
    still = [
        move | {name: [0.0199, -0.0199, 0.0] for name in ("luck", "gifts") if name in move} for move in kept["moves"]
    ]
    assert moments(kept | {"moves": still}, 0) == ()
    assert moments(kept | {"outcome": None}, 0) == ()


def test_a_roll_is_told_with_what_came_of_it_and_a_choice_with_the_better_one(kept: dict[str, Any]) -> None:
    """Each move of the game in turn is made the one that mattered."""
    for at, move in enumerate(kept["moves"]):
        quiet = [
            other | {name: [0.5 if place == at else 0.0] * 3 for name in ("luck", "gifts") if name in other}
            for place, other in enumerate(kept["moves"])
        ]
        told = kept | {"moves": quiet}
        (moment,) = moments(told, 0)
        text = tell_moment(moment, told, Messages("en"))
        if not isinstance(moment.move, Roll):
            assert "Better: " in text
        elif moment.seat is None:
            assert text.endswith("is drawn to begin.")
        else:
            assert f"{kept['names'][move['seat']]} rolls " in text
        assert text.startswith(f"Turn {move['turn']}: ") == (move["seat"] is not None)


def test_an_old_report_is_told_whole(kept: dict[str, Any]) -> None:
    """Reports that were kept before there were headlines, moments and doubts get them when they are read."""
    told: dict[str, Any] = worded(kept, Messages("de"), 1)
    assert not {"headline", "moments"} & kept.keys()
    assert told["headline"].startswith("Du ")
    assert [moment["told_change"][:18] for moment in told["moments"]] == ["Dein Gewinnanteil:"] * 3
    assert all(account["graded"] for account in told["accounts"])
    named: dict[str, Any] = worded(kept, Messages("en"))
    winner = kept["names"][kept["outcome"]["winners"][0]]
    assert named["headline"].startswith(winner)
    assert all(moment["told_change"].startswith(f"{winner}'s share") for moment in named["moments"])
