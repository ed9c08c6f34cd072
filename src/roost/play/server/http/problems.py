"""Error responses: ``application/problem+json`` (RFC 9457), with a readable sentence and a kind for programs."""

import logging
import re
from http import HTTPStatus
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.datastructures import ResponseSpec
from litestar.routes import HTTPRoute
from litestar.types import Send
from msgspec import Struct
from sqlalchemy.exc import SQLAlchemyError

from roost.core.errors import NotKnownError, RoostError
from roost.core.words import Language, Messages
from roost.play.table.refusals import Refusal, RefusedError

_log = logging.getLogger("roost.server")
MEDIA_TYPE = "application/problem+json"
"""Media type of error responses."""
_BROKEN_OFF = "client disconnected prematurely"
"""Litestar's message when a client breaks off its request, which is not a server error."""
_BY_STATUS = {
    400: Refusal.UNREADABLE,
    401: Refusal.NO_TOKEN,
    403: Refusal.NOT_YOURS,
    404: Refusal.NOT_FOUND,
    405: Refusal.METHOD,
    413: Refusal.TOO_LARGE,
    415: Refusal.MEDIA_TYPE,
    429: Refusal.TOO_MANY,
    503: Refusal.UNAVAILABLE,
}


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


def documented(*kinds: Refusal) -> dict[int, ResponseSpec]:
    """Return the problems with which an operation may respond, for the API description."""
    always = (Refusal.UNREADABLE, Refusal.TOO_MANY, Refusal.UNAVAILABLE)
    words_by_status: dict[int, list[str]] = {}
    for kind in (*kinds, *always):
        words_by_status.setdefault(kind.status, []).append(kind.word)
    return {
        status: ResponseSpec(Problem, description=", ".join(words), media_type=MEDIA_TYPE, generate_examples=False)
        for status, words in sorted(words_by_status.items())
    }


def _respond(refusal: RefusedError, **headers: str) -> Response[Problem]:
    if refusal.retry_after is not None:
        headers["retry-after"] = str(refusal.retry_after)
    return Response(answer(refusal), status_code=refusal.kind.status, media_type=MEDIA_TYPE, headers=headers)


def refusal_of(error: Exception) -> RefusedError:
    """Convert any error to the refusal that is sent to the client."""
    if isinstance(error, RefusedError):
        return error
    if isinstance(error, RoostError):
        return RefusedError(Refusal.BAD_VALUE, f"{error}.")
    if isinstance(error, SQLAlchemyError):
        _log.error("database", exc_info=error)
        return RefusedError(
            Refusal.UNAVAILABLE, "The database cannot be reached at the moment; try again.", retry_after=1
        )
    if isinstance(error, UnicodeDecodeError | RecursionError):
        reason = "it is not UTF-8" if isinstance(error, UnicodeDecodeError) else "it is nested too deeply"
        return RefusedError(Refusal.UNREADABLE, f"The request cannot be read: {reason}.")
    _log.error("broken", exc_info=error)
    return RefusedError(Refusal.BROKEN, "Something went wrong on our side.")


def _on_error(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    if isinstance(error, NotKnownError):  # an expected state rather than an error, so its message is translated
        messages = Messages(Language(request.query_params.get("lang", Language.EN)))
        return _respond(RefusedError(Refusal.NOT_NOW, messages.say("hint.not_known")))
    return _respond(refusal_of(error))


def answer_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    """Respond to an HTTP error raised by the framework."""
    if error.detail == _BROKEN_OFF:
        return _respond(RefusedError(Refusal.UNREADABLE, "The request was cut off."))
    kind = _BY_STATUS.get(error.status_code, Refusal.UNREADABLE if error.status_code < 500 else Refusal.BROKEN)
    if kind is Refusal.BROKEN:
        return _on_error(request, error)
    if kind is Refusal.METHOD:
        allowed = ", ".join(_methods(request))
        return _respond(RefusedError(kind, f"This address accepts {allowed}, not {request.method}."), allow=allowed)
    sentence = _details(error) if isinstance(error, ValidationException) else error.detail
    return _respond(RefusedError(kind, sentence or HTTPStatus(kind.status).phrase))


def _methods(request: Request[Any, Any, Any]) -> list[str]:
    """Return the HTTP methods that a URL accepts."""
    methods: set[str] = set()
    for route in request.app.routes:
        if isinstance(route, HTTPRoute) and re.fullmatch(
            re.sub(r"\{[^}]*\}", "[^/]+", route.path_format), request.url.path
        ):
            methods |= set(route.methods)
    if "GET" in methods and request.method != "HEAD":
        methods.add("HEAD")
    return sorted(methods)


def _details(error: ValidationException) -> str:
    extra = error.extra if isinstance(error.extra, list) else []
    parts = [f"{item.get('key', '')}: {item.get('message', '')}".removeprefix(": ") for item in extra[:5]]
    return "The request cannot be read: " + ("; ".join(parts) or error.detail) + "."


HANDLERS: dict[Any, Any] = {HTTPException: answer_http, Exception: _on_error}
"""Exception handlers, keyed by exception type."""


async def send_answer(send: Send, status: int, media_type: str, body: bytes, retry_after: int | None = None) -> None:
    """Send a complete response without using the router."""
    headers = [(b"content-type", media_type.encode()), (b"content-length", b"%d" % len(body))]
    if retry_after is not None:
        headers.append((b"retry-after", b"%d" % retry_after))
    if status == Refusal.TOO_MANY.status:
        headers.append((b"connection", b"close"))  # because reconnecting is limited as well
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
