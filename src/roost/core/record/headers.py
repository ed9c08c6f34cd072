"""The headers of a record: ``[Name "value"]``, one to a line. What they may hold, and how they are written and read."""

import re

from roost.core.errors import quote
from roost.core.notation import SEATS

VERSION = "1"
"""The version of the record format."""

OWN = frozenset({"Roost", "Game", "Options", "Position", "Result", *SEATS})
"""The headers that are written from the game itself. All others are kept as they are given."""

MOST_HEADERS = 80
"""How many headers besides its own a record keeps."""
LONGEST_NAME = 80
"""Characters of a player's name, at most."""
_LONGEST_VALUE = 4_000

_KEY = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}")
_LINE = re.compile(r'\[(\S*) "((?:[^"\\]|\\["\\])*)"\]')
_ESCAPED = re.compile(r'\\(["\\])')
# Line and paragraph separators and the characters that turn the direction of text are as invisible as control
# characters and do as much harm in a name. Lone surrogates stand for bytes that were no UTF-8.
_UNSHOWN = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def check_header(key: str, value: str) -> None:
    """Raise ``ValueError``, with a whole sentence, if this cannot be a header."""
    if not _KEY.fullmatch(key):
        raise ValueError(f"a header's name is 1 to 40 letters, digits, _ and -, not {quote(key)}")
    if len(value) > _LONGEST_VALUE:
        raise ValueError(f"{key} has at most {_LONGEST_VALUE} characters, not {len(value)}")
    if found := _UNSHOWN.search(value):
        raise ValueError(f"{key} must not hold control characters or broken text like {found[0]!r}")


def check_name(seat: str, name: str) -> None:
    """Raise ``ValueError``, with a whole sentence, if this cannot be the name of the player on a seat."""
    check_header(seat, name)
    if not 1 <= len(name) <= LONGEST_NAME:
        raise ValueError(f"a player's name has 1 to {LONGEST_NAME} characters, not {len(name)} (seat {seat})")


def header(key: str, value: str) -> str:
    """The line of a header."""
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{key} "{escaped}"]'


def parse_header(line: str) -> tuple[str, str]:
    """Read what :func:`header` writes. Raises ``ValueError`` with a whole sentence."""
    found = _LINE.fullmatch(line)
    if not found:
        raise ValueError(f'{quote(line)} is not a header, which looks like [Name "value"], with \\" and \\\\ inside')
    key, value = found[1], _ESCAPED.sub(r"\1", found[2])
    check_header(key, value)
    return key, value
