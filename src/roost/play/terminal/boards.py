"""What lies on the table, as lines of text: each game draws its own.

A line is a :class:`rich.text.Text`; its ``plain`` is the bare text.
"""

from __future__ import annotations

from rich.text import Text

from roost.core.state import State
from roost.core.words import Messages
from roost.core.words.face import Names
from roost.core.words.sentences import tell_dice
from roost.play.terminal.face import screen_face
from roost.play.terminal.lines import DICE, QUIET, TURN, DiceRow, line

__all__ = ["board_lines", "turn_lines"]


def board_lines(state: State, messages: Messages, names: Names = ()) -> list[Text]:
    """The table and what each player has."""
    return screen_face(state.game).board_lines(state, messages.of(state.game), names)


def turn_lines(state: State, messages: Messages) -> list[Text]:
    """The dice of the turn, and what is left of it."""
    words = messages.of(state.game)
    return [_turn_line(row, words) for row in screen_face(state.game).dice_rows(state, words)]


def _turn_line(row: DiceRow, words: Messages) -> Text:
    if row.dice is None:
        return line(row.label, Text(row.note, QUIET))
    shown = Text(tell_dice(row.dice, words, gap="  "), DICE)
    return line(row.label, shown.append(f"  {row.note}", TURN) if row.note else shown)
