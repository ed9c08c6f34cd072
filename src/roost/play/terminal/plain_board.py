"""The table of any game as lines of text: the fields of the position, and the scores."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text

from roost.core.dice import Roll
from roost.core.state import State
from roost.core.words import Messages
from roost.core.words.face import Names
from roost.core.words.sentences import tell_score
from roost.play.terminal.lines import DiceRow, line, players

__all__ = ["board_lines", "dice_rows"]


def board_lines(state: State, words: Messages, names: Names) -> list[Text]:
    """What the position says, field by field; then what each player would score now."""
    scores = [(tell_score(score, state.game, words),) for score in state.scores()]
    return [*(line(key, Text(text)) for key, text in _fields(state)), *players(state, names, scores)]


def _fields(state: State) -> Iterable[tuple[str, str]]:
    values = state.values()
    for item in state.game.layout():
        if item.name in values:
            for word in item.write(values[item.name]).split():
                key, _, text = word.partition("=")
                yield key, text


def dice_rows(state: State, words: Messages, thrown: Roll | None = None) -> list[DiceRow]:
    """The dice that were thrown, and those that the position holds."""
    held = [value for value in state.values().values() if isinstance(value, Roll)]
    return [DiceRow(words.say("board.roll"), dice) for dice in ([thrown] if thrown is not None else held)]
