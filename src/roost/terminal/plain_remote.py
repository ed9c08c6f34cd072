"""A table on a server, line by line: others play in their browsers or terminals, and the server keeps the game."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

import httpx
from rich.console import Console

from roost.client import Client, Seen, ServerError, TableClient
from roost.core.state import Node, State
from roost.messages import Messages
from roost.messages.telling import Names
from roost.terminal.plain import PlainScreen, QuitError, UndoError
from roost.terminal.remote import RemoteTable

__all__ = ["PlainRemote"]


class PlainRemote(PlainScreen):
    """One seat at a table on a server."""

    def __init__(self, remote: RemoteTable, *, messages: Messages, console: Console, ask: Callable[[str], str]) -> None:
        super().__init__(messages, console, ask)
        self._remote = remote
        self._answered = 0
        """The version that our latest answer led to. What is told of earlier ones asks for nothing any more."""

    @property
    def _state(self) -> State:
        return self._remote.state

    @property
    def _names(self) -> Names:
        return self._remote.names

    @property
    def _is_asked(self) -> bool:
        return self._remote.is_ours

    async def play(self) -> None:
        """Play until the game is over or we quit. Nothing happens while we are asked, so that asking may block."""
        self._say("ui.hint")
        try:
            async with Client(self._remote.server) as server:
                table = self._remote.client(server)
                async for seen in table.events():
                    self._take(seen)
                    if self._remote.status in ("over", "closed"):
                        break
                    if self._remote.is_ours and seen.version >= self._answered:
                        await self._answer_turn(table)
        except (QuitError, EOFError):
            self._say("ui.quit_saved")
        except (ServerError, httpx.HTTPError) as error:
            self._print(str(error))
        else:
            if self._state.node is Node.OVER:
                self._show_end()

    def _take(self, seen: Seen) -> None:
        """Tell one event of the table."""
        game = self._state.game
        self._remote.take(seen.table)
        self._tell(self._remote.read_events(seen.data.get("events", [])), game, self._state)
        if self._remote.status == "waiting":
            self._say("screen.waits")
        elif self._remote.status == "playing" and self._state.seat != self._turn_shown:
            self._show_turn()
            self._turn_shown = self._state.seat

    async def _answer_turn(self, table: TableClient) -> None:
        version, action, dice = self._remote.moved, None, self._state.dice
        try:
            if dice is None:
                action = str(self._choose())
            else:
                while self._answer(self._messages.say("ui.roll", n=dice.count)):
                    self._say("ui.only_roll")
        except UndoError:
            if self._remote.undo in self._remote.seats:
                await self._send(table.undo())
            else:
                self._say("ui.no_undo")
                await self._answer_turn(table)
            return
        await self._send(table.move(action, version=version))

    async def _send(self, request: Coroutine[Any, Any, dict[str, Any]]) -> None:
        """Send our answer. If it is refused, something has happened meanwhile, and what is told next asks again."""
        try:
            self._answered = (await request)["version"]
        except ServerError as error:
            self._print(str(error))
