"""Letters that not every reader of PDF has in its fonts: a plain letter, and a mark that is drawn over it.

The marks are fonts of our own (Type 3), one for each weight. A mark is as wide as nothing and stands behind its letter,
so it begins where the letter ends and reaches back over it.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["CODES", "PLAIN", "mark_font"]

PLAIN = dict(zip("ąćęłńśźżĄĆĘŁŃŚŹŻ", "acelnszzACELNSZZ", strict=True))
"""The plain letter below each mark."""
CODES = {letter: 1 + place for place, letter in enumerate(PLAIN)}
"""The code of each mark in its font."""

# Widths of Helvetica and of its bold face, in thousandths of the size of type.
_WIDTHS = (
    {"a": 556, "c": 500, "e": 556, "l": 222, "n": 556, "s": 500, "z": 500}
    | {"A": 667, "C": 722, "E": 667, "L": 556, "N": 722, "S": 667, "Z": 611},
    {"a": 556, "c": 556, "e": 556, "l": 278, "n": 611, "s": 556, "z": 500}
    | {"A": 667, "C": 722, "E": 667, "L": 611, "N": 722, "S": 667, "Z": 611},
)
_STROKES = (65, 95)


class _Place(NamedTuple):
    """Where a letter stands, seen from its end: its middle, and how far its mark is raised."""

    width: int
    raised: int

    @property
    def middle(self) -> int:
        return -self.width // 2


def _acute(place: _Place) -> str:
    x, y = place.middle, place.raised
    return f"{x - 25} {y + 590} m {x + 75} {y + 720} l S"


def _dot(place: _Place) -> str:
    x, y = place.middle, place.raised
    return f"{x} {y + 600} m {x} {y + 700} l S"


def _ogonek(place: _Place, hook: int) -> str:
    """From the foot of the letter down and to the right."""
    x = -hook
    return f"{x} 10 m {x - 90} -60 {x - 120} -190 {x + 25} -180 c S"


def _bar(place: _Place) -> str:
    x = place.middle
    return f"{x - 140} 280 m {x + 140} 440 l S"


def _bar_of_capital(place: _Place) -> str:
    x = -place.width
    return f"{x} 270 m {x + 330} 450 l S"


def _strokes(letter: str, place: _Place) -> str:
    match PLAIN[letter]:
        case "a" | "A":
            return _ogonek(place, 70)
        case "e" | "E":
            return _ogonek(place, 150)
        case "l":
            return _bar(place)
        case "L":
            return _bar_of_capital(place)
    return _dot(place) if letter in "żŻ" else _acute(place)


def mark_font(first: int, bold: bool) -> list[bytes]:
    """The font of marks and its drawings, as objects of a file that are numbered from ``first`` on."""
    drawings = []
    for letter, plain in PLAIN.items():
        place = _Place(_WIDTHS[bold][plain], 190 if plain.isupper() else 0)
        # The end of a stroke is cut off straight, so that a dot is a square.
        drawing = f"0 0 d0 {_STROKES[bold]} w 0 J {_strokes(letter, place)}".encode()
        drawings.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(drawing), drawing))
    codes = CODES.values()
    names = " ".join(f"/m{code}" for code in codes)
    places = " ".join(f"/m{code} {first + code} 0 R" for code in codes)
    font = (
        "<< /Type /Font /Subtype /Type3 /FontBBox [-800 -250 100 1000] /FontMatrix [0.001 0 0 0.001 0 0] "
        f"/FirstChar 1 /LastChar {len(CODES)} /Widths [{' '.join('0' for _ in codes)}] /Resources << >> "
        f"/Encoding << /Type /Encoding /Differences [1 {names}] >> /CharProcs << {places} >> >>"
    )
    return [font.encode(), *drawings]
