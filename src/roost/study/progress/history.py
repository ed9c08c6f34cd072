"""A player's history: for each finished game what its review says about their seat, and the file that holds it all."""

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
"""The beginning of the file of a history."""
MOST_GAMES = 2_000
"""So many games one history holds."""
_LONGEST_NAME = 60
_MOST_DECISIONS = 10_000
_MOST_PLAYERS = 12
_DIGITS = 6


class Tally(NamedTuple):
    """Some unforced decisions of one game."""

    decisions: int
    slips: float
    """The shares of a win that they gave away together."""


@dataclass(frozen=True)
class PlayedGame:
    """A finished game, for the player of one seat."""

    id: str
    """The same game on the same seat has the same id, wherever it was reviewed."""
    date: str
    """The day on which it began, as ``YYYY-MM-DD``; nothing, where the record does not tell."""
    game: str
    players: int
    name: str
    """The player of this seat."""
    opponents: tuple[str, ...]
    start: float
    """The seat's share at the start."""
    result: float
    luck: float
    """The effect of all dice together on the share."""
    tallies: Mapping[Question, Tally]
    """The unforced decisions, by what they were about."""

    @property
    def decisions(self) -> int:
        """All unforced decisions."""
        return sum(tally.decisions for tally in self.tallies.values())

    @property
    def slips(self) -> float:
        """The shares that all decisions gave away."""
        return sum(tally.slips for tally in self.tallies.values())

    def to_json(self) -> dict[str, Json]:
        """The game as JSON, read again by :meth:`from_json`."""
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
                question.value: [tally.decisions, round(tally.slips, _DIGITS)]
                for question, tally in self.tallies.items()
            },
        }

    @classmethod
    def from_json(cls, data: Any) -> PlayedGame:
        """Read what :meth:`to_json` writes; it comes from outside, so everything is checked."""
        try:
            tallies = {Question(name): _tally(*given) for name, given in data["decisions"].items()}
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
        except (KeyError, TypeError, ValueError, AttributeError) as why:
            raise NotationError(f"this is no game of a history: {why}", input=str(data)[:80]) from None


History = tuple[PlayedGame, ...]
"""Games in the order in which they were played."""


def played_game(report: Mapping[str, Any], seat: int) -> PlayedGame:
    """The part of a review (as :func:`roost.study.review.report.report` tells it) about one seat of a finished game."""
    if report["outcome"] is None:
        raise NotationError("a game that is still being played adds nothing to a history")
    account, names = report["accounts"][seat], report["names"]
    found: dict[Question, list[float]] = {}
    for move in report["moves"]:
        if move["seat"] == seat and "action" in move and not move["is_forced"]:
            found.setdefault(Question(move["question"]), []).append(move["slip"])
    story = " ".join([report["start"], *(move.get("roll") or move["action"] for move in report["moves"]), str(seat)])
    return PlayedGame(
        sha256(story.encode()).hexdigest()[:16],
        report["date"],
        report["game"],
        report["players"],
        names[seat],
        tuple(name for other, name in enumerate(names) if other != seat),
        account["start"],
        account["result"],
        account["own_luck"] + account["others_luck"] + account["draw"],
        {question: Tally(len(found[question]), sum(found[question])) for question in Question if question in found},
    )


def read_history(text: str) -> History:
    """Read a file of a history."""
    try:
        data = json.loads(text)
    except ValueError as why:
        raise NotationError(f"this is no history: {why}") from None
    if not isinstance(data, dict) or data.get("roost") != FORMAT or not isinstance(data.get("games"), list):
        raise NotationError(f'a history is JSON with "roost": "{FORMAT}" and a list of games')
    if len(data["games"]) > MOST_GAMES:
        raise NotationError(f"a history holds {MOST_GAMES:,} games at most, this one {len(data['games']):,}")
    return merged(PlayedGame.from_json(game) for game in data["games"])


def write_history(history: Iterable[PlayedGame]) -> str:
    """The file of a history."""
    return json.dumps({"roost": FORMAT, "games": [game.to_json() for game in history]}, indent=1) + "\n"


def merged(games: Iterable[PlayedGame]) -> History:
    """Games of several histories as one: each once, by date."""
    return tuple(sorted({game.id: game for game in games}.values(), key=lambda game: game.date))


def _tally(decisions: Any, slips: Any) -> Tally:
    return Tally(_whole(decisions, _MOST_DECISIONS), _number(slips, 0, _MOST_DECISIONS))


def _text(value: Any, longest: int) -> str:
    if not isinstance(value, str) or len(value) > longest:
        raise ValueError(f"a text of at most {longest} characters is wanted")
    return value


def _whole(value: Any, most: int) -> int:
    if type(value) is not int or not 1 <= value <= most:
        raise ValueError(f"a whole number from 1 to {most:,} is wanted")
    return value


def _number(value: Any, least: float, most: float) -> float:
    if type(value) not in (int, float) or not least - 1e-6 <= value <= most + 1e-6:
        raise ValueError(f"a number from {least:,} to {most:,} is wanted")
    return float(value)
