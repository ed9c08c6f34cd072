"""The rim of the server: every request passes here first, and every answer last.

Clients that ask too often, bodies that are too large and requests that another site's page has sent are turned away
before anything is looked at; every answer gets the security headers, and is counted and logged. An address in the log
holds no secret, because tokens travel in headers and cookies only.
"""

import logging
from collections.abc import Mapping
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network
from time import monotonic, perf_counter
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

from roost.play.server.http.problems import MEDIA_TYPE, problem_bytes, send_answer
from roost.play.server.live.answers import CLIENT
from roost.play.server.live.limits import Buckets, Connections
from roost.play.server.live.services import SERVICES, Services
from roost.play.server.settings import Settings
from roost.play.table.refusals import Kind, RefusedError

_log = logging.getLogger("roost.server.requests")
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_KNOWN = _SAFE | {"POST", "DELETE"}
_QUIET = frozenset({"/health", "/ready", "/metrics"})

HISTORY_BODY = 1_000_000
"""Bytes of a request with a history of 2,000 games."""
RECORD_BODY = 300_000
"""Bytes of a request that brings the record of a game: the proofs of its dice make it longer than any other."""
_ROOMY = {"/api/replays": RECORD_BODY, "/api/progress": HISTORY_BODY}

_COSTS = {"card": 2, "changes": 5, "dice": 5, "events": 2, "hint": 10, "odds": 2, "openapi.json": 10,
          "picture": 10, "progress": 10, "qr": 5, "record": 5, "records": 20, "replay": 10, "replays": 10,
          "review": 10}  # fmt: skip
"""How many ordinary requests one counts for that takes more work, by the last word of its address."""
_CHALLENGES, _CHALLENGE_COST = "/api/challenges/", 10
"""The same for challenges, whose last word is a name."""
_READY_COST = 0.1
"""The same for what is ready in memory, counted apart: a whole class behind one address may open the page at once."""
_STREAM = "/events"
"""The end of the address of a stream of events."""
_FRAMEWORK = "/openapi"
"""The addresses at which the framework would describe the API once more, and not as well as we do."""
_LONGEST_HOST = 255
"""Characters of the name under which a server is asked, as long as names can be."""
_LOCAL = (".local", ".localhost", ".lan", ".home.arpa", ".internal", ".test")
_MOST_TOLD = 10_000
_TELL_AGAIN = 10.0
"""Seconds after which it is logged again that a client asks too often."""

