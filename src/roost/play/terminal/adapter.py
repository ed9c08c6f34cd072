"""Adapter for the terminal. A game without one is shown by the fields of its positions.

A line is a :class:`rich.text.Text`; its ``plain`` is the bare text.
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
    """Shows a game as lines of text."""

    def board_lines(self, state: Any, words: Messages, names: Names) -> list[Text]:
        """Return lines for the table and each player's possessions."""

    def dice_rows(self, state: Any, words: Messages, thrown: Roll | None = None) -> list[DiceRow]:
        """Return the dice of the turn; while dice tumble, ``thrown`` is what they show for the moment."""


def screen_adapter(game: Game) -> ScreenAdapter:
    """Return the terminal adapter of a game."""
    adapter = find_adapter(type(game), "screen")
    if adapter is None:
        from roost.play.terminal import plain_board

        return plain_board
    return cast("ScreenAdapter", adapter)


def board_lines(state: State, messages: Messages, names: Names = ()) -> list[Text]:
    """Return lines for the table and each player's possessions."""
    return screen_adapter(state.game).board_lines(state, messages.of(state.game), names)


def turn_lines(state: State, messages: Messages) -> list[Text]:
    """Return lines for the dice of the turn."""
    words = messages.of(state.game)
    return [_turn_line(row, words) for row in screen_adapter(state.game).dice_rows(state, words)]


def _turn_line(row: DiceRow, words: Messages) -> Text:
    if row.dice is None:
        return line(row.label, Text(row.note, QUIET))
    shown = Text(describe_dice(row.dice, words, gap="  "), DICE)
    return line(row.label, shown.append(f"  {row.note}", TURN) if row.note else shown)
