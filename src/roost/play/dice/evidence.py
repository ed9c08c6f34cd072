"""Evidence: what a client heard and said about the dice of a table, in a file that anybody can check.

A client that stops trusting a table writes one. ``roost verify FILE`` goes through it again by the same rules
(:mod:`roost.play.dice.trust`). It shows what the client claims to have heard: that the host really said so, only a
comparison with others can show, for which there is the fingerprint.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from roost.core.dice import seat_die
from roost.core.errors import RoostError
from roost.core.notation import SEATS
from roost.core.registry import game_type
from roost.play.dice.trust import Roller, Trust

FORMAT = "evidence 3"
"""The first field of every file of evidence."""
_LARGEST = 50_000_000


def new_trust(table: str, game: str, players: int, options: Mapping[str, object]) -> Trust:
    """A client that knows which table it is and what is played, and nothing yet of the dice."""
    return Trust(table, _dice(game, players, options), _set_up)


def _set_up(arranged: Mapping[str, Any]) -> Roller:
    """The dice of a game of a series, as its entry of the log says."""
    return _dice(arranged["game"], int(arranged["players"]), arranged["options"])


def _dice(game: str, players: int, options: Mapping[str, object]) -> Roller:
    die = game_type(game).make(players, options).die
    draw = seat_die(SEATS[:players])
    return lambda seat, count: (draw if seat is None else die).dice(count)


def write_evidence(path: Path, about: Mapping[str, Any], steps: Sequence[Mapping[str, Any]]) -> None:
    """Write a file: the ``table``, what is played (``game``, ``players``, ``options``), what went on."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"roost": FORMAT, **about, "steps": list(steps)}, indent=1), "utf-8")


def is_evidence(text: str) -> bool:
    """Whether a text may be evidence, and is no record."""
    return text.lstrip().startswith("{")


def check_evidence(text: str) -> Trust:
    """Go through what a client wrote down, and come to its verdict again."""
    try:
        if len(text) > _LARGEST:
            raise ValueError("it is too long")
        told = json.loads(text)
        if told["roost"] != FORMAT:
            raise ValueError(f"it is no {FORMAT}")
        trust = new_trust(told["table"], told["game"], int(told["players"]), told["options"])
        trust.replay(told["steps"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as why:
        raise RoostError(f"this evidence cannot be read: {why}") from None
    return trust
