"""Draw bar and line charts as self-contained SVG, readable on light and dark backgrounds.

A picture has a title, panels side by side, and a note. For screen readers it contains a description made from the same
numbers.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from roost.study.svg import escape

_COLUMNS = 2
_WIDE, _HIGH = 330, 190
_LEFT, _RIGHT, _HEAD, _FOOT = 56, 34, 48, 62
_TOP, _BOTTOM = 52, 34
_MOST_TICKS = 5
_MOST_LABELS = 16
_COLOURS = (("#22609f", "#7db4f0"), ("#b8322a", "#f08a80"), ("#3c7431", "#96cf87"), ("#7a4a9c", "#cba0e8"),
            ("#9c560f", "#e9ae63"), ("#0f706c", "#67cfc9"))  # fmt: skip
"""Colours of the series, each for light and for dark backgrounds. Lines are also dashed and labelled."""
_DASHES = ("", "9 4", "3 3", "12 4 3 4", "6 3", "1 4")

Format = Callable[[float], str]


def plain(value: float) -> str:
    """Format a number with as few digits as possible, for example 0.25, 1,234, 20 k or 5 M."""
    if value >= 1e6:
        return f"{value / 1e6:.3g} M"
    if value >= 1e4:
        return f"{value / 1e3:.3g} k"
    return f"{value:,.3g}" if value < 1e3 else f"{value:,.0f}"


def share(value: float) -> str:
    """Format a share as a percentage."""
    return f"{100 * value:.3g} %"


@dataclass(frozen=True)
class ChartSeries:
    """A series of values, one for each label."""

    name: str
    values: Sequence[float]
    errors: Sequence[float] = ()
    """Half-widths of the values' confidence intervals; empty if there are none."""


@dataclass(frozen=True)
class Bars:
    """A bar chart with one bar for each label; if there are several series, they are stacked."""

    title: str
    labels: Sequence[str]
    series: Sequence[ChartSeries]
    format: Format = plain
    across: str = ""
    """Title of the horizontal axis."""


@dataclass(frozen=True)
class Line:
    """A line through points, ordered from left to right."""

    name: str
    points: Sequence[tuple[float, float]]


@dataclass(frozen=True)
class Lines:
    """A line chart with a numeric axis; the legend names the lines."""

    title: str
    lines: Sequence[Line]
    format: Format = plain
    across: str = ""


Panel = Bars | Lines
"""A panel of a chart."""


def picture(title: str, panels: Sequence[Panel], note: str = "") -> str:
    """Return a picture with one or more charts as the text of an SVG file."""
    return "\n".join(_picture(title, panels, note)) + "\n"


def _picture(title: str, panels: Sequence[Panel], note: str) -> Iterator[str]:
    columns = min(_COLUMNS, len(panels))
    wide, high = _LEFT + _WIDE + _RIGHT, _HEAD + _HIGH + _FOOT
    width, height = columns * wide, _TOP + ceil(len(panels) / columns) * high + _BOTTOM
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" aria-labelledby="t d">'
    yield f'<title id="t">{escape(title)}</title>'
    yield f'<desc id="d">{escape(" ".join(map(_description, panels)))}</desc>'
    yield f"<style>{_style()}</style>"
    yield f'<rect class="paper" width="{width}" height="{height}"/>'
    yield f'<text class="title" x="20" y="34">{escape(title)}</text>'
    for place, panel in enumerate(panels):
        x, y = place % columns * wide + _LEFT, _TOP + place // columns * high + _HEAD
        yield f'<g transform="translate({x} {y})">'
        yield f'<text class="name" x="0" y="-26">{escape(panel.title)}</text>'
        yield from _bars(panel) if isinstance(panel, Bars) else _lines(panel)
        yield f'<text class="quiet" x="{_WIDE}" y="{_HIGH + 38}" text-anchor="end">{escape(panel.across)}</text>'
        yield "</g>"
    yield f'<text class="quiet" x="20" y="{height - 14}">{escape(note)}</text>'
    yield "</svg>"


def _style() -> str:
    def paints(theme: int) -> str:
        ink, quiet, grid, paper = (("#2b2320", "#6b5f58", "#e3d9cf", "#fffaf3"),
                                   ("#f3ece4", "#b5a99e", "#453c36", "#1f1a17"))[theme]  # fmt: skip
        rules = [f"text {{ fill: {ink} }} .quiet {{ fill: {quiet} }} .grid {{ stroke: {grid} }}"]
        rules += [f".paper {{ fill: {paper} }} .error {{ stroke: {ink} }}"]
        for place, colours in enumerate(_COLOURS):
            rules.append(f".c{place} {{ fill: {colours[theme]} }} .l{place} {{ stroke: {colours[theme]} }}")
        return "\n".join(rules)

    common = "text { font: 12px system-ui, sans-serif }\n.title { font-size: 18px; font-weight: 650 }\n"
    common += ".name { font-size: 14px; font-weight: 600 }\npath.line { fill: none; stroke-width: 2 }\n"
    return f"\n{common}{paints(0)}\n@media (prefers-color-scheme: dark) {{\n{paints(1)}\n}}\n"


