"""The screen at the end of a game: the winner, the scores, luck and skill, and what to do next."""

import asyncio
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from roost.core.record import Record
from roost.core.words import Messages
from roost.core.words.sentences import describe_outcome, describe_score
from roost.play.terminal.seated import Seated
from roost.play.terminal.widgets import KeyBar


class EndScreen(ModalScreen[str]):
    """Shows the result of a game. The screen returns ``again``, ``new`` or ``quit``."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a,enter", "dismiss('again')", show=False),
        Binding("n", "dismiss('new')", show=False),
        Binding("q,escape", "dismiss('quit')", show=False),
    ]

    def __init__(self, table: Seated, record: Record | None, messages: Messages) -> None:
        super().__init__()
        self._table = table
        self._record = record
        self._messages = messages

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="box"):
            yield Static(self._text(), id="result")
            yield Static(id="review", markup=False)
        yield KeyBar(classes="bar")

    def on_mount(self) -> None:
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
        """Show luck and skill as soon as they are calculated."""
        lines = await asyncio.to_thread(self._review, record)
        self.query_one("#review", Static).update(Text("\n").join([Text(), *lines]))

    def _review(self, record: Record) -> list[Text]:
        from roost.play.terminal.review_lines import closing_lines  # imported here because it loads slowly

        return closing_lines(record, self._messages, self._table.only_seat)

    def _text(self) -> Text:
        state, names, messages = self._table.state, self._table.names, self._messages
        outcome = state.outcome
        assert outcome is not None
        text = Text(describe_outcome(outcome, state.game, messages, names) + "\n", "bold")
        width = max(map(len, names))
        merits = list(map(state.game.merit, outcome.scores))
        ranks = sorted(range(len(names)), key=lambda seat: (seat not in outcome.winners, -merits[seat]))
        for seat in ranks:
            mark = "★" if seat in outcome.winners else " "
            score = describe_score(outcome.scores[seat], state.game, messages)
            text.append(f"\n {mark} {names[seat].ljust(width)}  {score}", "not bold")
        if closing := self._table.describe_end(messages):
            text.append(f"\n\n{closing}", "not bold dim")
        return text
