"""The refusals of the server, each kind with its own HTTP status, so that a program can tell them apart.

A refusal is a sentence for people and a kind for programs. Whatever was refused has changed nothing.
"""

from enum import Enum
from typing import Any

from roost.core.errors import RoostError


class Kind(Enum):
    """The kinds of refusal with their HTTP status."""

    UNREADABLE = "unreadable", 400
    """The request cannot be read, or breaks a bound."""
    NO_TOKEN = "no-token", 401
    """The request needs a seat's or the host's token, and came with none that is known at this table."""
    NOT_YOURS = "not-yours", 403
    """The person who asks may not do this."""
    OUT_OF_TURN = "out-of-turn", 403
    """It is another seat's turn."""
    CROSS_SITE = "cross-site", 403
    """A page of another site sent the request."""
    NOT_FOUND = "not-found", 404
    """There is no such thing."""
    METHOD = "method-not-allowed", 405
    """The address exists, but not for this method."""
    STALE = "stale", 409
    """The request answers a version that the table has moved on from."""
    NOT_NOW = "not-now", 409
    """The request would be fine at another time: the seat is taken, the game is over, nothing can be undone."""
    TOO_LARGE = "too-large", 413
    """The body is too large."""
    MEDIA_TYPE = "media-type", 415
    """The body is not JSON."""
    ILLEGAL = "illegal", 422
    """The rules do not allow the move here."""
    BAD_VALUE = "bad-value", 422
    """The request can be read, but names a game, option, bot or value that there is not."""
    TOO_MANY = "too-many", 429
    """Too many requests, or too many tables."""
    BROKEN = "broken", 500
    """A mistake of the server's own."""
    UNAVAILABLE = "unavailable", 503
    """The database cannot be reached or written just now."""

    def __init__(self, word: str, status: int) -> None:
        self.word = word
        self.status = status


class RefusedError(RoostError):
    """A request that was refused. ``extra`` goes into the answer: the current version, the legal actions."""

    def __init__(self, kind: Kind, sentence: str, *, retry_after: int | None = None, **extra: Any) -> None:
        super().__init__(sentence)
        self.kind = kind
        self.retry_after = retry_after
        self.extra = extra
