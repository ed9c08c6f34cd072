"""The games that an assistant plays through ``roost mcp``: local ones against bots, and seats at a server's tables."""

import asyncio
from abc import ABC, abstractmethod
from contextlib import suppress
from typing import Any, Self

import httpx

from roost.core.errors import RoostError
from roost.core.notation import seat_letter
from roost.core.record import Record, Recorder, read
from roost.core.registry import position
from roost.core.state import Node, State
from roost.lab.envs.text import TextGame
from roost.lab.envs.text.answers import read_answer
from roost.lab.envs.text.text_game import board_lines, names_of
from roost.play.client import Client, ServerError
from roost.play.client.table import TableClient

_WAIT = 20.0
"""Maximum time that a call waits for the other players, in seconds."""
_TRY, _RETRY = 2.0, 30.0
"""Seconds for which requests are retried, before and after taking a seat."""


class AssistantGame(ABC):
    """A game in which an assistant has a seat."""

    may_advise = True
    """Whether the table lets players see odds and hints."""

    @property
    @abstractmethod
    def state(self) -> State:
        """The latest position; an error if the game has not begun."""

    @abstractmethod
    async def view(self, *, patient: bool = True) -> str:
        """Describe the position and the legal moves; if ``patient``, wait a while for the other players first."""

    @abstractmethod
    async def play(self, move: str) -> dict[str, Any]:
        """Play a move, and describe what follows."""

    @abstractmethod
    async def record(self) -> Record:
        """Return the record of the game so far."""

    @abstractmethod
    async def leave(self) -> None:
        """Leave the game."""


class LocalGame(AssistantGame):
    """A game against bots."""

    def __init__(self, game: TextGame) -> None:
        self._game = game
        self.latest = game.reset()

    @property
    def state(self) -> State:
        return self._game.state

    async def view(self, *, patient: bool = True) -> str:
        return self.latest

    async def play(self, move: str) -> dict[str, Any]:
        if self._game.is_done:
            raise RoostError("the game is over; begin another with new_game")
        action = self._game.read(move)
        step = await asyncio.to_thread(self._game.step, str(action))
        self.latest = step.observation
        price: dict[str, Any] = {key: step.info[key] for key in ("best", "regret", "kind", "error")}
        return {"observation": step.observation, "done": step.done, "result": step.info["result"], **price}

    async def record(self) -> Record:
        recorder = Recorder(self._game.start)
        for move in self._game.moves:
            recorder.add(move)
        return recorder.record()

    async def leave(self) -> None:
        """Do nothing, because no other player waits."""


class TableSeat(AssistantGame):
    """A seat at a table of a server. It rolls by itself whenever its player has to roll."""

    def __init__(self, client: Client, table: TableClient) -> None:
        self._client, self._table = client, table
        self._latest: Any = None
        self._seats: list[int] = []
        self._problem = ""
        self._news, self._moving = asyncio.Event(), asyncio.Lock()
        self._listener: asyncio.Task[None] | None = None

    @classmethod
    async def join(cls, url: str, code: str, name: str) -> Self:
        """Take a free seat at the table with this short code."""
        client = Client(url, patience=_TRY)
        try:
            table = await client.join(code, name)
            seat = cls(client, table)
            snapshot = await table.snapshot()
        except BaseException:
            await client.http.aclose()
            raise
        client.patience = _RETRY
        seat._seats, seat._latest = snapshot["you"]["seats"], snapshot["table"]
        seat.may_advise = snapshot["spec"].get("rules", {}).get("odds", True)
        seat._listener = asyncio.create_task(seat._listen())
        return seat

    @property
    def seat(self) -> int:
        return self._seats[0]

    @property
    def state(self) -> State:
        game = self._latest["game"]
        if game is None:
            raise RoostError("the game at this table has not begun; ask for the position again to wait for it")
        return position(game["position"])

    async def view(self, *, patient: bool = True) -> str:
        if patient:
            await self._wait()
        if self._problem:
            raise RoostError(self._problem)
        game = self._latest["game"]
        if game is None:
            return "The game has not begun. Ask again to wait for it."
        state = self.state
        lines = board_lines(state, self.seat)
        if state.node is Node.OVER:
            lines.append(f"The game is over: {game['outcome']}")
        elif self._is_due:
            lines += ["It is your turn. Legal moves:"]
            lines += [f"- {': '.join(names_of(state, action)[:2])}" for action in state.actions()]
        elif state.seat is not None:
            lines.append(f"It is {seat_letter(state.seat)}'s turn. Ask again to wait for yours.")
        return "\n".join(lines)

    async def play(self, move: str) -> dict[str, Any]:
        state = self.state
        if state.seat not in self._seats or state.node is not Node.DECIDE:
            raise RoostError("it is not your turn; ask for the position to wait for it")
        action = read_answer(move, {action: names_of(state, action) for action in state.actions()}, state)
        async with self._moving:
            await self._apply(str(action))
        return {"observation": await self.view(), "done": self._latest["game"]["node"] == "over"}

    async def record(self) -> Record:
        answer = await self._client.answer("GET", f"/api/tables/{self._table.id}/record", token=self._table.token)
        return read(answer.text)

    async def leave(self) -> None:
        if self._listener is not None:
            self._listener.cancel()
        with suppress(ServerError, httpx.TransportError):
            await self._table.leave()
        await self._client.http.aclose()

    @property
    def _is_due(self) -> bool:
        game = self._latest["game"]
        if game is None:
            return False
        return bool(game["node"] == "over" or (game["node"] == "decide" and game["seat"] in self._seats))

    async def _wait(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(_WAIT):
                while not self._problem and not self._is_due:
                    self._news.clear()
                    await self._news.wait()

    async def _listen(self) -> None:
        """Follow the table's events, and roll whenever it is this seat's roll."""
        try:
            async for seen in self._table.events():
                async with self._moving:
                    if seen.version >= self._table.version:
                        self._latest = seen.table
                        await self._roll()
                self._news.set()
        except (RoostError, ServerError, httpx.TransportError) as error:
            self._problem = f"the table can no longer be followed: {error}"
            self._news.set()

    async def _roll(self) -> None:
        game = self._latest["game"]
        if game is not None and game["node"] == "roll" and game["seat"] in self._seats:
            await self._apply(None)

    async def _apply(self, action: str | None) -> None:
        moved = await self._table.move(action, version=self._latest["game"]["moved"])
        self._latest = moved["table"]
        await self._roll()
