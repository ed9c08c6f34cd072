"""A game on a server: others play in their browsers or terminals, and the server keeps it."""

from __future__ import annotations

import httpx

from roost.core.errors import RoostError
from roost.core.events import Rolled
from roost.core.state import Node, State
from roost.core.words.sentences import Names, seat_name
from roost.play.client import Client, Seen, TableClient
from roost.play.terminal.remote import Question, RemoteTable, Request, tell_trouble
from roost.play.terminal.screens.table import TableScreen
from roost.play.terminal.widgets import ChoiceList

__all__ = ["RemoteScreen"]


class RemoteScreen(TableScreen):
    """One task follows the table; whenever there is something to ask us, another asks and answers."""

    def __init__(self, remote: RemoteTable) -> None:
        super().__init__()
        self.remote = remote
        self._client: TableClient | None = None
        self._asked: Question | None = None
        """What we are being asked, while we are."""

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
        self.remote.messages = self.app.messages
        async with Client(self.remote.server) as server:
            self._client = self.remote.client(server)
            if self.remote.is_over:  # and we are here again: for another game
                await self._send(self.remote.agree(self._client))
            while not self.remote.is_over:
                try:
                    await self._follow(self._client)
                except (RoostError, httpx.HTTPError) as error:
                    self._asked = None
                    self._prompt_text(tell_trouble(error))
                    retry = self._ask_whether_ready(self.app.messages.say("screen.retry"))
                    await self.run_worker(retry, group="asking", exclusive=True).wait()
        self._prompt_text("")
        if self.state.node is Node.OVER:
            self.app.end_remote_game(self.state, self.names, self.remote.tell_end(self._client, self.app.messages))

    async def _follow(self, table: TableClient) -> None:
        async for seen in table.events():
            await self._take(seen)
            if news := self.remote.tell_news(table, self.app.messages):
                self.notify(news, severity="warning", markup=False, timeout=30)
            if self.remote.is_over:
                return

    async def _take(self, seen: Seen) -> None:
        """Show one event of the table, and ask if it is our turn, or if somebody else has our seat."""
        before = self.state
        self.remote.take(seen.table)
        happened = self.remote.read_events(seen.data.get("events", []))
        for event in happened:
            if isinstance(event, Rolled):
                await self._show_roll(before, before.game.die.parse(event.roll), self.state)
        self._tell_events(happened)
        self._show(self.state)
        question = self.remote.question
        if self.remote.is_ours or self.remote.is_replaced:
            if question != self._asked:  # else something else happened at the table, and an answer may be on its way
                self._asked = question
                self.run_worker(self._ask(), group="asking", exclusive=True)
            return
        self._asked = None
        self.workers.cancel_group(self, "asking")
        self.query_one(ChoiceList).offer([], str)
        if self.remote.status in ("waiting", "over"):
            self._prompt_text(self.app.messages.say("screen.waits"))
        elif self.state.seat is not None:
            self._prompt("screen.thinks")
        self._turn_begun = self.state.seat

    async def _ask(self) -> None:
        """Ask until the server has taken our answer, or an event has ended this."""
        while self.remote.is_ours or self.remote.is_replaced:
            request = self._take_turn() if self.remote.is_ours else self._come_back()
            if await self._send(await request):
                return

    async def _take_turn(self) -> Request:
        """What is sent once we have chosen, or want to roll."""
        assert self._client is not None
        state, say, action, version = self.state, self.app.messages.say, None, self.remote.moved
        if (dice := state.dice) is not None:
            assert state.seat is not None
            self._prompt_text(say("screen.press_to_roll", seat=seat_name(state.seat, self.names)))
            await self._ask_whether_ready(say("screen.roll", n=dice.count))
        else:
            action = str(await self._choose(state))
        return self._client.move(action, version=version)

    async def _come_back(self) -> Request:
        """What is sent once we want our seat again."""
        assert self._client is not None
        self._prompt_text(self.remote.tell_replaced(self.app.messages))
        await self._ask_whether_ready(self.app.messages.say("screen.come_back"))
        return self._client.come_back()

    async def _send(self, request: Request) -> bool:
        """Whether the server has taken it; else why not is told."""
        try:
            await request
        except (RoostError, httpx.HTTPError) as error:
            self.notify(tell_trouble(error), severity="error", markup=False)
            return False
        return True

    def action_undo(self) -> None:
        """Ask the server to take back our last choice."""
        if self._client is not None and self.remote.undo in self.remote.seats:
            self.run_worker(self._send(self._client.undo()), group="undo", exclusive=True)
        else:
            self.notify(self.app.messages.say("ui.no_undo"), timeout=3)

    def action_leave(self) -> None:
        """Close the screen; the table stays on the server."""
        self.app.exit()
