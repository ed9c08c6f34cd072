"""The end of a game: who won, with what, whether by luck or by skill, and what next."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from roost.core.record import Record
from roost.core.state import State
from roost.core.words import Messages
from roost.core.words.sentences import Names, tell_outcome, tell_score
from roost.play.terminal.end_review import closing_lines
from roost.play.terminal.widgets import KeyBar

__all__ = ["EndScreen"]


class EndScreen(ModalScreen[str]):
    """The result. It answers ``again``, ``new`` or ``quit``."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a,enter", "dismiss('again')", show=False),
        Binding("n", "dismiss('new')", show=False),
        Binding("q,escape", "dismiss('quit')", show=False),
    ]

    def __init__(
        self,
        state: State,
        names: Names,
        messages: Messages,
        file: Path | None,
        record: Record | None = None,
        dice: str = "",
        viewer: int | None = None,
    ) -> None:
        """``file`` is where the game is kept, if it is kept here; of its ``record`` a review is shown.

        ``dice`` tells what is known of the dice of a game on a server. The review speaks to the seat ``viewer``.
        """
        super().__init__()
        self._state = state
        self._names = names
        self._messages = messages
        self._file = file
        self._record = record
        self._dice = dice
        self._viewer = viewer

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="box"):
            yield Static(self._text(), id="result")
            yield Static(id="review", markup=False)
        yield KeyBar(classes="bar")

    def on_mount(self) -> None:
        """The keys of the end."""
        say = self._messages.say
        self.query_one(KeyBar).show(
            [
                ("a", say("screen.again"), "screen.dismiss('again')"),
                ("n", say("screen.new_game"), "screen.dismiss('new')"),
                ("q", say("screen.quit"), "screen.dismiss('quit')"),
            ]
        )

        if self._record is not None:
            self.query_one("#review", Static).update(Text("\n" + say("screen.calculating"), "dim"))
            self.run_worker(self._show_review(self._record), exclusive=True)

    async def _show_review(self, record: Record) -> None:
        """Luck and skill, as soon as they are found."""
        lines = await asyncio.to_thread(closing_lines, record, self._messages, self._viewer)
        self.query_one("#review", Static).update(Text("\n").join([Text(), *lines]))

    def _text(self) -> Text:
        state, names, messages = self._state, self._names, self._messages
        outcome = state.outcome
        assert outcome is not None
        text = Text(tell_outcome(outcome, state.game, messages, names) + "\n", "bold")
        width = max(map(len, names))
        ranks = sorted(range(len(names)), key=lambda seat: (seat not in outcome.winners, -outcome.scores[seat]))
        for seat in ranks:
            mark = "★" if seat in outcome.winners else " "
            score = tell_score(outcome.scores[seat], state.game, messages)
            text.append(f"\n {mark} {names[seat].ljust(width)}  {score}", "not bold")
        if self._file is not None:
            text.append("\n\n" + messages.say("screen.kept_in", file=self._file), "not bold dim")
        if self._dice:
            text.append("\n\n" + self._dice, "not bold dim")
        return text
