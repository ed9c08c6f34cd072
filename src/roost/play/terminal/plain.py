"""A game at one terminal, line by line: people type their choices, bots choose for themselves, the rest is told.

Nothing here needs more than lines in and lines out, so that a pipe will do as well as a keyboard.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable

from rich.console import Console
from rich.text import Text

from roost.core.dice import Dice
from roost.core.errors import quote
from roost.core.game import Game
from roost.core.moves import Action, Event
from roost.core.sources import TypedDice
from roost.core.state import Move, Node, State
from roost.core.words import Messages
from roost.core.words.sentences import Names, describe_action, seat_name, tell_event, tell_outcome
from roost.play.terminal.boards import board_lines, turn_lines
from roost.play.terminal.choices import choices, understand
from roost.play.terminal.table import Table

__all__ = ["PlainScreen", "PlainTable", "QuitError", "UndoError"]


class QuitError(Exception):
    """A player wants to stop."""


class UndoError(Exception):
    """A player wants to take back the last choice."""


class PlainScreen(ABC):
    """What is said and asked line by line, wherever the game is kept."""

    def __init__(self, messages: Messages, console: Console, ask: Callable[[str], str]) -> None:
        """``ask`` shows a prompt and returns what was typed."""
        self._messages = messages
        self._console = console
        self._ask = ask
        self._turn_shown: int | None = None

    @property
    @abstractmethod
    def _state(self) -> State:
        """The game as it stands."""

    @property
    @abstractmethod
    def _names(self) -> Names:
        """What the players are called."""

    @property
    @abstractmethod
    def _is_asked(self) -> bool:
        """Whether a person at this terminal has the turn."""

    @property
    def _player(self) -> str:
        """Who has the turn."""
        seat = self._state.seat
        assert seat is not None
        return seat_name(seat, self._names)

    def _choose(self) -> Action:
        self._show_choices()
        while True:
            answer, legal = self._answer(f"{self._player}> "), self._state.actions()
            action = understand(answer, self._state)
            if action is not None:
                return action
            if answer:
                self._say("ui.not_a_choice", answer=quote(answer))
            elif len(legal) == 1:
                return legal[0]
            else:
                self._say("ui.choose")

    def _answer(self, prompt: str) -> str:
        """What was typed, once it is no request for help, an undo or the end."""
        while True:
            match (answer := self._ask(prompt).strip()).lower():
                case "?":
                    self._say("ui.help", game=self._state.game.name)
                case "u":
                    raise UndoError
                case "q":
                    raise QuitError
                case _:
                    return answer

    # -- what is shown -------------------------------------------------------------------------------------------------

    def _show_turn(self) -> None:
        state = self._state
        if state.seat is None:
            return
        self._print("")
        self._print(Text(f"── {seat_name(state.seat, self._names)} ──", "bold"))
        if self._is_asked:
            self._show_board()

    def _show_board(self) -> None:
        for line in board_lines(self._state, self._messages, self._names):
            self._print(line)

    def _show_choices(self) -> None:
        state, listed = self._state, choices(self._state.actions())
        for line in turn_lines(state, self._messages):
            self._print(line)
        width = max(len(choice.label) for choice in listed)
        for label, action, ways in listed:
            if ways == 1:
                meaning = describe_action(state, action, self._messages, self._names)
            else:
                meaning = self._messages.say("ui.many", n=ways, example=str(action))
            self._print(Text(f" {label.rjust(width)}  ", "bold green").append(meaning, "not bold default"))

    def _tell(self, events: Iterable[Event], game: Game, after: State) -> None:
        """Say what happened, except for dice that are about to be shown with the choices."""
        for event in events:
            if not (event.shown_by_dice and after.node is Node.DECIDE and self._is_asked):
                self._print(tell_event(event, game, self._messages, self._names))

    def _show_end(self) -> None:
        state = self._state
        assert state.outcome is not None
        self._print("")
        self._show_board()
        self._print(Text(tell_outcome(state.outcome, state.game, self._messages, self._names), "bold"))

    def _say(self, key: str, **values: object) -> None:
        self._print(Text(self._messages.say(key, **values), "dim"))

    def _print(self, line: str | Text) -> None:
        self._console.print(Text(line) if isinstance(line, str) else line)  # what a player typed is never markup


class PlainTable(PlainScreen):
    """One game between people and bots at a terminal."""

    def __init__(
        self,
        table: Table,
        *,
        messages: Messages,
        console: Console,
        ask: Callable[[str], str],
        farewell: str = "ui.quit",
    ) -> None:
        """``ask`` shows a prompt and returns what was typed; ``farewell`` is the message for people who leave early."""
        super().__init__(messages, console, ask)
        self._table = table
        self._typed_dice = TypedDice(self._ask_for_roll)
        self._farewell = farewell

    @property
    def _state(self) -> State:
        return self._table.state

    @property
    def _names(self) -> Names:
        return self._table.names

    @property
    def _is_asked(self) -> bool:
        return self._table.is_persons_turn

    def play(self) -> None:
        """Play until the game is over or somebody quits."""
        self._say("ui.hint")
        while self._state.node is not Node.OVER:
            try:
                self._move()
            except UndoError:
                self._undo()
            except (QuitError, EOFError):
                self._say(self._farewell)
                return
        self._show_end()

    # -- moves ---------------------------------------------------------------------------------------------------------

    def _move(self) -> None:
        state = self._state
        begins = state.seat != self._turn_shown
        if begins:
            self._show_turn()
        after, events = self._table.play(self._next_move(begins))
        self._turn_shown = state.seat
        self._tell(events, state.game, after)

    def _next_move(self, begins: bool) -> Move:
        if self._state.node is Node.ROLL:
            return self._roll(begins)
        return self._choose() if self._is_asked else self._table.bot_choice()

    def _roll(self, begins: bool) -> Move:
        dice = self._state.dice
        assert dice is not None
        if self._table.dice_are_typed:
            return self._typed_dice.roll(dice)
        if begins and self._is_asked:
            while self._answer(self._messages.say("ui.roll", n=dice.count)):
                self._say("ui.only_roll")
        return self._table.roll()

    def _ask_for_roll(self, dice: Dice, error: str | None) -> str:
        faces = "".join(symbol.char for symbol in dice.die.symbols)
        if error is not None:
            self._say("ui.bad_roll", n=dice.count, faces=faces)
        question = "ui.type_draw" if self._state.seat is None else "ui.type_roll"
        return self._answer(self._messages.say(question, n=dice.count, faces=faces))

    def _undo(self) -> None:
        if not self._table.undo():
            self._say("ui.no_undo")
            return
        self._turn_shown = None
        self._say("ui.undone")
