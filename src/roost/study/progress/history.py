"""A player's history: facts from the review of each finished game about the player's seat, and their file format."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, NamedTuple

from roost.core.errors import NotationError
from roost.core.notation import Json
from roost.study.review.questions import Question

FORMAT = "progress 1"
"""Version marker in the first line of a history file."""
MOST_GAMES = 2_000
"""Maximum number of games in a history."""
_LONGEST_NAME = 60
_MOST_DECISIONS = 10_000
_MOST_PLAYERS = 12
_DIGITS = 6


class DecisionTally(NamedTuple):
    """Number and total cost of a player's unforced decisions of one kind in one game."""

    decisions: int
    mistakes: float
    """Total loss by mistakes in these decisions, in win share."""


@dataclass(frozen=True)
class PlayedGame:
    """A finished game, as seen from one seat."""

    id: str
    """Hash of the game and the seat. It is the same wherever the game is reviewed."""
    date: str
    """Date on which the game began, as ``YYYY-MM-DD``; empty if the record does not contain it."""
    game: str
    players: int
    name: str
    """Name of the player in this seat."""
    opponents: tuple[str, ...]
    start: float
    """The seat's win share at the start of the game."""
    result: float
    luck: float
    """Total effect of the dice on the seat's win share."""
    tallies: Mapping[Question, DecisionTally]
    """Unforced decisions, by kind."""

    @property
    def decisions(self) -> int:
        return sum(tally.decisions for tally in self.tallies.values())

    @property
    def mistakes(self) -> float:
        """Total loss by mistakes in the game, in win share."""
        return sum(tally.mistakes for tally in self.tallies.values())

    def to_json(self) -> dict[str, Json]:
        return {
            "id": self.id,
            "date": self.date,
            "game": self.game,
            "players": self.players,
            "name": self.name,
            "opponents": list(self.opponents),
            "start": round(self.start, _DIGITS),
            "result": round(self.result, _DIGITS),
            "luck": round(self.luck, _DIGITS),
            "decisions": {
                question.value: [tally.decisions, round(tally.mistakes, _DIGITS)]
                for question, tally in self.tallies.items()
            },
        }

    @classmethod
    def from_json(cls, data: Any) -> PlayedGame:
        """Read a game from the output of :meth:`to_json`, with full validation because files come from outside."""
        try:
            tallies = {Question(name): _tally(*tally) for name, tally in data["decisions"].items()}
            opponents = tuple(_text(name, _LONGEST_NAME) for name in data["opponents"])
            players = _whole(data["players"], _MOST_PLAYERS)
            if len(opponents) != players - 1:
                raise ValueError(f"{players} players have {players - 1} opponents, not {len(opponents)}")
            return cls(
                _text(data["id"], 32),
                _text(data["date"], 10),
                _text(data["game"], 40),
                players,
                _text(data["name"], _LONGEST_NAME),
                opponents,
                _number(data["start"], 0, 1),
                _number(data["result"], 0, 1),
                _number(data["luck"], -players, players),
                tallies,
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise NotationError(f"this is not a valid game of a history: {error}", input=str(data)[:80]) from None


History = tuple[PlayedGame, ...]
"""A player's games in playing order."""


def played_game(report: Mapping[str, Any], seat: int) -> PlayedGame:
    """Extract the facts about one seat of a finished game from a report by :func:`roost.study.review.report.report`."""
    if report["outcome"] is None:
        raise NotationError("an unfinished game cannot be added to a history")
    account, names = report["accounts"][seat], report["names"]
    mistakes: dict[Question, list[float]] = {}
    for move in report["moves"]:
        if move["seat"] == seat and "action" in move and not move["is_forced"]:
            mistakes.setdefault(Question(move["question"]), []).append(move["mistake"])
    moves = " ".join([report["start"], *(move.get("roll") or move["action"] for move in report["moves"]), str(seat)])
    return PlayedGame(
        sha256(moves.encode()).hexdigest()[:16],
        report["date"],
        report["game"],
        report["players"],
        names[seat],
        tuple(name for opponent, name in enumerate(names) if opponent != seat),
        account["start"],
        account["result"],
        account["own_luck"] + account["others_luck"] + account["draw"],
        {
            question: DecisionTally(len(mistakes[question]), sum(mistakes[question]))
            for question in Question
            if question in mistakes
        },
    )


def read_history(text: str) -> History:
    """Read a history from the text of a history file."""
    try:
        data = json.loads(text)
    except ValueError as error:
        raise NotationError(f"this is not a history: {error}") from None
    if not isinstance(data, dict) or data.get("roost") != FORMAT or not isinstance(data.get("games"), list):
        raise NotationError(f'a history must be JSON with "roost": "{FORMAT}" and a list of games')
    if len(data["games"]) > MOST_GAMES:
        raise NotationError(f"a history has at most {MOST_GAMES:,} games, but this one has {len(data['games']):,}")
    return merged(PlayedGame.from_json(game) for game in data["games"])


def write_history(history: Iterable[PlayedGame]) -> str:
    """Return the text of a history file."""
    return json.dumps({"roost": FORMAT, "games": [game.to_json() for game in history]}, indent=1) + "\n"


def merged(games: Iterable[PlayedGame]) -> History:
    """Merge the games of several histories, without duplicates and sorted by date."""
    return tuple(sorted({game.id: game for game in games}.values(), key=lambda game: game.date))


def _tally(decisions: Any, mistakes: Any) -> DecisionTally:
    return DecisionTally(_whole(decisions, _MOST_DECISIONS), _number(mistakes, 0, _MOST_DECISIONS))


def _text(value: Any, longest: int) -> str:
    if not isinstance(value, str) or len(value) > longest:
        raise ValueError(f"expected a text of at most {longest} characters")
    return value


def _whole(value: Any, most: int) -> int:
    if type(value) is not int or not 1 <= value <= most:
        raise ValueError(f"expected a whole number from 1 to {most:,}")
    return value


def _number(value: Any, least: float, most: float) -> float:
    if type(value) not in (int, float) or not least - 1e-6 <= value <= most + 1e-6:
        raise ValueError(f"expected a number from {least:,} to {most:,}")
    return float(value)
