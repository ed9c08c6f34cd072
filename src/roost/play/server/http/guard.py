"""The outermost layer of the server, which every request passes first and every response last.

Requests over the rate limit, requests whose body is too large, and cross-site requests are refused before any routing.
Every response gets the security headers, and is counted and logged. Logged URLs contain no secrets, because tokens are
sent only in headers and cookies.
"""

import logging
from collections.abc import Mapping
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network
from time import monotonic, perf_counter
from traceback import format_exc
from typing import cast
from urllib.parse import urlsplit

from litestar.enums import ScopeType
from litestar.types import (
    ASGIApp,
    HTTPScope,
    LifeSpanReceive,
    LifeSpanScope,
    LifeSpanSend,
    Message,
    Receive,
    Scope,
    Send,
)

from roost.play.server.http.error_handlers import send_answer
from roost.play.server.http.problems import MEDIA_TYPE, problem_bytes
from roost.play.server.http.progress import HISTORY_BODY
from roost.play.server.http.study import RECORD_BODY
from roost.play.server.live.answers import CLIENT
from roost.play.server.live.limits import Buckets, Connections
from roost.play.server.live.services import SERVICES, Services
from roost.play.server.settings import Settings
from roost.play.table.refusals import Refusal, RefusedError

_log = logging.getLogger("roost.server.requests")
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_KNOWN = _SAFE | {"POST", "DELETE"}
_QUIET = frozenset({"/health", "/ready", "/metrics"})

_ROOMY = {"/api/replays": RECORD_BODY, "/api/progress": HISTORY_BODY}

_COSTS = {"card": 2, "changes": 5, "dice": 5, "events": 2, "hint": 10, "odds": 2, "openapi.json": 10,
          "picture": 10, "progress": 10, "qr": 5, "record": 5, "records": 20, "replay": 10, "replays": 10,
          "review": 10}  # fmt: skip
"""Cost of an expensive request, by the last segment of its path. An ordinary request costs 1."""
_CHALLENGES, _CHALLENGE_COST = "/api/challenges/", 10
"""Prefix of challenge paths, and the cost of such a request. Their last segment is the name of a challenge."""
_READY_COST = 0.1
"""Cost of a request answered from memory. It has its own limit, as a whole school class may open the page at once."""
_STREAM = "/events"
"""Suffix of the path of an event stream."""
_FRAMEWORK = "/openapi"
"""Path at which Litestar would serve its own, less precise description of the API."""
_LONGEST_HOST = 255
"""Maximum length of a host name, in characters."""
_LOCAL = (".local", ".localhost", ".lan", ".home.arpa", ".internal", ".test")
_MOST_LOGGED = 10_000
_LOG_AGAIN = 10.0
"""Minimum time between two log entries about refused requests from the same client, in seconds."""

