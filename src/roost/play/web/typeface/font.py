"""Builds the typeface's files in the format WOFF, from strokes."""

from __future__ import annotations

import re
import struct
import tomllib
import unicodedata
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import pairwise
from string import ascii_letters, digits

from roost.play.web.typeface.pen import Node, Point, outlines, strokes_of

_HALF = 0.5
"""Units in the file for each unit of a stroke, so that most steps between points take a single byte."""
_UNITS = 500
_ASCENT, _DESCENT = 465, 125
_LEVELS = (-190, 0, 500, 700)
"""Heights that the edge of the pen touches at any weight: of descenders, the line, small letters, and capitals."""
_SIDE = 54
"""Space on each side of a letter."""
_SPACE = 300
_WIDEN = 0.3
"""How much wider a letter gets than its strokes, as a share of the pen's width."""
_TABULAR = 600
"""Width of every digit."""
_BOX = 60.0
"""Units of a letter for each unit of a drawn numeral."""
_FIXED = {"\N{NO-BREAK SPACE}": _SPACE, "\N{NARROW NO-BREAK SPACE}": 110, " ": _SPACE}
_USUAL = {*ascii_letters, *digits, *" .,:;!?'()-+%/", *"\N{NO-BREAK SPACE}·×–’“”…→"}
"""The characters of the first of two files; pages in English rarely need the second."""
_RAISED = 200
"""How much higher marks are on capitals."""
_LOW_MARKS = ("cedilla", "ogonek")
_NUMERAL = re.compile(r"[MLQHVZ]|-?\d+(?:\.\d+)?")


@dataclass
class Glyph:
    """A drawn letter, or one put together from others."""

    advance: int
    contours: list[list[Node]] = field(default_factory=list)
    parts: list[tuple[str, int, int]] = field(default_factory=list)
    """Names of other glyphs, and how far each is moved to the right and up."""

    def in_file(self) -> Glyph:
        """Return the glyph in the units of the file."""
        contours = [[(x * _HALF, y * _HALF, is_on) for x, y, is_on in contour] for contour in self.contours]
        parts = [(name, round(right * _HALF), round(up * _HALF)) for name, right, up in self.parts]
        return Glyph(round(self.advance * _HALF), contours, parts)

    def box(self, glyphs: Mapping[str, Glyph]) -> tuple[int, int, int, int]:
        points = [(round(x), round(y)) for contour in self.contours for x, y, _ in contour]
        for name, right, up in self.parts:
            left, low, far, high = glyphs[name].box(glyphs)
            points += [(left + right, low + up), (far + right, high + up)]
        if not points:
            return 0, 0, 0, 0
        return (
            min(x for x, _ in points),
            min(y for _, y in points),
            max(x for x, _ in points),
            max(y for _, y in points),
        )


@cache
def _strokes() -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
    """Return the paths of letters, the paths of marks, and the letters that have each mark."""
    read = tomllib.loads(files(__package__).joinpath("strokes.toml").read_text("utf-8"))
    numerals = files("roost.play.web").joinpath("static", "art", "numerals.js").read_text("utf-8")
    drawn = re.findall(r'^  "(M[^"]*)",$', numerals, re.MULTILINE)
    numbers = {str(digit): _of_numeral(path) for digit, path in enumerate(drawn)}
    return read["letters"] | numbers, read["marks"], read["accented"]


def _of_numeral(path: str) -> str:
    """Convert a drawn numeral's path, whose y axis points down, to a glyph's path."""
    tokens = _NUMERAL.findall(path)
    written: list[str] = []
    x = y = 0.0
    place = 0
    command = ""
    while place < len(tokens):
        if tokens[place].isalpha():
            command = tokens[place]
            place += 1
            if command == "Z":
                written.append("Z")
                continue
        pairs = 2 if command == "Q" else 1
        points: list[str] = []
        for _ in range(pairs):
            if command == "H":
                x, place = float(tokens[place]), place + 1
            elif command == "V":
                y, place = float(tokens[place]), place + 1
            else:
                x, y, place = float(tokens[place]), float(tokens[place + 1]), place + 2
            points.append(f"{(x - 1.7) * _BOX:.0f} {(13.8 - y) * _BOX:.0f}")
        written.append(f"{'L' if command in 'HV' else command}{' '.join(points)}")
    return "".join(written)


