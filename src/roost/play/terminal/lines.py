"""Lines of text on a terminal: labels, cells, rows of players. Colour only repeats what the characters say."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rich.text import Text

from roost.core.dice import Roll
from roost.core.notation import SEATS
from roost.core.state import State
from roost.core.words.face import Names
from roost.core.words.sentences import seat_name

LABEL = 10
"""The width of the first column."""
QUIET = "dim"
"""The style of labels."""
PIECE = "yellow"
"""The style of pieces."""
TILE = "bold black on yellow"
"""The style of tiles that can be taken, on each of their lines."""
DICE = "bold cyan"
"""The style of dice."""
TURN = "bold"
"""The style of the player to move."""
_SEATS = (
    "black on bright_cyan",
    "white on magenta",
    "black on bright_green",
    "white on blue",
    "black on white",
    "white on red",
)
_CHANGED = "underline"
"""The style of what was not there before."""
EMPTY = "·"
"""The mark where nothing lies."""


class DiceRow(NamedTuple):
    """A line about the dice of a turn."""

    label: str
    dice: Roll | None
    note: str = ""
    """The text behind the dice, or instead of them."""
    special: str = ""
    """The symbols to be set off from the others."""
    choosable: bool = False
    """Whether a die can be clicked to choose the action that its symbol stands for."""


def players(state: State, names: Names, rows: Iterable[Sequence[str | Text]]) -> Iterable[Text]:
    """A line for each seat: its letter and name, then the columns, with a mark at whose turn it is."""
    table = [[*([seat_name(seat, names)] if names else []), *row] for seat, row in enumerate(rows)]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for seat, row in enumerate(table):
        mark, style = ("▸ ", TURN) if seat == state.seat else ("  ", "")
        told = Text(mark, style).append(SEATS[seat], seat_style(seat)).append(" ")
        for text, width in zip(row, widths, strict=True):
            told.append(text).append(" " * (width - len(text) + 2))
        told.rstrip()
        yield told


def seat_style(seat: int) -> str:
    """The style of a seat's letter, wherever it stands."""
    return f"bold {_SEATS[seat % len(_SEATS)]}"


def line(label: str, content: Text) -> Text:
    """A line with its label."""
    labelled = Text().append(label.ljust(LABEL), QUIET).append_text(content)
    labelled.rstrip()
    return labelled


def cell(row: Text, content: Text, width: int = 3) -> None:
    """Add a cell to a row. Sixteen of them fit beside a label where a line has sixty characters."""
    row.append(" " * (width - 1 - len(content)), content.style).append_text(content).append(" ")


def underlined(lines: Sequence[Text], before: Sequence[Text]) -> list[Text]:
    """The lines with every word underlined that the same line did not hold before; a new table has nothing of that."""
    if len(lines) != len(before):
        return list(lines)
    return [_with_news(now, old) for now, old in zip(lines, before, strict=True)]


def _with_news(now: Text, old: Text) -> Text:
    marked, known = now.copy(), Counter(old.plain.split())
    for word in re.finditer(r"[^\s▸]+", now.plain):
        if known[word[0]]:
            known[word[0]] -= 1
        else:
            marked.stylize(_CHANGED, *word.span())
    return marked
