"""A game at one terminal, line by line: people type their choices, bots choose at random, the rest is told.

Nothing here needs more than lines in and lines out, so that a pipe will do as well as a keyboard.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from itertools import groupby
from typing import NamedTuple, Protocol

from rich.console import Console
from rich.text import Text

from roost.core.dice import Dice
from roost.core.errors import NotationError, quote
from roost.core.moves import Action
from roost.core.sources import DiceSource, TypedDice
from roost.core.state import Move, Node, State, Step
from roost.core.stream import Stream
from roost.games.common import Rolled
from roost.games.set_aside import LaidAside
from roost.messages import Messages
from roost.messages.telling import describe_action, seat_name, tell_event, tell_outcome
from roost.terminal.boards import board_lines, turn_lines

__all__ = ["Choice", "PlainTable", "Player", "choices", "understand"]

_MOST_OF_A_KIND = 8
"""So many actions of one kind are listed; of more, one stands for all."""


class Player(NamedTuple):
    """Who sits on a seat."""

    name: str
    choose: Callable[[State, Stream], Action] | None = None
    """How a bot chooses, with the chance it may use; a person is asked."""


class Book(Protocol):
    """Where the moves are kept: a :class:`roost.record.Recorder`, or a :class:`roost.record.RecordFile`."""

    @property
    def state(self) -> State:
        """The latest state."""

    def add(self, move: Move) -> Step:
        """Play a move and keep it."""

    def take_back(self) -> None:
        """Drop the latest move."""


class By(Enum):
    """Who made a move, which decides whether it may be taken back."""

    PERSON = "person"
    BOT = "bot"
    DICE = "dice"


class Choice(NamedTuple):
    """A line of the list that a person chooses from."""

    label: str
    """What to type."""
    action: Action
    """The action, or one of the ``ways`` that the line stands for."""
    ways: int = 1


class _QuitError(Exception):
    """A player wants to stop."""


class _UndoError(Exception):
    """A player wants to take back the last choice."""


def choices(actions: Sequence[Action]) -> list[Choice]:
    """The list to choose from. Choices are numbered, unless a number would be mistaken for the name of another one."""
    by_token = any(str(action).isdigit() for action in actions)
    listed: list[Choice] = []
    for _, group in groupby(actions, type):
        same = list(group)
        if len(same) > _MOST_OF_A_KIND:
            listed.append(Choice(same[-1].form.partition("{")[0] + "…", same[-1], len(same)))
        else:
            first = 1 + sum(choice.ways == 1 for choice in listed)
            listed += (Choice(str(a) if by_token else str(n), a) for n, a in enumerate(same, first))
    return listed


def understand(answer: str, state: State) -> Action | None:
    """The legal action that was typed, by its place in the list or by its own text."""
    typed, actions = "".join(answer.split()).lower(), state.actions()
    for choice in choices(actions):
        if choice.ways == 1 and choice.label.lower() == typed:
            return choice.action
    try:
        action = state.game.parse_action(typed)
    except NotationError:
        return None
    return action if action in actions else None


class PlainTable:
    """One game between people and bots at a terminal."""

    def __init__(
        self,
        book: Book,
        players: Sequence[Player],
        dice: DiceSource | None,
        chance: Stream,
        *,
        messages: Messages,
        console: Console,
        ask: Callable[[str], str],
    ) -> None:
        """Without ``dice``, the rolls of real dice are typed. ``chance`` chooses for the bots."""
        self._book = book
        self._players = players
        self._names = [player.name for player in players]
        self._dice_are_typed = dice is None
        self._dice = TypedDice(self._ask_for_roll) if dice is None else dice
        self._chance = chance
        self._messages = messages
        self._console = console
        self._ask = ask
        self._made_by: list[By] = []
        self._turn_shown: int | None = None

    @property
    def _state(self) -> State:
        return self._book.state

    def play(self) -> None:
        """Play until the game is over or somebody quits."""
        self._say("ui.hint")
        while self._state.node is not Node.OVER:
            try:
                self._move()
            except _UndoError:
                self._undo()
            except (_QuitError, EOFError):
                self._say("ui.quit")
                return
        self._show_end()

    # -- moves ---------------------------------------------------------------------------------------------------------

    def _move(self) -> None:
        state = self._state
        begins = state.seat != self._turn_shown
        if begins:
            self._show_turn()
        if state.node is Node.ROLL:
            move, by = self._roll(begins)
        elif (choose := self._player.choose) is not None:
            move, by = choose(state, self._chance), By.BOT
        else:
            move, by = self._choose(), By.PERSON
        after, events = self._book.add(move)
        self._made_by.append(by)
        self._turn_shown = state.seat
        for event in events:
            if not (isinstance(event, Rolled | LaidAside) and after.node is Node.DECIDE and self._is_asked):
                self._print(tell_event(event, state.game, self._messages, self._names))
            # else the dice are about to be shown, with the choices

    @property
    def _player(self) -> Player:
        seat = self._state.seat
        assert seat is not None
        return self._players[seat]

    @property
    def _is_asked(self) -> bool:
        """Whether a person has the turn."""
        return self._state.seat is not None and self._player.choose is None

    def _roll(self, begins: bool) -> tuple[Move, By]:
        dice = self._state.dice
        assert dice is not None
        if begins and not self._dice_are_typed and self._is_asked:
            while self._answer(self._messages.say("ui.roll", n=dice.count)):
                self._say("ui.only_roll")
        return self._dice.roll(dice), By.PERSON if self._dice_are_typed else By.DICE

    def _ask_for_roll(self, dice: Dice, error: str | None) -> str:
        faces = "".join(symbol.char for symbol in dice.die.symbols)
        if error is not None:
            self._say("ui.bad_roll", n=dice.count, faces=faces)
        question = "ui.type_draw" if self._state.seat is None else "ui.type_roll"
        return self._answer(self._messages.say(question, n=dice.count, faces=faces))

    def _choose(self) -> Action:
        self._show_choices()
        while True:
            answer, legal = self._answer(f"{self._player.name}> "), self._state.actions()
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
                    raise _UndoError
                case "q":
                    raise _QuitError
                case _:
                    return answer

    def _undo(self) -> None:
        """Go back to the last move of a person, unless dice have shown something since."""
        steps = next((n for n, by in enumerate(reversed(self._made_by), 1) if by is not By.BOT), 0)
        if not steps or self._made_by[-steps] is By.DICE:
            self._say("ui.no_undo")
            return
        for _ in range(steps):
            self._book.take_back()
            self._made_by.pop()
        self._turn_shown = None
        self._say("ui.undone")

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
