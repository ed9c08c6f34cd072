"""Requests to a server: sent again while nothing is lost or done twice, refused with a reason."""

import asyncio
from collections.abc import Callable
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
"""An object as the server sends it."""
_PATIENCE = 30.0
"""Seconds for which a request is tried again."""
FIRST_PAUSE = 0.1
"""Seconds before the first new try."""
LONGEST_PAUSE = 2.0
"""Seconds between two tries."""
_UNDONE = frozenset({429})
"""Refusals after which nothing was done for certain."""
_NOT_YET = 202
AGAIN = _UNDONE | {_NOT_YET, 502, 503, 504}
"""Answers after which a request that may be repeated is sent again."""
_LONGEST_WORK = 600.0
"""Seconds for which a server may answer "not yet"."""
_UNSENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)


class ServerError(RoostError):
    """The server refused a request. ``kind`` is the word for programs, ``problem`` the whole answer."""

    def __init__(self, status: int, problem: Json) -> None:
        super().__init__(str(problem.get("detail", f"the server answered {status}, and not as Roost does")))
        self.status = status
        self.problem = problem
        self.kind = str(problem.get("type", "")).rpartition(":")[2]


def new_http(**settings: Any) -> httpx.AsyncClient:
    """Connections that keep no cookies: several people of one program must not be taken for one."""
    jar = CookieJar(DefaultCookiePolicy(allowed_domains=[]))
    return httpx.AsyncClient(**{"timeout": 10.0, "cookies": jar, "verify": _authorities(), **settings})


@cache
def _authorities() -> SSLContext:
    """The authorities whose word for a server's name is taken: read once, because reading so many takes a while."""
    return httpx.create_ssl_context()


class Connection:
    """Requests to a server, sent again where that is safe."""

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
        """The folder where evidence against unfair tables is written; without, one among the user's data."""
        self.http = new_http() if http is None else http
        self.tables: WeakSet[Any] = WeakSet()
        """The tables that are played with it: each answers when its device is asked for a number."""

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
        refused: Callable[[], object] = bool,
    ) -> Any:
        """Send a request and return the JSON of the answer.

        While the server cannot be reached, it is sent again and again. So is one whose answer was lost, if it only
        asks or has a ``key``: anything else might be done twice. And so is a question that the server answers with
        "not yet": the first odds of a fresh installation take it a while.

        ``refused`` is called each time that a server which has seen the request does nothing of it.
        """
        answer = await self.answer(method, path, body, token, refused)
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
        refused: Callable[[], object] = bool,
    ) -> httpx.Response:
        """The same, with the whole answer."""
        headers = {} if token is None else {"authorization": f"Bearer {token}"}
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
                else:
                    refused()
                if is_late or response.status_code not in (AGAIN if is_repeatable else _UNDONE):
                    raise ServerError(response.status_code, problem_of(response))
                with suppress(ValueError):
                    pause = max(pause, float(response.headers.get("retry-after", 0)))
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)


def problem_of(response: httpx.Response) -> Json:
    """The server's word about a refusal; nothing, if it says nothing that can be read."""
    try:
        found = response.json()
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
