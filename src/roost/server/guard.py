"""The rim of the server: every request passes here first, and every answer last.

Clients that ask too often, bodies that are too large and requests that another site's page has sent are turned away
before anything is looked at; every answer gets the security headers, and is counted and logged. An address in the log
holds no secret, because tokens travel in headers and cookies only.
"""

from __future__ import annotations

import logging
from ipaddress import ip_network
from time import monotonic, perf_counter
from urllib.parse import urlsplit

from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from roost.server.limits import Buckets
from roost.server.metrics import Metrics
from roost.server.problems import MEDIA_TYPE, problem_bytes, send_answer
from roost.server.refusals import Kind, RefusedError
from roost.server.settings import Settings

__all__ = ["Guard", "client_of"]

_log = logging.getLogger("roost.server.requests")
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_QUIET = frozenset({"/health", "/ready", "/metrics"})

_Headers = list[tuple[bytes, bytes]]
_API_HEADERS: _Headers = [
    (b"x-content-type-options", b"nosniff"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cache-control", b"no-store"),
]
_PAGE_HEADERS: _Headers = [
    (b"x-content-type-options", b"nosniff"),
    (b"content-security-policy", b"default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
     b"form-action 'self'; frame-ancestors 'none'"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"referrer-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=()"),
]  # fmt: skip
_HSTS = (b"strict-transport-security", b"max-age=31536000")


def client_of(scope: Scope) -> str:
    """Who asks: the address, or for IPv6 the network, of which a household has one."""
    client = scope.get("client")
    address = client[0] if client else "?"
    if ":" not in address:
        return address
    try:
        return str(ip_network((address, 64), strict=False))
    except ValueError:
        return address


class Guard:
    """The application, guarded."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics) -> None:
        self._app = app
        self._settings = settings
        self._metrics = metrics
        self._buckets = Buckets(settings.rate, settings.burst)
        self._own_host = urlsplit(settings.public_url).netloc.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self._app(scope, receive, send)
            return
        begun, status, client = perf_counter(), 500, client_of(scope)
        added = _headers(scope)

        async def guarded(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], *added]
            await send(message)

        try:
            self._check(scope, client)
        except RefusedError as refusal:
            await send_answer(guarded, refusal.kind.status, MEDIA_TYPE, problem_bytes(refusal), refusal.retry_after)
        else:
            await self._app(scope, receive, guarded)
        finally:
            taken = perf_counter() - begun
            method = scope["method"] if scope["method"] in _SAFE or scope["method"] in ("POST", "DELETE") else "other"
            self._metrics.request(method, status, taken)
            if _log.isEnabledFor(logging.INFO) and scope["path"] not in _QUIET:
                told = {"method": method, "path": scope["path"][:200], "status": status, "ms": round(taken * 1000, 1)}
                _log.info("request", extra={**told, "client": client})

    def _check(self, scope: HTTPScope, client: str) -> None:
        if scope["path"] in _QUIET:
            return
        wait = self._buckets.take(client, monotonic())
        if wait:
            message = f"Too many requests: wait {wait} second{'s' if wait > 1 else ''}."
            raise RefusedError(Kind.TOO_MANY, message, retry_after=wait)
        headers = dict(scope["headers"])
        length = headers.get(b"content-length", b"0")
        if length.isdigit() and int(length) > self._settings.max_body:
            raise RefusedError(
                Kind.TOO_LARGE, f"A body has at most {self._settings.max_body} bytes, not {int(length)}."
            )
        if scope["method"] not in _SAFE:
            self._check_origin(headers)

    def _check_origin(self, headers: dict[bytes, bytes]) -> None:
        """Refuse what another site's page has sent: a browser would add our cookies to it."""
        origin = headers.get(b"origin")
        if origin is not None:
            netloc = urlsplit(origin.decode("latin-1")).netloc.encode("latin-1")
            if not netloc or netloc not in (headers.get(b"host"), self._own_host):
                raise RefusedError(Kind.CROSS_SITE, "This request came from a page of another site.")
        elif headers.get(b"sec-fetch-site", b"none") not in (b"none", b"same-origin"):
            raise RefusedError(Kind.CROSS_SITE, "This request came from a page of another site.")


def _headers(scope: HTTPScope) -> _Headers:
    """What every answer says. Data needs less than pages: no browser shows it, frames it or runs it."""
    is_api = scope["path"].startswith("/api/") or scope["path"] in _QUIET
    added = _API_HEADERS if is_api else _PAGE_HEADERS
    return [*added, _HSTS] if scope["scheme"] == "https" else added
