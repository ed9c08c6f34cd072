"""Draw a position as an image for people and videos, with NumPy alone: every field in a small pixel font.

Any game can be drawn, because every game declares the fields of its positions. All images of a game have the same
size, as video writers require. In a terminal the same fields are printed.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from roost.core.errors import OptionError, quote
from roost.core.game import Game, PerSeat
from roost.core.notation import SEATS
from roost.core.state import State

RENDER_MODES = ["human", "rgb_array", "ansi"]
"""Render modes of a single game."""
RENDER_FPS = 2
"""Frames per second, slow enough for people to follow."""

_FONT = {
    "0": "7b6f", "1": "2c97", "2": "73e7", "3": "73cf", "4": "5bc9", "5": "79cf", "6": "79ef", "7": "7249",
    "8": "7bef", "9": "7bcf", "a": "2bed", "b": "6bae", "c": "3923", "d": "6b6e", "e": "79a7", "f": "79a4",
    "g": "396b", "h": "5bed", "i": "7497", "j": "126a", "k": "5bad", "l": "4927", "m": "5fed", "n": "6b6d",
    "o": "2b6a", "p": "6ba4", "q": "2b73", "r": "6bad", "s": "388e", "t": "7492", "u": "5b6f", "v": "5b6a",
    "w": "5bfd", "x": "5aad", "y": "5a92", "z": "72a7", "-": "01c0", ",": "0014", ".": "0002", ":": "0410",
    "/": "12a4", "+": "05d0", "=": "0e38", "?": "7282", "(": "1491", ")": "4494",
}  # fmt: skip
"""Each character as fifteen bits, three per row; the highest bits are the top row."""
_WIDE, _HIGH = 3, 5
_SCALE = 3
_LINE = (_HIGH + 4) * _SCALE
_MARGIN = 4 * _SCALE
_LABEL = 9
"""Number of characters for the name of a field."""
_LONGEST = 52
"""Number of characters per line for the value of a field."""
_LINES = 2
"""Maximum number of lines per value; the rest of a longer value is cut off."""
_PAPER, _INK, _FAINT = (250, 246, 236), (40, 34, 30), (150, 138, 124)
_SEAT_INKS = (
    (178, 52, 40), (36, 92, 160), (46, 120, 62), (150, 92, 12), (116, 62, 146), (18, 122, 124), (168, 50, 110),
)  # fmt: skip


def checked_mode(mode: str | None, known: list[str]) -> str | None:
    """Return a render mode after checking that it is known; None for no rendering."""
    if mode is not None and mode not in known:
        raise OptionError(f"render_mode must be {', '.join(known)} or None, not {quote(mode)}", input=mode)
    return mode


def rendered(state: State, mode: str | None) -> Any:
    """Return a position as text (``ansi``) or as an image (``rgb_array``)."""
    return str(state) if mode == "ansi" else draw(state)


def show(state: State) -> None:
    """Print a position in the terminal."""
    print("\n".join(f"{name:>{_LABEL}} {value}" for name, value, _ in described(state)), end="\n\n", flush=True)


def draw(state: State) -> NDArray[np.uint8]:
    """Return the image of a position as an array of rows, columns and RGB values."""
    columns = (_LABEL + 1 + _LONGEST) * (_WIDE + 1) * _SCALE + 2 * _MARGIN
    image: NDArray[np.uint8] = np.full((_rows(state.game) * _LINE + 2 * _MARGIN, columns, 3), _PAPER, np.uint8)
    line = 0
    for name, value, seat in described(state):
        ink = _INK if seat is None else _SEAT_INKS[seat % len(_SEAT_INKS)]
        _write(image, line, 0, name[:_LABEL], _FAINT if seat is None else ink)
        for part in range(_LINES):
            _write(image, line, _LABEL + 1, value[part * _LONGEST : (part + 1) * _LONGEST], ink)
            line += 1
    return image


def _rows(game: Game) -> int:
    """Return the total number of lines that a position's fields take."""
    return _LINES * sum(game.players if isinstance(field, PerSeat) else 1 for field in game.layout())


def described(state: State) -> list[tuple[str, str, int | None]]:
    """List each field's name, value and seat, if it has one; the value of an unset field is empty."""
    rows: list[tuple[str, str, int | None]] = []
    values = state.values()
    for field in state.game.layout():
        value: Any = values.get(field.name)
        if isinstance(field, PerSeat):
            texts = [""] * state.game.players if value is None else [field.codec.text(part) for part in value]
            rows += [(f"{SEATS[seat]} {field.name}", text, seat) for seat, text in enumerate(texts)]
        else:
            rows.append((field.name, "" if value is None else field.codec.text(value), None))
    return rows


def _write(image: NDArray[np.uint8], line: int, column: int, text: str, ink: tuple[int, int, int]) -> None:
    """Write text into an image. The font has only small letters; unknown characters become question marks."""
    top = _MARGIN + line * _LINE
    for place, letter in enumerate(text.lower(), column):
        if letter == " ":
            continue
        bits = int(_FONT.get(letter, _FONT["?"]), 16)
        shape = np.array([bits >> (_WIDE * _HIGH - 1 - at) & 1 for at in range(_WIDE * _HIGH)], np.bool_)
        dots = shape.reshape(_HIGH, _WIDE).repeat(_SCALE, axis=0).repeat(_SCALE, axis=1)
        left = _MARGIN + place * (_WIDE + 1) * _SCALE
        image[top : top + _HIGH * _SCALE, left : left + _WIDE * _SCALE][dots] = ink
