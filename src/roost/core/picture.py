"""A position as a picture: each field a row, pieces as tiles, dice as dice, and each seat in its colour.

Any game can be drawn, because every game declares the fields of its positions. Notebooks show the picture.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

from roost.core.notation import EMPTY, SEATS

if TYPE_CHECKING:
    from roost.core.state import State

_WIDE, _ROW, _MARGIN = 640, 34, 14
"""Sizes in pixels: the picture's width, the height of a row, and the margin."""
_BOX, _LETTER, _GAP = 26, 8.5, 4
"""Sizes in pixels: the height of a tile or die, the width of a letter, and the gap between tiles."""
_PAPER, _INK, _FAINT, _TILE, _DIE = "#faf6ec", "#28221e", "#8a8074", "#f6c65b", "#ffffff"
_SEAT_COLOURS = "#b23428", "#245ca0", "#2e763e", "#8f560a", "#74409a", "#127a7c", "#a8326e"
_BETWEEN = re.compile("[,/]")
"""What separates the pieces of a field in a position's text."""


class _Row(NamedTuple):
    """A field of a position, or its part of one seat."""

    label: str
    boxes: Sequence[str]
    fill: str = _TILE
    colour: str = _FAINT
    note: str = ""


def svg_of(state: State) -> str:
    """Return the picture of a position as SVG."""
    rows = list(_rows(state))
    height = 2 * _MARGIN + (len(rows) + 1) * _ROW
    left = 2 * _MARGIN + _LETTER * max(len(row.label) for row in rows)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE} {height}" width="{_WIDE}" height="{height}"'
        ' role="img" font-family="ui-monospace, monospace" font-size="14">',
        f"<title>{escape(str(state))}</title>",
        f'<rect width="{_WIDE}" height="{height}" rx="8" fill="{_PAPER}"/>',
        _text(_MARGIN, _MARGIN + _BOX // 2, state.game.title, _INK, 'font-weight="bold"'),
    ]
    for number, row in enumerate(rows, 1):
        lines += _drawn(row, _MARGIN + number * _ROW, left)
    return "\n".join([*lines, "</svg>"])


def _rows(state: State) -> Iterator[_Row]:
    """Yield the rows of the fields that have a value. A mark beside a seat says whose turn it is."""
    values, faces = state.values(), set(state.game.die.index)
    for field in state.game.layout():
        value: Any = values.get(field.name)
        if value is None or field.name == "turn":
            continue
        for seat, part in field.parts(value):
            text = field.codec.text(part)
            if seat is not None:
                label = f"{'▸' if seat == state.seat else ' '} {SEATS[seat]} {field.name}"
                colour, note = _SEAT_COLOURS[seat % len(_SEAT_COLOURS)], f"score {state.scores()[seat]}"
                yield _Row(label, _pieces(part, text), colour=colour, note=note)
            elif isinstance(part, str) and set(text) <= faces:
                yield _Row(field.name, text, _DIE)
            else:
                yield _Row(field.name, _pieces(part, text))


def _pieces(value: object, text: str) -> list[str]:
    """Return the pieces of a field: its numbers, or the parts of its text."""
    if type(value) is tuple and all(isinstance(piece, int) for piece in value):
        return list(map(str, value))
    return [] if text == EMPTY else _BETWEEN.split(text)


def _drawn(row: _Row, top: int, left: float) -> Iterator[str]:
    """Yield a row's drawing. Dots stand for boxes that do not fit."""
    middle, right = top + _BOX / 2, _WIDE - _MARGIN
    yield _text(_MARGIN, middle, row.label, row.colour)
    if row.note:
        yield _text(right, middle, row.note, row.colour, 'text-anchor="end"')
        right -= int(_LETTER * len(row.note)) + _MARGIN
    for box in row.boxes:
        width = max(_BOX, _LETTER * len(box) + 8)
        if left + width > right:
            yield _text(left, middle, "…", _FAINT)
            return
        shape = f'x="{left:g}" y="{top}" width="{width:g}" height="{_BOX}" rx="4"'
        yield f'<rect {shape} fill="{row.fill}" stroke="{_FAINT}"/>'
        yield _text(left + width / 2, middle, box, _INK, 'text-anchor="middle"')
        left += width + _GAP


def _text(x: float, y: float, text: str, colour: str, more: str = "") -> str:
    """Return a text whose middle has the height ``y``."""
    attributes = f'x="{x:g}" y="{y:g}" fill="{colour}" dominant-baseline="central" xml:space="preserve" {more}'
    return f"<text {attributes.rstrip()}>{escape(text)}</text>"
