"""One table, seen by one person: sit down, move, watch, or let a bot play."""

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
from roost.study.bots.bot import Bot

_SILENCE = 60.0
"""Seconds without even a heartbeat, after which a stream is taken for dead."""


class Seen(NamedTuple):
    """One event of a table's stream."""

    kind: str
    """``snapshot`` or ``change``."""
    version: int
    data: Json

    @property
    def table(self) -> Json:
        """The table after the event."""
        table: Json = self.data["table"]
        return table


class TableClient(CheckedTable):
    """One table, seen by one person."""

    async def claim(
        self, name: str, *, seat: int | None = None, invitation: str | None = None, real: bool = False
    ) -> Json:
        """Sit down; with a token already, on a further seat.

        Whoever rolls ``real`` dice, at a table with that rule, enters them (:meth:`enter`).
        """
        await self.snapshot()
        body: Json = {"name": name, "seat": seat, "invitation": invitation} | ({"real": True} if real else {})
        claimed = await self._post("seats", body | self._own_seal())
        self.token = claimed["token"] or self.token
        self.version = max(self.version, claimed["change"]["version"])
        await self.snapshot()
        if self.device is not None:
            self.device.memory.rolls_real = real
        return claimed

    async def start(self) -> Json:
        """Begin the game, and wait until it has begun: every device that has sealed is asked for its number."""
        return await self._begun("start")

    async def _begun(self, what: str) -> Json:
        """Ask for a game; if its list waits for devices, wait until it has begun. All our devices answer."""
        change = await self._post(what, self._own_seal())
        seen = change["table"]
        while seen.get("opening") is not None:
            ours = [table for table in self.client.tables if table.id == self.id and table.token is not None]
            for table in ours:
                await table.snapshot()
            seen = (await self.snapshot())["table"]
            latest = [table._change for table in ours if table._change.get("version") == seen["version"]]
            change = latest[0] if latest else {**change, "version": seen["version"], "table": seen}
            if seen.get("opening") is not None:
                await asyncio.sleep(FIRST_PAUSE)
        return change

    async def move(self, action: str | None = None, *, version: int | None = None) -> Json:
        """Choose an action, or roll without one. If the action leads to our own roll, the dice are rolled at once."""
        if not self.version or (self.device is not None and self._heard < self.version):
            await self.snapshot()
        if self._is_real:
            return await self.choose(action, version=version)
        body: Json = {"version": self.version if version is None else version, "key": token_hex(16)}
        return await self._post("moves", {**body, "action": action, "throw": True})

    async def enter(self, roll: str, action: str | None = None, *, version: int | None = None) -> Json:
        """Enter what real dice show: for whoever's turn it is, or after an action of ours that leads to our roll."""
        body: Json = {"version": self.version if version is None else version, "key": token_hex(16)}
        return await self._post("moves", {**body, "action": action, "roll": roll})

    async def correct(self, roll: str | None) -> Json:
        """Say what the roll entered last should have been, agree by saying the same, or disagree with nothing."""
        return await self._post("correction", {"version": self.version, "key": token_hex(16), "roll": roll})

    async def choose(self, action: str | None, *, version: int | None = None) -> Json:
        """Choose an action and do not roll yet, so that it can be taken back."""
        body: Json = {"version": self.version if version is None else version, "key": token_hex(16)}
        return await self._post("moves", {**body, "action": action})

    async def undo(self) -> Json:
        """Take back the latest choice."""
        return await self._post("undo", {"version": self.version, "key": token_hex(16)})

    async def react(self, reaction: str) -> Json:
        """Clap, or the like."""
        return await self._post("reactions", {"reaction": reaction})

    async def rematch(self) -> Json:
        """Offer to play again; if everybody wants to, wait until the next game has begun."""
        return await self._begun("rematch")

    async def choose_next(self, game: str, options: Mapping[str, object] | None = None) -> Json:
        """Say, as the host of a series, what is played next."""
        return await self._post("next", {"game": game, "options": dict(options or {})})

    async def leave(self) -> Json:
        """Get up."""
        return await self._post("leave", {})

    async def come_back(self) -> Json:
        """Take one's seat again."""
        return await self._post("return", {})

    async def close(self) -> Json:
        """Close the table, as its host."""
        return await self._post("close", {})

    async def events(self, after: int | None = None) -> AsyncGenerator[Seen, None]:
        """The events at the table: a snapshot first, or what came ``after`` a version. Resumes by itself."""
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
                            await self._look(seen.data)
                        else:
                            await self._hear(seen.data)
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
        """The stream of what happens after a version, once the server has begun it."""
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
        """Play our seats with a bot until the game is over, and return its outcome."""
        rng = Stream(token_hex(16) if seed is None else seed)
        choose = bot if callable(bot) else lambda state: bot.choose(state, rng)
        mine = set((await self.snapshot())["you"]["seats"])
        async for seen in self.events():
            game = seen.table["game"]
            if seen.version < self.version and (game is None or game["node"] != "over"):
                continue  # we know better
            while game is not None and game["node"] != "over" and game["seat"] in mine:
                action = None if game["node"] == "roll" else str(choose(position(game["position"])))
                try:
                    game = (await self.move(action, version=game["moved"]))["table"]["game"]
                except ServerError as error:
                    if error.kind not in ("stale", "out-of-turn", "not-now"):
                        raise
                    break  # the event that tells why is on its way
            if game is not None and game["node"] == "over":
                outcome: Json = game["outcome"]
                return outcome
        raise AssertionError("events end only by an exception")


async def _read_events(response: httpx.Response) -> AsyncIterator[Seen]:
    fields: dict[str, str] = {}
    async for line in response.aiter_lines():
        name, _, value = line.partition(":")
        if not line and "data" in fields:
            yield Seen(fields.get("event", ""), int(fields["id"]), json.loads(fields["data"]))
            fields = {}
        elif name:
            fields[name] = value.removeprefix(" ")
