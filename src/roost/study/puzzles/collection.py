"""The puzzles that come with the package, and which of them is today's."""

import json
from collections.abc import Mapping
from datetime import date
from functools import cache
from typing import Any

from roost.core.errors import OptionError
from roost.core.faces import face_files
from roost.core.registry import game_type
from roost.study.puzzles.puzzle import Puzzle
from roost.study.review.questions import Question


@cache
def _kept(game: str) -> Mapping[str, Any]:
    files = face_files(game_type(game), "puzzles.json")
    found: Mapping[str, Any] = json.loads(files[0].read_text(encoding="utf-8")) if files else {"puzzles": []}
    return found


@cache
def collection(game: str) -> tuple[Puzzle, ...]:
    """All puzzles of a game; none for a game from outside."""
    return tuple(map(Puzzle.from_json, _kept(game)["puzzles"]))


def made_with(game: str) -> str | None:
    """The model that says what the choices are worth."""
    return _kept(game).get("model")


def numbered(game: str, number: int) -> Puzzle:
    """One puzzle of a game."""
    found = collection(game)
    if not 1 <= number <= len(found):
        raise OptionError(f"{game} has puzzles 1 to {len(found)}, and so none with the number {number}", input=number)
    return found[number - 1]


def daily(game: str, day: date) -> Puzzle:
    """The puzzle of a day, the same for everybody: "stop or roll?", in games that ask this."""
    found = collection(game)
    if not found:
        raise OptionError(f"there are no puzzles for {game}", input=game)
    asked = [puzzle for puzzle in found if puzzle.kind is Question.STOP] or found
    return asked[day.toordinal() % len(asked)]