_Headers = list[tuple[bytes, bytes]]
_API_HEADERS: _Headers = [
    (b"x-content-type-options", b"nosniff"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cache-control", b"no-store"),
]
_PAGE_HEADERS: _Headers = [
    (b"x-content-type-options", b"nosniff"),
    # Browsers may load only Roost's own files and must not turn text into code: trusted types make them refuse
    # innerHTML and similar. The only trusted-type policy allows the URL of the service worker, which caches the page
    # for offline use.
    (b"content-security-policy", b"default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; "
     b"img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
     b"frame-ancestors 'none'; "
     b"require-trusted-types-for 'script'; trusted-types roost-worker"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"referrer-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=()"),
]  # fmt: skip
_FRAMED_HEADERS: _Headers = [
    (name, value.replace(b"frame-ancestors 'none'", b"frame-ancestors 'self'").replace(b"DENY", b"SAMEORIGIN"))
    for name, value in _PAGE_HEADERS
]
"""Headers below a path: programs that share a host, such as Home Assistant, show others in frames. Browsers do not
separate pages of one host from each other, so this allows them no more than they can do anyway."""
_ASSET_HEADERS: _Headers = [
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
"""Security headers for files, which the page's policy covers too. A first visit loads dozens, so these are few."""
_HSTS = (b"strict-transport-security", b"max-age=31536000")


def client_of(scope: Scope) -> str:
    """Return the network address of the client that sent a request."""
    client = scope.get("client")
    return network_of(client[0] if client else "?")


def network_of(address: str) -> str:
    """Return an IPv4 address unchanged; for IPv6, return the /64 network, since one household has a whole network."""
    if ":" not in address:
        return address
    try:
        parsed = IPv6Address(address)
    except ValueError:
        return address
    if parsed.ipv4_mapped is not None:  # an IPv4 client on a dual-stack socket
        return str(parsed.ipv4_mapped)
    return str(IPv6Network((parsed, 64), strict=False))


def host_of(scope: Scope) -> str:
    """Return the host name in a request that the guard has admitted."""
    return dict(scope["headers"]).get(b"host", b"localhost").decode("latin-1")


def cost_of(path: str) -> float:
    """Return the cost of a request; an ordinary one costs 1. A trailing slash in the path makes no difference."""
    path = path.rstrip("/")
    if path in _QUIET or path.startswith("/assets/"):
        return _READY_COST
    if path.startswith(_CHALLENGES):
        return _CHALLENGE_COST
    return _COSTS.get(path.rpartition("/")[2], 1)


class Guard:
    """Runs the guard's checks in front of the application."""

    def __init__(self, app: ASGIApp, services: Services) -> None:
        self.services = services
        self.settings = settings = services.settings
        self._app = app
        self._buckets = Buckets(settings.rate, settings.burst)
        self._ready_buckets = Buckets(settings.rate, settings.burst)
        self._public_host = urlsplit(settings.public_url).netloc.encode()
        self.connections = Connections(settings.max_connections, settings.max_connections_per_client, settings.rate)
        self._hosts = _named_hosts(settings)
        self._logged_refusals: dict[str, float] = {}
        """For each client, the time when a refusal for too many requests was last logged."""

    async def __call__(
        self, scope: Scope | LifeSpanScope, receive: Receive | LifeSpanReceive, send: Send | LifeSpanSend
    ) -> None:
        if scope["type"] == "lifespan":
            await _live(self.services, cast("LifeSpanReceive", receive), cast("LifeSpanSend", send))
        else:
            await self._guarded(scope, cast("Receive", receive), cast("Send", send))

    async def _guarded(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope.setdefault("state", {})[SERVICES] = self.services
        if scope["type"] != ScopeType.HTTP:
            await self._app(scope, receive, send)
            return
        scope = _mounted(scope, self.settings.path)
        started, is_answered, client = perf_counter(), False, client_of(scope)
        added = _headers(scope, is_below_path=bool(self.settings.path))
        CLIENT.set(client)

        async def guarded(message: Message) -> None:
            nonlocal is_answered
            if message["type"] == "http.response.start":
                # Count the response when it starts, not when it ends, because an event stream may last for hours.
                is_answered = True
                self.note(scope["method"], scope["path"], message["status"], client, started)
                message["headers"] = [*message["headers"], *added]
            await send(message)

        try:
            self.admit(scope["method"], scope["path"], dict(scope["headers"]), client)
        except RefusedError as refusal:
            await send_answer(guarded, refusal.kind.status, MEDIA_TYPE, problem_bytes(refusal), refusal.retry_after)
        else:
            await self._app(_read_scope(scope), receive, guarded)
        finally:
            if not is_answered:
                self.note(scope["method"], scope["path"], 500, client, started)

    def note(self, method: str, path: str, status: int, client: str, started: float) -> None:
        """Count and log a request that was answered."""
        taken = perf_counter() - started
        if method not in _KNOWN:
            method = "other"
        self.services.metrics.request(method, status, taken)
        if _log.isEnabledFor(logging.INFO) and path not in _QUIET and not (status == 429 and self._is_logged(client)):
            fields = {"method": method, "path": path[:200], "status": status, "ms": round(taken * 1000, 1)}
            _log.info("request", extra={**fields, "client": client})

    def _is_logged(self, client: str) -> bool:
        """Whether a refusal of this client was logged recently. If not, remember that it is being logged now."""
        now = monotonic()
        if now - self._logged_refusals.get(client, -_LOG_AGAIN) < _LOG_AGAIN:
            return True
        if len(self._logged_refusals) > _MOST_LOGGED:
            self._logged_refusals.clear()
        self._logged_refusals[client] = now
        return False

    def admit(self, method: str, path: str, headers: Mapping[bytes, bytes], client: str) -> None:
        """Check a request, and raise :class:`RefusedError` if it is not allowed."""
        cost = cost_of(path)
        wait = (self._buckets if cost >= 1 else self._ready_buckets).take(client, monotonic(), cost)
        if wait:
            message = f"Too many requests: wait {wait} second{'s' if wait > 1 else ''}."
            raise RefusedError(Refusal.TOO_MANY, message, retry_after=wait)
        host = headers.get(b"host", b"")
        if len(host) > _LONGEST_HOST:
            raise RefusedError(Refusal.UNREADABLE, f"A host name has at most {_LONGEST_HOST} characters.")
        if cost == _READY_COST:
            return  # the response is cached in memory and contains no private data
        if path.startswith(_FRAMEWORK):
            raise RefusedError(Refusal.NOT_FOUND, "The description of the API is at /api/openapi.json.")
        if not is_known_host(host, self._hosts):
            raise RefusedError(
                Refusal.CROSS_SITE, "This server does not answer under this name: set ROOST_ALLOWED_HOSTS."
            )
        length = headers.get(b"content-length", b"0")
        most = _ROOMY.get(path, self.settings.max_body)
        if length.isdigit() and int(length) > most:
            raise RefusedError(Refusal.TOO_LARGE, f"A body has at most {most} bytes, not {int(length)}.")
        if method not in _SAFE:
            self._check_origin(headers)
            _check_media_type(headers)
        elif path.startswith("/api/") and headers.get(b"sec-fetch-site") == b"cross-site":
            raise RefusedError(Refusal.CROSS_SITE, "This request came from a page of another site.")

    def _check_origin(self, headers: Mapping[bytes, bytes]) -> None:
        """Refuse requests sent by another site's page, since a browser would add this site's cookies to them."""
        origin = headers.get(b"origin")
        if origin is not None:
            netloc = _netloc(origin)
            if not netloc or netloc not in (headers.get(b"host"), self._public_host):
                raise RefusedError(Refusal.CROSS_SITE, "This request came from a page of another site.")
        elif headers.get(b"sec-fetch-site", b"none") not in (b"none", b"same-origin"):
            raise RefusedError(Refusal.CROSS_SITE, "This request came from a page of another site.")


def _mounted(scope: HTTPScope, path: str) -> HTTPScope:
    """Remove the server's own path from a request. Some proxies have already removed it."""
    if path and (scope["path"] == path or scope["path"].startswith(f"{path}/")):
        return cast("HTTPScope", {**scope, "path": scope["path"][len(path) :] or "/"})
    return scope


def _read_scope(scope: HTTPScope) -> HTTPScope:
    """Turn a HEAD request into a GET request, because the web server then drops the body.

    HEAD requests for event streams stay unchanged, since those responses never end.
    """
    if scope["method"] == "HEAD" and not scope["path"].rstrip("/").endswith(_STREAM):
        return cast("HTTPScope", {**scope, "method": "GET"})
    return scope


def _netloc(origin: bytes) -> bytes:
    """Return an origin's host and port; empty if the origin cannot be parsed."""
    try:
        return urlsplit(origin.decode("latin-1")).netloc.encode("latin-1")
    except ValueError:
        return b""


def _check_media_type(headers: Mapping[bytes, bytes]) -> None:
    """Refuse a body that is not declared as JSON, because forms on other sites can send any type except JSON."""
    if headers.get(b"content-type") == b"application/json":
        return  # the most common case
    has_body = headers.get(b"content-length", b"0") not in (b"", b"0") or b"transfer-encoding" in headers
    kind = headers.get(b"content-type", b"").split(b";")[0].strip().lower()
    if has_body and kind != b"application/json" and not kind.endswith(b"+json"):
        raise RefusedError(Refusal.MEDIA_TYPE, "A body is JSON, with the content type application/json.")


def _named_hosts(settings: Settings) -> frozenset[str]:
    """Return the host names that the settings assign to this server."""
    named = {name.strip().lower() for name in settings.allowed_hosts.split(",") if name.strip()}
    public = urlsplit(settings.public_url).hostname
    return frozenset(named | ({public} if public else set()) | {settings.host.lower()})


@lru_cache(64)
def is_known_host(host: bytes, named: frozenset[str]) -> bool:
    """Whether the server accepts requests for this host name.

    A page on another site can reach this server only under a name that the site's owner has pointed at the server's
    address (DNS rebinding). Such a name is never an IP address, a name without a dot, or a name reserved for local
    networks.
    """
    try:
        name = urlsplit(f"//{host.decode('latin-1')}").hostname or ""
    except ValueError:
        return False
    if "." not in name or name in named or name.endswith(_LOCAL):
        return True
    return name.replace(".", "").isdigit()


def _headers(scope: HTTPScope, *, is_below_path: bool) -> _Headers:
    """Return the security headers for a response. Data needs fewer than pages, because browsers do not render data."""
    path, is_secure = scope["path"], scope["scheme"] == "https"
    if path.startswith("/api/") or path in _QUIET:
        return api_headers(is_secure)
    page_headers = _FRAMED_HEADERS if is_below_path else _PAGE_HEADERS
    added = _ASSET_HEADERS if path.startswith("/assets/") else page_headers
    return [*added, _HSTS] if is_secure else added


def api_headers(is_secure: bool) -> _Headers:
    """Return the security headers for responses that contain data."""
    return [*_API_HEADERS, _HSTS] if is_secure else _API_HEADERS


async def _live(services: Services, receive: LifeSpanReceive, send: LifeSpanSend) -> None:
    """Run from the server's start to its end, following ASGI's lifespan messages."""
    is_up = False
    await receive()
    try:
        async with services.running():
            is_up = True
            await send({"type": "lifespan.startup.complete"})
            await receive()
    except BaseException:
        trace = format_exc()
        if is_up:
            await send({"type": "lifespan.shutdown.failed", "message": trace})
        else:
            await send({"type": "lifespan.startup.failed", "message": trace})
        raise
    await send({"type": "lifespan.shutdown.complete"})
