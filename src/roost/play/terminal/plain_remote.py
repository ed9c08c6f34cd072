"""A table on a server, line by line: others play in their browsers or terminals, and the server keeps the game."""

from __future__ import annotations

from collections.abc import Callable

import httpx
from rich.console import Console

from roost.core.state import Node, State
from roost.core.words import Messages
from roost.core.words.sentences import Names
from roost.play.client import Client, Seen, ServerError, TableClient
from roost.play.terminal.plain import PlainScreen, QuitError, UndoError
from roost.play.terminal.remote import RemoteTable, Request, tell_trouble

__all__ = ["PlainRemote"]

_MEANWHILE = frozenset({"stale", "out-of-turn", "not-now"})
"""Refusals that only mean that something has happened meanwhile; the event that tells what is on its way."""


class PlainRemote(PlainScreen):
    """One seat at a table on a server."""

    def __init__(self, remote: RemoteTable, *, messages: Messages, console: Console, ask: Callable[[str], str]) -> None:
        super().__init__(messages, console, ask)
        self._remote = remote
        remote.messages = messages
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
        """Play until we have had enough. Nothing happens while we are asked, so that asking may block."""
        self._say("ui.hint")
        try:
            async with Client(self._remote.server) as server:
                table = self._remote.client(server)
                async for seen in table.events():
                    self._take(seen)
                    if news := self._remote.tell_news(table, self._messages):
                        self._print(news)
                    if self._remote.is_over:
                        if not await self._play_again(table):
                            break
                    elif seen.version >= self._answered:
                        await self._ask_us(table)
        except (QuitError, EOFError):
            self._say("ui.quit_saved")
        except (ServerError, httpx.HTTPError) as error:
            self._print(tell_trouble(error))

    async def _play_again(self, table: TableClient) -> bool:
        """Tell how the game has ended, and ask whether we want another one."""
        if self._state.node is Node.OVER:
            self._show_end()
            if told := self._remote.tell_end(table, self._messages):
                self._print(told)
        while self._remote.status == "over":
            try:
                if self._answer(self._messages.say("ui.play_again")).lower() != "a":
                    break
            except UndoError:
                self._say("ui.no_undo")
                continue
            except (QuitError, EOFError):
                break
            if await self._send(self._remote.agree(table)):
                self._say("screen.waits")
                return True
        return False

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

    async def _ask_us(self, table: TableClient) -> None:
        """Ask, if there is something to ask us, until the server has taken our answer or something has happened."""
        while self._remote.is_ours or self._remote.is_replaced:
            request = self._take_turn(table) if self._remote.is_ours else self._come_back(table)
            if request is not None and await self._send(request):
                return

    def _take_turn(self, table: TableClient) -> Request | None:
        """What to send for our turn."""
        version, dice = self._remote.moved, self._state.dice
        try:
            if dice is None:
                return table.move(str(self._choose()), version=version)
            while self._answer(self._messages.say("ui.roll", n=dice.count)):
                self._say("ui.only_roll")
            return table.move(version=version)
        except UndoError:
            if self._remote.undo in self._remote.seats:
                return table.undo()
        self._say("ui.no_undo")
        return None

    def _come_back(self, table: TableClient) -> Request | None:
        """What to send to have our seat again."""
        self._print(self._remote.tell_replaced(self._messages))
        try:
            self._answer(self._messages.say("ui.come_back"))
        except UndoError:
            self._say("ui.no_undo")
            return None
        return table.come_back()

    async def _send(self, request: Request) -> bool:
        """Send our answer. False if it was lost; if it was refused, what has happened meanwhile is told next."""
        try:
            self._answered = (await request)["version"]
        except (ServerError, httpx.HTTPError) as error:
            self._print(tell_trouble(error))
            return isinstance(error, ServerError) and error.kind in _MEANWHILE
        return True
