"""Lines of text for a terminal: labels, cells, and rows of players. No information is conveyed by colour alone."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rich.text import Text

from roost.core.dice import Roll
from roost.core.notation import SEATS
from roost.core.state import State
from roost.core.words.adapter import Names
from roost.core.words.sentences import seat_name

LABEL = 10
"""Width of the label column, in characters."""
QUIET = "dim"
"""Style of labels."""
PIECE = "yellow"
"""Style of pieces."""
TILE = "bold black on yellow"
"""Style of tiles that the player can take, on every line that shows them."""
DICE = "bold cyan"
"""Style of dice."""
TURN = "bold"
"""Style of the player whose turn it is."""
_SEATS = (
    "black on bright_cyan",
    "white on magenta",
    "black on bright_green",
    "white on blue",
    "black on white",
    "white on red",
)
_CHANGED = "underline"
"""Style of words that changed."""
EMPTY = "·"
"""Mark for an empty place."""


class DiceRow(NamedTuple):
    """A line that shows dice of a turn."""

    label: str
    dice: Roll | None
    note: str = ""
    """Text shown after the dice, or instead of them."""
    special: str = ""
    """Symbols to highlight."""
    choosable: bool = False
    """Whether a click on a die chooses the action named after its symbol."""


def players(state: State, names: Names, rows: Iterable[Sequence[str | Text]]) -> Iterable[Text]:
    """Yield a line for each seat: a mark if it is the seat's turn, the letter, the name, and the columns."""
    table = [[*([seat_name(seat, names)] if names else []), *row] for seat, row in enumerate(rows)]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for seat, row in enumerate(table):
        mark, style = ("▸ ", TURN) if seat == state.seat else ("  ", "")
        text_line = Text(mark, style).append(SEATS[seat], seat_style(seat)).append(" ")
        for text, width in zip(row, widths, strict=True):
            text_line.append(text).append(" " * (width - len(text) + 2))
        text_line.rstrip()
        yield text_line


def seat_style(seat: int) -> str:
    """Return the style of a seat's letter."""
    return f"bold {_SEATS[seat % len(_SEATS)]}"


def line(label: str, content: Text) -> Text:
    """Return a line that begins with a label."""
    labelled = Text().append(label.ljust(LABEL), QUIET).append_text(content)
    labelled.rstrip()
    return labelled


def cell(row: Text, content: Text, width: int = 3) -> None:
    """Add a cell to a row. Beside a label, sixteen cells fit into a line of sixty characters."""
    row.append(" " * (width - 1 - len(content)), content.style).append_text(content).append(" ")


def underlined(lines: Sequence[Text], before: Sequence[Text]) -> list[Text]:
    """Return the lines with new words underlined, compared to ``before``. For a new table, nothing is underlined."""
    if len(lines) != len(before):
        return list(lines)
    return [_underline_new(line, previous) for line, previous in zip(lines, before, strict=True)]


def _underline_new(line: Text, previous: Text) -> Text:
    marked, known = line.copy(), Counter(previous.plain.split())
    for word in re.finditer(r"[^\s▸]+", line.plain):
        if known[word[0]]:
            known[word[0]] -= 1
        else:
            marked.stylize(_CHANGED, *word.span())
    return marked
