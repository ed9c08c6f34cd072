"""The full-screen client. It opens screens and keeps what they share; the game itself is played on its screen."""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING, ClassVar

from rich.console import Console
from textual.app import App
from textual.binding import Binding, BindingType

from roost.core.record import Record
from roost.core.state import State
from roost.core.words import Messages
from roost.play.terminal.screens.end import EndScreen
from roost.play.terminal.screens.start import Prefilled, StartScreen
from roost.play.terminal.screens.table import TableScreen
from roost.play.terminal.seated import Seated
from roost.study.odds.position import PositionOdds, position_odds

if TYPE_CHECKING:
    from roost.study.review.hints import Hint

_FRAMES = 7
_FRAMES_WITHOUT_COLOUR = 2
_BOT_DELAY = 0.7
_ODDS_KEPT = 64


class RoostApp(App[None]):
    """Games at this terminal, one after another: what screens share, and the way from one to the next."""

    TITLE = "Roost"
    ENABLE_COMMAND_PALETTE = False
    CSS_PATH = "roost.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c,ctrl+q", "quit", show=False, priority=True)]

    def __init__(
        self,
        messages: Messages,
        *,
        table: Seated | None = None,
        prefilled: Prefilled | None = None,
        animation: bool = True,
        bot_delay: float = _BOT_DELAY,
    ) -> None:
        """With a table, its game is played at once; otherwise the start screen opens."""
        has_colour = "NO_COLOR" not in os.environ
        has_few_colours = Console().color_system in (None, "standard", "windows")
        # The sixteen colours of a terminal are its owner's choice: they are used as they are, never approximated.
        super().__init__(ansi_color=True if not has_colour or has_few_colours else None)
        self.theme = "ansi-dark" if not has_colour or has_few_colours else "textual-dark"
        self.messages = messages
        self.prefilled = prefilled or Prefilled()
        self.bot_delay = bot_delay
        """Seconds that bots leave between their steps, so that people can follow."""
        self.frames = (_FRAMES if has_colour else _FRAMES_WITHOUT_COLOUR) if animation else 0
        """How many pictures tumbling dice have."""
        self._table = table
        self._odds: dict[State, PositionOdds] = {}

    def on_mount(self) -> None:
        """Open the first screen."""
        self.push_screen(StartScreen() if self._table is None else TableScreen(self._table))

    def play(self, table: Seated) -> None:
        """Sit down at a table."""
        self._table = table
        self.switch_screen(TableScreen(table))

    def end_game(self, table: Seated, record: Record | None) -> None:
        """Show the result, and ask what comes next."""
        self.push_screen(EndScreen(table, record, self.messages), self._after_the_end)

    def _after_the_end(self, wish: str | None) -> None:
        match wish:
            case "again" if self._table is not None and self._table.status == "over":
                self.play(self._table)
            case "again" | "new":
                self.switch_screen(StartScreen())
            case _:
                self.exit()

    def farewell(self) -> str:
        """The farewell once the screen is gone: how the game can be gone on with, or where its record is."""
        return self.messages.say("ui.quit") if self._table is None else self._table.farewell(self.messages)

    async def odds_of(self, state: State) -> PositionOdds:
        """The exact odds of a position, solved beside the screen, which stays awake meanwhile."""
        if state not in self._odds:
            if len(self._odds) >= _ODDS_KEPT:
                self._odds.clear()
            self._odds[state] = await asyncio.to_thread(position_odds, state)
        return self._odds[state]

    async def hint_at(self, state: State) -> Hint:
        """The advice for a position, found beside the screen."""
        from roost.study.review.hints import hint_at  # here, because it takes its time to load

        return await asyncio.to_thread(hint_at, state)
