"""Tests of the decisive moments of a game."""

import json
from typing import Any

import pytest

from roost.core.dice import Roll
from roost.core.record import Record
from roost.core.words import Messages
from roost.study.review import review
from roost.study.review.moments import describe_moment, moments
from roost.study.review.report import report, worded
from study.review.by_scores import by_scores
from study.review.games import brisk_record


@pytest.fixture(scope="module")
def record() -> Record:
    """Play a whole game of Junior for three, with a random first player."""
    return brisk_record("junior", 3, "moments")


@pytest.fixture(scope="module")
def stored(record: Record) -> dict[str, Any]:
    """Return the game's report as read from a database."""
    data: dict[str, Any] = json.loads(json.dumps(report(review(record, by_scores))))
    return data


def changes(stored: dict[str, Any], seat: int) -> list[float]:
    """Return the effect of each move on a seat's share."""
    return [move.get("luck", move.get("gifts"))[seat] for move in stored["moves"]]


@pytest.mark.parametrize("viewer", [0, 1, 2])
def test_moments_are_the_largest_changes_in_order(record: Record, stored: dict[str, Any], viewer: int) -> None:
    """No other move changed the viewer's share more, and each moment has its position and its move."""
    decisive, states = moments(stored, viewer), list(record.states())
    effects = changes(stored, viewer)
    places = [moment.place for moment in decisive]
    assert places == sorted(places)
    assert len(places) == 3
    assert min(abs(effects[place]) for place in places) >= max(
        abs(change) for place, change in enumerate(effects) if place not in places
    )
    for moment in decisive:
        assert moment.change == effects[moment.place]
        assert moment.state == states[moment.place]
        assert moment.move == record.moves[moment.place]
        assert moment.before == stored["curve"][moment.place][viewer]


def test_moments_without_a_viewer_are_the_winners(stored: dict[str, Any]) -> None:
    """Without a viewer, moments are about the first of the winners, as in the headline."""
    assert moments(stored) == moments(stored, stored["outcome"]["winners"][0])


def test_small_changes_are_not_decisive(stored: dict[str, Any]) -> None:
    """A game without a change of two percent has no moments, nor does an unfinished game."""
    still = [
        move | {name: [0.0199, -0.0199, 0.0] for name in ("luck", "gifts") if name in move} for move in stored["moves"]
    ]
    assert moments(stored | {"moves": still}, 0) == ()
    assert moments(stored | {"outcome": None}, 0) == ()


def test_moments_describe_rolls_with_events_and_choices_with_better_ones(stored: dict[str, Any]) -> None:
    """The test makes each move of a game the decisive one in turn."""
    for at, move in enumerate(stored["moves"]):
        quiet = [
            entry | {name: [0.5 if place == at else 0.0] * 3 for name in ("luck", "gifts") if name in entry}
            for place, entry in enumerate(stored["moves"])
        ]
        data = stored | {"moves": quiet}
        (moment,) = moments(data, 0)
        text = describe_moment(moment, data, Messages("en"))
        if not isinstance(moment.move, Roll):
            assert "Better: " in text
        elif moment.seat is None:
            assert text.endswith("is drawn to go first.")
        else:
            assert f"{stored['names'][move['seat']]} rolls " in text
        assert text.startswith(f"Turn {move['turn']}: ") == (move["seat"] is not None)


def test_an_old_report_gets_its_words_when_it_is_read(stored: dict[str, Any]) -> None:
    """A stored report without a headline, moments and grades gets them when its words are added."""
    data: dict[str, Any] = worded(stored, Messages("de"), 1)
    assert not {"headline", "moments"} & stored.keys()
    assert data["headline"].startswith("Du ")
    assert [moment["change_text"][:18] for moment in data["moments"]] == ["Dein Gewinnanteil:"] * 3
    assert all(account["graded"] for account in data["accounts"])
    named: dict[str, Any] = worded(stored, Messages("en"))
    winner = stored["names"][stored["outcome"]["winners"][0]]
    assert named["headline"].startswith(winner)
    assert all(moment["change_text"].startswith(f"{winner}'s win chance") for moment in named["moments"])
