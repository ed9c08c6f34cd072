"""A table as the people at one terminal know it, and what they can do there: wherever its game is kept."""

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
"""A table's account of itself, as the API has it."""
Question = tuple[int, tuple[tuple[int, str | None], ...]]
"""The question put to somebody at a terminal."""


def bot_name(kind: str, messages: Messages) -> str:
    """The name of a bot at the table."""
    return messages.say_if_known(f"bot.{kind}") or kind


class Seated(ABC):
    """Everything known of a table: its players, the latest state, and which seats are ours; and our way to play there.

    What people want is refused with a :class:`~roost.core.errors.RoostError` or an ``OSError``, and has changed nothing
    then. What they did returns the version that it led to.
    """

    pace = 0.0
    """Seconds that bots of this program leave between their steps, so that people can follow."""

    def __init__(self, opening: State, person: int, table: Json, *, tells_odds: bool = True) -> None:
        self.state = opening
        """The latest state that we were told of."""
        self.messages = Messages()
        """The language of the names of bots."""
        self.tells_odds = tells_odds
        self.seats: frozenset[int] = frozenset()
        self.status = "waiting"
        self.moved = 0
        self._person = person
        self._sitters: list[Json] = []
        self._replaced: dict[int, str | None] = {}
        """Seats of ours that a bot plays, with its name, or that we have left."""
        self._undo: int | None = None
        self._number = 0
        """Which game of the table this is."""
        self.take(table)

    # -- what is known -------------------------------------------------------------------------------------------------

    @property
    def names(self) -> list[str]:
        """The names of the players; bots by their kind, empty seats by their letter."""
        return [
            seat["name"] or (bot_name(seat["bot"], self.messages) if seat["bot"] else seat["letter"])
            for seat in self._sitters
        ]

    @property
    def is_over(self) -> bool:
        """Whether nothing more comes, unless we want to play again."""
        return self.status in ("over", "closed")

    @property
    def is_ours(self) -> bool:
        """Whether somebody at this terminal has the turn."""
        return self.status == "playing" and self.state.seat in self.seats - self._replaced.keys()

    @property
    def is_typed(self) -> bool:
        """Whether real dice were rolled, and somebody at this terminal types them."""
        seat = self.state.seat
        is_real = seat is not None and self._sitters[seat].get("real", False)
        return is_real and self.state.node is Node.ROLL and self.is_ours

    @property
    def is_asked(self) -> bool:
        """Whether somebody at this terminal chooses, rolls or types."""
        return self.is_ours or self.is_typed

    @property
    def is_replaced(self) -> bool:
        """Whether we have to come back before we can play on."""
        return self.status == "playing" and bool(self._replaced)

    @property
    def question(self) -> Question:
        """The question put to us: after so many moves, to play, or to come back to seats that others play."""
        return self.moved, tuple(self._replaced.items())

    @property
    def can_undo(self) -> bool:
        """Whether our last choice can be taken back."""
        return self._undo in self.seats

    @property
    def only_seat(self) -> int | None:
        """The seat of the person at this terminal, if it is one."""
        return next(iter(self.seats)) if len(self.seats) == 1 else None

    def tell_replaced(self, messages: Messages) -> str:
        """Tell who plays for us."""
        for bot in filter(None, self._replaced.values()):
            return messages.say("screen.stand_in", bot=bot_name(bot, messages))
        return messages.say("screen.left")

    def tell_news(self, messages: Messages) -> str:
        """The news that everybody must know, once; mostly none."""
        return ""

    @abstractmethod
    def tell_end(self, messages: Messages) -> str:
        """The words after a game, beside the result."""

    @abstractmethod
    def farewell(self, messages: Messages) -> str:
        """The farewell to those who leave: how the game can be gone on with, or where its record is."""

    def take(self, table: Json) -> None:
        """Learn how the table stands now."""
        self.status = table["status"]
        self._sitters = table["seats"]
        ours = [seat for seat in table["seats"] if seat["person"] == self._person]
        self.seats = frozenset(seat["seat"] for seat in ours)
        self._replaced = {seat["seat"]: seat["bot"] for seat in ours if seat["bot"] is not None or seat["away"]}
        if (game := table["game"]) is not None:
            self.state = position(game["position"])
            self._undo, self.moved, self._number = game["undo"], game["moved"], game["number"]

    def read_events(self, told: list[Json]) -> list[Event]:
        """The events, as the rules engine knows them. An event that it does not know is left out."""
        kinds = {kind.name(): kind for kind in self.state.game.event_types}
        found: list[Event] = []
        for event in told:
            try:
                found.append(kinds[event["type"]].read(event))
            except (KeyError, NotationError):  # a newer server may tell more
                continue
        return found

    # -- what can be done ----------------------------------------------------------------------------------------------

    async def __aenter__(self) -> Self:
        """Be ready to ask the table for something."""
        return self

    async def __aexit__(self, *_: object) -> None:
        return

    @abstractmethod
    def events(self) -> AsyncGenerator[Json, None]:
        """How the table stands, and then every change: its ``events``, and the ``table`` after it."""

    @abstractmethod
    async def move(self, action: str | None, version: int) -> int:
        """Choose an action, or roll without one. If the action leads to our own roll, the dice are rolled at once.

        ``version`` is what was ``moved`` when we were asked.
        """

    @abstractmethod
    async def enter(self, roll: str, version: int) -> int:
        """Enter what real dice show."""

    @abstractmethod
    async def undo(self) -> int:
        """Take back the latest choice."""

    async def come_back(self) -> int:
        """Take our seats again that others play: nobody does at a table of our own."""
        return self.moved

    @abstractmethod
    async def agree(self) -> int:
        """Play again, or the next game of the series, as soon as everybody wants to."""

    @abstractmethod
    async def record(self) -> Record | None:
        """The record of the game, if it is to be had."""
