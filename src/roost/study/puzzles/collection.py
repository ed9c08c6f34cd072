"""The puzzles that come with the package, and the puzzle of the day."""

import json
from collections.abc import Mapping
from datetime import date
from functools import cache
from typing import Any

from roost.core.adapters import adapter_files
from roost.core.errors import OptionError
from roost.core.registry import game_type
from roost.study.puzzles.puzzle import Puzzle
from roost.study.review.questions import Question


@cache
def _file(game: str) -> Mapping[str, Any]:
    files = adapter_files(game_type(game), "puzzles.json")
    data: Mapping[str, Any] = json.loads(files[0].read_text(encoding="utf-8")) if files else {"puzzles": []}
    return data


@cache
def collection(game: str) -> tuple[Puzzle, ...]:
    """Return all puzzles of a game; empty for a game without any."""
    return tuple(map(Puzzle.from_json, _file(game)["puzzles"]))


def made_with(game: str) -> str | None:
    """Return the name of the model that valued the puzzles' choices."""
    return _file(game).get("model")


def numbered(game: str, number: int) -> Puzzle:
    """Return the puzzle of a game with this number."""
    puzzles = collection(game)
    if not 1 <= number <= len(puzzles):
        raise OptionError(f"{game} has puzzles 1 to {len(puzzles)}, but not {number}", input=number)
    return puzzles[number - 1]


def daily(game: str, day: date) -> Puzzle:
    """Return the puzzle of the day; in games with "stop or roll?" puzzles, it is one of these."""
    puzzles = collection(game)
    if not puzzles:
        raise OptionError(f"{game} has no puzzles", input=game)
    eligible = [puzzle for puzzle in puzzles if puzzle.kind is Question.STOP] or puzzles
    return eligible[day.toordinal() % len(eligible)]
