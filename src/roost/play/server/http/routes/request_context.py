"""The context of a request at a table: the player, the table and the language."""

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
PositionText: TypeAlias = Annotated[
    str, QueryParameter(name="position", min_length=1, max_length=2_000, description="The text of a position.")
]
"""Query parameter with a position in text notation."""
Follow: TypeAlias = Annotated[
    bool, QueryParameter(name="follow", description="Only what a big screen has already shown, if there is one.")
]
"""Query parameter for clients that must not run ahead of their table's big screen."""
TableId: TypeAlias = Annotated[str, PathParameter(pattern="^[0-9a-f]{20}$", description="The id of a table.")]
"""Path parameter with the id of a table."""
Lang: TypeAlias = Annotated[
    Language | None,
    QueryParameter(name="lang", description="Also describe actions and events in this language."),
]
"""Query parameter with a language."""
_LONGEST_NAME = 80
_COOKIE_AGE = 30 * 86_400
Names: TypeAlias = Annotated[
    list[Annotated[str, Meta(max_length=_LONGEST_NAME)]] | None,
    QueryParameter(
        name="names", max_items=7, description="The names of the players; default: letters.",
        schema_extra={"items": Schema(max_length=_LONGEST_NAME)},  # Litestar's description omits bounds of list items
    ),
]  # fmt: skip
"""Query parameter with the players' names."""

ServicesHere: TypeAlias = NamedDependency[Services]
"""The server's services, injected into route handlers."""

PENDING = {202: ResponseSpec(Pending, description="not ready: repeat the request soon", generate_examples=False)}
"""The 202 response of an operation that takes a while, for the API description."""


def pending() -> Response[Any]:
    """Return the 202 response, which tells the client when to ask again."""
    return Response(Pending(), status_code=202, media_type=MediaType.JSON, headers={"retry-after": "1"})


def provide_services(scope: Scope) -> Services:
    """Provide the server's services to all route handlers."""
    services: Services = scope["state"][SERVICES]
    return services


def cookie_name(table_id: str) -> str:
    """Return the name of the cookie in which a page stores its token for a table."""
    return f"roost-{table_id}"


def screen_cookie(table_id: str) -> str:
    """Return the name of the cookie in which a big screen stores its secret for a table."""
    return f"roost-screen-{table_id}"


def new_cookie(request: AnyRequest, table_id: str, key: str, value: str) -> Cookie:
    """Return a cookie that is sent only with requests for one table and is hidden from scripts."""
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
    """The table and token of a request, and the server's services."""

    def __init__(self, services: Services, request: AnyRequest, table_id: str) -> None:
        self.services = services
        self.table_id = table_id
        self.token = token_in(dict(request.scope["headers"]), table_id)

    async def room(self) -> Room:
        """Return the table's room, brought up to date with the database."""
        return await self.services.rooms.get(self.table_id, fresh=True)

    async def person(self) -> int:
        """Return the requesting player. Refuse a request without a token for this table."""
        return await self.services.rooms.known(await self.services.rooms.get(self.table_id), self.token)

    async def run(self, command: Command, *, key: str | None = None) -> Committed:
        """Run a command for this player. ``key`` identifies the request among the player's requests."""
        if key is not None:
            key = f"{await self.person()}:{key}"
        return await self.services.rooms.run(self.table_id, command, key=key)

    async def change(
        self, command: Command, language: Language | None, *, key: str | None = None
    ) -> Response[ChangeView]:
        """Run a command, and respond with the resulting change, encoded as for watchers."""
        return self.answer(await self.run(command, key=key), language)

    @staticmethod
    def answer(committed: Committed, language: Language | None) -> Response[ChangeView]:
        return Response(cast("ChangeView", committed.encoded(language)), media_type=MediaType.JSON)


def token_in(headers: Mapping[bytes, bytes], table_id: str) -> str | None:
    """Return the token in a request. Programs send it in a header, pages in a cookie."""
    kind, _, token = headers.get(b"authorization", b"").decode("latin-1").partition(" ")
    if kind.lower() == "bearer" and token:
        return token.strip()[:200]
    return cookie_in(headers, cookie_name(table_id))


def cookie_in(headers: Mapping[bytes, bytes], wanted: str) -> str | None:
    """Return the value of a cookie; None if it is missing or empty."""
    for cookie in headers.get(b"cookie", b"").decode("latin-1").split(";"):
        name, _, value = cookie.partition("=")
        if name.strip() == wanted and value:
            return value.strip()[:200]
    return None


ContextHere: TypeAlias = NamedDependency[RequestContext]
"""The context of a request, injected into route handlers."""


async def provide_context(services: ServicesHere, request: AnyRequest, table_id: TableId) -> RequestContext:
    """Provide the context of a request to route handlers for a table."""
    return RequestContext(services, request, table_id)


async def while_there(receive: Receive, sending: Coroutine[Any, Any, None]) -> None:
    """Send a slow response. Stop if the client disconnects before it is complete."""
    tasks = [asyncio.create_task(sending), asyncio.create_task(_disconnected(receive))]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        if tasks[0].done() and not tasks[0].cancelled():
            tasks[0].result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _disconnected(receive: Receive) -> None:
    """Wait until the client has disconnected."""
    while (await receive())["type"] != "http.disconnect":
        pass


def accepts_gzip(accepted: str) -> bool:
    """Whether a client accepts gzip, which requires that the header names gzip with a weight above zero."""
    return re.search(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))", accepted.lower()) is not None
