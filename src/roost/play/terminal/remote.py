"""A table on a Roost server, seen from the seats that people at this terminal have there."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, Awaitable
from contextlib import suppress
from typing import Self, TypeVar
from urllib.parse import urlsplit

import httpx

from roost.core.errors import RoostError, quote
from roost.core.record import Record, read
from roost.core.registry import game_type
from roost.core.words import Messages
from roost.play.client import Client, ServerError, TableClient
from roost.play.dice.device import Device
from roost.play.terminal.saves import KeptSeat, find_seat, forget_seat, keep_seat
from roost.play.terminal.seated import Json, Seated

_Answer = TypeVar("_Answer")
_PATIENCE = 3.0
"""Seconds for which a server that does not answer is asked again."""
_GONE = (401, 403, 404)

_LINK = re.compile(r"(?P<base>.*)/t/(?P<code>[A-Za-z0-9]{1,40})/?")


def read_link(link: str) -> tuple[str, str]:
    """The server and the code of a table, from the link that its host shares: ``https://…/t/K7MPQ2``."""
    parts = urlsplit(link)
    found = _LINK.fullmatch(parts.path)
    if parts.scheme not in ("http", "https") or not parts.netloc or found is None:
        raise RoostError(f"a table's link looks like http://127.0.0.1:8321/t/K7MPQ2, not {quote(link)}", input=link)
    return f"{parts.scheme}://{parts.netloc}{found['base']}", found["code"]


async def sit_down(link: str, name: str, *, real: bool = False) -> RemoteTable:
    """Take a seat at the table of a link, and keep it: the one we have there already, or a new one.

    Whoever rolls ``real`` dice, at a table with that rule, types them.
    """
    server, code = read_link(link)
    kept = find_seat(server, code)
    if kept is not None:
        with suppress(SeatGoneError):
            return await go_back(kept)
    try:
        async with Client(server, patience=_PATIENCE) as client:
            table = await client.join(code, name, real=real)
            remote = RemoteTable(server, table, await table.snapshot())
    except httpx.HTTPError as error:
        raise _no_answer(server, error) from None
    keep_seat(remote.seat)
    return remote


async def go_back(seat: KeptSeat) -> RemoteTable:
    """Sit down again on a seat that we have. Raises :class:`SeatGoneError`, and forgets it, if it is ours no more."""
    try:
        async with Client(seat.server, patience=_PATIENCE) as client:
            table = TableClient(client, seat.table, seat.token)
            try:
                snapshot = await table.snapshot()
                ours = (snapshot["you"] or {"seats": []})["seats"]
                if any(snapshot["table"]["seats"][index][what] for index in ours for what in ("away", "bot")):
                    await table.come_back()
                    snapshot = await table.snapshot()
            except ServerError as error:
                if error.status in _GONE:
                    ours = []
                else:
                    raise
    except httpx.HTTPError as error:
        raise _no_answer(seat.server, error) from None
    if not ours:
        forget_seat(seat)
        raise SeatGoneError(f"the seat at {seat.server}/t/{seat.code} is not ours any more", input=seat.code)
    keep_seat(seat)  # it is the latest again
    return RemoteTable(seat.server, table, snapshot)


def _no_answer(server: str, error: httpx.HTTPError) -> RoostError:
    why = str(error) or type(error).__name__  # what a network has to complain about is often without words
    return RoostError(f"the server {server} does not answer: {why}", input=server)


class SeatGoneError(RoostError):
    """A kept seat is ours no more: the table was deleted, or the host gave the seat to somebody else."""


