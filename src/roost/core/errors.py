"""Roost's errors. Each message quotes the wrong input and says which input would be right.

Every error is a :class:`RoostError`. You can show ``str(error)`` to a person as it is; ``error.input`` is the wrong
input and ``error.position`` the position that it was meant for, if any. A call that raises has changed nothing.
"""

from collections.abc import Iterable
from difflib import get_close_matches

_QUOTE_LIMIT = 80


def quote(text: object) -> str:
    """Return ``text`` in quotation marks, shortened so that a message stays readable."""
    shown = repr(text)
    return shown if len(shown) <= _QUOTE_LIMIT else f"{shown[: _QUOTE_LIMIT - 1]}…"


def suggest(word: object, known: Iterable[str]) -> str:
    """Return the end of an error message about an unknown word: the closest known word, or all known words."""
    names = sorted(known)
    near = get_close_matches(str(word), names, n=1)
    return f"did you mean {near[0]!r}?" if near else f"known: {', '.join(names) or 'none'}"


class RoostError(Exception):
    """A caller's input is wrong. Base class of all errors that a caller can correct."""

    def __init__(self, message: str, *, input: object = None, position: str | None = None) -> None:
        super().__init__(message)
        self.input = input
        self.position = position


class OptionError(RoostError):
    """There is no such game, number of players, option or option value."""


class UnsupportedError(OptionError):
    """The game lacks an optional part that the call needs, such as an exact solution."""

    def __init__(self, game: str, what: str) -> None:
        super().__init__(f"{game} has no {what}", input=game)


class BeingLearntError(RoostError):
    """The requested model is being trained by another process; try again later."""


class NotKnownError(RoostError):
    """The players' chances to win are not known precisely enough to be shown."""


class NotationError(RoostError):
    """The text or JSON cannot be read, or describes something that cannot exist."""


class IllegalMoveError(RoostError):
    """The action or roll can be read, but the rules do not allow it in this position."""


class WrongSeatError(IllegalMoveError):
    """A seat played a move when it was not its turn."""
