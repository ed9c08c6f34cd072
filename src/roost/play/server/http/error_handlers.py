"""Litestar's handlers of errors, which respond with problems."""

import re
from http import HTTPStatus
from typing import Any

from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.routes import HTTPRoute
from litestar.types import Send

from roost.core.words import Language
from roost.play.server.http.problems import MEDIA_TYPE, Problem, answer, refusal_of
from roost.play.table.refusals import Refusal, RefusedError

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


def _respond(refusal: RefusedError, **headers: str) -> Response[Problem]:
    if refusal.retry_after is not None:
        headers["retry-after"] = str(refusal.retry_after)
    return Response(answer(refusal), status_code=refusal.kind.status, media_type=MEDIA_TYPE, headers=headers)


def _on_error(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    return _respond(refusal_of(error, request.query_params.get("lang", Language.EN)))


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
