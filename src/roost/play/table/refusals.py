"""The server's refusals, in kinds with an HTTP status each, so that programs can tell them apart.

A refusal has a sentence for people and a kind for programs. A refused request has no effect.
"""

from enum import Enum
from typing import Any

from roost.core.errors import RoostError


class Refusal(Enum):
    """A kind of refusal, with its HTTP status."""

    UNREADABLE = "unreadable", 400
    """The request cannot be read, or exceeds a limit."""
    NO_TOKEN = "no-token", 401
    """The request needs a token of this table, but has none or an unknown one."""
    NOT_YOURS = "not-yours", 403
    """The requester may not do this."""
    OUT_OF_TURN = "out-of-turn", 403
    """The turn belongs to another seat."""
    CROSS_SITE = "cross-site", 403
    """A page of another site sent the request."""
    NOT_FOUND = "not-found", 404
    """The requested resource does not exist."""
    METHOD = "method-not-allowed", 405
    """The address does not accept this method."""
    STALE = "stale", 409
    """The request was made for an outdated version of the table."""
    NOT_NOW = "not-now", 409
    """The request may succeed at another time: the seat is taken, the game is over, no choice can be undone."""
    TOO_LARGE = "too-large", 413
    """The body is too large."""
    MEDIA_TYPE = "media-type", 415
    """The body is not JSON."""
    ILLEGAL = "illegal", 422
    """The rules do not allow the move here."""
    BAD_VALUE = "bad-value", 422
    """The request names an unknown game, option, bot or value."""
    TOO_MANY = "too-many", 429
    """Too many requests, or too many tables."""
    BROKEN = "broken", 500
    """An error of the server."""
    UNAVAILABLE = "unavailable", 503
    """The database cannot be reached or written at the moment."""

    def __init__(self, word: str, status: int) -> None:
        self.word = word
        self.status = status


class RefusedError(RoostError):
    """A refused request. ``extra`` goes into the response: the current version, the legal actions."""

    def __init__(self, kind: Refusal, sentence: str, *, retry_after: int | None = None, **extra: Any) -> None:
        super().__init__(sentence)
        self.kind = kind
        self.retry_after = retry_after
        self.extra = extra
