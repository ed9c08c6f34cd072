"""A table in this process: people at this terminal, bots, and dice of its own or real ones."""

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
from roost.core.record import Record, Recorder, RecordFile, dice_headers
from roost.core.sources import DiceSource, SeededDice
from roost.core.state import Move, Node, State
from roost.core.stream import Stream
from roost.core.words import Messages
from roost.play.table.chairs import Chair
from roost.play.table.checks import check_version
from roost.play.table.draft import Draft
from roost.play.table.house_rules import HouseRules
from roost.play.table.log import Acted, Entered, Rolled
from roost.play.table.play import Play
from roost.play.table.refusals import Kind, RefusedError
from roost.play.table.spec import OpenSeat, TableSpec
from roost.play.table.table import HOST, Table
from roost.play.table.views import ChangeView, table_view
from roost.play.terminal.saves import games_folder, new_file
from roost.play.terminal.seated import Json, Seated

BOTS_HEADER = "Bots"
"""Which seats bots have, to resume the game: ``B=hen C=rooster``."""
_RETOLD = 12
"""How many of the last moves are told again when a game is resumed."""


class Player(NamedTuple):
    """The player on a seat."""

    name: str
    choose: Callable[[State, Stream], Action] | None = None
    """How a bot chooses, with the chance it may use; a person is asked."""
    bot: str = ""
    """Which bot it is, as :func:`roost.study.bots.bot` calls it."""


@dataclass(frozen=True)
class Setup:
    """Everything that a game needs to begin."""

    opening: State
    players: tuple[Player, ...]
    typed: bool = False
    """Whether real dice are rolled."""
    seed: str | None = None
    """Dice to roll again; without one, every game has its own."""
    record: Path | None = None
    """Where to keep the record; without one, among the user's games."""

    def begin(self) -> TableHere:
        """Sit down."""
        return TableHere(*self.open())

    def open(self) -> tuple[RecordFile, tuple[Player, ...], DiceSource | None, str]:
        """A table's parts. From now on there is a record file, which is complete after every move."""
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
        """Ask each kind of bot for one choice: what cannot play this game says so now, not in the middle of it."""
        chance, state = Stream("a first look"), self.opening
        while (dice := state.dice) is not None:
            state, _ = state.play(dice.draw(chance))
        if state.node is Node.DECIDE:
            for choose in {player.bot: player.choose for player in self.players if player.bot}.values():
                assert choose is not None
                choose(state, chance)


