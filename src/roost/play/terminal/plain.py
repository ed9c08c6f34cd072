"""The line-by-line client: players type their choices, and everything else is printed.

It needs only lines of input and output, so it works with a pipe as well as a keyboard.
"""

from collections.abc import Awaitable, Callable, Iterable
from contextlib import aclosing

from rich.console import Console
from rich.text import Text

from roost.core.errors import NotationError, RoostError, quote
from roost.core.game import Game
from roost.core.moves import Action, Event
from roost.core.state import Node, State
from roost.core.words import Messages
from roost.core.words.reasons import doubts
from roost.core.words.sentences import Names, describe_action, describe_event, describe_outcome, seat_name
from roost.play.terminal.adapter import board_lines, turn_lines
from roost.play.terminal.choices import choices, understand
from roost.play.terminal.seated import Json, Seated

_MEANWHILE = frozenset({"stale", "out-of-turn", "not-now"})
"""Kinds of refusal caused by a change whose event has not arrived yet."""
_LONGEST_ROLL = 200


class _QuitError(Exception):
    """Raised when a player wants to quit."""


class _UndoError(Exception):
    """Raised when a player wants to undo the last choice."""


class PlainTable:
    """One table for the players at this terminal, printed line by line."""

    def __init__(self, table: Seated, *, messages: Messages, console: Console, ask: Callable[[str], str]) -> None:
        """Prepare to play at ``table``. ``ask`` shows a prompt and returns what the player typed."""
        self._table = table
        table.messages = messages
        self._messages = messages
        self._console = console
        self._ask = ask
        self._turn_shown: int | None = None
        self._answered = 0
        """The table version after the latest answer from this terminal. Events of earlier versions need no answer."""

    @property
    def _state(self) -> State:
        return self._table.state

    @property
    def _names(self) -> Names:
        return self._table.names

    async def play(self) -> None:
        """Play until the players quit. During a prompt the game pauses, so ``ask`` may block."""
        self._say("ui.hint")
        try:
            async with self._table:
                while await self._play_game():
                    self._answered, self._turn_shown = 0, None
        except (_QuitError, EOFError):
            self._say_text(self._table.farewell(self._messages))

    async def _play_game(self) -> bool:
        """Play one game. Return whether another game follows."""
        async with aclosing(self._table.events()) as events:
            async for event in events:
                self._print_event(event)
                if news := self._table.describe_news(self._messages):
                    self._print(news)
                if self._table.is_over:
                    break
                if event["table"]["version"] >= self._answered:
                    await self._ask_players()
        if self._state.node is Node.OVER:
            await self._show_end()
        return await self._play_again()

    async def _play_again(self) -> bool:
        while self._table.status == "over" and self._table.seats:
            try:
                if self._answer(self._messages.say("ui.play_again")).lower() != "a":
                    break
            except _UndoError:
                self._say("ui.no_undo")
                continue
            except (_QuitError, EOFError):
                break
            if await self._send(self._table.agree()):
                return True
        return False

    def _print_event(self, event: Json) -> None:
        game = self._state.game
        self._table.take(event["table"])
        self._print_events(self._table.read_events(event.get("events", [])), game, self._state)
        if self._table.status in ("waiting", "over") and not self._table.is_over:
            self._say("screen.waits")
        elif self._table.status == "playing" and self._state.seat != self._turn_shown:
            self._show_turn()
            self._turn_shown = self._state.seat

    async def _ask_players(self) -> None:
        """Ask for an answer, if one is needed, until the table accepts it or the game has changed."""
        while self._table.is_asked or self._table.is_replaced:
            try:
                if await self._send(self._take_turn() if self._table.is_asked else self._come_back()):
                    return
            except _UndoError:
                if not self._table.can_undo:
                    self._say("ui.no_undo")
                elif await self._send(self._table.undo()):
                    self._say("ui.undone")
                    self._turn_shown = None
                    return

    def _take_turn(self) -> Awaitable[int]:
        """Ask for a roll or a choice, and return the request to send."""
        version, dice = self._table.moved, self._state.dice
        if dice is None:
            return self._table.move(str(self._choose()), version)
        if self._table.is_typed:
            return self._table.enter(self._ask_for_roll(), version)
        while self._answer(self._messages.say("ui.roll", n=dice.count)):
            self._say("ui.only_roll")
        return self._table.move(None, version)

    def _ask_for_roll(self) -> str:
        dice = self._state.dice
        assert dice is not None
        values = {"n": dice.count, "faces": "".join(symbol.char for symbol in dice.die.symbols)}
        while True:
            question = "ui.type_draw" if self._state.seat is None else "ui.type_roll"
            try:
                return str(
                    dice.parse("".join(self._answer(self._messages.say(question, **values))[:_LONGEST_ROLL].split()))
                )
            except NotationError:
                self._say("ui.bad_roll", **values)

    def _come_back(self) -> Awaitable[int]:
        """Wait until the player is ready, and return the request that takes the seat again."""
        self._print(self._table.describe_replaced(self._messages))
        self._answer(self._messages.say("ui.come_back"))
        return self._table.come_back()

    async def _send(self, request: Awaitable[int]) -> bool:
        """Send an answer. Return False if the player must be asked again."""
        try:
            self._answered = await request
        except (OSError, RoostError) as error:
            self._print(str(error))
            kind = getattr(error, "kind", "")
            return getattr(kind, "word", kind) in _MEANWHILE
        return True

    def _choose(self) -> Action:
        self._show_choices()
        seat = self._state.seat
        assert seat is not None
        while True:
            answer, legal = self._answer(f"{seat_name(seat, self._names)}> "), self._state.actions()
            action = understand(answer, self._state)
            if action is not None:
                if len(answer) > 1 or self._is_sure(action):
                    return action
                self._show_choices()
            elif answer:
                self._say("ui.not_a_choice", answer=quote(answer))
            elif len(legal) == 1:
                return legal[0]
            else:
                self._say("ui.choose")

    def _is_sure(self, action: Action) -> bool:
        """Ask for confirmation if players often regret the action. A whole word needs no confirmation."""
        warning, _ = doubts(self._state, action, self._messages)
        return warning is None or self._answer(f"{warning} {self._messages.say('ui.sure')}").lower() == "y"

    def _answer(self, prompt: str) -> str:
        """Return what the player typed. Help is shown at once; undo and quit raise an exception."""
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

    def _show_turn(self) -> None:
        state = self._state
        if state.seat is None:
            return
        self._print("")
        self._print(Text(f"── {seat_name(state.seat, self._names)} ──", "bold"))
        if self._table.is_ours:
            self._show_board()

    def _show_board(self) -> None:
        for line in board_lines(self._state, self._messages, self._names):
            self._print(line)

    def _show_choices(self) -> None:
        state, listed = self._state, choices(self._state.actions(), self._state.game.die)
        for line in turn_lines(state, self._messages):
            self._print(line)
        for label, action, ways in listed:
            if ways == 1:
                meaning = describe_action(state, action, self._messages, self._names)
            else:
                label, meaning = "…", self._messages.say("ui.many", n=ways, example=str(action))
            self._print(Text(f" {label:>1}  ", "bold green").append(meaning, "not bold default"))

    def _print_events(self, events: Iterable[Event], game: Game, after: State) -> None:
        """Print the events, except rolls that the list of choices is about to show."""
        for event in events:
            if not (event.shown_by_dice and after.node is Node.DECIDE and self._table.is_ours):
                self._print(describe_event(event, game, self._messages, self._names))

    async def _show_end(self) -> None:
        state = self._state
        assert state.outcome is not None
        self._print("")
        self._show_board()
        self._print(Text(describe_outcome(state.outcome, state.game, self._messages, self._names), "bold"))
        if closing := self._table.describe_end(self._messages):
            self._print(closing)
        from roost.play.terminal.review_lines import closing_lines  # imported here because it loads slowly

        if (record := await self._table.record()) is not None:
            self._print("")
            for line in closing_lines(record, self._messages, self._table.only_seat):
                self._print(line)

    def _say(self, key: str, **values: object) -> None:
        self._say_text(self._messages.say(key, **values))

    def _say_text(self, text: str) -> None:
        self._print(Text(text, "dim"))

    def _print(self, line: str | Text) -> None:
        self._console.print(Text(line) if isinstance(line, str) else line)  # as Text, because a name may hold markup
