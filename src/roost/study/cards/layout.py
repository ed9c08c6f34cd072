"""A card laid out on one page of paper, for whoever draws it: words at places, and lines.

A6, A5 and A4 have the same shape, so there is one layout; the paper only says how large it is drawn. The largest type
with which everything fits is used.
"""

from collections.abc import Iterator, Sequence
from enum import Enum
from functools import cache
from itertools import combinations, pairwise
from typing import NamedTuple, TypeAlias
from unicodedata import normalize

from roost.study.cards.printed_card import PrintedCard, PrintedSection, PrintedTable

WIDTH = 297.64
"""That of A6, in points."""
HEIGHT = 419.53
"""That of A6, in points."""
_MARGIN = 17.0
_SIZES = [size / 10 for size in range(110, 29, -1)]
"""Sizes of type that are tried, in points on A6."""
_LEADING = 1.25
_TABLE_LEADING = 1.18
_GAP = 0.9
"""Between blocks, in sizes of type."""
_SMALL = 0.86
_MOST_COLUMNS = 4
_CELL = 0.7
"""Between the columns of a table, in sizes of type."""


class Paper(Enum):
    """A size of paper: its width and its height in millimetres."""

    A6 = 105, 148
    A5 = 148, 210
    A4 = 210, 297

    @property
    def scale(self) -> float:
        """How much larger than A6 it is: they all have the same shape, but for a millimetre."""
        return min(self.value[0] / 105, self.value[1] / 148)


class Words(NamedTuple):
    """Some words: where their base line begins, or ends if ``to_left``."""

    x: float
    y: float
    text: str
    size: float
    bold: bool = False
    to_left: bool = False


class Rule(NamedTuple):
    """A thin line across."""

    x: float
    y: float
    width: float


Mark: TypeAlias = Words | Rule
"""Something on the page."""


class Page(NamedTuple):
    """Everything on the page, and its title."""

    title: str
    marks: tuple[Mark, ...]


# Helvetica's widths, in thousandths of the size of type; letters with accents are as wide as without.
_WIDTHS = {
    **dict.fromkeys("ijl'’", 222), **dict.fromkeys(" \N{NO-BREAK SPACE}ft.,:;/!I|·", 278), **dict.fromkeys("r()-", 333),
    **dict.fromkeys("cksvxyzJ", 500), **dict.fromkeys("FTZ", 611), **dict.fromkeys("ABEKPSVXY", 667),
    **dict.fromkeys("wCDHNRU", 722), **dict.fromkeys("GOQ", 778), **dict.fromkeys("mM", 833),
    **dict.fromkeys("+−=", 584), "W": 944, "%": 889, "→": 1000,
}  # fmt: skip
_OTHER = 556
_BOLD = 1.07


@cache
def _wide(character: str) -> int:
    return _WIDTHS.get(normalize("NFD", character)[0], _OTHER)


def width_of(text: str, size: float, bold: bool = False) -> float:
    """How wide words are, in points."""
    return sum(map(_wide, text)) * size * (_BOLD if bold else 1.0) / 1000


def lay_out(card: PrintedCard) -> Page:
    """The page with the largest type that fits."""
    for size in _SIZES:
        marks, bottom = _set(card, size)
        if bottom <= HEIGHT - _MARGIN:
            break
    return Page(card.title, tuple(marks))


def _wrap(text: str, size: float, width: float, bold: bool = False) -> Iterator[str]:
    """Words in lines of at most this width."""
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}".lstrip()
        if line and width_of(longer, size, bold) > width:
            yield line
            longer = word
        line = longer
    yield line


class _Setter:
    """Sets blocks one below the other."""

    def __init__(self, size: float) -> None:
        self.size = size
        self.marks: list[Mark] = []
        self.y = _MARGIN
        self.width = WIDTH - 2 * _MARGIN

    def paragraph(self, text: str, scale: float = 1.0, bold: bool = False, indent: float = 0.0) -> None:
        """Words from margin to margin."""
        size = self.size * scale
        for line in _wrap(text, size, self.width - indent, bold):
            self.marks.append(Words(_MARGIN + indent, self.y + size, line, size, bold))
            self.y += size * _LEADING

    def gap(self, sizes: float = _GAP) -> None:
        """Some room."""
        self.y += self.size * sizes

    def rule(self) -> None:
        """A line from margin to margin."""
        self.marks.append(Rule(_MARGIN, self.y, self.width))
        self.gap(0.5)


def _set(card: PrintedCard, size: float) -> tuple[list[Mark], float]:
    page = _Setter(size)
    page.paragraph(card.title, 1.35, bold=True)
    page.gap(0.2)
    page.rule()
    page.paragraph(card.how, _SMALL)
    number = 1
    for section in card.sections:
        page.gap()
        page.paragraph(section.title, 1.1, bold=True)
        page.gap(0.2)
        number = _set_lines(page, section, number)
        _set_tables(page, section.tables)
    page.gap()
    page.rule()
    page.paragraph(card.note, _SMALL)
    return page.marks, page.y