def _placed(pen: float, left: float) -> Callable[[Point], Point]:
    """Return a function that moves points so that a pen of this width touches the levels, from ``left`` on."""
    inside = {-190: -190 + pen / 2, 0: pen / 2, 500: 500 - pen / 2, 700: 700 - pen / 2}

    def place(point: Point) -> Point:
        x, y = point
        low, high = next((pair for pair in pairwise(_LEVELS) if y <= pair[1]), (500, 700))
        moved = inside[low] + (y - low) * (inside[high] - inside[low]) / (high - low)
        if y > _LEVELS[-1]:
            moved = inside[_LEVELS[-1]] + y - _LEVELS[-1]
        return left + x, moved

    return place


def _drawn(path: str, pen: float, width: int | None = None) -> Glyph:
    """Draw a letter with a pen of this width; ``width`` is its advance, if it does not follow from its strokes."""
    strokes = strokes_of(path, _placed(pen, 0))
    points = [point for stroke in strokes for curve in stroke.curves for point in curve]
    low, high = min(x for x, _ in points), max(x for x, _ in points)
    wider = 1 + _WIDEN * pen / max(200.0, high - low)
    advance = width or round(2 * _SIDE + pen + (high - low) * wider)
    left = (advance - (high - low) * wider) / 2 - low * wider
    place = _placed(pen, 0)
    moved = strokes_of(path, lambda point: (left + point[0] * wider, place(point)[1]))
    return Glyph(advance, [contour for stroke in moved for contour in outlines(stroke, pen / 2)])


def characters(*, usual: bool) -> set[str]:
    """Return the characters of one of the two files."""
    return {name for name in glyphs(100) if len(name) == 1 and (name in _USUAL) == usual}


def glyphs(pen: float) -> dict[str, Glyph]:
    """Return all glyphs, drawn with a pen of this width, by character; marks have names of their own."""
    letters, marks, accented = _strokes()
    drawn = {".notdef": Glyph(500), **{character: Glyph(width) for character, width in _FIXED.items()}}
    for character, path in letters.items():
        drawn[character] = _drawn(path, pen, _TABULAR if character.isdigit() else None)
    for name, path in marks.items():
        strokes = strokes_of(path, _placed(0.85 * pen, 0))
        drawn[name] = Glyph(0, [contour for stroke in strokes for contour in outlines(stroke, 0.85 * pen / 2)])
    for mark, characters in accented.items():
        for character in characters:
            base = _base(character)
            body = drawn[base]
            left, _, right, _ = body.box(drawn)
            middle = right - round(pen / 2) - 30 if mark == "ogonek" else (left + right) // 2
            up = _RAISED if character.isupper() and mark not in _LOW_MARKS else 0
            drawn[character] = Glyph(body.advance, parts=[(base, 0, 0), (mark, middle, up)])
    return drawn


def _base(character: str) -> str:
    """Return the letter that carries a mark."""
    base = unicodedata.normalize("NFD", character)[0]
    return "ı" if base == "i" else base


def _simple(glyph: Glyph) -> bytes:
    """Encode the outlines of a glyph. Points on the curve that lie midway between two others can be left out."""
    contours = [_without_middles(contour) for contour in glyph.contours]
    ends: list[int] = []
    points: list[tuple[int, int, bool]] = []
    for contour in contours:
        points += contour
        ends.append(len(points) - 1)
    flags, across, up = bytearray(), bytearray(), bytearray()
    x = y = 0
    for place, (right, high, is_on) in enumerate(points):
        flag = (0x40 if place == 0 else 0) | int(is_on)
        for step, short, same, out in ((right - x, 0x02, 0x10, across), (high - y, 0x04, 0x20, up)):
            if step == 0:
                flag |= same
            elif -256 < step < 256:
                flag |= short | (same if step > 0 else 0)
                out.append(abs(step))
            else:
                out += struct.pack(">h", step)
        flags.append(flag)
        x, y = right, high
    packed = bytearray()
    place = 0
    while place < len(flags):
        again = 0
        while place + again + 1 < len(flags) and again < 255 and flags[place + again + 1] == flags[place]:
            again += 1
        packed.append(flags[place] | (0x08 if again else 0))
        if again:
            packed.append(again)
        place += again + 1
    xs, ys = [x for x, _, _ in points], [y for _, y, _ in points]
    head = struct.pack(">5h", len(contours), min(xs), min(ys), max(xs), max(ys))
    return head + struct.pack(f">{len(ends)}H", *ends) + b"\0\0" + bytes(packed) + bytes(across) + bytes(up)


