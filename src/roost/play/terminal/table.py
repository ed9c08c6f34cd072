"""One game at this terminal, however it is shown: who sits there, where the moves are kept, where dice come from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from roost.core.dice import Roll
from roost.core.moves import Action
from roost.core.record import Record
from roost.core.sources import DiceSource
from roost.core.state import Move, State, Step
from roost.core.stream import Stream

__all__ = ["Book", "Player", "Table"]


class Player(NamedTuple):
    """Who sits on a seat."""

    name: str
    choose: Callable[[State, Stream], Action] | None = None
    """How a bot chooses, with the chance it may use; a person is asked."""
    bot: str = ""
    """Which bot it is, as :func:`roost.study.bots.bot` calls it."""

    @property
    def is_person(self) -> bool:
        """Whether somebody at this terminal chooses."""
        return self.choose is None


class Book(Protocol):
    """Where the moves are kept: a :class:`roost.core.record.Recorder`, or a :class:`roost.core.record.RecordFile`."""

    @property
    def state(self) -> State:
        """The latest state."""

    def add(self, move: Move) -> Step:
        """Play a move and keep it."""

    def take_back(self) -> None:
        """Drop the latest move."""

    def record(self) -> Record:
        """The record so far."""


class Table:
    """A game between people and bots."""

    def __init__(self, book: Book, players: Sequence[Player], dice: DiceSource | None, seed: str) -> None:
        """Without ``dice``, the rolls of real dice are typed. ``seed`` is the chance that bots may use."""
        self.book = book
        self.players = tuple(players)
        self.names = [player.name for player in players]
        self._dice = dice
        self._seed = seed
        self._thrown: Roll | None = None

    @property
    def state(self) -> State:
        """The latest state."""
        return self.book.state

    @property
    def dice_are_typed(self) -> bool:
        """Whether real dice are rolled, and typed."""
        return self._dice is None

    @property
    def player(self) -> Player:
        """Whose turn it is."""
        seat = self.state.seat
        assert seat is not None
        return self.players[seat]

    @property
    def is_persons_turn(self) -> bool:
        """Whether somebody at this terminal has the turn."""
        return self.state.seat is not None and self.player.is_person

    @property
    def only_person(self) -> int | None:
        """The seat of the person at this terminal, if bots play all others."""
        seats = [seat for seat, player in enumerate(self.players) if player.is_person]
        return seats[0] if len(seats) == 1 else None

    def roll(self) -> Roll:
        """Roll the dice. Until the roll has been played, it stays the same: nobody rolls again after a full disk."""
        dice = self.state.dice
        assert dice is not None
        assert self._dice is not None
        if self._thrown is None:
            self._thrown = self._dice.roll(dice)
        return self._thrown

    def bot_choice(self) -> Action:
        """What the bot whose turn it is chooses."""
        choose = self.player.choose
        assert choose is not None
        # The chance depends on the seed and the number of the move alone, so that a resumed game goes on as it would
        # have gone without the interruption.
        return choose(self.state, Stream(f"{self._seed}/choices/{len(self.book.record().played)}"))

    def play(self, move: Move) -> Step:
        """Play a move and keep it."""
        step = self.book.add(move)
        self._thrown = None
        return step

    @property
    def can_undo(self) -> bool:
        """Whether a person's last move revealed nothing by chance since."""
        return bool(self._moves_to_undo())

    def undo(self) -> bool:
        """Go back to before the last move of a person, unless dice have shown something since."""
        steps = self._moves_to_undo()
        for _ in range(steps):
            self.book.take_back()
        return bool(steps)

    def _moves_to_undo(self) -> int:
        record = self.book.record()
        befores = [record.start, *(played.state for played in record.played[:-1])]
        for steps, (before, move) in enumerate(zip(reversed(befores), reversed(record.moves), strict=False), 1):
            if isinstance(move, Roll):
                return steps if self.dice_are_typed else 0
            assert before.seat is not None
            if self.players[before.seat].is_person:
                return steps
        return 0
