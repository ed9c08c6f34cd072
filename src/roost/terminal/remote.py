"""A table on a Roost server, seen from the seats that people at this terminal have there."""

from __future__ import annotations

import asyncio
import re
from typing import Any
from urllib.parse import urlsplit

from roost.client import Client, TableClient
from roost.core.errors import NotationError, RoostError, quote
from roost.core.game import Game
from roost.core.moves import Event
from roost.core.state import State
from roost.games import game_type, position

__all__ = ["RemoteTable", "read_link", "sit_down"]

_LINK = re.compile(r"(?P<base>.*)/t/(?P<code>[A-Za-z0-9]{1,40})/?")


def read_link(link: str) -> tuple[str, str]:
    """The server and the code of a table, from the link that its host shares: ``https://…/t/K7MPQ2``."""
    parts = urlsplit(link)
    found = _LINK.fullmatch(parts.path)
    if parts.scheme not in ("http", "https") or not parts.netloc or found is None:
        raise RoostError(f"a table's link looks like http://127.0.0.1:8321/t/K7MPQ2, not {quote(link)}", input=link)
    return f"{parts.scheme}://{parts.netloc}{found['base']}", found["code"]


def sit_down(link: str, name: str) -> RemoteTable:
    """Take a seat at the table of a link."""
    server, code = read_link(link)

    async def claim() -> RemoteTable:
        async with Client(server, patience=3.0) as client:
            table = await client.join(code, name)
            return RemoteTable(server, table, await table.snapshot())

    return asyncio.run(claim())


class RemoteTable:
    """What is known of a table: who sits there, the latest state, and which seats are ours."""

    def __init__(self, server: str, table: TableClient, snapshot: dict[str, Any]) -> None:
        self.server = server
        self.id, self.token = table.id, table.token
        spec = snapshot["spec"]
        self.game: Game = game_type(spec["game"]).make(len(spec["seats"]), spec.get("options", {}))
        self.state: State = self.game.opening()
        self.names: list[str] = []
        self.seats = frozenset(snapshot["you"]["seats"])
        self.status = "waiting"
        self.undo: int | None = None
        self.moved = 0
        self.take(snapshot["table"])

    @property
    def is_ours(self) -> bool:
        """Whether somebody at this terminal has the turn."""
        return self.status == "playing" and self.state.seat in self.seats

    def take(self, table: dict[str, Any]) -> None:
        """Learn how the table stands now."""
        self.status = table["status"]
        self.names = [seat["name"] or seat["letter"] for seat in table["seats"]]
        if (game := table["game"]) is not None:
            self.state = position(game["position"])
            self.undo, self.moved = game["undo"], game["moved"]

    def read_events(self, told: list[dict[str, Any]]) -> list[Event]:
        """What happened, as the rules engine knows it. An event that it does not know is left out."""
        kinds = {kind.name(): kind for kind in self.game.event_types}
        found: list[Event] = []
        for event in told:
            try:
                found.append(kinds[event["type"]].read(event))
            except (KeyError, NotationError):  # a newer server may tell more
                continue
        return found
