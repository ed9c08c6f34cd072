"""A table as seen by the players at one terminal. The game runs on this machine or on a server."""

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
"""The public state of a table, in the JSON format of the API."""
Question = tuple[int, tuple[tuple[int, str | None], ...]]
"""Key that identifies a question to the players: the table version after the latest move, and the replaced seats."""


def bot_name(kind: str, messages: Messages) -> str:
    """Return a bot's name, translated if possible."""
    return messages.say_if_known(f"bot.{kind}") or kind


class Seated(ABC):
    """A table with its latest state, the seats of this terminal, and the commands to play.

    A refused command raises :class:`~roost.core.errors.RoostError` or ``OSError`` and has no effect. Each command
    returns the resulting version of the table.
    """

    pace = 0.0
    """Pause before each step of a local bot, in seconds, so that people can follow the game."""

    def __init__(self, opening: State, person: int, table: Json, *, shows_odds: bool = True) -> None:
        self.state = opening
        """The latest state of the game."""
        self.messages = Messages()
        """Translated messages, used for the names of bots."""
        self.shows_odds = shows_odds
        self.seats: frozenset[int] = frozenset()
        self.status = "waiting"
        self.moved = 0
        self._person = person
        self._seat_views: list[Json] = []
        self._replaced: dict[int, str | None] = {}
        """Seats of this terminal that were left or that a bot plays, with the bot's name if there is a bot."""
        self._undo: int | None = None
        self._number = 0
        """Number of the current game at the table."""
        self.take(table)

    @property
    def names(self) -> list[str]:
        """Names of the players. A bot is named after its kind, an empty seat after its letter."""
        return [
            seat["name"] or (bot_name(seat["bot"], self.messages) if seat["bot"] else seat["letter"])
            for seat in self._seat_views
        ]

    @property
    def is_over(self) -> bool:
        """Whether the game is over, so that more events follow only after a rematch."""
        return self.status in ("over", "closed")

    @property
    def is_ours(self) -> bool:
        """Whether it is the turn of a player at this terminal."""
        return self.status == "playing" and self.state.seat in self.seats - self._replaced.keys()

    @property
    def is_typed(self) -> bool:
        """Whether a player at this terminal must type the roll of real dice."""
        seat = self.state.seat
        is_real = seat is not None and self._seat_views[seat].get("real", False)
        return is_real and self.state.node is Node.ROLL and self.is_ours

    @property
    def is_asked(self) -> bool:
        """Whether a player at this terminal must choose, roll or type dice."""
        return self.is_ours or self.is_typed

    @property
    def is_replaced(self) -> bool:
        """Whether a player at this terminal must take a seat again before they can play on."""
        return self.status == "playing" and bool(self._replaced)

    @property
    def question(self) -> Question:
        """Key of the current question: either to make a move, or to take replaced seats again."""
        return self.moved, tuple(self._replaced.items())

    @property
    def can_undo(self) -> bool:
        """Whether the last choice made at this terminal can be undone."""
        return self._undo in self.seats

    @property
    def only_seat(self) -> int | None:
        """The seat at this terminal if there is exactly one; else None."""
        return next(iter(self.seats)) if len(self.seats) == 1 else None

    def describe_replaced(self, messages: Messages) -> str:
        """Return a sentence that says which bot plays for a player at this terminal, or that the player left."""
        for bot in filter(None, self._replaced.values()):
            return messages.say("screen.stand_in", bot=bot_name(bot, messages))
        return messages.say("screen.left")

    def describe_news(self, messages: Messages) -> str:
        """Return a notice for the players; empty if there is no news."""
        return ""

    @abstractmethod
    def describe_end(self, messages: Messages) -> str:
        """Return the sentences to print after the result of a game."""

    @abstractmethod
    def farewell(self, messages: Messages) -> str:
        """Return the closing line, which says how to resume the game or where its record is."""

    def take(self, table: Json) -> None:
        self.status = table["status"]
        self._seat_views = table["seats"]
        ours = [seat for seat in table["seats"] if seat["person"] == self._person]
        self.seats = frozenset(seat["seat"] for seat in ours)
        self._replaced = {seat["seat"]: seat["bot"] for seat in ours if seat["bot"] is not None or seat["away"]}
        if (game := table["game"]) is not None:
            self.state = position(game["position"])
            self._undo, self.moved, self._number = game["undo"], game["moved"], game["number"]

    def read_events(self, events_json: list[Json]) -> list[Event]:
        """Read events from JSON. Unknown kinds are skipped."""
        kinds = {kind.name(): kind for kind in self.state.game.event_types}
        events: list[Event] = []
        for event in events_json:
            try:
                events.append(kinds[event["type"]].read(event))
            except (KeyError, NotationError):  # a newer server may send other kinds of events
                continue
        return events

    async def __aenter__(self) -> Self:
        """Open the connection to the table."""
        return self

    async def __aexit__(self, *_: object) -> None:
        return

    @abstractmethod
    def events(self) -> AsyncGenerator[Json, None]:
        """Yield the current ``table``, then each change with its ``events`` and the ``table`` after it."""

    @abstractmethod
    async def move(self, action: str | None, version: int) -> int:
        """Choose ``action``, or roll if it is None. If the same player has to roll next, roll at once.

        ``version`` is the value of ``moved`` when the player was asked.
        """

    @abstractmethod
    async def enter(self, roll: str, version: int) -> int:
        """Enter a roll of real dice."""

    @abstractmethod
    async def undo(self) -> int:
        """Undo the latest choice."""

    async def come_back(self) -> int:
        """Take replaced seats again. A local table has none."""
        return self.moved

    @abstractmethod
    async def agree(self) -> int:
        """Agree to a rematch, or to the next game of the series."""

    @abstractmethod
    async def record(self) -> Record | None:
        """Return the record of the current game; None if it is not available."""
