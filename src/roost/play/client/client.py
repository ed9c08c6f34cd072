"""A client: tables of one server, by their codes or newly made."""

from collections.abc import Mapping, Sequence

from roost.play.client.connection import Connection, Json
from roost.play.client.table import TableClient


class Client(Connection):
    """A connection to a server, and the tables there."""

    async def create(
        self,
        game: str,
        seats: Sequence[Json],
        options: Mapping[str, object] | None = None,
        rules: Mapping[str, object] | None = None,
        series: Mapping[str, object] | None = None,
    ) -> TableClient:
        """Make a table and be its host. Seats look like ``{"kind": "bot", "bot": "hen"}``; see docs/api.md."""
        body: Json = {"game": game, "seats": list(seats), "options": dict(options or {}), "rules": dict(rules or {})}
        body |= {} if series is None else {"series": dict(series)}
        made = await self.call("POST", "/api/tables", body)
        table = TableClient(self, made["id"], made["token"])
        table.code, table.invitations = made["code"], made["invitations"]
        await table._look(made["snapshot"])
        if made["snapshot"]["you"]["seats"]:
            await table.seal()
        return table

    async def find(self, code: str) -> TableClient:
        """A table by its short code or its id, to watch."""
        if len(code) != 20:
            code = (await self.call("GET", f"/api/codes/{code}"))["id"]
        return TableClient(self, code)

    async def join(
        self, code: str, name: str, *, seat: int | None = None, invitation: str | None = None, real: bool = False
    ) -> TableClient:
        """Sit down at a table with this short code or id; see :meth:`TableClient.claim`."""
        table = await self.find(code)
        await table.claim(name, seat=seat, invitation=invitation, real=real)
        return table
