"""A local table, where people and bots play with software dice or real dice."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from time import time
from typing import NamedTuple

from msgspec import to_builtins
from msgspec.structs import replace

from roost.core.dice import Roll
from roost.core.moves import Action
from roost.core.notation import SEATS
from roost.core.playthrough import rolled_on
from roost.core.record import Record, Recorder, RecordFile, dice_headers
from roost.core.sources import DiceSource, SeededDice
from roost.core.state import Move, Node, State
from roost.core.stream import Stream
from roost.core.words import Messages
from roost.play.table.chairs import Chair
from roost.play.table.checks import check_version
from roost.play.table.draft import Draft
from roost.play.table.house_rules import HouseRules
from roost.play.table.log import Acted, DiceRolled, Entered
from roost.play.table.play import Play
from roost.play.table.refusals import Refusal, RefusedError
from roost.play.table.spec import OpenSeat, TableSpec
from roost.play.table.table import HOST, Table
from roost.play.table.views import ChangeView, table_view
from roost.play.terminal.saves import games_folder, new_file
from roost.play.terminal.seated import Json, Seated

BOTS_HEADER = "Bots"
"""Record header that names the bots and their seats, so that the game can be resumed: ``B=hen C=rooster``."""
_MOVES_SHOWN = 12
"""Number of recent moves that are described when a game is resumed."""


class Player(NamedTuple):
    """A person or bot at the table."""

    name: str
    choose: Callable[[State, Stream], Action] | None = None
    """A bot's choice function, which is given a random stream; None for a person."""
    bot: str = ""
    """The bot's name, as understood by :func:`roost.study.bots.bot`; empty for a person."""


@dataclass(frozen=True)
class Setup:
    """All settings of a new local game."""

    opening: State
    players: tuple[Player, ...]
    typed: bool = False
    """Whether the players roll real dice and type the results."""
    seed: str | None = None
    """Seed of the dice; None for a random seed."""
    record: Path | None = None
    """Path of the record file; None for a new file among the user's games."""

    def begin(self) -> TableHere:
        return TableHere(*self.open())

    def open(self) -> tuple[RecordFile, tuple[Player, ...], DiceSource | None, str]:
        """Create the record file, and return the arguments for :class:`TableHere`."""
        self._check_bots()
        seed = token_hex(8) if self.seed is None else self.seed
        dice = None if self.typed else SeededDice(seed)
        headers = {"Dice": "typed"} if dice is None else dice_headers(dice)
        bots = " ".join(f"{seat}={player.bot}" for seat, player in zip(SEATS, self.players, strict=False) if player.bot)
        headers |= {BOTS_HEADER: bots} if bots else {}
        recorder = Recorder(self.opening, [player.name for player in self.players], headers)
        path = new_file(self.opening.game.name) if self.record is None else self.record
        return RecordFile.create(path, recorder), self.players, dice, seed

    def _check_bots(self) -> None:
        """Ask each kind of bot for one choice, so that a bot that cannot play this game fails at the start."""
        chance = Stream("a first look")
        state = rolled_on(self.opening, chance)
        if state.node is Node.DECIDE:
            for choose in {player.bot: player.choose for player in self.players if player.bot}.values():
                assert choose is not None
                choose(state, chance)


