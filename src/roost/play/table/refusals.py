"""The reasons for which the server refuses requests. Each has an HTTP status, so that programs can tell them apart.

Every refusal has a sentence for people and a kind for programs. A refused request has no effect.
"""

from enum import Enum
from typing import Any

from roost.core.errors import RoostError


class Refusal(Enum):
    """A kind of refusal, with its HTTP status."""

    UNREADABLE = "unreadable", 400
    """The request cannot be read, or exceeds a limit."""
    NO_TOKEN = "no-token", 401
    """The request needs a token for this table, but has none or an unknown one."""
    NOT_YOURS = "not-yours", 403
    """The requester may not do this."""
    NEEDS_CODE = "needs-code", 403
    """Only people with the host's code may create tables here."""
    OUT_OF_TURN = "out-of-turn", 403
    """It is another seat's turn."""
    CROSS_SITE = "cross-site", 403
    """A page on another site sent the request."""
    NOT_FOUND = "not-found", 404
    """The requested resource does not exist."""
    METHOD = "method-not-allowed", 405
    """The URL does not accept this HTTP method."""
    STALE = "stale", 409
    """The request was made for an outdated version of the table."""
    NOT_NOW = "not-now", 409
    """The request may succeed at another time. For example, the seat is taken, or the game is over."""
    TOO_LARGE = "too-large", 413
    MEDIA_TYPE = "media-type", 415
    """The request body is not JSON."""
    ILLEGAL = "illegal", 422
    """The rules of the game do not allow this move now."""
    BAD_VALUE = "bad-value", 422
    """The request names an unknown game, option, bot or value."""
    TOO_MANY = "too-many", 429
    """The client sent too many requests, or there are too many tables."""
    BROKEN = "broken", 500
    """An internal error of the server."""
    UNAVAILABLE = "unavailable", 503
    """The database cannot currently be read or written."""

    def __init__(self, word: str, status: int) -> None:
        self.word = word
        self.status = status


class RefusedError(RoostError):
    """A refused request. ``extra`` holds more fields of the response, such as the version or the legal actions."""

    def __init__(self, kind: Refusal, sentence: str, *, retry_after: int | None = None, **extra: Any) -> None:
        super().__init__(sentence)
        self.kind = kind
        self.retry_after = retry_after
        self.extra = extra
