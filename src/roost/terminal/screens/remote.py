"""A game on a server: others play in their browsers or terminals, and the server keeps it."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

import httpx

from roost.client import Client, Seen, ServerError, TableClient
from roost.core.state import Node, State
from roost.games.common import Rolled
from roost.messages.telling import Names, seat_name
from roost.terminal.remote import RemoteTable
from roost.terminal.screens.table import TableScreen
from roost.terminal.widgets import ChoiceList

__all__ = ["RemoteScreen"]

_MEANWHILE = frozenset({"stale", "out-of-turn", "not-now"})
"""Refusals that only mean that something has happened meanwhile; the event that tells what is on its way."""


class RemoteScreen(TableScreen):
    """One task follows the table; whenever the turn is ours, another asks and answers."""

    def __init__(self, remote: RemoteTable) -> None:
        super().__init__()
        self.remote = remote
        self._client: TableClient | None = None

    @property
    def state(self) -> State:
        return self.remote.state

    @property
    def names(self) -> Names:
        return self.remote.names

    @property
    def is_persons_turn(self) -> bool:
        return self.remote.is_ours

    @property
    def tells_odds(self) -> bool:
        return self.remote.tells_odds

    async def _play(self) -> None:
        async with Client(self.remote.server) as server:
            self._client = self.remote.client(server)
            try:
                async for seen in self._client.events():
                    await self._take(seen)
                    if self.remote.status in ("over", "closed"):
                        break
            except (ServerError, httpx.HTTPError) as error:
                self._prompt_text(str(error))
                return
        if self.state.node is Node.OVER:
            self.app.end_remote_game(self.state, self.names)

    async def _take(self, seen: Seen) -> None:
        """Show one event of the table, and ask if it is our turn."""
        before = self.state
        self.remote.take(seen.table)
        happened = self.remote.read_events(seen.data.get("events", []))
        for event in happened:
            if isinstance(event, Rolled):
                await self._show_roll(before, before.game.die.parse(event.roll), self.state)
        self._tell_events(happened)
        self._show(self.state)
        if self.remote.is_ours:
            self.run_worker(self._answer_turn(self.state), group="asking", exclusive=True)
            return
        self.workers.cancel_group(self, "asking")
        self.query_one(ChoiceList).offer([], str)
        if self.remote.status == "waiting":
            self._prompt_text(self.app.messages.say("screen.waits"))
        elif self.state.seat is not None:
            self._prompt("screen.thinks")
        self._turn_begun = self.state.seat

    async def _answer_turn(self, state: State) -> None:
        assert self._client is not None
        say, action, version = self.app.messages.say, None, self.remote.moved
        if (dice := state.dice) is not None:
            assert state.seat is not None
            self._prompt_text(say("screen.press_to_roll", seat=seat_name(state.seat, self.names)))
            await self._ask_whether_ready(say("screen.roll", n=dice.count))
        else:
            action = str(await self._choose(state))
        await self._send(self._client.move(action, version=version))

    async def _send(self, request: Coroutine[Any, Any, object]) -> None:
        try:
            await request
        except (ServerError, httpx.HTTPError) as error:
            if not (isinstance(error, ServerError) and error.kind in _MEANWHILE):
                self.notify(str(error), severity="error", markup=False)

    def action_undo(self) -> None:
        """Ask the server to take back our last choice."""
        if self._client is not None and self.remote.undo in self.remote.seats:
            self.run_worker(self._send(self._client.undo()), group="undo", exclusive=True)
        else:
            self.notify(self.app.messages.say("ui.no_undo"), timeout=3)

    def action_leave(self) -> None:
        """Close the screen; the table stays on the server."""
        self.app.exit()