def _ticks(low: float, high: float) -> list[float]:
    """Return about five evenly spaced round numbers that cover a range."""
    span = (high - low) or 1.0
    size: float = 10 ** floor(log10(span / _MOST_TICKS))
    step = next(size * times for times in (1, 2, 5, 10) if span / (size * times) <= _MOST_TICKS)
    first = floor(low / step + 1e-9)
    last = max(first + 1, ceil(high / step - 1e-9))
    return [step * tick for tick in range(first, last + 1)]


def _axis(ticks: Sequence[float], form: Format) -> Iterator[str]:
    for tick in ticks:
        y = _HIGH * (1 - (tick - ticks[0]) / (ticks[-1] - ticks[0]))
        yield f'<path class="grid" d="M0 {y:.1f}H{_WIDE}"/>'
        yield f'<text class="quiet" x="-6" y="{y + 4:.1f}" text-anchor="end">{escape(form(tick))}</text>'


def _legend(names: Sequence[str]) -> Iterator[str]:
    x = 0.0
    for place, name in enumerate(names):
        if name:
            yield f'<rect class="c{place % len(_COLOURS)}" x="{x:.0f}" y="-17" width="9" height="9"/>'
            yield f'<text class="quiet" x="{x + 13:.0f}" y="-9">{escape(name)}</text>'
            x += 26 + 6.4 * len(name)


def _bars(panel: Bars) -> Iterator[str]:
    sums = [sum(column) for column in zip(*(series.values for series in panel.series), strict=True)]
    errors = panel.series[-1].errors or [0.0] * len(sums)
    ticks = _ticks(0.0, max([top + error for top, error in zip(sums, errors, strict=True)], default=1.0))
    yield from _axis(ticks, panel.format)
    yield from _legend([series.name for series in panel.series])
    column, scale = _WIDE / max(1, len(sums)), _HIGH / ticks[-1]
    every = ceil(len(sums) / _MOST_LABELS)
    for place, label in enumerate(panel.labels):
        x, y = column * (place + 0.15), float(_HIGH)
        for number, series in enumerate(panel.series):
            high = series.values[place] * scale
            y -= high
            paint = f"c{number % len(_COLOURS)}"
            yield f'<rect class="{paint}" x="{x:.1f}" y="{y:.1f}" width="{0.7 * column:.1f}" height="{high:.1f}"/>'
        middle, reach = column * (place + 0.5), errors[place] * scale
        if reach:
            yield f'<path class="error" d="M{middle:.1f} {y - reach:.1f}V{y + reach:.1f}"/>'
        if place % every == 0:
            yield f'<text class="quiet" x="{middle:.1f}" y="{_HIGH + 18}" text-anchor="middle">{escape(label)}</text>'


def _lines(panel: Lines) -> Iterator[str]:
    xs = [x for line in panel.lines for x, _ in line.points]
    ys = [y for line in panel.lines for _, y in line.points]
    ticks, steps = _ticks(min([0.0, *ys]), max(ys, default=1.0)), _ticks(min(xs), max(xs))
    yield from _axis(ticks, panel.format)
    yield from _legend([line.name for line in panel.lines])

    def across(x: float) -> float:
        return _WIDE * (x - steps[0]) / (steps[-1] - steps[0])

    for step in steps:
        yield f'<text class="quiet" x="{across(step):.1f}" y="{_HIGH + 18}" text-anchor="middle">{plain(step)}</text>'
    for place, line in enumerate(panel.lines):
        path = "L".join(
            f"{across(x):.1f} {_HIGH * (1 - (y - ticks[0]) / (ticks[-1] - ticks[0])):.1f}" for x, y in line.points
        )
        dashes = _DASHES[place % len(_DASHES)]
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        yield f'<path class="line l{place % len(_COLOURS)}" d="M{path}"{dashed}/>'


def _description(panel: Panel) -> str:
    if isinstance(panel, Bars):
        parts = [
            f"{series.name or panel.title}: "
            + ", ".join(f"{label} {panel.format(v)}" for label, v in zip(panel.labels, series.values, strict=True))
            for series in panel.series
        ]
        return f"{panel.title}. {'; '.join(parts)}."
    parts = [
        f"{line.name or panel.title}: from {panel.format(line.points[0][1])} to {panel.format(line.points[-1][1])}"
        for line in panel.lines
    ]
    return f"{panel.title}. {'; '.join(parts)}."
