"""The headers of a record, one ``[Name "value"]`` a line, with functions to check, write and read them."""

import re

from roost.core.errors import quote
from roost.core.notation import SEATS

VERSION = "1"
"""The version of the record format."""

OWN = frozenset({"Roost", "Game", "Options", "Position", "Result", *SEATS})
"""The headers that follow from the game itself. All other headers are stored unchanged."""

MOST_HEADERS = 80
"""Maximum number of headers besides those in ``OWN``."""
LONGEST_NAME = 80
"""Maximum length of a player's name, in characters."""
_LONGEST_VALUE = 4_000

_KEY = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}")
_LINE = re.compile(r'\[(\S*) "((?:[^"\\]|\\["\\])*)"\]')
_ESCAPED = re.compile(r'\\(["\\])')
# Line separators, paragraph separators and characters that change the text direction are as invisible and as harmful
# as control characters. Lone surrogates stand for bytes that were not UTF-8.
_UNSHOWN = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def check_header(key: str, value: str) -> None:
    """Raise ``ValueError``, with a whole sentence, if the header is invalid."""
    if not _KEY.fullmatch(key):
        raise ValueError(f"a header's name is 1 to 40 letters, digits, _ and -, not {quote(key)}")
    if len(value) > _LONGEST_VALUE:
        raise ValueError(f"{key} has at most {_LONGEST_VALUE} characters, not {len(value)}")
    if match := _UNSHOWN.search(value):
        raise ValueError(f"{key} must not contain control characters or broken text like {match[0]!r}")


def check_name(seat: str, name: str) -> None:
    """Raise ``ValueError``, with a whole sentence, if the player's name is invalid."""
    check_header(seat, name)
    if not 1 <= len(name) <= LONGEST_NAME:
        raise ValueError(f"a player's name has 1 to {LONGEST_NAME} characters, not {len(name)} (seat {seat})")


def header(key: str, value: str) -> str:
    """Return a header as a line of text."""
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{key} "{escaped}"]'


def parse_header(line: str) -> tuple[str, str]:
    """Read what :func:`header` writes. The ``ValueError`` for an invalid line has a complete sentence."""
    match = _LINE.fullmatch(line)
    if not match:
        raise ValueError(f'{quote(line)} is not a header, which looks like [Name "value"], with \\" and \\\\ inside')
    key, value = match[1], _ESCAPED.sub(r"\1", match[2])
    check_header(key, value)
    return key, value
