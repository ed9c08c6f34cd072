"""The table screen, which shows the board, the dice, the choices and the log, for local and remote tables."""

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
from roost.core.words.reasons import doubts
from roost.core.words.sentences import Names, describe_action, describe_event, describe_face, seat_name
from roost.play.terminal.choices import READY, MenuChoice, choices
from roost.play.terminal.odds_lines import odds_lines
from roost.play.terminal.screens.help import HelpScreen
from roost.play.terminal.screens.pick import pick_screen
from roost.play.terminal.seated import Json, Question, Seated
from roost.play.terminal.widgets import ChoiceList, DiceWidget, KeyBar, LogPanel, RollInput, SidePanel, TableWidget
from roost.study.review.hints import describe_hint

if TYPE_CHECKING:
    from roost.play.terminal.app import RoostApp

_WIDE = 120
"""Minimum number of columns at which eight drawn dice fit beside sentences."""
_FRAME = 0.07
"""Seconds between two animation frames of tumbling dice."""


class TableScreen(Screen[None]):
    """Shows a table. One task follows the table's events; another asks the players for answers when necessary."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("o", "odds", show=False),
        Binding("h", "hint", show=False),
        Binding("u", "undo", show=False),
        Binding("p", "speed", show=False),
        Binding("question_mark", "help", show=False),
        Binding("q", "leave", show=False),
        Binding("pageup", "scroll_panel(-1)", show=False, priority=True),
        Binding("pagedown", "scroll_panel(1)", show=False, priority=True),
    ]

    app: RoostApp

    def __init__(self, table: Seated) -> None:
        super().__init__()
        self.table = table
        self._answer: asyncio.Future[MenuChoice | Roll] | None = None
        self._question: Question | None = None
        """The question that the players are currently asked; None if there is none."""
        self._answered = 0
        """The table version after the latest answer from this terminal. Events of earlier versions need no answer."""
        self._shows_odds = False

    @property
    def state(self) -> State:
        return self.table.state

    @property
    def names(self) -> Names:
        return self.table.names

    def compose(self) -> ComposeResult:
        yield Static(id="title", markup=False)
        with Container(id="room"):
            yield TableWidget(id="table")
            yield DiceWidget(id="dice")
            with Vertical(id="choosing"):
                yield Static(id="prompt", markup=False)
                yield ChoiceList(id="choices")
                yield RollInput(id="typed")
            yield SidePanel(id="odds")
            yield LogPanel(id="telling")
        yield KeyBar(id="keys", classes="bar")

    def on_resize(self) -> None:
        """Place the log beside the whole table if the terminal is wide, else beside the choices or behind the odds."""
        self.set_class(self._is_wide, "wide")
        log = self.query_one(LogPanel)
        log.has_room = self._is_wide
        self._show_keys()
        self.query_one("#room").move_child(log, after=self.query_one("#table" if self._is_wide else "#odds"))

    @property
    def _is_wide(self) -> bool:
        return self.app.size.width >= _WIDE

    def on_mount(self) -> None:
        self.query_one(RollInput).display = False
        self._show_keys()
        self.run_worker(self._play(), group="game", exclusive=True)

    async def _play(self) -> None:
        self.table.messages, self.table.pace = self.app.messages, self.app.speed.times.step
        async with self.table:
            if self.table.is_over:  # the screen was reopened for a rematch
                await self._send(self.table.agree())
                self._answered = 0
            while not self.table.is_over:
                try:
                    await self._follow()
                except (OSError, RoostError) as error:
                    self._question = None
                    self._prompt_text(str(error))
                    retry = self._wait_until_ready(self.app.messages.say("screen.retry"))
                    await self.run_worker(retry, group="asking", exclusive=True).wait()
            self._prompt_text("")
            if self.state.node is Node.OVER:
                self.app.end_game(self.table, await self.table.record())

    async def _follow(self) -> None:
        async with aclosing(self.table.events()) as events:
            async for change in events:
                await self._show_event(change)
                if news := self.table.describe_news(self.app.messages):
                    self.notify(news, severity="warning", markup=False, timeout=30)
                if self.table.is_over:
                    return

    async def _show_event(self, change: Json) -> None:
        """Show one event of the table. If it is now the turn of a player at this terminal, ask them for an answer."""
        before = self.state
        self.table.take(change["table"])
        if earlier := self.table.read_events(change.get("earlier", [])):
            self._log_events(earlier)
            self._add_to_log(self.app.messages.say("screen.resumed"), "dim")
        table_events = self.table.read_events(change.get("events", []))
        for event in table_events:
            if isinstance(event, Rolled):
                await self._show_roll(before, before.game.die.parse(event.roll), self.state)
        self._log_events(table_events)
        self._show(self.state)
        if self.table.is_asked or self.table.is_replaced:
            question = self.table.question
            # otherwise the question is unchanged, and an answer may already be on its way
            if question != self._question and change["table"]["version"] >= self._answered:
                self._question = question
                self.run_worker(self._ask(), group="asking", exclusive=True)
            return
        self._question = None
        self.workers.cancel_group(self, "asking")
        self.query_one(ChoiceList).offer([], str)
        if self.table.status in ("waiting", "over"):
            self._prompt_text(self.app.messages.say("screen.waits"))
        elif self.state.seat is None:
            self._prompt_text(self.app.messages.say("screen.draws"))
        else:
            self._prompt("screen.rolls" if self.state.node is Node.ROLL else "screen.thinks")

    async def _ask(self) -> None:
        """Ask the players until the table accepts an answer, or until an event makes the question obsolete."""
        while self.table.is_asked or self.table.is_replaced:
            request = self._take_turn() if self.table.is_asked else self._come_back()
            if await self._send(await request):
                return

    async def _take_turn(self) -> Awaitable[int]:
        """Return the request to send for the player's choice, roll or typed dice."""
        state, version = self.state, self.table.moved
        if (dice := state.dice) is None:
            return self.table.move(str(await self._choose(state)), version)
        if self.table.is_typed:
            return self.table.enter(str(await self._ask_for_roll(dice)), version)
        self._prompt("screen.press_to_roll")
        await self._wait_until_ready(self.app.messages.say("screen.roll", n=dice.count))
        return self.table.move(None, version)

    async def _come_back(self) -> Awaitable[int]:
        """Wait until the player wants to return, then return the request that takes the seat again."""
        self._prompt_text(self.table.describe_replaced(self.app.messages))
        await self._wait_until_ready(self.app.messages.say("screen.come_back"))
        return self.table.come_back()

    async def _send(self, request: Awaitable[int]) -> bool:
        """Send a request, and return whether the table accepted it. If not, show the reason."""
        try:
            self._answered = await request
        except (OSError, RoostError) as error:
            self.notify(str(error), severity="error", markup=False)
            return False
        return True

    async def _wait_until_ready(self, line: str) -> None:
        await self._offer([READY], lambda _: line)

    async def _choose(self, state: State) -> Action:
        """Ask for a choice. A line that stands for many actions opens its own screen."""
        self._prompt("screen.your_turn")
        listed = choices(state.actions(), state.game.die)
        while True:
            choice = await self._offer(listed, lambda choice: self._describe_choice(state, choice))
            if choice.ways == 1:
                if await self._is_sure(state, choice.action):
                    return choice.action
                continue
            group = [action for action in state.actions() if type(action) is type(choice.action)]
            screen = pick_screen(state, group, self.app.messages, self.names)
            picked = await self.app.push_screen_wait(screen)
            if picked is not None:
                return picked

    async def _is_sure(self, state: State, action: Action) -> bool:
        """Ask for confirmation if players often regret the action."""
        warning, confirmation = doubts(state, action, self.app.messages)
        if warning is None:
            return True
        self._prompt_text(warning)
        words = {"y": confirmation or "", "b": self.app.messages.say("screen.back")}
        answer = await self._offer([MenuChoice(key, READY.action) for key in words], lambda choice: words[choice.label])
        self._prompt("screen.your_turn")
        return answer.label == "y"

    async def _ask_for_roll(self, dice: Dice) -> Roll:
        faces = "".join(symbol.char for symbol in dice.die.symbols)
        question = "ui.type_draw" if self.state.seat is None else "ui.type_roll"
        lines = [self.app.messages.say(question, n=dice.count, faces=faces)]
        words = [
            (symbol.char, describe_face(symbol, self.app.messages.of(self.state.game))) for symbol in dice.die.symbols
        ]
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

    async def _offer(self, listed: Sequence[MenuChoice], tell: Callable[[MenuChoice], str]) -> MenuChoice:
        choices = self.query_one(ChoiceList)
        choices.offer(listed, tell)
        choices.focus()
        answer = await self._wait()
        choices.offer([], str)
        assert isinstance(answer, MenuChoice)
        return answer

    async def _wait(self) -> MenuChoice | Roll:
        self._answer = asyncio.get_running_loop().create_future()
        try:
            return await self._answer
        finally:
            self._answer = None

    @property
    def is_asking(self) -> bool:
        """Whether the game is waiting for a player's answer."""
        return self._answer is not None and not self._answer.done()

    def _reply(self, answer: MenuChoice | Roll) -> None:
        if self._answer is not None and self.is_asking:
            self._answer.set_result(answer)

    def on_key(self, event: events.Key) -> None:
        if self.is_asking and event.character and self.query_one(ChoiceList).press(event.character):
            event.stop()

    def on_choice_list_chosen(self, event: ChoiceList.Chosen) -> None:
        """Accept a choice, made by key, mouse or list."""
        self._reply(event.choice)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        dice = self.state.dice
        if dice is None:
            return
        try:
            self._reply(dice.parse(event.value))
        except NotationError:
            faces = "".join(symbol.char for symbol in dice.die.symbols)
            self._prompt_text(self.app.messages.say("ui.bad_roll", n=dice.count, faces=faces))

    def action_choose(self, token: str) -> None:
        """Choose an action by its text, after a click on dice."""
        self.query_one(ChoiceList).press(token)

    def action_odds(self) -> None:
        """Show or hide the odds. On a wide terminal they are below the dice, otherwise in the place of the log."""
        if not self.table.shows_odds:
            self._add_to_log(self.app.messages.say("screen.odds_forbidden"), "dim")
            return
        self._shows_odds = not self._shows_odds
        self.set_class(self._shows_odds, "with-odds")
        self._show_keys()
        if self._shows_odds:
            self._show_odds()
        else:
            self.workers.cancel_group(self, "odds")

    def action_hint(self) -> None:
        """Show the best choice and the reason for it."""
        state = self.state
        if not self.table.shows_odds:
            self._add_to_log(self.app.messages.say("screen.odds_forbidden"), "dim")
        elif state.node is Node.DECIDE and self.table.is_ours:
            self.run_worker(self._give_hint(state), group="hint", exclusive=True)
        else:
            self.notify(self.app.messages.say("screen.no_odds"), timeout=3)

    def action_undo(self) -> None:
        """Undo the last choice made at this terminal, unless dice were rolled since."""
        if self.table.can_undo:
            self.run_worker(self._take_back(), group="undo", exclusive=True)
        else:
            self.notify(self.app.messages.say("ui.no_undo"), timeout=3)

    async def _take_back(self) -> None:
        if await self._send(self.table.undo()):
            self._add_to_log(self.app.messages.say("ui.undone"), "dim")

    def action_leave(self) -> None:
        """Leave the game. It can be resumed later."""
        self.app.exit()

    def action_scroll_panel(self, pages: int) -> None:
        panel = self.query_one("#telling" if self._is_wide or not self._shows_odds else "#odds")
        panel.scroll_relative(y=pages * panel.size.height, animate=False)

    def action_speed(self) -> None:
        """Switch the playback speed of bots and dice to the next setting."""
        self.app.speed = self.app.speed.next
        self.table.pace = self.app.speed.times.step
        self._show_keys()

    def action_help(self) -> None:
        self.app.push_screen(HelpScreen(self.state.game, self.app.messages))

    def _show(self, state: State) -> None:
        messages = self.app.messages
        self.query_one("#title", Static).update(f" {state.game.title}")
        self.query_one(TableWidget).show(state, messages, self.names)
        self.query_one(DiceWidget).show(state, messages)
        self._show_odds()

    async def _show_roll(self, before: State, roll: Roll, after: State) -> None:
        """Animate the roll. If it ended the turn, keep it visible for a moment."""
        if before.seat is None:
            return
        view, chance = self.query_one(DiceWidget), Stream(token_hex(8))  # for the animation only, not the game's dice
        for _ in range(self.app.frames):
            view.show(before, self.app.messages, roll.die.dice(roll.size).draw(chance))
            await asyncio.sleep(_FRAME)
        view.show(before, self.app.messages, roll)
        if self.app.frames and after.seat != before.seat:
            await asyncio.sleep(self.app.speed.times.dead_roll)

    def _log_events(self, table_events: Iterable[Event]) -> None:
        for event in table_events:
            sentence = describe_event(event, self.state.game, self.app.messages, self.names)
            self.query_one(LogPanel).tell(sentence, "", self.names, getattr(event, "seat", None))

    def _show_keys(self) -> None:
        say = self.app.messages.say
        panel = say("screen.log" if self._shows_odds and not self._is_wide else "screen.odds")
        keys = (
            ("o", panel, "screen.odds"),
            ("h", say("screen.hint"), "screen.hint"),
            ("u", say("screen.undo"), "screen.undo"),
            ("p", say(f"screen.speed_{self.app.speed}"), "screen.speed"),
            ("?", say("screen.help"), "screen.help"),
            ("q", say("screen.quit"), "screen.leave"),
        )
        self.query_one(KeyBar).show(keys)

    def _show_odds(self) -> None:
        if self._shows_odds:
            self.run_worker(self._fill_odds(self.state), group="odds", exclusive=True)

    async def _fill_odds(self, state: State) -> None:
        panel, messages = self.query_one("#odds", SidePanel), self.app.messages
        if state.node is Node.OVER or state.seat is None:
            panel.show(Text(messages.say("screen.no_odds"), "dim"))
            return
        panel.show(Text(messages.say("screen.calculating"), "dim"))
        odds = await self.app.odds_of(state)
        panel.show(Text("\n").join(odds_lines(odds, messages, self.names)))

    async def _give_hint(self, state: State) -> None:
        try:
            hint = await self.app.hint_at(state)
        except OptionError as error:  # a plug-in game without a model
            self.notify(str(error), timeout=3, markup=False)
            return
        except NotKnownError:
            self._add_to_log(self.app.messages.say("hint.not_known"), "italic")
            return
        if state == self.state:  # otherwise a player has chosen in the meantime
            if self._shows_odds and not self._is_wide:  # the odds would hide the log, in which the hint is shown
                self.action_odds()
            self._add_to_log(describe_hint(hint, self.app.messages, self.names), "italic")

    def _prompt(self, key: str) -> None:
        seat = self.state.seat
        assert seat is not None
        self._prompt_text(self.app.messages.say(key, seat=seat_name(seat, self.names)))

    def _prompt_text(self, text: str) -> None:
        self.query_one("#prompt", Static).update(Text(text, "bold"))

    def _describe_choice(self, state: State, choice: MenuChoice) -> str:
        meaning = describe_action(state, choice.action, self.app.messages, self.names)
        return meaning if choice.ways == 1 else self.app.messages.say("screen.many", n=choice.ways, example=meaning)

    def _add_to_log(self, sentence: str, style: str = "") -> None:
        self.query_one(LogPanel).tell(sentence, style, self.names)
