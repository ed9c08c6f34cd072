"""The help screen, which lists the keys and the rules of the game."""

from typing import ClassVar

from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from roost.core.errors import OptionError
from roost.core.game import Game
from roost.core.words import Messages
from roost.core.words.pages import plain, rules_pages, unwrapped
from roost.play.terminal.widgets import KeyBar

_KEYS = (
    ("1 2 w …", "choose"),
    ("Enter", "enter"),
    ("o", "odds"),
    ("h", "hint"),
    ("u", "undo"),
    ("p", "speed"),
    ("PgUp/Dn", "page"),
    ("?", "help"),
)


class HelpScreen(ModalScreen[None]):
    """A help overlay that closes on any of the usual keys."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,question_mark,q,enter", "dismiss(None)", show=False)]

    def __init__(self, game: Game, messages: Messages) -> None:
        super().__init__()
        self._game = game
        self._messages = messages

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="box"):
            yield Static(Text(self._messages.say("screen.keys"), "bold"))
            yield Static(self._keys())
            yield Static(self._rules())
        yield KeyBar(classes="bar")

    def on_mount(self) -> None:
        self.query_one(KeyBar).show([("Esc", self._messages.say("screen.back"), "screen.dismiss(None)")])
        self.query_one(VerticalScroll).focus()

    def _keys(self) -> Table:
        """Return the keys and what they do, as a grid, so that long sentences wrap beside the key."""
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(justify="right", style="bold green")
        for key, name in (*_KEYS, ("q", "quit")):
            grid.add_row(key, self._messages.say(f"screen.key_{name}"))
        return grid

    def _rules(self) -> Text:
        try:
            pages = rules_pages(type(self._game), self._messages.language)
        except OptionError:  # a plug-in game without rules pages
            return Text()
        text = Text(f"\n{self._messages.say('screen.rules')}\n\n", "bold")
        return text.append("\n".join(plain(unwrapped(page)) for page in pages), "not bold")
