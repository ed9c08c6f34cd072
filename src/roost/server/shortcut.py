"""A shortcut for moves: by far the most frequent request, and the one that everybody at a table waits for.

It reads what a plain move needs and makes it by the same function as the route that the API describes. Whatever is
unusual about a request, such as a cookie, a language or a body that cannot be read, goes the long way through Litestar,
which knows how to answer it.
"""

from __future__ import annotations

import re

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, ReceiveMessage, Scope, Send

from roost.server.messages import MoveRequest
from roost.server.problems import MEDIA_TYPE, problem_bytes, refusal_of, send_answer
from roost.server.routes.asking import bearer_token
from roost.server.routes.play import move_at
from roost.server.services import Services

__all__ = ["Shortcut"]

_PATH = re.compile("/api/tables/([0-9a-f]{20})/moves")
_decode = msgspec.json.Decoder(MoveRequest).decode


class Shortcut:
    """An application with a shortcut past its router."""

    def __init__(self, app: ASGIApp, services: Services) -> None:
        self._app = app
        self._services = services

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP or scope["method"] != "POST" or scope["query_string"]:
            await self._app(scope, receive, send)
            return
        found, headers = _PATH.fullmatch(scope["path"]), dict(scope["headers"])
        token = bearer_token(headers.get(b"authorization", b"").decode("latin-1"))
        if found is None or token is None or headers.get(b"content-type") != b"application/json":
            await self._app(scope, receive, send)
            return
        first = await receive()
        move = _read(first)
        if move is None:
            await self._app(scope, _again(first, receive), send)
            return
        try:
            told = (await move_at(self._services.rooms, found[1], token, move)).told(None)
        except Exception as error:
            refusal = refusal_of(error)
            await send_answer(send, refusal.kind.status, MEDIA_TYPE, problem_bytes(refusal), refusal.retry_after)
        else:
            await send_answer(send, 200, "application/json", told)


def _read(message: ReceiveMessage) -> MoveRequest | None:
    """The move, if it came in one piece and can be read. The guard has seen to its size."""
    if message["type"] != "http.request" or message["more_body"]:
        return None
    try:
        return _decode(message["body"])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def _again(first: ReceiveMessage, receive: Receive) -> Receive:
    """What was received already, and then the rest."""
    held = [first]

    async def received() -> ReceiveMessage:
        return held.pop() if held else await receive()

    return received
