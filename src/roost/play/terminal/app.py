"""The full-screen client. It opens the screens and holds their shared data; the game itself runs in its own screen."""

from __future__ import annotations

import asyncio
import os
from math import inf
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
from roost.play.terminal.speed import Speed
from roost.study.odds.position import PositionOdds, position_odds

if TYPE_CHECKING:
    from roost.study.review.hints import Hint

_FRAMES_WITHOUT_COLOUR = 2
_MOST_CACHED_ODDS = 64


class RoostApp(App[None]):
    """The app of the full-screen client, which shows one game after another."""

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
        speed: Speed = Speed.NORMAL,
    ) -> None:
        """Open ``table`` if given, else the start screen."""
        has_colour = "NO_COLOR" not in os.environ
        has_few_colours = Console().color_system in (None, "standard", "windows")
        # Users choose their terminal's sixteen colours themselves, so those are used unchanged, never approximated.
        super().__init__(ansi_color=True if not has_colour or has_few_colours else None)
        self.theme = "ansi-dark" if not has_colour or has_few_colours else "textual-dark"
        self.messages = messages
        self.prefilled = prefilled or Prefilled()
        self.speed = speed
        self._most_frames = inf if animation and has_colour else _FRAMES_WITHOUT_COLOUR if animation else 0
        self._table = table
        self._odds: dict[State, PositionOdds] = {}

    @property
    def frames(self) -> int:
        """Number of animation frames in which the dice tumble."""
        return int(min(self.speed.times.frames, self._most_frames))

    def on_mount(self) -> None:
        self.push_screen(StartScreen() if self._table is None else TableScreen(self._table))

    def play(self, table: Seated) -> None:
        self._table = table
        self.switch_screen(TableScreen(table))

    def end_game(self, table: Seated, record: Record | None) -> None:
        """Show the result of a game, and ask what to do next."""
        self.push_screen(EndScreen(table, record, self.messages), self._after_game)

    def _after_game(self, wish: str | None) -> None:
        match wish:
            case "again" if self._table is not None and self._table.status == "over":
                self.play(self._table)
            case "again" | "new":
                self.switch_screen(StartScreen())
            case _:
                self.exit()

    def farewell(self) -> str:
        """Return the closing line, which says how to resume the game or where its record is."""
        return self.messages.say("ui.quit") if self._table is None else self._table.farewell(self.messages)

    async def odds_of(self, state: State) -> PositionOdds:
        """Return the exact odds of a position, solved in a thread so that the screen stays responsive."""
        if state not in self._odds:
            if len(self._odds) >= _MOST_CACHED_ODDS:
                self._odds.clear()
            self._odds[state] = await asyncio.to_thread(position_odds, state)
        return self._odds[state]

    async def hint_at(self, state: State) -> Hint:
        """Return advice for a position, calculated in a thread so that the screen stays responsive."""
        from roost.study.review.hints import hint_at  # imported here because it loads slowly

        return await asyncio.to_thread(hint_at, state)
