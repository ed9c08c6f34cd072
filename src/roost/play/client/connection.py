"""HTTP requests to a server. Requests that are safe to repeat are retried, and refusals are readable errors."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from http.cookiejar import CookieJar, DefaultCookiePolicy
from pathlib import Path
from ssl import SSLContext
from typing import Any, Self
from weakref import WeakSet

import httpx

from roost.core.errors import RoostError

Json = dict[str, Any]
"""A JSON object, as the API sends or receives it."""
_PATIENCE = 30.0
"""Seconds for which a request is retried."""
FIRST_PAUSE = 0.1
"""Seconds before the first retry."""
LONGEST_PAUSE = 2.0
"""Longest pause between two retries, in seconds."""
_NOT_DONE = frozenset({429})
"""Status codes that prove that the request had no effect."""
_NOT_YET = 202
AGAIN = _NOT_DONE | {_NOT_YET, 502, 503, 504}
"""Status codes after which a request is retried if repeating it is safe."""
_LONGEST_WORK = 600.0
"""Seconds for which the client waits while the server answers 202 (still computing)."""
_UNSENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)


class ServerError(RoostError):
    """The server refused a request. ``kind`` is the short type of the problem, ``problem`` the whole response body."""

    def __init__(self, status: int, problem: Json) -> None:
        super().__init__(str(problem.get("detail", f"the server answered {status} without saying why")))
        self.status = status
        self.problem = problem
        self.kind = str(problem.get("type", "")).rpartition(":")[2]


def new_http(**settings: Any) -> httpx.AsyncClient:
    """Return an HTTP client that keeps no cookies, because one program may act for several players."""
    jar = CookieJar(DefaultCookiePolicy(allowed_domains=[]))
    return httpx.AsyncClient(**{"timeout": 10.0, "cookies": jar, "verify": _authorities(), **settings})


@cache
def _authorities() -> SSLContext:
    """Return the trusted certificate authorities. They are cached because loading them is slow."""
    return httpx.create_ssl_context()


class Connection:
    """A connection that sends requests to a server and retries them where that is safe."""

    def __init__(
        self,
        url: str,
        *,
        http: httpx.AsyncClient | None = None,
        patience: float = _PATIENCE,
        evidence: Path | None = None,
    ) -> None:
        self.url = url.rstrip("/")
        self.patience = patience
        self.evidence = evidence
        """Folder for evidence of unfair dice; None for a folder in the user's data directory."""
        self.http = new_http() if http is None else http
        self.tables: WeakSet[Any] = WeakSet()
        """The open tables. Each of them reveals its number when the server asks for it."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.url!r})"

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def call(
        self,
        method: str,
        path: str,
        body: Json | None = None,
        token: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Any:
        """Send a request and return the JSON of the response.

        The request is retried while the server cannot be reached. If a response is lost, only a GET or a request with a
        ``key`` is retried, because any other request may already have taken effect. While the server answers 202 (still
        computing), the request is repeated; on a fresh installation the first odds take a while.
        """
        answer = await self.answer(method, path, body, token, headers)
        try:
            return answer.json()
        except ValueError:
            raise ServerError(answer.status_code, {}) from None

    async def answer(
        self,
        method: str,
        path: str,
        body: Json | None = None,
        token: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> httpx.Response:
        """Send a request as :meth:`call` does, and return the whole response."""
        headers = dict(headers or {}) | ({} if token is None else {"authorization": f"Bearer {token}"})
        is_repeatable = method == "GET" or "key" in (body or {})
        begun, pause = asyncio.get_running_loop().time(), FIRST_PAUSE
        while True:
            waited = asyncio.get_running_loop().time() - begun
            is_late = waited > self.patience
            try:
                response = await self.http.request(method, self.url + path, json=body, headers=headers)
            except httpx.TransportError as error:
                if is_late or not (is_repeatable or isinstance(error, _UNSENT)):
                    raise
            else:
                if response.status_code == _NOT_YET:
                    is_late = waited > _LONGEST_WORK
                elif response.is_success:
                    return response
                if is_late or response.status_code not in (AGAIN if is_repeatable else _NOT_DONE):
                    raise ServerError(response.status_code, problem_of(response))
                with suppress(ValueError):
                    pause = max(pause, float(response.headers.get("retry-after", 0)))
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)


def problem_of(response: httpx.Response) -> Json:
    """Return the problem described in a refusal; empty if the body is not a JSON object."""
    try:
        problem = response.json()
    except ValueError:
        return {}
    return problem if isinstance(problem, dict) else {}