def _without_middles(contour: list[Node]) -> list[tuple[int, int, bool]]:
    """Round the nodes of an outline, and leave out repeated ones and those that follow from their neighbours."""
    nodes: list[tuple[int, int, bool]] = []
    for x, y, is_on in contour:
        node = (round(x), round(y), is_on)
        if not nodes or nodes[-1] != node:
            nodes.append(node)
    while len(nodes) > 1 and nodes[0] == nodes[-1]:
        nodes.pop()
    kept = []
    for place, node in enumerate(nodes):
        before, after = nodes[place - 1], nodes[(place + 1) % len(nodes)]
        is_middle = (
            node[2]
            and not before[2]
            and not after[2]
            and abs(before[0] + after[0] - 2 * node[0]) <= 2
            and abs(before[1] + after[1] - 2 * node[1]) <= 2
        )
        if not is_middle:
            kept.append(node)
    return kept


def _composed(glyph: Glyph, names: list[str], all_glyphs: Mapping[str, Glyph]) -> bytes:
    encoded = struct.pack(">5h", -1, *glyph.box(all_glyphs))
    for place, (name, right, up) in enumerate(glyph.parts):
        more = 0x20 if place < len(glyph.parts) - 1 else 0
        encoded += struct.pack(">HHhh", 0x0003 | 0x0400 | more, names.index(name), right, up)
    return encoded


def _character_map(names: list[str], mapped: set[str]) -> bytes:
    """Encode which glyph each character has, in format 4: runs of characters whose glyphs follow each other."""
    pairs = sorted((ord(name), place) for place, name in enumerate(names) if name in mapped)
    runs: list[list[int]] = []
    for code, place in pairs:
        if runs and runs[-1][1] + 1 == code and runs[-1][2] + code - runs[-1][0] == place:
            runs[-1][1] = code
        else:
            runs.append([code, code, place])
    runs.append([0xFFFF, 0xFFFF, 0])
    count = len(runs)
    power = 1 << count.bit_length() - 1
    body = struct.pack(">4H", 2 * count, 2 * power, power.bit_length() - 1, 2 * (count - power))
    body += struct.pack(f">{count}H", *(run[1] for run in runs)) + b"\0\0"
    body += struct.pack(f">{count}H", *(run[0] for run in runs))
    body += struct.pack(f">{count}H", *((run[2] - run[0]) % 65536 for run in runs[:-1]), 1)
    body += bytes(2 * count)
    return struct.pack(">HHHHL", 0, 1, 3, 1, 12) + struct.pack(">HHH", 4, len(body) + 6, 0) + body


def _names(family: str, style: str) -> bytes:
    texts = {1: family, 2: style, 4: f"{family} {style}", 6: f"{family}-{style}"}
    strings = {key: text.encode("utf-16-be") for key, text in texts.items()}
    records, place = b"", 0
    for key, text in strings.items():
        records += struct.pack(">6H", 3, 1, 0x0409, key, len(text), place)
        place += len(text)
    return struct.pack(">3H", 0, len(strings), 6 + 12 * len(strings)) + records + b"".join(strings.values())


