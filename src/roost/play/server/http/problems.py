"""Error responses: ``application/problem+json`` (RFC 9457), with a readable sentence and a kind for programs."""

import logging
from http import HTTPStatus

import msgspec
from msgspec import Struct

from roost.core.errors import NotKnownError, RoostError
from roost.core.words import Language, Messages
from roost.play.server.storage.store import StoreError
from roost.play.table.refusals import Refusal, RefusedError

_log = logging.getLogger("roost.server")
MEDIA_TYPE = "application/problem+json"
"""Media type of error responses."""


class Problem(Struct, frozen=True, omit_defaults=True):
    """Body of an error response. The refused request changed nothing."""

    type: str
    """``urn:roost:problem:`` followed by the kind of refusal, such as stale, illegal or out-of-turn."""
    title: str
    status: int
    detail: str
    """A sentence that explains the problem to people."""
    version: int | None = None
    """The table's current version, if the request was based on an outdated one."""
    seat: int | None = None
    """The seat whose turn it is, if the request came from another player."""
    actions: list[str] | None = None
    """The legal actions, if the move was illegal."""


def answer(refusal: RefusedError) -> Problem:
    """Return the problem that describes a refused request."""
    kind = refusal.kind
    title = HTTPStatus(kind.status).phrase
    return Problem(f"urn:roost:problem:{kind.word}", title, kind.status, str(refusal), **refusal.extra)


def problem_bytes(refusal: RefusedError) -> bytes:
    """Return the encoded problem that describes a refused request."""
    return msgspec.json.encode(answer(refusal))


def refusal_of(error: Exception, language: str = Language.EN) -> RefusedError:
    """Convert any error to the refusal that is sent to the client."""
    if isinstance(error, RefusedError):
        return error
    if isinstance(error, NotKnownError):  # an expected state rather than an error, so its message is translated
        return RefusedError(Refusal.NOT_NOW, Messages(Language(language)).say("hint.not_known"))
    if isinstance(error, RoostError):
        return RefusedError(Refusal.BAD_VALUE, f"{error}.")
    if isinstance(error, StoreError):
        _log.error("database", exc_info=error)
        return RefusedError(
            Refusal.UNAVAILABLE, "The database cannot be reached at the moment; try again.", retry_after=1
        )
    if isinstance(error, UnicodeDecodeError | RecursionError):
        reason = "it is not UTF-8" if isinstance(error, UnicodeDecodeError) else "it is nested too deeply"
        return RefusedError(Refusal.UNREADABLE, f"The request cannot be read: {reason}.")
    _log.error("broken", exc_info=error)
    return RefusedError(Refusal.BROKEN, "Something went wrong on our side.")
