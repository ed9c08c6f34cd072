"""A table from the view of the players at one terminal, with the game on this machine or on a server."""

from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator
from typing import Any, Self

from roost.core.errors import NotationError
from roost.core.moves import Event
from roost.core.record import Record
from roost.core.registry import position
from roost.core.state import Node, State
from roost.core.words import Messages

Json = dict[str, Any]
"""The public state of a table, as in the API."""
Question = tuple[int, tuple[tuple[int, str | None], ...]]
"""Identifies a question to the players: the number of moves, and their replaced seats."""


def bot_name(kind: str, messages: Messages) -> str:
    """Return the translated name of a bot."""
    return messages.say_if_known(f"bot.{kind}") or kind


class Seated(ABC):
    """A table, its latest state and the seats of this terminal, with the commands to play.

    A refused command raises :class:`~roost.core.errors.RoostError` or ``OSError`` and has no effect.
    Each command returns the version of the table after it.
    """

    pace = 0.0
    """Seconds of pause before each step of a local bot, so that people can follow."""

    def __init__(self, opening: State, person: int, table: Json, *, shows_odds: bool = True) -> None:
        self.state = opening
        """The latest state received."""
        self.messages = Messages()
        """Language of the names of bots."""
        self.shows_odds = shows_odds
        self.seats: frozenset[int] = frozenset()
        self.status = "waiting"
        self.moved = 0
        self._person = person
        self._seat_views: list[Json] = []
        self._replaced: dict[int, str | None] = {}
        """This terminal's seats that were left or that a bot plays, with the bot's name."""
        self._undo: int | None = None
        self._number = 0
        """Number of the current game of the table."""
        self.take(table)

    @property
    def names(self) -> list[str]:
        """Names of the players; bots by their kind, empty seats by their letter."""
        return [
            seat["name"] or (bot_name(seat["bot"], self.messages) if seat["bot"] else seat["letter"])
            for seat in self._seat_views
        ]

    @property
    def is_over(self) -> bool:
        """Whether no further events will come without a rematch."""
        return self.status in ("over", "closed")

    @property
    def is_ours(self) -> bool:
        """Whether a player at this terminal has the turn."""
        return self.status == "playing" and self.state.seat in self.seats - self._replaced.keys()

    @property
    def is_typed(self) -> bool:
        """Whether a player at this terminal must type a roll of real dice."""
        seat = self.state.seat
        is_real = seat is not None and self._seat_views[seat].get("real", False)
        return is_real and self.state.node is Node.ROLL and self.is_ours

    @property
    def is_asked(self) -> bool:
        """Whether a player at this terminal must choose, roll or type."""
        return self.is_ours or self.is_typed

    @property
    def is_replaced(self) -> bool:
        """Whether a player at this terminal must return to a seat before playing on."""
        return self.status == "playing" and bool(self._replaced)

    @property
    def question(self) -> Question:
        """The current question: to make a move, or to return to replaced seats."""
        return self.moved, tuple(self._replaced.items())

    @property
    def can_undo(self) -> bool:
        """Whether the last choice at this terminal can be taken back."""
        return self._undo in self.seats

    @property
    def only_seat(self) -> int | None:
        """The only seat of the players at this terminal; None if they have several."""
        return next(iter(self.seats)) if len(self.seats) == 1 else None

    def describe_replaced(self, messages: Messages) -> str:
        """Return a sentence about the bot that plays for a player at this terminal."""
        for bot in filter(None, self._replaced.values()):
            return messages.say("screen.stand_in", bot=bot_name(bot, messages))
        return messages.say("screen.left")

    def describe_news(self, messages: Messages) -> str:
        """Return a notice for the players; empty if there is none."""
        return ""

    @abstractmethod
    def describe_end(self, messages: Messages) -> str:
        """Return sentences for the end of a game, to follow the result."""

    @abstractmethod
    def farewell(self, messages: Messages) -> str:
        """Return the closing line: how to resume the game, or where its record is."""

    def take(self, table: Json) -> None:
        """Update the state of the table."""
        self.status = table["status"]
        self._seat_views = table["seats"]
        ours = [seat for seat in table["seats"] if seat["person"] == self._person]
        self.seats = frozenset(seat["seat"] for seat in ours)
        self._replaced = {seat["seat"]: seat["bot"] for seat in ours if seat["bot"] is not None or seat["away"]}
        if (game := table["game"]) is not None:
            self.state = position(game["position"])
            self._undo, self.moved, self._number = game["undo"], game["moved"], game["number"]

    def read_events(self, events_json: list[Json]) -> list[Event]:
        """Return the known events; events of newer servers are left out."""
        kinds = {kind.name(): kind for kind in self.state.game.event_types}
        events: list[Event] = []
        for event in events_json:
            try:
                events.append(kinds[event["type"]].read(event))
            except (KeyError, NotationError):  # a newer server may send more kinds of events
                continue
        return events

    async def __aenter__(self) -> Self:
        """Open the connection to the table."""
        return self

    async def __aexit__(self, *_: object) -> None:
        return

    @abstractmethod
    def events(self) -> AsyncGenerator[Json, None]:
        """Yield the present ``table``, and then every change: its ``events``, and the ``table`` after it."""

    @abstractmethod
    async def move(self, action: str | None, version: int) -> int:
        """Choose an action, or roll if None. If the action leads to a roll by the same player, it is rolled at once.

        ``version`` is the value of ``moved`` at the time of the question.
        """

    @abstractmethod
    async def enter(self, roll: str, version: int) -> int:
        """Enter a roll of real dice."""

    @abstractmethod
    async def undo(self) -> int:
        """Take back the latest choice."""

    async def come_back(self) -> int:
        """Return to replaced seats, which a local table does not have."""
        return self.moved

    @abstractmethod
    async def agree(self) -> int:
        """Agree to a rematch, or to the next game of the series."""

    @abstractmethod
    async def record(self) -> Record | None:
        """Return the record of the game; None if it is not available."""
