"""A game that is kept here: people at this terminal, bots, and dice of its own or real ones."""

from __future__ import annotations

import asyncio

from textual.widgets import Input

from roost.core.dice import Dice, Roll
from roost.core.errors import NotationError, RoostError
from roost.core.state import Move, Node, State
from roost.core.words.sentences import Names, tell_face
from roost.play.terminal.screens.table import TableScreen
from roost.play.terminal.table import Table
from roost.play.terminal.widgets import RollInput

__all__ = ["GameScreen"]

_RETOLD = 12
"""How many of the last moves are told again when a game is resumed."""


class GameScreen(TableScreen):
    """A game at this terminal."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table

    @property
    def state(self) -> State:
        return self.table.state

    @property
    def names(self) -> Names:
        return self.table.names

    @property
    def is_persons_turn(self) -> bool:
        return self.table.is_persons_turn

    def on_mount(self) -> None:
        """Tell what has happened before, if the game is resumed."""
        played = self.table.book.record().played
        for _, _, happened in played[-_RETOLD:]:
            self._tell_events(happened)
        if played:
            self._tell(self.app.messages.say("screen.resumed"), "dim")
            self._turn_begun = self.state.seat

    async def _play(self) -> None:
        while (state := self.state).node is not Node.OVER:
            self._show(state)
            try:
                move = await self._next_move(state)
                after, happened = self.table.play(move)  # saved from here on, before anybody sees it
            except (OSError, RoostError) as error:
                await self._fail(error)
                continue
            self._turn_begun = state.seat
            if isinstance(move, Roll):
                await self._show_roll(state, move, after)
            self._tell_events(happened)
        self._show(self.state)
        self._prompt_text("")
        self.app.end_game(self.table)

    async def _next_move(self, state: State) -> Move:
        if (dice := state.dice) is not None:
            return await self._roll(dice)
        if self.table.is_persons_turn:
            return await self._choose(state)
        self._prompt("screen.thinks")
        await asyncio.sleep(self.app.bot_delay)
        return await asyncio.to_thread(self.table.bot_choice)

    async def _roll(self, dice: Dice) -> Roll:
        say = self.app.messages.say
        if self.table.dice_are_typed:
            return await self._ask_for_roll(dice)
        if self.state.seat is None:
            self._prompt_text(say("screen.draws"))
        elif self.table.is_persons_turn and self._turn_begun != self.state.seat:
            self._prompt("screen.press_to_roll")
            await self._ask_whether_ready(say("screen.roll", n=dice.count))
        else:
            self._prompt("screen.rolls")
            if not self.table.is_persons_turn:
                await asyncio.sleep(self.app.bot_delay)
        return self.table.roll()

    async def _ask_for_roll(self, dice: Dice) -> Roll:
        faces = "".join(symbol.char for symbol in dice.die.symbols)
        question = "ui.type_draw" if self.state.seat is None else "ui.type_roll"
        lines = [self.app.messages.say(question, n=dice.count, faces=faces)]
        words = [(symbol.char, tell_face(symbol, self.app.messages.of(self.state.game))) for symbol in dice.die.symbols]
        if self.state.seat is not None and (named := [pair for pair in words if pair[0] != pair[1]]):
            lines.append(", ".join(f"{char} = {name}" for char, name in named))
        self._prompt_text("\n".join(lines))
        typed = self.query_one(RollInput)
        typed.ask(dice)
        typed.display = True
        typed.focus()
        try:
            roll = await self._wait()
        finally:
            typed.display = False
        assert isinstance(roll, Roll)
        return roll

    async def _fail(self, error: Exception) -> None:
        """Nothing was played: say why, and wait until somebody wants to try again."""
        self._prompt_text(str(error))
        await self._ask_whether_ready(self.app.messages.say("screen.retry"))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Real dice were typed."""
        dice = self.state.dice
        if dice is None:
            return
        try:
            self._reply(dice.parse(event.value))
        except NotationError:
            faces = "".join(symbol.char for symbol in dice.die.symbols)
            self._prompt_text(self.app.messages.say("ui.bad_roll", n=dice.count, faces=faces))

    def action_undo(self) -> None:
        """Take back the last choice of a person, unless dice have shown something since."""
        if self.table.undo():
            self._tell(self.app.messages.say("ui.undone"), "dim")
            self._turn_begun = None
            self._go_on()
        else:
            self.notify(self.app.messages.say("ui.no_undo"), timeout=3)

    def action_leave(self) -> None:
        """Stop here; everything is saved."""
        self.app.exit()
