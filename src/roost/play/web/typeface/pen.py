"""A round pen: turns strokes into the outlines that its tip covers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import acos, atan2, cos, hypot, pi, sin

Point = tuple[float, float]
Curve = tuple[Point, Point, Point]
"""A quadratic curve: its start, its control point and its end. A line has its control point in the middle."""
Node = tuple[float, float, bool]
"""A point of an outline, and whether it is on the curve."""

_COMMAND = re.compile(r"([MLQDZ])([^MLQDZ]*)")
_PARTS = 1
"""Number of curves that follow each curve of a stroke at either side."""
_CAP = 2
"""Number of curves that round an end."""
_CORNER = 0.2
"""Smallest turn that counts as a corner, in radians."""
_DOT = 1.25
"""Radius of a dot, relative to the pen's."""


@dataclass(frozen=True)
class Stroke:
    """A smooth stroke, without corners."""

    curves: list[Curve]
    is_closed: bool = False


def strokes_of(path: str, place: Callable[[Point], Point]) -> list[Stroke]:
    """Read a path and split it at its corners. ``place`` moves each point to where the pen draws it."""
    strokes: list[Stroke] = []
    curves: list[Curve] = []
    now = (0.0, 0.0)
    for command, rest in _COMMAND.findall(path):
        numbers = [float(number) for number in rest.split()]
        points = [place((x, y)) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
        if command in "MD":
            strokes += _smooth(curves)
            curves, now = [], points[0]
        if command == "D":
            strokes.append(Stroke([(now, now, now)]))
        if command == "L":
            middle = ((now[0] + points[0][0]) / 2, (now[1] + points[0][1]) / 2)
            curves.append((now, middle, points[0]))
            now = points[0]
        if command == "Q":
            curves.append((now, points[0], points[1]))
            now = points[1]
        if command == "Z":
            strokes.append(Stroke(curves, is_closed=True))
            curves = []
    return [*strokes, *_smooth(curves)]


def _smooth(curves: list[Curve]) -> Iterator[Stroke]:
    """Split curves into strokes at their corners."""
    run: list[Curve] = []
    for curve in curves:
        if run and abs(_turn(_direction(run[-1], 1), _direction(curve, 0))) > _CORNER:
            yield Stroke(run)
            run = []
        run.append(curve)
    if run:
        yield Stroke(run)


def outlines(stroke: Stroke, radius: float) -> Iterator[list[Node]]:
    """Return the outlines of the area that a pen of this radius covers, clockwise outside and the other way inside."""
    first, last = stroke.curves[0], stroke.curves[-1]
    if first[0] == last[2] and not stroke.is_closed:  # a dot
        yield _arc(first[0], radius * _DOT, 0.0, -2 * pi, 4)
        return
    left = _beside(stroke.curves, radius)
    right = _beside(stroke.curves, -radius)[::-1]
    if stroke.is_closed:
        outer, inner = sorted((left, right), key=lambda side: -abs(_area(side)))
        yield outer if _area(outer) < 0 else outer[::-1]
        yield inner if _area(inner) > 0 else inner[::-1]
        return
    start, end = _angle(_direction(first, 0)), _angle(_direction(last, 1))
    yield [
        *left,
        *_arc(last[2], radius, end + pi / 2, -pi, _CAP)[1:-1],
        *right,
        *_arc(first[0], radius, start - pi / 2, -pi, _CAP)[1:-1],
    ]


def _area(nodes: list[Node]) -> float:
    """Return twice the area within these nodes; negative if they go clockwise."""
    return sum(x * v - u * y for (x, y, _), (u, v, _) in zip(nodes, [*nodes[1:], nodes[0]], strict=True))


def _beside(curves: list[Curve], distance: float) -> list[Node]:
    """Return the nodes of the line that runs at this distance to the left of curves."""
    nodes: list[Node] = []
    for curve in curves:
        parts = _PARTS if abs(_turn(_direction(curve, 0), _direction(curve, 1))) > 0.01 else 1
        for part in range(parts):
            begin, end = part / parts, (part + 1) / parts
            start, stop = _shifted(curve, begin, distance), _shifted(curve, end, distance)
            nodes.append((*start, True))
            control = _meeting(start, _direction(curve, begin), stop, _direction(curve, end))
            if control:
                nodes.append((*control, False))
            nodes.append((*stop, True))
    return nodes


def _arc(centre: Point, radius: float, start: float, turn: float, parts: int) -> list[Node]:
    """Return the nodes of an arc, from an angle through a turn."""
    nodes: list[Node] = []
    step, reach = turn / parts, radius / cos(turn / parts / 2)
    for part in range(parts + 1):
        angle = start + part * step
        nodes.append((centre[0] + radius * cos(angle), centre[1] + radius * sin(angle), True))
        if part < parts:
            nodes.append((centre[0] + reach * cos(angle + step / 2), centre[1] + reach * sin(angle + step / 2), False))
    return nodes


def _at(curve: Curve, share: float) -> Point:
    (a, b), (c, d), (e, f) = curve
    rest = 1 - share
    return (
        rest * rest * a + 2 * rest * share * c + share * share * e,
        rest * rest * b + 2 * rest * share * d + share * share * f,
    )


def _direction(curve: Curve, share: float) -> Point:
    (a, b), (c, d), (e, f) = curve
    x, y = (1 - share) * (c - a) + share * (e - c), (1 - share) * (d - b) + share * (f - d)
    length = hypot(x, y) or 1.0
    return x / length, y / length


def _shifted(curve: Curve, share: float, distance: float) -> Point:
    (x, y), (dx, dy) = _at(curve, share), _direction(curve, share)
    return x - dy * distance, y + dx * distance


def _meeting(start: Point, out: Point, stop: Point, into: Point) -> Point | None:
    """Return where two lines meet, each through a point in a direction; None if they are almost parallel."""
    cross = out[0] * into[1] - out[1] * into[0]
    if abs(cross) < 0.01:
        return None
    way = ((stop[0] - start[0]) * into[1] - (stop[1] - start[1]) * into[0]) / cross
    return start[0] + way * out[0], start[1] + way * out[1]


def _turn(first: Point, second: Point) -> float:
    return acos(max(-1.0, min(1.0, first[0] * second[0] + first[1] * second[1])))


def _angle(direction: Point) -> float:
    return atan2(direction[1], direction[0])
