"""The context of a request at a table: who asks, for which table, in which language."""

import asyncio
import re
from collections.abc import Coroutine, Mapping
from typing import Annotated, Any, TypeAlias, cast

from litestar import MediaType, Request, Response
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Schema
from litestar.params import PathParameter, QueryParameter
from litestar.types import Receive, Scope
from msgspec import Meta

from roost.core.words import Language
from roost.play.server.live.answers import Pending
from roost.play.server.live.rooms import Command, Committed, Room
from roost.play.server.live.services import SERVICES, Services
from roost.play.table.views import ChangeView

AnyRequest: TypeAlias = Request[Any, Any, Any]
"""A request."""
PositionText: TypeAlias = Annotated[
    str, QueryParameter(name="position", min_length=1, max_length=2_000, description="The text of a position.")
]
"""The parameter that holds a position."""
Follow: TypeAlias = Annotated[
    bool, QueryParameter(name="follow", description="Only what a big screen has shown already, where there is one.")
]
"""The parameter of those who tell nothing before the big screen of their table does."""
TableId: TypeAlias = Annotated[str, PathParameter(pattern="^[0-9a-f]{20}$", description="The id of a table.")]
"""The part of a path that names a table."""
Lang: TypeAlias = Annotated[
    Language | None,
    QueryParameter(name="lang", description="Also tell in this language what actions do and what happened."),
]
"""The parameter that names a language."""
_LONGEST_NAME = 80
_COOKIE_AGE = 30 * 86_400
Names: TypeAlias = Annotated[
    list[Annotated[str, Meta(max_length=_LONGEST_NAME)]] | None,
    QueryParameter(
        name="names", max_items=7, description="The names of the players; letters without.",
        schema_extra={"items": Schema(max_length=_LONGEST_NAME)},  # Litestar's description leaves out what items may be
    ),
]  # fmt: skip
"""The parameter that names the players."""

ServicesHere: TypeAlias = NamedDependency[Services]
"""The parts of the server, given to an operation."""

PENDING = {202: ResponseSpec(Pending, description="not yet: ask again in a moment", generate_examples=False)}
"""The answer of an operation that takes a while, for the API's description."""


def pending() -> Response[Any]:
    """The answer is being made: the client is told when to ask again."""
    return Response(Pending(), status_code=202, media_type=MediaType.JSON, headers={"retry-after": "1"})


def provide_services(scope: Scope) -> Services:
    """The services of the server that was asked, as a dependency of all operations."""
    services: Services = scope["state"][SERVICES]
    return services


def cookie_name(table_id: str) -> str:
    """The cookie that holds a page's token for a table."""
    return f"roost-{table_id}"


def screen_cookie(table_id: str) -> str:
    """The cookie that holds the secret of a big screen for a table."""
    return f"roost-screen-{table_id}"


def new_cookie(request: AnyRequest, table_id: str, key: str, value: str) -> Cookie:
    """A cookie that goes to one table alone and that no script can read."""
    return Cookie(
        key=key,
        value=value,
        path=f"/api/tables/{table_id}",
        max_age=_COOKIE_AGE,
        httponly=True,
        samesite="lax",
        secure=request.scope["scheme"] == "https",
    )


class RequestContext:
    """A request at a table."""

    def __init__(self, services: Services, request: AnyRequest, table_id: str) -> None:
        self.services = services
        self.table_id = table_id
        self.token = token_in(dict(request.scope["headers"]), table_id)

    async def room(self) -> Room:
        """The table, as it is now."""
        return await self.services.rooms.get(self.table_id, fresh=True)

    async def person(self) -> int:
        """The person who asks. Refuses those without a token of this table."""
        return await self.services.rooms.known(await self.services.rooms.get(self.table_id), self.token)

    async def run(self, command: Command, *, key: str | None = None) -> Committed:
        """Run a command of this person. A key names a request among those of the same person."""
        if key is not None:
            key = f"{await self.person()}:{key}"
        return await self.services.rooms.run(self.table_id, command, key=key)

    async def change(
        self, command: Command, language: Language | None, *, key: str | None = None
    ) -> Response[ChangeView]:
        """Run a command, and tell what it changed, in the very bytes that watchers are told."""
        return self.answer(await self.run(command, key=key), language)

    @staticmethod
    def answer(happened: Committed, language: Language | None) -> Response[ChangeView]:
        """Tell what happened."""
        return Response(cast("ChangeView", happened.told(language)), media_type=MediaType.JSON)


def token_in(headers: Mapping[bytes, bytes], table_id: str) -> str | None:
    """The token of a request, from the header of programs or the cookie of pages."""
    kind, _, token = headers.get(b"authorization", b"").decode("latin-1").partition(" ")
    if kind.lower() == "bearer" and token:
        return token.strip()[:200]
    return cookie_in(headers, cookie_name(table_id))


def cookie_in(headers: Mapping[bytes, bytes], wanted: str) -> str | None:
    """The value of a cookie."""
    for cookie in headers.get(b"cookie", b"").decode("latin-1").split(";"):
        name, _, value = cookie.partition("=")
        if name.strip() == wanted and value:
            return value.strip()[:200]
    return None


ContextHere: TypeAlias = NamedDependency[RequestContext]
"""The context of a request, given to an operation."""


async def provide_context(services: ServicesHere, request: AnyRequest, table_id: TableId) -> RequestContext:
    """The context of a request, as a dependency of the operations at a table."""
    return RequestContext(services, request, table_id)


async def while_there(receive: Receive, sending: Coroutine[Any, Any, None]) -> None:
    """Send an answer that takes its time, until its end or until whoever asked has gone."""
    tasks = [asyncio.create_task(sending), asyncio.create_task(_left(receive))]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        if tasks[0].done() and not tasks[0].cancelled():
            tasks[0].result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _left(receive: Receive) -> None:
    """Return when whoever asked has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


def accepts_gzip(accepted: str) -> bool:
    """Whether a browser wants gzip: it names it, and not with the weight nothing."""
    return re.search(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))", accepted.lower()) is not None
