"""Client for one server. It creates tables and finds existing ones by their code."""

from collections.abc import Mapping, Sequence
from urllib.parse import quote

from roost.play.client.connection import Connection, Json
from roost.play.client.table import TableClient


class Client(Connection):
    """A connection to one server, with methods to create, find and join tables."""

    async def create(
        self,
        game: str,
        seats: Sequence[Json],
        options: Mapping[str, object] | None = None,
        rules: Mapping[str, object] | None = None,
        series: Mapping[str, object] | None = None,
        code: str | None = None,
    ) -> TableClient:
        """Create a table as its host. For example, ``{"kind": "bot", "bot": "hen"}`` is a seat; see docs/api.md.

        ``code`` is the code of the server's host, if new tables need one.
        """
        body: Json = {"game": game, "seats": list(seats), "options": dict(options or {}), "rules": dict(rules or {})}
        body |= {} if series is None else {"series": dict(series)}
        headers = {} if code is None else {"x-roost-code": quote(code)}
        created = await self.call("POST", "/api/tables", body, headers=headers)
        table = TableClient(self, created["id"], created["token"])
        table.code, table.invitations = created["code"], created["invitations"]
        await table._apply_snapshot(created["snapshot"])
        if created["snapshot"]["you"]["seats"]:
            await table.seal()
        return table

    async def find(self, code: str) -> TableClient:
        """Return the table with this short code or id, in order to watch it."""
        if len(code) != 20:
            code = (await self.call("GET", f"/api/codes/{code}"))["id"]
        return TableClient(self, code)

    async def join(
        self, code: str, name: str, *, seat: int | None = None, invitation: str | None = None, real: bool = False
    ) -> TableClient:
        """Take a seat at the table with this short code or id; see :meth:`TableClient.claim`."""
        table = await self.find(code)
        await table.claim(name, seat=seat, invitation=invitation, real=real)
        return table
