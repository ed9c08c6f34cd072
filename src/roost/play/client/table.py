"""One player's view of a table: join, move, watch, or let a bot play."""

import asyncio
import json
import math
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from secrets import token_hex
from typing import NamedTuple

import httpx

from roost.core.moves import Action
from roost.core.registry import position
from roost.core.state import State
from roost.core.stream import Stream
from roost.play.client.checked_table import CheckedTable
from roost.play.client.connection import AGAIN, FIRST_PAUSE, LONGEST_PAUSE, Json, ServerError, problem_of
from roost.study.bots.protocol import Bot

_SILENCE = 60.0
"""Seconds without any data, even a heartbeat, after which a stream counts as dead."""


class Seen(NamedTuple):
    """One event from a table's event stream."""

    kind: str
    """``snapshot`` or ``change``."""
    version: int
    data: Json

    @property
    def table(self) -> Json:
        """The state of the table after the event."""
        table: Json = self.data["table"]
        return table


class TableClient(CheckedTable):
    """A table as one player uses it: commands to play, with all dice checked."""

    async def claim(
        self, name: str, *, seat: int | None = None, invitation: str | None = None, real: bool = False
    ) -> Json:
        """Take a seat. A client that already has a token takes an additional seat.

        A player with ``real`` dice, at a table that allows them, enters each roll (:meth:`enter`).
        """
        await self.snapshot()
        body: Json = {"name": name, "seat": seat, "invitation": invitation} | ({"real": True} if real else {})
        claimed = await self._post("seats", body | self._seal_field())
        self.token = claimed["token"] or self.token
        self.version = max(self.version, claimed["change"]["version"])
        await self.snapshot()
        if self.device is not None:
            self.device.memory.rolls_real = real
        return claimed

    async def start(self) -> Json:
        """Start the game, and wait until every device that sealed a number has revealed it."""
        return await self._start_game("start")

    async def _start_game(self, command: str) -> Json:
        """Ask the server for a game, and wait until it begins. All tables of this client reveal their numbers."""
        change = await self._post(command, self._seal_field())
        snapshot = change["table"]
        while snapshot.get("opening") is not None:
            ours = [table for table in self.client.tables if table.id == self.id and table.token is not None]
            for table in ours:
                await table.snapshot()
            snapshot = (await self.snapshot())["table"]
            latest = [table._change for table in ours if table._change.get("version") == snapshot["version"]]
            change = latest[0] if latest else {**change, "version": snapshot["version"], "table": snapshot}
            if snapshot.get("opening") is not None:
                await asyncio.sleep(FIRST_PAUSE)
        return change

    async def move(self, action: str | None = None, *, version: int | None = None) -> Json:
        """Choose ``action``, or roll if it is None. If the same player has to roll next, roll at once."""
        if not self.version or (self.device is not None and self._verified < self.version):
            await self.snapshot()
        if self._is_real:
            return await self.choose(action, version=version)
        body: Json = {"version": self.version if version is None else version, "key": token_hex(16)}
        return await self._post("moves", {**body, "action": action, "throw": True})

    async def enter(self, roll: str, action: str | None = None, *, version: int | None = None) -> Json:
        """Enter a roll of real dice. If given, the ``action`` that leads to the roll is made first."""
        body: Json = {"version": self.version if version is None else version, "key": token_hex(16)}
        return await self._post("moves", {**body, "action": action, "roll": roll})

    async def correct(self, roll: str | None) -> Json:
        """Correct the latest entered roll. A new roll is a proposal, the same roll agrees to it, None rejects it."""
        return await self._post("correction", {"version": self.version, "key": token_hex(16), "roll": roll})

    async def choose(self, action: str | None, *, version: int | None = None) -> Json:
        """Choose an action without rolling, so that the choice can be undone."""
        body: Json = {"version": self.version if version is None else version, "key": token_hex(16)}
        return await self._post("moves", {**body, "action": action})

    async def undo(self) -> Json:
        return await self._post("undo", {"version": self.version, "key": token_hex(16)})

    async def react(self, reaction: str) -> Json:
        return await self._post("reactions", {"reaction": reaction})

    async def rematch(self) -> Json:
        """Offer a rematch. If every player wants one, wait until the next game has begun."""
        return await self._start_game("rematch")

    async def choose_next(self, game: str, options: Mapping[str, object] | None = None) -> Json:
        """Choose the next game of a series (host only)."""
        return await self._post("next", {"game": game, "options": dict(options or {})})

    async def leave(self) -> Json:
        return await self._post("leave", {})

    async def come_back(self) -> Json:
        """Take the player's own seat again after :meth:`leave`."""
        return await self._post("return", {})

    async def close(self) -> Json:
        return await self._post("close", {})

    async def events(self, after: int | None = None) -> AsyncGenerator[Seen, None]:
        """Yield the table's events: a snapshot first, or the changes ``after`` a version. Reconnects automatically."""
        clock = asyncio.get_running_loop().time
        last, give_up, pause = after, math.inf, FIRST_PAUSE
        while True:
            try:
                async with self._listen(last) as response:
                    give_up, pause = math.inf, FIRST_PAUSE
                    async for seen in _read_events(response):
                        last = seen.version
                        self.version = max(self.version, last)
                        if seen.kind == "snapshot":
                            await self._apply_snapshot(seen.data)
                        else:
                            await self._apply_new(seen.data)
                        yield seen
            except (httpx.TransportError, ServerError) as error:
                give_up = min(give_up, clock() + self.client.patience)
                is_final = isinstance(error, ServerError) and error.status not in AGAIN
                if is_final or clock() >= give_up:
                    raise
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    @asynccontextmanager
    async def _listen(self, last: int | None) -> AsyncIterator[httpx.Response]:
        """Open the event stream, starting after a version, and check the status of the response."""
        headers = {"accept": "text/event-stream"} | ({} if last is None else {"last-event-id": str(last)})
        if self.token is not None:
            headers["authorization"] = f"Bearer {self.token}"
        url, timeout = f"{self.client.url}/api/tables/{self.id}/events", httpx.Timeout(10.0, read=_SILENCE)
        async with self.client.http.stream("GET", url, headers=headers, timeout=timeout) as response:
            if not response.is_success:
                await response.aread()
                raise ServerError(response.status_code, problem_of(response))
            yield response

    async def play(self, bot: Bot | Callable[[State], Action], *, seed: str | None = None) -> Json:
        """Let a bot play this client's seats until the game is over. Return the outcome."""
        chance = Stream(token_hex(16) if seed is None else seed)
        choose = bot if callable(bot) else lambda state: bot.choose(state, chance)
        mine = set((await self.snapshot())["you"]["seats"])
        async for seen in self.events():
            game = seen.table["game"]
            if seen.version < self.version and (game is None or game["node"] != "over"):
                continue  # this client already knows a later version
            while game is not None and game["node"] != "over" and game["seat"] in mine:
                action = None if game["node"] == "roll" else str(choose(position(game["position"])))
                try:
                    game = (await self.move(action, version=game["moved"]))["table"]["game"]
                except ServerError as error:
                    if error.kind not in ("stale", "out-of-turn", "not-now"):
                        raise
                    break  # another event, which explains the refusal, will arrive soon
            if game is not None and game["node"] == "over":
                outcome: Json = game["outcome"]
                return outcome
        raise AssertionError("the event stream ends only with an exception")


async def _read_events(response: httpx.Response) -> AsyncIterator[Seen]:
    fields: dict[str, str] = {}
    async for line in response.aiter_lines():
        name, _, value = line.partition(":")
        if not line and "data" in fields:
            yield Seen(fields.get("event", ""), int(fields["id"]), json.loads(fields["data"]))
            fields = {}
        elif name:
            fields[name] = value.removeprefix(" ")
