"""A table on a Roost server, seen from the seats that people at this terminal have there."""

from __future__ import annotations

import re
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import httpx

from roost.core.errors import NotationError, RoostError, quote
from roost.core.moves import Event
from roost.core.registry import game_type, position
from roost.core.state import State
from roost.core.words import Messages
from roost.play.client import Client, ServerError, TableClient
from roost.play.terminal.kept_seats import KeptSeat, find_seat, forget_seat, keep_seat
from roost.play.terminal.seats import bot_name

__all__ = ["Question", "RemoteTable", "Request", "SeatGoneError", "go_back", "read_link", "sit_down", "tell_trouble"]

Question = tuple[int, tuple[tuple[int, str | None], ...]]
"""What somebody at a terminal is asked."""
Request = Coroutine[Any, Any, dict[str, Any]]
"""An answer of ours, ready to be sent."""

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


async def sit_down(link: str, name: str) -> RemoteTable:
    """Take a seat at the table of a link, and keep it: the one we have there already, or a new one."""
    server, code = read_link(link)
    kept = find_seat(server, code)
    if kept is not None:
        with suppress(SeatGoneError):
            return await go_back(kept)
    try:
        async with Client(server, patience=_PATIENCE) as client:
            table = await client.join(code, name)
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
    return RoostError(f"the server {server} does not answer: {tell_trouble(error)}", input=server)


def tell_trouble(error: Exception) -> str:
    """What went wrong; what a network has to complain about is often without words."""
    return str(error) or type(error).__name__


class SeatGoneError(RoostError):
    """A kept seat is ours no more: the table was deleted, or the host gave the seat to somebody else."""


class RemoteTable:
    """What is known of a table: who sits there, the latest state, and which seats are ours."""

    def __init__(self, server: str, table: TableClient, snapshot: dict[str, Any]) -> None:
        self.server = server
        self._table = table
        assert table.token is not None
        self.seat = KeptSeat(server, table.id, snapshot["table"]["code"], table.token)
        spec = snapshot["spec"]
        self.state: State = game_type(spec["game"]).make(len(spec["seats"]), spec.get("options", {})).opening()
        self.messages = Messages()
        """What bots are called in."""
        self._sitters: list[dict[str, Any]] = []
        self._person: int = snapshot["you"]["person"]
        self.seats: frozenset[int] = frozenset()
        self._replaced: dict[int, str | None] = {}
        """Seats of ours that a bot plays, with its name, or that we have left."""
        self.tells_odds: bool = spec.get("rules", {}).get("odds", True)
        self.status = "waiting"
        self.undo: int | None = None
        self.moved = 0
        self._number = 0
        """Which game of the table this is."""
        self._agreed = 0
        """After which game we have said that we play again."""
        self._series: dict[str, Any] | None = None
        """How the series stands, if the table plays one."""
        self._renewals = 0
        """How often we have told that the host committed anew."""
        self.take(snapshot["table"])

    @property
    def names(self) -> list[str]:
        """What the players are called; bots by their kind, empty seats by their letter."""
        return [
            seat["name"] or (bot_name(seat["bot"], self.messages) if seat["bot"] else seat["letter"])
            for seat in self._sitters
        ]

    def client(self, server: Client) -> TableClient:
        """The table, as the holder of our seat asks for it: with what we heard, and the numbers of our device."""
        self._table.use(server)
        return self._table

    @property
    def is_over(self) -> bool:
        """Whether nothing more comes, unless we want to play again."""
        return self.status == "closed" or (self.status == "over" and self._agreed != self._number)

    async def agree(self, table: TableClient) -> dict[str, Any]:
        """Play again, or the next game of the series, as soon as the others want to. The seat is kept for it."""
        answer = await table.rematch()
        self._agreed = self._number
        keep_seat(self.seat)
        return answer

    @property
    def is_ours(self) -> bool:
        """Whether somebody at this terminal has the turn."""
        return self.status == "playing" and self.state.seat in self.seats - self._replaced.keys()

    @property
    def is_replaced(self) -> bool:
        """Whether we have to come back before we can play on."""
        return self.status == "playing" and bool(self._replaced)

    @property
    def question(self) -> Question:
        """What we are asked: after so many moves, to play, or to come back to seats that others play."""
        return self.moved, tuple(self._replaced.items())

    def tell_series(self, messages: Messages) -> str:
        """How the series stands; nothing, if the table plays none."""
        if self._series is None:
            return ""
        standings = [f"{one['rank']}. {one['name']} {one['points']}" for one in self._series["standings"]]
        return messages.say("ui.standings", told=", ".join(standings))

    def tell_end(self, table: TableClient, messages: Messages) -> str:
        """What is told after a game: how the series stands, and what was checked of the dice."""
        return "\n".join(filter(None, (self.tell_series(messages), self.tell_dice(table, messages))))

    def tell_dice(self, table: TableClient, messages: Messages) -> str:
        """What was checked of the game's dice, and what to compare with others; nothing where that cannot be known."""
        trust = table.trust
        if trust is None or not (table.fingerprint or trust.is_old):
            return ""
        if trust.is_old:
            return messages.say("ui.dice_old")
        lines = [messages.say("ui.dice_checked", n=trust.rolls)]
        lines += [] if trust.is_listed else [messages.say("ui.dice_unlisted")]
        lines.append(messages.say("ui.fingerprint", fingerprint=table.fingerprint))
        return " ".join(lines) if not trust.renewals else " ".join([self._tell_renewals(table, messages), *lines])

    def tell_news(self, table: TableClient, messages: Messages) -> str:
        """That the host has committed to the dice anew, once each time."""
        if table.trust is None or len(table.trust.renewals) <= self._renewals:
            return ""
        self._renewals = len(table.trust.renewals)
        return self._tell_renewals(table, messages)

    def _tell_renewals(self, table: TableClient, messages: Messages) -> str:
        assert table.trust is not None
        told, lost = messages.say("ui.dice_renewed"), table.trust.taken_back
        return f"{told} {messages.say('ui.dice_taken_back', n=lost)}" if lost else told

    def tell_replaced(self, messages: Messages) -> str:
        """Who plays for us."""
        for bot in filter(None, self._replaced.values()):
            return messages.say("screen.stand_in", bot=bot_name(bot, messages))
        return messages.say("screen.left")

    def take(self, table: dict[str, Any]) -> None:
        """Learn how the table stands now."""
        self.status = table["status"]
        self._sitters = table["seats"]
        ours = [seat for seat in table["seats"] if seat["person"] == self._person]
        self.seats = frozenset(seat["seat"] for seat in ours)
        self._replaced = {seat["seat"]: seat["bot"] for seat in ours if seat["bot"] is not None or seat["away"]}
        self._series = table.get("series")
        if (game := table["game"]) is not None:
            self.state = position(game["position"])
            self.undo, self.moved, self._number = game["undo"], game["moved"], game["number"]
        goes_on = self._series is not None and not self._series["over"]
        if self.status == "closed" or (self.is_over and not goes_on):
            forget_seat(self.seat)

    def read_events(self, told: list[dict[str, Any]]) -> list[Event]:
        """What happened, as the rules engine knows it. An event that it does not know is left out."""
        kinds = {kind.name(): kind for kind in self.state.game.event_types}
        found: list[Event] = []
        for event in told:
            try:
                found.append(kinds[event["type"]].read(event))
            except (KeyError, NotationError):  # a newer server may tell more
                continue
        return found
