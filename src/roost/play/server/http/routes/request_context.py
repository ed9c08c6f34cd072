"""The context of a request at a table: the player, the table and the language."""

from collections.abc import Mapping
from typing import Annotated, Any, TypeAlias, cast
from urllib.parse import urlsplit

from msgspec import Meta

from roost.core.words import Language
from roost.play.server.http.operations import Answer, Caller, Cookie, Given, InHeader, InPath, InQuery
from roost.play.server.live.answers import Pending
from roost.play.server.live.rooms import Command, Committed, Room
from roost.play.server.live.services import Services
from roost.play.table.views import ChangeView

PositionText: TypeAlias = Annotated[
    str, InQuery(name="position", min_length=1, max_length=2_000, description="The text of a position.")
]
"""Query parameter with a position in text notation."""
Follow: TypeAlias = Annotated[
    bool, InQuery(name="follow", description="Only what a big screen has already shown, if there is one.")
]
"""Query parameter for clients that must not run ahead of their table's big screen."""
TableId: TypeAlias = Annotated[str, InPath(pattern="^[0-9a-f]{20}$", description="The id of a table.")]
"""Path parameter with the id of a table."""
Lang: TypeAlias = Annotated[
    Language | None,
    InQuery(name="lang", description="Also describe actions and events in this language."),
]
"""Query parameter with a language."""
Names: TypeAlias = Annotated[
    list[Annotated[str, Meta(max_length=80)]] | None,
    InQuery(name="names", max_items=7, description="The names of the players; default: letters."),
]
"""Query parameter with the players' names."""

HostCode: TypeAlias = Annotated[
    str | None,
    InHeader(
        name="x-roost-code", max_length=400, description="The host's code in percent-encoding, if new tables need it."
    ),
]
"""Header with the code that the host of the server gives to people who may create tables."""

ServicesHere: TypeAlias = Given[Services]
"""The services that answer the request."""
CallerHere: TypeAlias = Given[Caller]
"""The client that sent the request."""


def pending() -> Answer[Any]:
    """Return the 202 answer, which tells the client when to ask again."""
    return Answer(Pending(), status=202, media_type="application/json", headers={"retry-after": "1"})


def cookie_name(table_id: str) -> str:
    """Return the name of the cookie in which a page stores its token for a table."""
    return f"roost-{table_id}"


def screen_cookie(table_id: str) -> str:
    """Return the name of the cookie in which a big screen stores its secret for a table."""
    return f"roost-screen-{table_id}"


def new_cookie(caller: Caller, table_id: str, name: str, value: str) -> Cookie:
    """Return a cookie that is sent only with requests for one table."""
    origin = urlsplit(caller.origin)
    return Cookie(name, value, f"{origin.path}/api/tables/{table_id}", origin.scheme == "https")


class RequestContext:
    """The table and token of a request, and the services that answer it."""

    def __init__(self, services: Services, caller: Caller, table_id: str) -> None:
        self.services = services
        self.table_id = table_id
        self.token = token_in(caller.headers, table_id)

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
    ) -> Answer[ChangeView]:
        """Run a command, and respond with the resulting change, encoded as for watchers."""
        return self.answer(await self.run(command, key=key), language)

    @staticmethod
    def answer(committed: Committed, language: Language | None) -> Answer[ChangeView]:
        return Answer(cast("ChangeView", committed.encoded(language)))


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


ContextHere: TypeAlias = Given[RequestContext]
"""The table and token of the request."""


async def context_of(services: ServicesHere, caller: CallerHere, table_id: TableId) -> RequestContext:
    """Return the context of a request for a table."""
    return RequestContext(services, caller, table_id)