@cache
def typeface(weight: int, *, usual: bool) -> bytes:
    """Return a weight of the typeface, from 100 to 900, as a WOFF file: the usual characters, or all others."""
    drawn = {name: glyph.in_file() for name, glyph in glyphs(45 + 0.12 * weight).items()}
    mapped = {name for name in drawn if len(name) == 1 and (name in _USUAL) == usual}
    needed = {".notdef", *mapped, *(part for name in mapped for part, _, _ in drawn[name].parts)}
    drawn = {name: glyph for name, glyph in drawn.items() if name in needed}
    names = list(drawn)
    encoded = [
        (_composed(glyph, names, drawn) if glyph.parts else _simple(glyph)) if glyph.parts or glyph.contours else b""
        for glyph in drawn.values()
    ]
    encoded = [glyph + bytes(-len(glyph) % 2) for glyph in encoded]
    places = [sum(len(glyph) for glyph in encoded[:place]) for place in range(len(encoded) + 1)]
    boxes = [glyph.box(drawn) for glyph in drawn.values()]
    advances = [glyph.advance for glyph in drawn.values()]
    low, high = min(box[1] for box in boxes), max(box[3] for box in boxes)
    left, right = min(box[0] for box in boxes), max(box[2] for box in boxes)
    most = max(advances)
    is_bold = weight >= 600
    codes = [ord(name) for name in mapped]
    points = max((sum(len(contour) for contour in glyph.contours) for glyph in drawn.values()), default=0)
    tables = {
        "OS/2": struct.pack(
            ">H h H H H 11h 10s 4L 4s 3H 3h 2H 2L 2h 3H",
            4, sum(advances) // len(advances), weight, 5, 0,
            325, 300, 0, 38, 325, 300, 0, 175, 25, 150, 0,
            bytes(10), 0x80000007, 0, 0, 0, b"ROST",
            0x20 if is_bold else 0x40, min(codes), max(codes),
            _ASCENT, -_DESCENT, 0, _ASCENT, _DESCENT, 1, 0, 250, 350, 0, 32, 1,
        ),
        "cmap": _character_map(names, mapped),
        "glyf": b"".join(encoded),
        "head": struct.pack(
            ">LLLLHHqqhhhhHHhhh",
            0x00010000, 0x00010000, 0, 0x5F0F3CF5, 3, _UNITS, 0, 0, left, low, right, high,
            1 if is_bold else 0, 8, 2, 0, 0,
        ),
        "hhea": struct.pack(
            ">L3hH11hH",
            0x00010000, _ASCENT, -_DESCENT, 0, most, left, 0, right, 1, 0, 0, 0, 0, 0, 0, 0, len(names),
        ),
        "hmtx": b"".join(struct.pack(">Hh", *pair) for pair in zip(advances, (box[0] for box in boxes), strict=True)),
        "loca": struct.pack(f">{len(places)}H", *(place // 2 for place in places)),
        "maxp": struct.pack(">L14H", 0x00010000, len(names), points, 40, points, 40, 2, 0, 0, 0, 0, 0, 0, 2, 1),
        "name": _names("Roost", "Bold" if is_bold else "Regular"),
        "post": struct.pack(">LLhhLLLLL", 0x00030000, 0, -50, 25, 0, 0, 0, 0, 0),
    }  # fmt: skip
    return _woff(tables)


def _woff(tables: Mapping[str, bytes]) -> bytes:
    """Pack tables into a WOFF file, each compressed."""
    head = bytearray(tables["head"])
    whole = 12 + 16 * len(tables)
    total = whole + sum(len(body) + -len(body) % 4 for body in tables.values())
    checks = {name: _checksum(body) for name, body in tables.items()}
    power = 1 << len(tables).bit_length() - 1
    start = struct.pack(">L4H", 0x00010000, len(tables), 16 * power, power.bit_length() - 1, 16 * (len(tables) - power))
    directory, place = start, whole
    for name, body in tables.items():
        directory += struct.pack(">4sLLL", name.encode(), checks[name], place, len(body))
        place += len(body) + -len(body) % 4
    adjusted = (0xB1B0AFBA - _checksum(directory) - sum(checks.values())) % (1 << 32)
    head[8:12] = struct.pack(">L", adjusted)
    bodies = {**tables, "head": bytes(head)}
    entries, packed, place = b"", b"", 44 + 20 * len(tables)
    for name, body in bodies.items():
        squeezed = zlib.compress(body, 9)
        stored = squeezed if len(squeezed) < len(body) else body
        entries += struct.pack(">4s4L", name.encode(), place, len(stored), len(body), checks[name])
        padded = stored + bytes(-len(stored) % 4)
        packed += padded
        place += len(padded)
    size = 44 + len(entries) + len(packed)
    return (
        struct.pack(">4sLLHHL2H5L", b"wOFF", 0x00010000, size, len(tables), 0, total, 1, 0, 0, 0, 0, 0, 0)
        + entries
        + packed
    )


def _checksum(body: bytes) -> int:
    padded = body + bytes(-len(body) % 4)
    words: tuple[int, ...] = struct.unpack(f">{len(padded) // 4}L", padded)
    return sum(words) % (1 << 32)
