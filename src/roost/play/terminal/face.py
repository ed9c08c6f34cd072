"""What a game brings to be shown at a terminal. Games that bring nothing are shown by the fields of their positions."""

from __future__ import annotations

from typing import Any, Protocol, cast

from rich.text import Text

from roost.core.dice import Roll
from roost.core.faces import find_face
from roost.core.game import Game
from roost.core.words import Messages
from roost.core.words.face import Names
from roost.play.terminal.lines import DiceRow

__all__ = ["ScreenFace", "screen_face"]


class ScreenFace(Protocol):
    """A game's table as lines of text."""

    def board_lines(self, state: Any, words: Messages, names: Names) -> list[Text]:
        """The table and what each player has."""

    def dice_rows(self, state: Any, words: Messages, thrown: Roll | None = None) -> list[DiceRow]:
        """The dice of the turn; while dice tumble, ``thrown`` is what they show for the moment."""


def screen_face(game: Game) -> ScreenFace:
    """How a game is shown at a terminal."""
    face = find_face(type(game), "screen")
    if face is None:
        from roost.play.terminal import plain_board

        return plain_board
    return cast("ScreenFace", face)