class TableHere(Seated):
    """A local table for people and bots. Each move is saved before it is shown."""

    def __init__(
        self, book: Recorder | RecordFile, players: Sequence[Player], dice: DiceSource | None, seed: str
    ) -> None:
        """Create the table. If ``dice`` is None, players type real rolls. ``seed`` is for the bots' random choices."""
        self.players = tuple(players)
        self._set_up(book, dice, seed)
        super().__init__(book.record().start, HOST, self._view())

    def _set_up(self, book: Recorder | RecordFile, dice: DiceSource | None, seed: str) -> None:
        """Set up a game, and replay the moves that were already made."""
        self.book = book
        """The record to which moves are saved."""
        self._dice = dice
        self._seed = seed
        self._pending_roll: Roll | None = None
        self._news: asyncio.Queue[Json] = asyncio.Queue()
        record, players = book.record(), self.players
        rules = HouseRules(dice="real" if dice is None else "verified")
        spec = TableSpec(record.game.name, (OpenSeat(),) * len(players), dict(record.game.chosen_options), rules)
        chairs = [Chair(player.name, HOST if player.choose is None else None, player.bot or None) for player in players]
        self._table = Table("here", "", spec, tuple(chairs), play=Play(1, record.start, "", (0,) * (len(players) + 1)))
        self._past: list[Table] = []
        """The table as it was before each move."""
        for move in record.moves:
            self._play(move)

    @property
    def path(self) -> Path | None:
        """The record file; None if the record is kept in memory only."""
        return self.book.path if isinstance(self.book, RecordFile) else None

    @property
    def is_typed(self) -> bool:
        return self._dice is None and self.state.node is Node.ROLL

    @property
    def can_undo(self) -> bool:
        """Whether a person's last choice can be undone, because no dice were rolled since."""
        return bool(self._moves_to_undo())

    def describe_end(self, messages: Messages) -> str:
        return "" if self.path is None else messages.say("ui.saved", file=self.path)

    def farewell(self, messages: Messages) -> str:
        if not self.is_over and self.path is not None and self.path.parent == games_folder():
            return messages.say("ui.quit_saved")
        return "\n".join(filter(None, (messages.say("ui.quit"), self.describe_end(messages))))

    async def record(self) -> Record:
        return self.book.record()

    async def events(self) -> AsyncGenerator[Json, None]:
        self._news = asyncio.Queue()
        recent = [event.to_json() for step in self.book.record().played[-_MOVES_SHOWN:] for event in step.events]
        yield {"table": self._view(), "earlier": recent}
        while True:
            if self._news.empty() and self._is_bots_turn:
                await self._take_bots_turn()
            else:
                yield await self._news.get()

    @property
    def _actual_state(self) -> State:
        """The latest state of the game, which may not have been published yet."""
        assert self._table.play is not None
        return self._table.play.state

    @property
    def _is_bots_turn(self) -> bool:
        """Whether the table itself must act, because it is a bot's turn or the first player must be drawn."""
        state = self._actual_state
        if state.node is Node.ROLL and (self._dice is None or state.seat is None):
            return self._dice is not None
        is_over = state.node is Node.OVER
        return not is_over and state.seat is not None and self.players[state.seat].choose is not None

    async def _take_bots_turn(self) -> None:
        state = self._actual_state
        if state.seat is not None:
            await asyncio.sleep(self.pace)
        move: Move | None = None
        if state.node is Node.DECIDE:
            assert state.seat is not None
            choose = self.players[state.seat].choose
            assert choose is not None
            # The random stream depends only on the seed and the number of moves so far, so that a resumed game
            # continues as it would have without the interruption.
            move = await asyncio.to_thread(choose, state, Stream(f"{self._seed}/choices/{len(self._past)}"))
        if state is self._actual_state:  # otherwise a choice was undone in the meantime
            self._save_and_play(self._roll() if move is None else move)

    async def move(self, action: str | None, version: int) -> int:
        before = self._state_at(version)
        if action is not None:
            self._save_and_play(before.game.parse_action(action))
        if self._dice is not None and self._actual_state.dice is not None and self._actual_state.seat == before.seat:
            self._save_and_play(self._roll())
        return self._table.version

    async def enter(self, roll: str, version: int) -> int:
        dice = self._state_at(version).dice
        assert dice is not None
        self._save_and_play(dice.parse(roll))
        return self._table.version

    def _state_at(self, version: int) -> State:
        assert self._table.play is not None
        check_version(self._table, self._table.play, version)
        return self._table.play.state

    def _roll(self) -> Roll:
        """Roll the dice. A roll that cannot be saved (the disk is full, for example) is kept until it is played."""
        assert self._actual_state.dice is not None
        assert self._dice is not None
        if self._pending_roll is None:
            self._pending_roll = self._dice.roll(self._actual_state.dice)
        return self._pending_roll

    def _save_and_play(self, move: Move) -> None:
        """Play a move. It is saved before it is shown."""
        self.book.add(move)
        draft = self._play(move)
        self._pending_roll = None
        self._publish(to_builtins(ChangeView.of(draft.change, draft.events, draft.table, None)))

    def _play(self, move: Move) -> Draft:
        draft, seat = Draft(self._table.id, self._table, time()), self._actual_state.seat
        bot = None if seat is None else self.players[seat].bot or None
        if not isinstance(move, Roll):
            assert seat is not None
            draft.add(Acted(seat, str(move), bot), move)
        elif self._dice is None and seat is not None:
            draft.add(Entered(seat, str(move), HOST), move)
        else:
            draft.add(DiceRolled(seat, str(move), "", bot), move)
        self._past.append(self._table)
        self._table = draft.table
        return draft

    def _publish(self, change: Json) -> None:
        self._news.put_nowait(change)

    def _view(self) -> Json:
        view: Json = to_builtins(table_view(self._table, None))
        return view

    async def undo(self) -> int:
        steps, version = self._moves_to_undo(), self._table.version + 1
        if not steps:
            raise RefusedError(Refusal.NOT_NOW, "No choice can be taken back: dice were rolled.")
        for _ in range(steps):
            self.book.take_back()
            self._table = self._past.pop()
        assert self._table.play is not None
        self._table = replace(self._table, version=version, play=replace(self._table.play, moved=version))
        self._publish({"table": self._view()})
        return version

    def _moves_to_undo(self) -> int:
        moves = self.book.record().moves
        for steps, (before, move) in enumerate(zip(reversed(self._past), reversed(moves), strict=True), 1):
            if isinstance(move, Roll):
                return steps if self._dice is None else 0
            assert before.seat is not None
            if self.players[before.seat].choose is None:
                return steps
        return 0

    async def agree(self) -> int:
        """Start another game with the same settings, new dice and a new record."""
        book, _, dice, seed = Setup(self.book.record().start, self.players, typed=self._dice is None).open()
        self._set_up(book, dice, seed)
        self.take(self._view())
        return self._table.version