_Headers = list[tuple[bytes, bytes]]
_API_HEADERS: _Headers = [
    (b"x-content-type-options", b"nosniff"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cache-control", b"no-store"),
]
_PAGE_HEADERS: _Headers = [
    (b"x-content-type-options", b"nosniff"),
    # Only our own files, and no text that becomes code: trusted types make browsers refuse innerHTML and the like. The
    # one policy names the address of the worker that keeps the page for times without a connection.
    (b"content-security-policy", b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: "
     b"blob:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
     b"require-trusted-types-for 'script'; trusted-types roost-worker"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"referrer-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=()"),
]  # fmt: skip
_ASSET_HEADERS: _Headers = [
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
"""Files are under the policy of the page that uses them. A first visit fetches dozens, and headers do not shrink."""
_HSTS = (b"strict-transport-security", b"max-age=31536000")


def client_of(scope: Scope) -> str:
    """The client that asks."""
    client = scope.get("client")
    return network_of(client[0] if client else "?")


def network_of(address: str) -> str:
    """The address of a client, or for IPv6 the network, of which a household has one."""
    if ":" not in address:
        return address
    try:
        found = IPv6Address(address)
    except ValueError:
        return address
    if found.ipv4_mapped is not None:  # how a socket for both kinds tells of IPv4
        return str(found.ipv4_mapped)
    return str(IPv6Network((found, 64), strict=False))


def host_of(scope: Scope) -> str:
    """The name under which the server is asked, which the guard has looked at."""
    return dict(scope["headers"]).get(b"host", b"localhost").decode("latin-1")


def cost_of(path: str) -> float:
    """How many ordinary requests one to this address counts for. A slash at the end makes no difference."""
    path = path.rstrip("/")
    if path in _QUIET or path.startswith("/assets/"):
        return _READY_COST
    if path.startswith(_CHALLENGES):
        return _CHALLENGE_COST
    return _COSTS.get(path.rpartition("/")[2], 1)


class Guard:
    """The application, guarded."""

    def __init__(self, app: ASGIApp, services: Services) -> None:
        self.services = services
        self.settings = settings = services.settings
        self._app = app
        self._buckets = Buckets(settings.rate, settings.burst)
        self._ready_buckets = Buckets(settings.rate, settings.burst)
        self._own_host = urlsplit(settings.public_url).netloc.encode()
        self.connections = Connections(settings.max_connections, settings.max_connections_per_client, settings.rate)
        self._hosts = _named_hosts(settings)
        self._told_refusals: dict[str, float] = {}
        """The time when it was last logged that a client asks too often."""

    async def __call__(
        self, scope: Scope | LifeSpanScope, receive: Receive | LifeSpanReceive, send: Send | LifeSpanSend
    ) -> None:
        """Answer as an ASGI application."""
        if scope["type"] == "lifespan":
            await self.services.live(cast("LifeSpanReceive", receive), cast("LifeSpanSend", send))
        else:
            await self._guarded(scope, cast("Receive", receive), cast("Send", send))

    async def _guarded(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope.setdefault("state", {})[SERVICES] = self.services
        if scope["type"] != ScopeType.HTTP:
            await self._app(scope, receive, send)
            return
        begun, is_answered, client = perf_counter(), False, client_of(scope)
        added = _headers(scope)
        CLIENT.set(client)

        async def guarded(message: Message) -> None:
            nonlocal is_answered
            if message["type"] == "http.response.start":
                # Now, and not at the end: a stream of events is answered at once and may last for hours.
                is_answered = True
                self.note(scope["method"], scope["path"], message["status"], client, begun)
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
                self.note(scope["method"], scope["path"], 500, client, begun)

    def note(self, method: str, path: str, status: int, client: str, begun: float) -> None:
        """Count and log an answered request."""
        taken = perf_counter() - begun
        if method not in _KNOWN:
            method = "other"
        self.services.metrics.request(method, status, taken)
        if _log.isEnabledFor(logging.INFO) and path not in _QUIET and not (status == 429 and self._is_told(client)):
            told = {"method": method, "path": path[:200], "status": status, "ms": round(taken * 1000, 1)}
            _log.info("request", extra={**told, "client": client})

    def _is_told(self, client: str) -> bool:
        """Whether it was just logged that this client asks too often: once in a while will do."""
        now = monotonic()
        if now - self._told_refusals.get(client, -_TELL_AGAIN) < _TELL_AGAIN:
            return True
        if len(self._told_refusals) > _MOST_TOLD:
            self._told_refusals.clear()
        self._told_refusals[client] = now
        return False

    def admit(self, method: str, path: str, headers: Mapping[bytes, bytes], client: str) -> None:
        """Raise :class:`RefusedError` for a request that must not get any further."""
        cost = cost_of(path)
        wait = (self._buckets if cost >= 1 else self._ready_buckets).take(client, monotonic(), cost)
        if wait:
            message = f"Too many requests: wait {wait} second{'s' if wait > 1 else ''}."
            raise RefusedError(Kind.TOO_MANY, message, retry_after=wait)
        host = headers.get(b"host", b"")
        if len(host) > _LONGEST_HOST:
            raise RefusedError(Kind.UNREADABLE, f"The name of a server has at most {_LONGEST_HOST} characters.")
        if cost == _READY_COST:
            return  # it is ready in memory, and holds nothing of anybody's
        if path.startswith(_FRAMEWORK):
            raise RefusedError(Kind.NOT_FOUND, "The description of the API is at /api/openapi.json.")
        if not is_known_host(host, self._hosts):
            raise RefusedError(Kind.CROSS_SITE, "This server does not answer under this name: set ROOST_ALLOWED_HOSTS.")
        length = headers.get(b"content-length", b"0")
        most = _ROOMY.get(path, self.settings.max_body)
        if length.isdigit() and int(length) > most:
            raise RefusedError(Kind.TOO_LARGE, f"A body has at most {most} bytes, not {int(length)}.")
        if method not in _SAFE:
            self._check_origin(headers)
            _check_media_type(headers)
        elif path.startswith("/api/") and headers.get(b"sec-fetch-site") == b"cross-site":
            raise RefusedError(Kind.CROSS_SITE, "This request came from a page of another site.")

    def _check_origin(self, headers: Mapping[bytes, bytes]) -> None:
        """Refuse what another site's page has sent: a browser would add our cookies to it."""
        origin = headers.get(b"origin")
        if origin is not None:
            netloc = _netloc(origin)
            if not netloc or netloc not in (headers.get(b"host"), self._own_host):
                raise RefusedError(Kind.CROSS_SITE, "This request came from a page of another site.")
        elif headers.get(b"sec-fetch-site", b"none") not in (b"none", b"same-origin"):
            raise RefusedError(Kind.CROSS_SITE, "This request came from a page of another site.")


def _read_scope(scope: HTTPScope) -> HTTPScope:
    """A question about an answer's head is answered like the answer itself, whose body the web server leaves out.

    A stream of events has no end that one could ask about.
    """
    if scope["method"] == "HEAD" and not scope["path"].rstrip("/").endswith(_STREAM):
        return cast("HTTPScope", {**scope, "method": "GET"})
    return scope


def _netloc(origin: bytes) -> bytes:
    """The host and port of an origin; nothing, if it is none."""
    try:
        return urlsplit(origin.decode("latin-1")).netloc.encode("latin-1")
    except ValueError:
        return b""


def _check_media_type(headers: Mapping[bytes, bytes]) -> None:
    """Refuse a body that does not say that it is JSON: forms of other sites can send anything else."""
    if headers.get(b"content-type") == b"application/json":
        return  # nearly every body
    has_body = headers.get(b"content-length", b"0") not in (b"", b"0") or b"transfer-encoding" in headers
    kind = headers.get(b"content-type", b"").split(b";")[0].strip().lower()
    if has_body and kind != b"application/json" and not kind.endswith(b"+json"):
        raise RefusedError(Kind.MEDIA_TYPE, "A body is JSON, with the content type application/json.")


def _named_hosts(settings: Settings) -> frozenset[str]:
    """The names of this server that are told in its settings."""
    named = {name.strip().lower() for name in settings.allowed_hosts.split(",") if name.strip()}
    own = urlsplit(settings.public_url).hostname
    return frozenset(named | ({own} if own else set()) | {settings.host.lower()})


@lru_cache(64)
def is_known_host(host: bytes, named: frozenset[str]) -> bool:
    """Whether a server answers under this name.

    A page of another site can only ask us under a name that its owner has pointed at our address (rebinding). That is
    never an address itself, nor a name without a dot, nor one that is kept for local networks.
    """
    try:
        name = urlsplit(f"//{host.decode('latin-1')}").hostname or ""
    except ValueError:
        return False
    if "." not in name or name in named or name.endswith(_LOCAL):
        return True
    return name.replace(".", "").isdigit()


def _headers(scope: HTTPScope) -> _Headers:
    """The headers of every answer. Data needs less than pages: no browser shows it, frames it or runs it."""
    path, is_secure = scope["path"], scope["scheme"] == "https"
    if path.startswith("/api/") or path in _QUIET:
        return api_headers(is_secure)
    added = _ASSET_HEADERS if path.startswith("/assets/") else _PAGE_HEADERS
    return [*added, _HSTS] if is_secure else added


def api_headers(is_secure: bool) -> _Headers:
    """The headers of every answer with data."""
    return [*_API_HEADERS, _HSTS] if is_secure else _API_HEADERS
