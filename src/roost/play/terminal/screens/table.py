"""A table on the screen, wherever its game is kept: the board, the dice, the choices, what has happened so far."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import aclosing
from secrets import token_hex
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical
from textual.screen import Screen
from textual.widgets import Input, Static

from roost.core.dice import Dice, Roll
from roost.core.errors import NotationError, NotKnownError, OptionError, RoostError
from roost.core.events import Rolled
from roost.core.moves import Action, Event
from roost.core.state import Node, State
from roost.core.stream import Stream
from roost.core.words.sentences import Names, describe_action, seat_name, tell_event, tell_face
from roost.play.terminal.choices import READY, Choice, keyed
from roost.play.terminal.odds_lines import odds_lines
from roost.play.terminal.screens.help import HelpScreen
from roost.play.terminal.screens.pick import pick_screen
from roost.play.terminal.seated import Json, Question, Seated
from roost.play.terminal.widgets import ChoiceList, DiceView, KeyBar, RollInput, SidePanel, TableView
from roost.study.review.hints import tell_hint

if TYPE_CHECKING:
    from roost.play.terminal.app import RoostApp

_WIDE = 120
"""Columns that hold eight drawn dice and sentences beside them."""
_FRAME = 0.07
"""Seconds between two pictures of tumbling dice."""
_DEAD_ROLL_PAUSE = 0.9
"""Seconds for which a roll stays on the table whose turn it ended."""


class TableScreen(Screen[None]):
    """One task follows the table; whenever there is something to ask us, another asks and answers."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("o", "odds", show=False),
        Binding("h", "hint", show=False),
        Binding("u", "undo", show=False),
        Binding("question_mark", "help", show=False),
        Binding("q", "leave", show=False),
        Binding("pageup", "scroll_panel(-1)", show=False, priority=True),
        Binding("pagedown", "scroll_panel(1)", show=False, priority=True),
    ]

    app: RoostApp

    def __init__(self, table: Seated) -> None:
        super().__init__()
        self.table = table
        self._answer: asyncio.Future[Choice | Roll] | None = None
        self._asked: Question | None = None
        """The question put to us, while there is one."""
        self._answered = 0
        """The version that our latest answer led to. What is told of earlier ones asks for nothing any more."""
        self._shows_odds = False

    @property
    def state(self) -> State:
        """The latest state."""
        return self.table.state

    @property
    def names(self) -> Names:
        """The names of the players."""
        return self.table.names

    def compose(self) -> ComposeResult:
        yield Static(id="title", markup=False)
        with Container(id="room"):
            yield TableView(id="table")
            yield DiceView(id="dice")
            with Vertical(id="choosing"):
                yield Static(id="prompt", markup=False)
                yield ChoiceList(id="choices")
                yield RollInput(id="typed")
            yield SidePanel(id="telling")
        yield KeyBar(id="keys", classes="bar")

    def on_resize(self) -> None:
        """With much room, what has happened stands beside the whole table instead of beside the choices."""
        is_wide = self.app.size.width >= _WIDE
        self.set_class(is_wide, "wide")
        before = self.query_one("#table" if is_wide else "#choosing")
        self.query_one("#room").move_child(self.query_one(SidePanel), after=before)

    def on_mount(self) -> None:
        """Show the table, and play."""
        self.query_one(RollInput).display = False
        self._show_keys()
        self.run_worker(self._play(), group="game", exclusive=True)

    # -- following -----------------------------------------------------------------------------------------------------

    async def _play(self) -> None:
        """Play until the game is over."""
        self.table.messages, self.table.pace = self.app.messages, self.app.bot_delay
        async with self.table:
            if self.table.is_over:  # and we are here again: for another game
                await self._send(self.table.agree())
                self._answered = 0
            while not self.table.is_over:
                try:
                    await self._follow()
                except (OSError, RoostError) as error:
                    self._asked = None
                    self._prompt_text(str(error))
                    retry = self._ask_whether_ready(self.app.messages.say("screen.retry"))
                    await self.run_worker(retry, group="asking", exclusive=True).wait()
            self._prompt_text("")
            if self.state.node is Node.OVER:
                self.app.end_game(self.table, await self.table.record())

    async def _follow(self) -> None:
        async with aclosing(self.table.events()) as events:
            async for told in events:
                await self._take(told)
                if news := self.table.tell_news(self.app.messages):
                    self.notify(news, severity="warning", markup=False, timeout=30)
                if self.table.is_over:
                    return

    async def _take(self, told: Json) -> None:
        """Show one event of the table, and ask if it is our turn, or if somebody else has our seat."""
        before = self.state
        self.table.take(told["table"])
        if earlier := self.table.read_events(told.get("earlier", [])):
            self._tell_events(earlier)
            self._tell(self.app.messages.say("screen.resumed"), "dim")
        happened = self.table.read_events(told.get("events", []))
        for event in happened:
            if isinstance(event, Rolled):
                await self._show_roll(before, before.game.die.parse(event.roll), self.state)
        self._tell_events(happened)
        self._show(self.state)
        if self.table.is_asked or self.table.is_replaced:
            question = self.table.question
            # else something else happened at the table, and an answer may be on its way
            if question != self._asked and told["table"]["version"] >= self._answered:
                self._asked = question
                self.run_worker(self._ask(), group="asking", exclusive=True)
            return
        self._asked = None
        self.workers.cancel_group(self, "asking")
        self.query_one(ChoiceList).offer([], str)
        if self.table.status in ("waiting", "over"):
            self._prompt_text(self.app.messages.say("screen.waits"))
        elif self.state.seat is None:
            self._prompt_text(self.app.messages.say("screen.draws"))
        else:
            self._prompt("screen.rolls" if self.state.node is Node.ROLL else "screen.thinks")

    async def _ask(self) -> None:
        """Ask until the table has taken our answer, or an event has ended this."""
        while self.table.is_asked or self.table.is_replaced:
            request = self._take_turn() if self.table.is_asked else self._come_back()
            if await self._send(await request):
                return

    async def _take_turn(self) -> Awaitable[int]:
        """The request to send once we have chosen, want to roll, or have typed."""
        state, version = self.state, self.table.moved
        if (dice := state.dice) is None:
            return self.table.move(str(await self._choose(state)), version)
        if self.table.is_typed:
            return self.table.enter(str(await self._ask_for_roll(dice)), version)
        self._prompt("screen.press_to_roll")
        await self._ask_whether_ready(self.app.messages.say("screen.roll", n=dice.count))
        return self.table.move(None, version)

    async def _come_back(self) -> Awaitable[int]:
        """The request to send once we want our seat again."""
        self._prompt_text(self.table.tell_replaced(self.app.messages))
        await self._ask_whether_ready(self.app.messages.say("screen.come_back"))
        return self.table.come_back()

    async def _send(self, request: Awaitable[int]) -> bool:
        """Whether the table has taken it; else why not is told."""
        try:
            self._answered = await request
        except (OSError, RoostError) as error:
            self.notify(str(error), severity="error", markup=False)
            return False
        return True

    # -- asking --------------------------------------------------------------------------------------------------------

    async def _ask_whether_ready(self, line: str) -> None:
        await self._offer([READY], lambda _: line)

    async def _choose(self, state: State) -> Action:
        """Let a person choose; a line that stands for many opens a screen of its own."""
        self._prompt("screen.your_turn")
        listed = keyed(state.actions())
        while True:
            choice = await self._offer(listed, lambda choice: self._tell_choice(state, choice))
            if choice.ways == 1:
                return choice.action
            same = [action for action in state.actions() if type(action) is type(choice.action)]
            screen = pick_screen(state, same, self.app.messages, self.names)
            picked = await self.app.push_screen_wait(screen)
            if picked is not None:
                return picked

    async def _ask_for_roll(self, dice: Dice) -> Roll:
        faces = "".join(symbol.char for symbol in dice.die.symbols)
        question = "ui.type_draw" if self.state.seat is None else "ui.type_roll"
        lines = [self.app.messages.say(question, n=dice.count, faces=faces)]
        words = [(symbol.char, tell_face(symbol, self.app.messages.of(self.state.game))) for symbol in dice.die.symbols]
        if self.state.seat is not None and (named := [pair for pair in words if pair[0] != pair[1]]):
            lines.append(", ".join(f"{char} = {name}" for char, name in named))
        self._prompt_text("\n".join(lines))
        self.query_one(ChoiceList).offer([], str)
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

    async def _offer(self, listed: Sequence[Choice], tell: Callable[[Choice], str]) -> Choice:
        choices = self.query_one(ChoiceList)
        choices.offer(listed, tell)
        choices.focus()
        answer = await self._wait()
        choices.offer([], str)
        assert isinstance(answer, Choice)
        return answer

    async def _wait(self) -> Choice | Roll:
        self._answer = asyncio.get_running_loop().create_future()
        try:
            return await self._answer
        finally:
            self._answer = None

    @property
    def is_asking(self) -> bool:
        """Whether the game waits for a person."""
        return self._answer is not None and not self._answer.done()

    def _reply(self, answer: Choice | Roll) -> None:
        if self._answer is not None and self.is_asking:
            self._answer.set_result(answer)

    # -- what people do ------------------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """The key beside a choice makes it."""
        if self.is_asking and event.character and self.query_one(ChoiceList).press(event.character):
            event.stop()

    def on_choice_list_chosen(self, event: ChoiceList.Chosen) -> None:
        """A choice was made, by whatever means."""
        self._reply(event.choice)

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

    def action_choose(self, token: str) -> None:
        """Choose by an action's own text: a click on dice."""
        self.query_one(ChoiceList).press(token)

    def action_odds(self) -> None:
        """Show the odds instead of the log, or the log again."""
        if not self.table.tells_odds:
            self._tell(self.app.messages.say("screen.odds_forbidden"), "dim")
            return
        self._shows_odds = not self._shows_odds
        self._show_keys()
        if self._shows_odds:
            self._show_odds()
        else:
            self.workers.cancel_group(self, "odds")
            self.query_one(SidePanel).show_odds(None)

    def action_hint(self) -> None:
        """Tell what is best, and why."""
        state = self.state
        if not self.table.tells_odds:
            self._tell(self.app.messages.say("screen.odds_forbidden"), "dim")
        elif state.node is Node.DECIDE and self.table.is_ours:
            self.run_worker(self._give_hint(state), group="hint", exclusive=True)
        else:
            self.notify(self.app.messages.say("screen.no_odds"), timeout=3)

    def action_undo(self) -> None:
        """Take back the last choice of a person, unless dice have shown something since."""
        if self.table.can_undo:
            self.run_worker(self._take_back(), group="undo", exclusive=True)
        else:
            self.notify(self.app.messages.say("ui.no_undo"), timeout=3)

    async def _take_back(self) -> None:
        if await self._send(self.table.undo()):
            self._tell(self.app.messages.say("ui.undone"), "dim")

    def action_leave(self) -> None:
        """Stop here; nothing is lost."""
        self.app.exit()

    def action_scroll_panel(self, pages: int) -> None:
        """Read the log or the odds beyond what fits."""
        panel = self.query_one(SidePanel)
        panel.scroll_relative(y=pages * panel.size.height, animate=False)

    def action_help(self) -> None:
        """Explain the keys and the rules."""
        self.app.push_screen(HelpScreen(self.state.game, self.app.messages))

    # -- what is shown -------------------------------------------------------------------------------------------------

    def _show(self, state: State) -> None:
        messages = self.app.messages
        self.query_one("#title", Static).update(f" {state.game.title}")
        self.query_one(TableView).show(state, messages, self.names)
        self.query_one(DiceView).show(state, messages)
        self._show_odds()

    async def _show_roll(self, before: State, roll: Roll, after: State) -> None:
        """Let dice tumble; those that ended a turn stay for a moment."""
        if before.seat is None:
            return
        view, chance = self.query_one(DiceView), Stream(token_hex(8))  # for show: the game's dice come from elsewhere
        for _ in range(self.app.frames):
            view.show(before, self.app.messages, roll.die.dice(roll.size).draw(chance))
            await asyncio.sleep(_FRAME)
        view.show(before, self.app.messages, roll)
        if self.app.frames and after.seat != before.seat:
            await asyncio.sleep(_DEAD_ROLL_PAUSE)

    def _tell_events(self, happened: Iterable[Event]) -> None:
        for event in happened:
            self._tell(tell_event(event, self.state.game, self.app.messages, self.names))

    def _show_keys(self) -> None:
        say = self.app.messages.say
        panel = say("screen.log" if self._shows_odds else "screen.odds")
        keys = (
            ("o", panel, "screen.odds"),
            ("h", say("screen.hint"), "screen.hint"),
            ("u", say("screen.undo"), "screen.undo"),
            ("?", say("screen.help"), "screen.help"),
            ("q", say("screen.quit"), "screen.leave"),
        )
        self.query_one(KeyBar).show(keys)

    def _show_odds(self) -> None:
        if self._shows_odds:
            self.run_worker(self._fill_odds(self.state), group="odds", exclusive=True)

    async def _fill_odds(self, state: State) -> None:
        panel, messages = self.query_one(SidePanel), self.app.messages
        if state.node is Node.OVER or state.seat is None:
            panel.show_odds(Text(messages.say("screen.no_odds"), "dim"))
            return
        panel.show_odds(Text(messages.say("screen.calculating"), "dim"))
        odds = await self.app.odds_of(state)
        panel.show_odds(Text("\n").join(odds_lines(odds, messages, self.names)))

    async def _give_hint(self, state: State) -> None:
        try:
            hint = await self.app.hint_at(state)
        except OptionError as error:  # a game from outside, of which there is no model
            self.notify(str(error), timeout=3, markup=False)
            return
        except NotKnownError:
            self._tell(self.app.messages.say("hint.not_known"), "italic")
            return
        if state == self.state:  # else somebody has chosen meanwhile
            if self._shows_odds:  # which hide the log
                self.action_odds()
            self._tell(tell_hint(hint, self.app.messages, self.names), "italic")

    def _prompt(self, key: str) -> None:
        seat = self.state.seat
        assert seat is not None
        self._prompt_text(self.app.messages.say(key, seat=seat_name(seat, self.names)))

    def _prompt_text(self, text: str) -> None:
        self.query_one("#prompt", Static).update(Text(text, "bold"))

    def _tell_choice(self, state: State, choice: Choice) -> str:
        told = describe_action(state, choice.action, self.app.messages, self.names)
        return told if choice.ways == 1 else self.app.messages.say("screen.many", n=choice.ways, example=told)

    def _tell(self, sentence: str, style: str = "") -> None:
        self.query_one(SidePanel).tell(sentence, style)
