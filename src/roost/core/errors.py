"""The error family: what a caller did wrong, quoted, and what would have been right.

Every error is a :class:`RoostError`. You can show ``str(error)`` to a person as it is;
``error.input`` and ``error.position`` hold the two things it is about. A call that raises has changed nothing.
"""

from collections.abc import Iterable
from difflib import get_close_matches

_QUOTE_LIMIT = 80


def quote(text: object) -> str:
    """``text`` in quotation marks, shortened so that a message stays readable whatever was typed."""
    shown = repr(text)
    return shown if len(shown) <= _QUOTE_LIMIT else f"{shown[: _QUOTE_LIMIT - 1]}…"


def suggest(word: object, known: Iterable[str]) -> str:
    """A closing half-sentence for an unknown ``word``: the nearest known one, or all of them."""
    names = sorted(known)
    near = get_close_matches(str(word), names, n=1)
    return f"did you mean {near[0]!r}?" if near else f"known: {', '.join(names) or 'none'}"


class RoostError(Exception):
    """Something from outside could not be used as it was given."""

    def __init__(self, message: str, *, input: object = None, position: str | None = None) -> None:
        super().__init__(message)
        self.input = input
        self.position = position


class OptionError(RoostError):
    """No such game, number of players, option or option value."""


class UnsupportedError(OptionError):
    """A game has nothing of this kind, and Roost cannot do without."""

    def __init__(self, game: str, what: str) -> None:
        super().__init__(f"{game} has no {what}", input=game)


class BeingLearntError(RoostError):
    """Another process is learning what was asked about: ask again later."""


class NotKnownError(RoostError):
    """The chances of the players are not known well enough to be told."""


class NotationError(RoostError):
    """The text or JSON cannot be read, or describes something that cannot exist."""


class IllegalMoveError(RoostError):
    """The action or roll can be read, but the rules do not allow it in this position."""


class WrongSeatError(IllegalMoveError):
    """The move may be fine, but it is another seat's turn."""
