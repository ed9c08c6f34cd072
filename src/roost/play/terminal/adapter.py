"""Terminal adapters draw a game as text. A game without one is drawn from the fields of its positions.

A line is a :class:`rich.text.Text`; its ``plain`` attribute is the text without styles.
"""

from typing import Any, Protocol, cast

from rich.text import Text

from roost.core.adapters import find_adapter
from roost.core.dice import Roll
from roost.core.game import Game
from roost.core.state import State
from roost.core.words import Messages
from roost.core.words.adapter import Names
from roost.core.words.sentences import describe_dice
from roost.play.terminal.lines import DICE, QUIET, TURN, DiceRow, line


class ScreenAdapter(Protocol):
    """Draws a game as lines of text."""

    def board_lines(self, state: Any, words: Messages, names: Names) -> list[Text]:
        """Return the lines that show the table and each player's possessions."""

    def dice_rows(self, state: Any, words: Messages, thrown: Roll | None = None) -> list[DiceRow]:
        """Return the rows of dice in the current turn. While dice tumble, ``thrown`` is the roll to show."""


def screen_adapter(game: Game) -> ScreenAdapter:
    """Return the terminal adapter for a game."""
    adapter = find_adapter(type(game), "screen")
    if adapter is None:
        from roost.play.terminal import plain_board

        return plain_board
    return cast("ScreenAdapter", adapter)


def board_lines(state: State, messages: Messages, names: Names = ()) -> list[Text]:
    """Return the lines that show the table and each player's possessions."""
    return screen_adapter(state.game).board_lines(state, messages.of(state.game), names)


def turn_lines(state: State, messages: Messages) -> list[Text]:
    """Return the lines that show the dice of the current turn."""
    words = messages.of(state.game)
    return [_turn_line(row, words) for row in screen_adapter(state.game).dice_rows(state, words)]


def _turn_line(row: DiceRow, words: Messages) -> Text:
    if row.dice is None:
        return line(row.label, Text(row.note, QUIET))
    shown = Text(describe_dice(row.dice, words, gap="  "), DICE)
    return line(row.label, shown.append(f"  {row.note}", TURN) if row.note else shown)
