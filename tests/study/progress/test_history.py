"""Tests of history files: validation, exact values, and merging without duplicates."""

import json
from typing import Any

import pytest

from roost.core.errors import NotationError
from roost.study.progress import PlayedGame, read_history, write_history
from roost.study.progress.history import MOST_GAMES, DecisionTally, merged, played_game
from roost.study.review.questions import Question

ANNA = PlayedGame(
    "00ff", "2026-11-16", "picnic", 3, "Anna", ("hen", "Ben"), 0.31, 1.0, 0.42,
    {Question.DICE: DecisionTally(12, 0.08), Question.ATTACK: DecisionTally(3, 0.0)},
)  # fmt: skip


def test_a_history_survives_writing_and_reading() -> None:
    assert read_history(write_history([ANNA])) == (ANNA,)
    assert (ANNA.decisions, ANNA.mistakes) == (15, 0.08)


def test_histories_are_merged_by_date() -> None:
    """The same game counts once, and games are sorted by date."""
    earlier = PlayedGame.from_json({**ANNA.to_json(), "id": "01", "date": "2026-01-01"})
    assert merged([ANNA, earlier, ANNA]) == (earlier, ANNA)


@pytest.mark.parametrize(
    ("key", "wrong"),
    [
        ("id", "x" * 33), ("date", 3), ("players", 0), ("players", True), ("players", 2), ("name", None),
        ("opponents", ["hen"]), ("start", 1.5), ("result", "1"), ("luck", float("nan")), ("luck", 99),
        ("decisions", {"sleep": [1, 0.1]}), ("decisions", {"stop": [0, 0.1]}), ("decisions", {"stop": [1, -0.1]}),
        ("decisions", {"stop": [1]}), ("decisions", []),
    ],
)  # fmt: skip
def test_an_invalid_game_is_refused(key: str, wrong: Any) -> None:
    """Every value of a game has limits."""
    with pytest.raises(NotationError, match="not a valid game of a history"):
        PlayedGame.from_json({**ANNA.to_json(), key: wrong})


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"roost": "progress 2", "games": []}', '{"roost": "progress 1"}'])
def test_an_invalid_history_is_refused(text: str) -> None:
    """The error says what was expected."""
    with pytest.raises(NotationError, match="history"):
        read_history(text)


def test_a_history_has_a_maximum_length() -> None:
    many = {"roost": "progress 1", "games": [ANNA.to_json()] * (MOST_GAMES + 1)}
    with pytest.raises(NotationError, match="at most"):
        read_history(json.dumps(many))


def test_an_unfinished_game_cannot_be_added() -> None:
    with pytest.raises(NotationError, match="unfinished game"):
        played_game({"outcome": None}, 0)
