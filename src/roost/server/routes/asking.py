"""Who asks, for which table, in which language: what the operations at a table have in common."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias, cast

from litestar import MediaType, Request, Response
from litestar.di import NamedDependency
from litestar.params import PathParameter, QueryParameter

from roost.messages import Language
from roost.server.rooms import Command, Happened, Room
from roost.server.services import Services
from roost.server.views import ChangeView

__all__ = ["AnyRequest", "Asking", "AskingHere", "Lang", "ServicesHere", "TableId", "bearer_token", "cookie_name",
           "provide_asking"]  # fmt: skip

AnyRequest: TypeAlias = Request[Any, Any, Any]
TableId: TypeAlias = Annotated[str, PathParameter(pattern="^[0-9a-f]{20}$", description="The id of a table.")]
Lang: TypeAlias = Annotated[
    Language | None,
    QueryParameter(name="lang", description="Also tell in this language what actions do and what happened."),
]

ServicesHere: TypeAlias = NamedDependency[Services]


def cookie_name(table_id: str) -> str:
    """The cookie that holds a page's token for a table."""
    return f"roost-{table_id}"


class Asking:
    """A request at a table."""

    def __init__(self, services: Services, request: AnyRequest, table_id: str) -> None:
        self.services = services
        self.table_id = table_id
        self.token = _token(request, table_id)

    async def room(self) -> Room:
        """The table, as it is now."""
        return await self.services.rooms.get(self.table_id, fresh=True)

    async def person(self) -> int:
        """Who asks. Refuses whoever has no token of this table."""
        return await self.services.rooms.known(await self.services.rooms.get(self.table_id), self.token)

    async def run(self, command: Command, *, key: str | None = None) -> Happened:
        """Run a command of this person. A key names a request among those of the same person."""
        if key is not None:
            key = f"{await self.person()}:{key}"
        return await self.services.rooms.run(self.table_id, command, key=key)

    async def change(
        self, command: Command, language: Language | None, *, key: str | None = None
    ) -> Response[ChangeView]:
        """Run a command, and tell what it changed, in the very bytes that whoever watches is told."""
        return self.answer(await self.run(command, key=key), language)

    @staticmethod
    def answer(happened: Happened, language: Language | None) -> Response[ChangeView]:
        """Tell what happened."""
        return Response(cast("ChangeView", happened.told(language)), media_type=MediaType.JSON)


def bearer_token(authorization: str) -> str | None:
    """The token in a header, if it holds one."""
    kind, _, token = authorization.partition(" ")
    return token.strip()[:200] if kind.lower() == "bearer" and token else None


def _token(request: AnyRequest, table_id: str) -> str | None:
    token = bearer_token(request.headers.get("authorization", ""))
    if token is not None:
        return token
    cookie = request.cookies.get(cookie_name(table_id))
    return cookie[:200] if cookie else None


AskingHere: TypeAlias = NamedDependency[Asking]


async def provide_asking(services: ServicesHere, request: AnyRequest, table_id: TableId) -> Asking:
    """Who asks, as a dependency of the operations at a table."""
    return Asking(services, request, table_id)
