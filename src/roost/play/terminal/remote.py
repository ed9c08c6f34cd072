"""A table on a Roost server, as seen from the seats of the players at this terminal."""

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
"""Seconds for which a request to an unresponsive server is retried."""
_SEAT_GONE = (401, 403, 404)

_LINK = re.compile(r"(?P<base>.*)/t/(?P<code>[A-Za-z0-9]{1,40})/?")


def read_link(link: str) -> tuple[str, str]:
    """Return the server and the code in a link to a table, such as ``https://…/t/K7MPQ2``."""
    parts = urlsplit(link)
    match = _LINK.fullmatch(parts.path)
    if parts.scheme not in ("http", "https") or not parts.netloc or match is None:
        raise RoostError(f"a table's link is like http://127.0.0.1:8321/t/K7MPQ2, not {quote(link)}", input=link)
    return f"{parts.scheme}://{parts.netloc}{match['base']}", match["code"]


async def sit_down(link: str, name: str, *, real: bool = False) -> RemoteTable:
    """Take a seat at the table with this link, and store the seat. If a seat was stored earlier, take it again.

    With ``real``, at a table that allows real dice, the player types the rolls.
    """
    server, code = read_link(link)
    stored = find_seat(server, code)
    if stored is not None:
        with suppress(SeatGoneError):
            return await go_back(stored)
    try:
        async with Client(server, patience=_PATIENCE) as client:
            table = await client.join(code, name, real=real)
            remote = RemoteTable(server, table, await table.snapshot())
    except httpx.HTTPError as error:
        raise _unreachable(server, error) from None
    keep_seat(remote.seat)
    return remote


async def go_back(seat: KeptSeat) -> RemoteTable:
    """Take a stored seat again. If the seat has been lost, delete it and raise :class:`SeatGoneError`."""
    try:
        async with Client(seat.server, patience=_PATIENCE) as client:
            table = TableClient(client, seat.table, seat.token)
            try:
                snapshot = await table.snapshot()
                ours = (snapshot["you"] or {"seats": []})["seats"]
                if any(snapshot["table"]["seats"][index][flag] for index in ours for flag in ("away", "bot")):
                    await table.come_back()
                    snapshot = await table.snapshot()
            except ServerError as error:
                if error.status in _SEAT_GONE:
                    ours = []
                else:
                    raise
    except httpx.HTTPError as error:
        raise _unreachable(seat.server, error) from None
    if not ours:
        forget_seat(seat)
        raise SeatGoneError(f"the seat at {seat.server}/t/{seat.code} is no longer ours", input=seat.code)
    keep_seat(seat)  # stored again, so that it is the most recent one to resume
    return RemoteTable(seat.server, table, snapshot)


def _unreachable(server: str, error: httpx.HTTPError) -> RoostError:
    reason = str(error) or type(error).__name__  # network errors often have an empty message
    return RoostError(f"the server {server} does not answer: {reason}", input=server)


class SeatGoneError(RoostError):
    """A stored seat was lost because the table was deleted or the host gave the seat to someone else."""


class RemoteTable(Seated):
    """A table on a server, where other people play in browsers or terminals."""

    def __init__(self, server: str, table: TableClient, snapshot: Json) -> None:
        self.server = server
        self._table = table
        assert table.token is not None
        self.seat = KeptSeat(server, table.id, snapshot["table"]["code"], table.token)
        self._agreed = 0
        """Number of the last game after which this terminal agreed to a rematch; 0 if none."""
        self._series: Json | None = None
        self._reported: set[tuple[int, str]] = set()
        """Doubts about dice that were already reported, each with the number of the game."""
        spec = snapshot["spec"]
        opening = game_type(spec["game"]).make(len(spec["seats"]), spec.get("options", {})).opening()
        shows_odds = spec.get("rules", {}).get("odds", True)
        super().__init__(opening, snapshot["you"]["person"], snapshot["table"], shows_odds=shows_odds)

    @property
    def is_over(self) -> bool:
        return self.status == "closed" or (self.status == "over" and self._agreed != self._number)

    def take(self, table: Json) -> None:
        super().take(table)
        self._series = table.get("series")
        continues = self._series is not None and not self._series["over"]
        if self.status == "closed" or (self.is_over and not continues):
            forget_seat(self.seat)

    def describe_series(self, messages: Messages) -> str:
        """Return the standings of the series; empty if the table plays no series."""
        if self._series is None:
            return ""
        standings = [f"{row['rank']}. {row['name']} {row['points']}" for row in self._series["standings"]]
        return messages.say("ui.standings", told=", ".join(standings))

    def describe_end(self, messages: Messages) -> str:
        """Return the standings of the series and the result of the dice check."""
        return "\n".join(filter(None, (self.describe_series(messages), self._describe_dice(messages))))

    def farewell(self, messages: Messages) -> str:
        return messages.say("ui.quit" if self.is_over else "ui.quit_saved")

    def _describe_dice(self, messages: Messages) -> str:
        """Return sentences about the dice checks on this device, the same that the shield on the web page shows."""
        device = self._table.device
        if device is None or not device.game:
            return ""
        checked = [] if device.is_unchecked else [messages.say("ui.dice_computed", n=device.rolls)]
        return " ".join([*checked, *(_doubt(device, doubt, messages) for doubt in device.doubts)])

    def describe_news(self, messages: Messages) -> str:
        """Return doubts about the dice that were not reported before."""
        device = self._table.device
        if device is None:
            return ""
        fresh = [doubt for doubt in device.doubts if (device.game, doubt) not in self._reported]
        self._reported.update((device.game, doubt) for doubt in fresh)
        return " ".join([_doubt(device, doubt, messages) for doubt in fresh])

    async def __aenter__(self) -> Self:
        self._table.use(Client(self.server))
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._table.client.http.aclose()

    async def events(self) -> AsyncGenerator[Json, None]:
        try:
            async for event in self._table.events():
                yield event.data
        except httpx.HTTPError as error:
            raise _unreachable(self.server, error) from None

    async def move(self, action: str | None, version: int) -> int:
        return await self._version(self._table.move(action, version=version))

    async def enter(self, roll: str, version: int) -> int:
        return await self._version(self._table.enter(roll, version=version))

    async def undo(self) -> int:
        return await self._version(self._table.undo())

    async def come_back(self) -> int:
        return await self._version(self._table.come_back())

    async def agree(self) -> int:
        """Agree to a rematch, or to the next game of the series. The seat stays stored."""
        version = await self._version(self._table.rematch())
        self._agreed = self._number
        keep_seat(self.seat)
        return version

    async def record(self) -> Record | None:
        try:
            return read(await self._request(self._table.record(self._number)))
        except RoostError:  # the result can be shown even without the record
            return None

    async def _version(self, request: Awaitable[Json]) -> int:
        version: int = (await self._request(request))["version"]
        return version

    async def _request(self, request: Awaitable[_Answer]) -> _Answer:
        try:
            return await request
        except httpx.HTTPError as error:
            raise _unreachable(self.server, error) from None


def _doubt(device: Device, doubt: str, messages: Messages) -> str:
    """Return a sentence that explains why the dice are in doubt."""
    return messages.say(f"ui.dice_{doubt}", n=1 if device.listed is None else device.listed.attempt)
