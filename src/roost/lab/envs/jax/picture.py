"""Draw positions as SVG for notebooks, with all their fields."""

from collections.abc import Sequence
from pathlib import Path

from roost.core.state import State
from roost.lab.envs.picture import described
from roost.study.svg import escape

_LINE, _WIDE, _MARGIN = 18, 520, 12
_PAPER, _INK, _FAINT = "#faf6ec", "#28221e", "#6f6459"


def as_svg(states: Sequence[State]) -> str:
    """Return an SVG with these positions, one below the other."""
    rows: list[str] = []
    line = 0
    for state in states:
        for name, value, _ in described(state):
            y = _MARGIN + (line + 1) * _LINE
            rows.append(
                f'<text x="{_MARGIN}" y="{y}" fill="{_FAINT}">{escape(name)}</text>'
                f'<text x="{_MARGIN + 90}" y="{y}" fill="{_INK}">{escape(value)}</text>'
            )
            line += 1
        line += 1
    high = line * _LINE + 2 * _MARGIN
    size, font = f'width="{_WIDE}" height="{high}"', 'font-family="monospace" font-size="13"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {font}>'
    return f'{head}<rect width="100%" height="100%" fill="{_PAPER}"/>{"".join(rows)}</svg>'


def save_svg(states: Sequence[State], filename: str) -> None:
    """Write the SVG of positions to a file, whose name must end with ``.svg``."""
    Path(filename).write_text(as_svg(states), encoding="utf-8")