def _set_lines(page: _Setter, section: PrintedSection, number: int) -> int:
    """Each line: its number, its question, and beside or below it its advice in bold type."""
    indent = page.size * 1.4
    for when, advice in section.lines:
        page.marks.append(Words(_MARGIN, page.y + page.size, f"{number}.", page.size))
        beside = width_of(f"{when} ", page.size) + width_of(advice, page.size, bold=True)
        if beside <= page.width - indent:
            at = _MARGIN + indent
            page.marks.append(Words(at, page.y + page.size, when, page.size))
            at += width_of(f"{when} ", page.size)
            page.marks.append(Words(at, page.y + page.size, advice, page.size, bold=True))
            page.y += page.size * _LEADING
        else:
            page.paragraph(when, indent=indent)
            page.paragraph(advice, bold=True, indent=indent)
        page.gap(0.25)
        number += 1
    return number


class _Box(NamedTuple):
    """A table as it will stand: how wide and how high it is."""

    table: PrintedTable
    titles: tuple[str, ...]
    label: float
    cell: float
    width: float
    height: float


def _box(table: PrintedTable, size: float, least: float, most: float) -> _Box:
    """A table between so wide and so wide, if it can be; its title is wrapped."""
    small = size * _SMALL
    label = max(width_of(label, small) for label, _ in table.rows)
    cells = [*table.columns, *(cell for _, row in table.rows for cell in row)]
    cell = max(width_of(one, small, bold=True) for one in cells) + small * _CELL
    natural = label + cell * len(table.columns)
    titles = tuple(_wrap(table.title, small, min(max(natural, least), most), bold=True))
    height = small * _TABLE_LEADING * (len(titles) + 1.2 + len(table.rows))
    return _Box(table, titles, label, cell, max(natural, min(least, most)), height)


class _Arranged(NamedTuple):
    """Tables in their places, seen from the upper left corner of all of them."""

    height: float
    boxes: tuple[tuple[_Box, float, float], ...]


def _set_tables(page: _Setter, tables: Sequence[PrintedTable]) -> None:
    """Tables in rows or in columns, whichever takes less room."""
    if not tables:
        return
    height, boxes = min(_arrangements(page, tables), key=lambda arranged: arranged.height)
    for box, x, y in boxes:
        _set_box(page, box, _MARGIN + x, page.y + y)
    page.y += height


def _arrangements(page: _Setter, tables: Sequence[PrintedTable]) -> Iterator[_Arranged]:
    between, above = page.size * 1.6, page.size * 0.5
    yield _in_rows([_box(table, page.size, 0.45 * page.width, page.width) for table in tables], page, between, above)
    for number in range(2, min(_MOST_COLUMNS, len(tables)) + 1):
        width = (page.width - (number - 1) * between) / number
        boxes = [_box(table, page.size, width, width) for table in tables]
        if all(box.width <= width for box in boxes):
            yield _in_columns(boxes, number, width + between, above)


def _in_rows(boxes: Sequence[_Box], page: _Setter, between: float, above: float) -> _Arranged:
    """From left to right, as many as fit beside one another."""
    placed, x, y, high = [], 0.0, above, 0.0
    for box in boxes:
        if x and x + box.width > page.width:
            x, y, high = 0.0, y + high + above, 0.0
        placed.append((box, x, y))
        x, high = x + box.width + between, max(high, box.height)
    return _Arranged(y + high, tuple(placed))


def _in_columns(boxes: Sequence[_Box], number: int, pitch: float, above: float) -> _Arranged:
    """From top to bottom, in so many columns, the highest of which is as low as can be."""
    cuts = combinations(range(1, len(boxes)), number - 1)
    columns = min(
        ([boxes[start:end] for start, end in pairwise((0, *cut, len(boxes)))] for cut in cuts),
        key=lambda columns: max(sum(box.height + above for box in column) for column in columns),
    )
    placed, highest = [], 0.0
    for place, column in enumerate(columns):
        y = above
        for box in column:
            placed.append((box, place * pitch, y))
            y += box.height + above
        highest = max(highest, y - above)
    return _Arranged(highest, tuple(placed))


def _set_box(page: _Setter, box: _Box, at: float, y: float) -> None:
    small = page.size * _SMALL
    for line in box.titles:
        page.marks.append(Words(at, y + small, line, small, bold=True))
        y += small * _TABLE_LEADING
    _set_cells(page, box, at, y, small)


def _set_cells(page: _Setter, box: _Box, at: float, y: float, small: float) -> None:
    ends = [at + box.label + box.cell * (place + 1) for place in range(len(box.table.columns))]
    for end, column in zip(ends, box.table.columns, strict=True):
        page.marks.append(Words(end, y + small, column, small, bold=True, to_left=True))
    y += small * _TABLE_LEADING
    page.marks.append(Rule(at, y, box.label + box.cell * len(ends)))
    y += small * 0.1
    for label, cells in box.table.rows:
        page.marks.append(Words(at, y + small, label, small))
        for end, cell in zip(ends, cells, strict=True):
            page.marks.append(Words(end, y + small, cell, small, to_left=True))
        y += small * _TABLE_LEADING
