"""The full-screen client. It opens screens and keeps what they share; the game itself is played on its screen."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from rich.console import Console
from textual.binding import Binding, BindingType

from roost.core.record import RecordFile
from roost.core.state import Node, State
from roost.core.words import Messages
from roost.core.words.sentences import Names
from roost.play.terminal.screens.end import EndScreen
from roost.play.terminal.screens.game import GameScreen
from roost.play.terminal.screens.start import StartScreen
from roost.play.terminal.seats import setup_of
from roost.play.terminal.shared import Prefilled, SharedApp
from roost.play.terminal.table import Table

if TYPE_CHECKING:
    from roost.play.terminal.remote import RemoteTable

__all__ = ["RoostApp"]

_FRAMES = 7
_FRAMES_WITHOUT_COLOUR = 2
_BOT_DELAY = 0.7


class RoostApp(SharedApp):
    """Games at this terminal, one after another."""

    TITLE = "Roost"
    ENABLE_COMMAND_PALETTE = False
    CSS_PATH = "roost.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c,ctrl+q", "quit", show=False, priority=True)]

    def __init__(
        self,
        messages: Messages,
        *,
        table: Table | None = None,
        remote: RemoteTable | None = None,
        prefilled: Prefilled | None = None,
        animation: bool = True,
        bot_delay: float = _BOT_DELAY,
    ) -> None:
        """With a table, here or on a server, its game is played at once; otherwise the start screen opens."""
        has_colour = "NO_COLOR" not in os.environ
        has_few_colours = Console().color_system in (None, "standard", "windows")
        # The sixteen colours of a terminal are its owner's choice: they are used as they are, never approximated.
        super().__init__(ansi_color=True if not has_colour or has_few_colours else None)
        self.theme = "ansi-dark" if not has_colour or has_few_colours else "textual-dark"
        self.messages = messages
        self.prefilled = prefilled or Prefilled()
        self.bot_delay = bot_delay
        self.frames = (_FRAMES if has_colour else _FRAMES_WITHOUT_COLOUR) if animation else 0
        self._table = table
        self._remote = remote
        self._odds = {}

    def on_mount(self) -> None:
        """Open the first screen."""
        if self._remote is not None:
            from roost.play.terminal.screens.remote import (
                RemoteScreen,  # here, because it needs what not everybody installs
            )

            self.push_screen(RemoteScreen(self._remote))
        else:
            self.push_screen(StartScreen() if self._table is None else GameScreen(self._table))

    def play(self, table: Table) -> None:
        """Sit down at a table."""
        self._table, self._remote = table, None
        self.switch_screen(GameScreen(table))

    def play_remote(self, remote: RemoteTable) -> None:
        """Sit down at a table on a server."""
        from roost.play.terminal.screens.remote import (
            RemoteScreen,  # here, because it needs what not everybody installs
        )

        self._table, self._remote = None, remote
        self.switch_screen(RemoteScreen(remote))

    def end_game(self, table: Table) -> None:
        """Show the result, and ask what comes next."""
        end = EndScreen(
            table.state,
            table.names,
            self.messages,
            _file_of(table),
            table.book.record(),
            viewer=table.only_person,
        )
        self.push_screen(end, self._after_the_end)

    def end_remote_game(self, state: State, names: Names, dice: str) -> None:
        """Show the result of a game on a server, and what is known of its dice."""
        self.push_screen(EndScreen(state, names, self.messages, None, dice=dice), self._after_the_end)

    def _after_the_end(self, wish: str | None) -> None:
        match wish:
            case "again" if self._table is not None:
                self.play(setup_of(self._table).begin())
            case "again" if self._remote is not None and self._remote.status == "over":
                self.play_remote(self._remote)
            case "again" | "new":
                self.switch_screen(StartScreen())
            case _:
                self.exit()

    def farewell(self) -> str:
        """What to say once the screen is gone: how the game can be gone on with, or where its record is."""
        if self._remote is not None and not self._remote.is_over:
            return self.messages.say("ui.quit_saved")
        table = self._table
        file = None if table is None else _file_of(table)
        if table is None or file is None:
            return self.messages.say("ui.quit")
        if table.state.node is Node.OVER:
            return self.messages.say("ui.saved", file=file)
        return self.messages.say("ui.quit_saved")


def _file_of(table: Table) -> Path | None:
    return table.book.path if isinstance(table.book, RecordFile) else None
