"""The three functions with which Kaggle's harness lets a language model play Roost's games in OpenSpiel.

Import them in the notebook of a competition whose game is ``roost_junior`` or another game of
:mod:`roost.lab.envs.open_spiel`. The prompt holds the rules and the position, and no list of legal moves.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from kaggle_environments.core_harness import (
    ParseResult,
    parse_json_action,
    render_rethink_suffix,
)

from roost.core.notation import seat_letter
from roost.core.registry import position
from roost.core.words import Language
from roost.core.words.pages import plain, written_pages
from roost.lab.envs.text.answers import squeeze
from roost.lab.envs.text.text_game import board_lines

__all__ = ["generate_prompt", "get_legal_moves", "parse_response"]

_FORM = 'End your answer with your move as JSON, like this: {"move": "roll"}'
_ILLEGAL = "\n\nYour move {previous_action} is not legal here. Read the rules and the position again."
_UNREADABLE = "\n\nNo move could be read in the end of your answer: {previous_response}"


def get_legal_moves(observation: Mapping[str, Any]) -> dict[int, str]:
    """Return the text of each legal action by its number."""
    numbers, texts = observation.get("legalActions") or (), observation.get("legalActionStrings") or ()
    return dict(zip(numbers, texts, strict=True))


def generate_prompt(
    observation: Mapping[str, Any],
    move_history: list[str],
    previous_response: str | None = None,
    previous_action: str | None = None,
) -> str:
    """Return the prompt for the current position."""
    state = position(str(observation["observationString"]))
    seat = int(observation.get("playerId", 0))
    rules = plain("\n\n".join(written_pages(type(state.game), Language.EN)))
    forms = ", ".join(kind.form.replace("{", "<").replace("}", ">") for kind in state.game.action_types)
    lines = [
        rules,
        f"You play as {seat_letter(seat)}. Your moves so far: {', '.join(move_history) or 'none'}.",
        *board_lines(state, seat),
        f"Moves look like this: {forms}. A symbol on a die is written as its letter or digit.",
        _FORM,
    ]
    retry: str = render_rethink_suffix(_ILLEGAL, _UNREADABLE, previous_response, previous_action)
    return "\n".join(lines) + retry


def parse_response(response: str, legal_action_strings: Sequence[str]) -> ParseResult:
    """Read the move in the last JSON object of an answer."""
    return parse_json_action(response, legal_action_strings, matcher=_match)


def _match(raw: str, legal: Sequence[str]) -> str | None:
    return next((move for move in legal if squeeze(move) == squeeze(raw)), None)