class RemoteTable(Seated):
    """A table on a server: others play in their browsers or terminals, and the server keeps the game."""

    def __init__(self, server: str, table: TableClient, snapshot: Json) -> None:
        self.server = server
        self._table = table
        assert table.token is not None
        self.seat = KeptSeat(server, table.id, snapshot["table"]["code"], table.token)
        self._agreed = 0
        """After which game we have said that we play again."""
        self._series: Json | None = None
        """How the series stands, if the table plays one."""
        self._told: set[tuple[int, str]] = set()
        """The games and doubts about their dice that we have told."""
        spec = snapshot["spec"]
        opening = game_type(spec["game"]).make(len(spec["seats"]), spec.get("options", {})).opening()
        tells_odds = spec.get("rules", {}).get("odds", True)
        super().__init__(opening, snapshot["you"]["person"], snapshot["table"], tells_odds=tells_odds)

    @property
    def is_over(self) -> bool:
        return self.status == "closed" or (self.status == "over" and self._agreed != self._number)

    def take(self, table: Json) -> None:
        super().take(table)
        self._series = table.get("series")
        goes_on = self._series is not None and not self._series["over"]
        if self.status == "closed" or (self.is_over and not goes_on):
            forget_seat(self.seat)

    # -- what is told --------------------------------------------------------------------------------------------------

    def tell_series(self, messages: Messages) -> str:
        """How the series stands; nothing, if the table plays none."""
        if self._series is None:
            return ""
        standings = [f"{one['rank']}. {one['name']} {one['points']}" for one in self._series["standings"]]
        return messages.say("ui.standings", told=", ".join(standings))

    def tell_end(self, messages: Messages) -> str:
        """How the series stands, and what was checked of the dice."""
        return "\n".join(filter(None, (self.tell_series(messages), self._tell_dice(messages))))

    def farewell(self, messages: Messages) -> str:
        return messages.say("ui.quit" if self.is_over else "ui.quit_saved")

    def _tell_dice(self, messages: Messages) -> str:
        """What this device knows of the game's dice: what the shield says on the page."""
        device = self._table.device
        if device is None or not device.game:
            return ""
        checked = [] if device.is_unchecked else [messages.say("ui.dice_computed", n=device.rolls)]
        return " ".join([*checked, *(_doubt(device, doubt, messages) for doubt in device.doubts)])

    def tell_news(self, messages: Messages) -> str:
        """What is new about the dice, and keeps the shield from being green."""
        device = self._table.device
        if device is None:
            return ""
        fresh = [doubt for doubt in device.doubts if (device.game, doubt) not in self._told]
        self._told.update((device.game, doubt) for doubt in fresh)
        return " ".join([_doubt(device, doubt, messages) for doubt in fresh])

    # -- what is asked of the server -----------------------------------------------------------------------------------

    async def __aenter__(self) -> Self:
        self._table.use(Client(self.server))
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._table.client.http.aclose()

    async def events(self) -> AsyncGenerator[Json, None]:
        try:
            async for seen in self._table.events():
                yield seen.data
        except httpx.HTTPError as error:
            raise _no_answer(self.server, error) from None

    async def move(self, action: str | None, version: int) -> int:
        return await self._version(self._table.move(action, version=version))

    async def enter(self, roll: str, version: int) -> int:
        return await self._version(self._table.enter(roll, version=version))

    async def undo(self) -> int:
        return await self._version(self._table.undo())

    async def come_back(self) -> int:
        return await self._version(self._table.come_back())

    async def agree(self) -> int:
        """Play again, or the next game of the series, as soon as the others want to. The seat is kept for it."""
        version = await self._version(self._table.rematch())
        self._agreed = self._number
        keep_seat(self.seat)
        return version

    async def record(self) -> Record | None:
        try:
            return read(await self._asked(self._table.record(self._number)))
        except RoostError:  # the result is known without it
            return None

    async def _version(self, request: Awaitable[Json]) -> int:
        version: int = (await self._asked(request))["version"]
        return version

    async def _asked(self, request: Awaitable[_Answer]) -> _Answer:
        try:
            return await request
        except httpx.HTTPError as error:
            raise _no_answer(self.server, error) from None


def _doubt(device: Device, doubt: str, messages: Messages) -> str:
    """A doubt about the dice in a sentence."""
    return messages.say(f"ui.dice_{doubt}", n=1 if device.listed is None else device.listed.attempt)