class TableHere(Seated):
    """A game between people and bots, each move kept before anybody sees it."""

    def __init__(
        self, book: Recorder | RecordFile, players: Sequence[Player], dice: DiceSource | None, seed: str
    ) -> None:
        """Without ``dice``, the rolls of real dice are typed. ``seed`` is the chance that bots may use."""
        self.players = tuple(players)
        self._lay(book, dice, seed)
        super().__init__(book.record().start, HOST, self._view())

    def _lay(self, book: Recorder | RecordFile, dice: DiceSource | None, seed: str) -> None:
        """Lay the table for a game, as far as it has been played."""
        self.book = book
        """Where the moves are kept."""
        self._dice = dice
        self._seed = seed
        self._thrown: Roll | None = None
        self._news: asyncio.Queue[Json] = asyncio.Queue()
        record, players = book.record(), self.players
        rules = HouseRules(dice="real" if dice is None else "verified")
        spec = TableSpec(record.game.name, (OpenSeat(),) * len(players), dict(record.game.chosen_options), rules)
        chairs = [Chair(who.name, HOST if who.choose is None else None, who.bot or None) for who in players]
        self._table = Table("here", "", spec, tuple(chairs), play=Play(1, record.start, "", (0,) * (len(players) + 1)))
        self._past: list[Table] = []
        """The table before each move."""
        for move in record.moves:
            self._play(move)

    @property
    def path(self) -> Path | None:
        """The file of the record, if there is one."""
        return self.book.path if isinstance(self.book, RecordFile) else None

    @property
    def is_typed(self) -> bool:
        return self._dice is None and self.state.node is Node.ROLL

    @property
    def can_undo(self) -> bool:
        """Whether a person's last move revealed nothing by chance since."""
        return bool(self._moves_to_undo())

    def tell_end(self, messages: Messages) -> str:
        return "" if self.path is None else messages.say("ui.saved", file=self.path)

    def farewell(self, messages: Messages) -> str:
        if not self.is_over and self.path is not None and self.path.parent == games_folder():
            return messages.say("ui.quit_saved")
        return "\n".join(filter(None, (messages.say("ui.quit"), self.tell_end(messages))))

    async def record(self) -> Record:
        return self.book.record()

    # -- what happens --------------------------------------------------------------------------------------------------

    async def events(self) -> AsyncGenerator[Json, None]:
        self._news = asyncio.Queue()
        told = [event.to_json() for played in self.book.record().played[-_RETOLD:] for event in played.events]
        yield {"table": self._view(), "earlier": told}
        while True:
            if self._news.empty() and self._is_bots_turn:
                await self._take_bots_turn()
            else:
                yield await self._news.get()

    @property
    def _now(self) -> State:
        """The state in which the game is, even if nobody was told yet."""
        assert self._table.play is not None
        return self._table.play.state

    @property
    def _is_bots_turn(self) -> bool:
        """Whether the table goes on by itself: a bot plays, or the first player is drawn."""
        state = self._now
        if state.node is Node.ROLL and (self._dice is None or state.seat is None):
            return self._dice is not None
        is_over = state.node is Node.OVER
        return not is_over and state.seat is not None and self.players[state.seat].choose is not None

    async def _take_bots_turn(self) -> None:
        state = self._now
        if state.seat is not None:
            await asyncio.sleep(self.pace)
        move: Move | None = None
        if state.node is Node.DECIDE:
            assert state.seat is not None
            choose = self.players[state.seat].choose
            assert choose is not None
            # The chance depends on the seed and the number of the move alone, so that a resumed game goes on as it
            # would have gone without the interruption.
            move = await asyncio.to_thread(choose, state, Stream(f"{self._seed}/choices/{len(self._past)}"))
        if state is self._now:  # nobody has taken anything back meanwhile
            self._keep(self._roll() if move is None else move)

    async def move(self, action: str | None, version: int) -> int:
        before = self._asked_at(version)
        if action is not None:
            self._keep(before.game.parse_action(action))
        if self._dice is not None and self._now.dice is not None and self._now.seat == before.seat:
            self._keep(self._roll())
        return self._table.version

    async def enter(self, roll: str, version: int) -> int:
        dice = self._asked_at(version).dice
        assert dice is not None
        self._keep(dice.parse(roll))
        return self._table.version

    def _asked_at(self, version: int) -> State:
        assert self._table.play is not None
        check_version(self._table, self._table.play, version)
        return self._table.play.state

    def _roll(self) -> Roll:
        """Roll the dice. Until the roll has been played, it stays the same: nobody rolls again after a full disk."""
        assert self._now.dice is not None
        assert self._dice is not None
        if self._thrown is None:
            self._thrown = self._dice.roll(self._now.dice)
        return self._thrown

    def _keep(self, move: Move) -> None:
        """Play a move that is kept before anybody sees it."""
        self.book.add(move)
        draft = self._play(move)
        self._thrown = None
        self._tell(to_builtins(ChangeView.of(draft.change, draft.events, draft.table, None)))

    def _play(self, move: Move) -> Draft:
        draft, seat = Draft(self._table.id, self._table, time()), self._now.seat
        bot = None if seat is None else self.players[seat].bot or None
        if not isinstance(move, Roll):
            assert seat is not None
            draft.add(Acted(seat, str(move), bot), move)
        elif self._dice is None and seat is not None:
            draft.add(Entered(seat, str(move), HOST), move)
        else:
            draft.add(Rolled(seat, str(move), "", bot), move)
        self._past.append(self._table)
        self._table = draft.table
        return draft

    def _tell(self, change: Json) -> None:
        self._news.put_nowait(change)

    def _view(self) -> Json:
        view: Json = to_builtins(table_view(self._table, None))
        return view

    async def undo(self) -> int:
        """Go back to before the last move of a person, unless dice have shown something since."""
        steps, version = self._moves_to_undo(), self._table.version + 1
        if not steps:
            raise RefusedError(Kind.NOT_NOW, "There is nothing to take back: dice have been rolled.")
        for _ in range(steps):
            self.book.take_back()
            self._table = self._past.pop()
        assert self._table.play is not None
        self._table = replace(self._table, version=version, play=replace(self._table.play, moved=version))
        self._tell({"table": self._view()})
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
        """Begin another game of the same, with new dice and a new record."""
        book, _, dice, seed = Setup(self.book.record().start, self.players, typed=self._dice is None).open()
        self._lay(book, dice, seed)
        self.take(self._view())
        return self._table.version
