"""Widgets of the full-screen client: table, dice, choices and key bar. They contain no game logic."""

import re
from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from rich.table import Table
from rich.text import Text
from textual import events
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.style import Style
from textual.widgets import Input, OptionList, RadioButton, Static
from textual.widgets.option_list import Option

from roost.core.dice import Dice, Roll
from roost.core.state import State
from roost.core.words import Messages
from roost.core.words.sentences import Names, describe_face
from roost.play.terminal.adapter import board_lines, screen_adapter
from roost.play.terminal.choices import MenuChoice
from roost.play.terminal.lines import LABEL, DiceRow, seat_style, underlined

_LONGEST_LOG = 500
_NEW_TURN = Text()
"""Mark in the log where a turn begins."""
_ROOMY = Size(90, 32)
"""Minimum terminal size for drawn dice: eight dice and their label, in two rows that are three lines high."""
_DIE, _SPECIAL = (
    Style.parse("bold ansi_black on ansi_bright_white"),
    Style.parse("bold ansi_black on ansi_bright_green"),
)
_EDGE = Style.parse("ansi_bright_black")
_QUIET, _SUM = Style.parse("dim"), Style.parse("bold")
_NONE, _LEFT, _MIDDLE, _RIGHT, _BOTH = "     ", "●    ", "  ●  ", "    ●", "●   ●"
_PIPS = {
    "1": (_NONE, _MIDDLE, _NONE),
    "2": (_LEFT, _NONE, _RIGHT),
    "3": (_LEFT, _MIDDLE, _RIGHT),
    "4": (_BOTH, _NONE, _BOTH),
    "5": (_BOTH, _MIDDLE, _BOTH),
    "6": (_BOTH, _BOTH, _BOTH),
}


def _dice(row: DiceRow, words: Messages, clicks: Mapping[str, str], draw: Callable[[str], list[str]]) -> list[Content]:
    """Return the lines that show a row of dice. A die whose symbol is in ``clicks`` can be clicked."""
    if row.dice is None:
        return [Content("")]
    dice: list[list[Content]] = []
    for symbol, count in zip(row.dice.die.symbols, row.dice.counts, strict=True):
        style = _SPECIAL if symbol.char in row.special else _DIE
        if row.choosable and symbol.char in clicks:
            style += Style.from_meta({"@click": clicks[symbol.char]})
        dice += [[_edged(line, style) for line in draw(describe_face(symbol, words))]] * count
    return [Content(" ").join(line) for line in zip(*dice, strict=True)]


def _edged(line: str, style: Style) -> Content:
    """Return one line of a die, with dimmed edges."""
    return Content.styled(line, style).stylize(_EDGE, 0, 1).stylize(_EDGE, len(line) - 1)


def drawn_die(face: str) -> list[str]:
    """Return a die drawn as three lines. Faces other than 1 to 6 are written as text."""
    width = max(len(_NONE), len(face))
    rows = _PIPS.get(face, ("", face, ""))
    return [f"[{row.center(width)}]" for row in rows]


class TableWidget(Static):
    """Shows the board and each player's possessions. Words that changed stay underlined until the next change."""

    _shown: Sequence[Text] = ()
    _before: Sequence[Text] = ()

    def show(self, state: State, messages: Messages, names: Names) -> None:
        lines = board_lines(state, messages, names)
        if lines != self._shown:
            self._shown, self._before = lines, self._shown
        self.styles.max_height = len(lines)  # no line wraps, but the grid would measure as if they did
        # Long lines are cut, because wrapped rows would break the table.
        self.update(Text("\n", no_wrap=True, overflow="ellipsis").join(underlined(lines, self._before)))


class DiceWidget(Static):
    """Shows the dice of the turn: those set aside with their sum, and those on the table. Drawn if there is room."""

    _shown: tuple[State, Messages, Roll | None] | None = None
    _is_drawn = False

    def show(self, state: State, messages: Messages, thrown: Roll | None = None) -> None:
        """Show the dice of a state. While dice tumble, ``thrown`` is the roll to show."""
        self._shown = state, messages, thrown
        self._is_drawn = self._has_room
        words = messages.of(state.game)
        clicks = {str(a): f"screen.choose('{a}')" for a in state.actions() if len(str(a)) == 1}
        blocks = []
        for row in screen_adapter(state.game).dice_rows(state, words, thrown):
            lines = _dice(row, words, clicks, drawn_die if self._is_drawn else lambda face: [f"[{face}]"])
            beside = len(lines) // 2  # the line of the label and the note
            note = Content.styled(f"  {row.note}" if row.dice else row.note, _SUM if row.dice else _QUIET)
            lines[beside] = lines[beside] + note if row.note else lines[beside]
            margin = Content.styled(" " * LABEL, _QUIET)
            label = Content.styled(row.label.ljust(LABEL), _QUIET)
            labelled = [(label if number == beside else margin) + content for number, content in enumerate(lines)]
            blocks.append(Content("\n").join(labelled))
        content = Content("\n\n" if self._is_drawn else "\n").join(blocks)
        self.styles.max_height = content.plain.count("\n") + 3  # includes a blank line above and below
        self.update(content)

    @property
    def _has_room(self) -> bool:
        size = self.app.size
        return size.width >= _ROOMY.width and size.height >= _ROOMY.height

    def on_resize(self) -> None:
        if self._shown is not None and self._has_room != self._is_drawn:
            self.show(*self._shown)


class ChoiceList(OptionList):
    """Shows the legal choices. Players choose by key, by mouse, or with the arrow keys and Enter."""

    class Chosen(Message):
        """Posted when the player makes a choice."""

        def __init__(self, choice: MenuChoice) -> None:
            super().__init__()
            self.choice = choice

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, markup=False, compact=True)
        self._choices: Sequence[MenuChoice] = ()

    def offer(self, choices: Sequence[MenuChoice], tell: Callable[[MenuChoice], str]) -> None:
        """Show choices and their meanings."""
        self._choices = choices
        self.clear_options()
        for choice in choices:
            line = Table.grid(padding=(0, 1, 0, 0))  # a grid, so that long sentences wrap beside the key, not below it
            line.add_row(Text(f" {choice.label or '·'} ", "bold reverse"), Text(tell(choice)))
            self.add_option(Option(line))
        # Nothing is highlighted if there are several choices, so that a stray Enter chooses nothing.
        self.highlighted = 0 if len(choices) == 1 else None

    @property
    def choices(self) -> Sequence[MenuChoice]:
        return self._choices

    def press(self, key: str) -> bool:
        """Make the choice that has this key or this one-letter token. Return False if there is none."""
        for choice in self._choices:
            if key.lower() in (choice.label, str(choice.action)):
                self.post_message(self.Chosen(choice))
                return True
        return False

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if event.option_index < len(self._choices):
            self.post_message(self.Chosen(self._choices[event.option_index]))


class RollInput(Input):
    """Input field for real dice. It accepts only the dice's symbols and leaves all other keys to the screen."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, compact=True)
        self._faces: Collection[str] = ()

    def ask(self, dice: Dice) -> None:
        self._faces = "".join(symbol.char for symbol in dice.die.symbols).lower()
        self.max_length = dice.count
        self.value = ""

    def check_consume_key(self, key: str, character: str | None) -> bool:
        return character is not None and character.lower() in self._faces

    async def _on_key(self, event: events.Key) -> None:
        if event.character is None or not event.is_printable or self.check_consume_key(event.key, event.character):
            await super()._on_key(event)
        else:
            event.prevent_default()  # Input would insert the character, but the screen may have a use for the key


class SidePanel(VerticalScroll, can_focus=False):
    """Shows the exact odds."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(Static(), id=id)

    def show(self, text: Text) -> None:
        self.query_one(Static).update(text)
        self.scroll_home(animate=False)


class LogPanel(SidePanel):
    """Shows the log as sentences, in which the names have their players' colours."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._sentences: deque[Text] = deque(maxlen=_LONGEST_LOG)
        self._seat: int | None = None
        """The seat of the latest sentence about a seat."""
        self.has_room = False
        """Whether an empty line separates the turns."""

    def tell(self, sentence: str, style: str = "", names: Names = (), seat: int | None = None) -> None:
        """Add a sentence to the log. A sentence about another ``seat`` than before begins a new turn."""
        text = Text(sentence, style)
        for number, name in enumerate(names):
            text.highlight_regex(rf"(?<!\w){re.escape(name)}(?!\w)", seat_style(number))
        if seat is not None and seat != self._seat:
            self._seat = seat
            self._sentences.append(_NEW_TURN)
        self._sentences.append(text)
        self._refresh()

    def on_resize(self) -> None:
        self._refresh()

    def _refresh(self) -> None:
        lines = [line for line in self._sentences if self.has_room or line is not _NEW_TURN]
        self.query_one(Static).update(Text("\n").join(lines))
        self.scroll_end(animate=False)


class RadioChoice(RadioButton):
    """A radio button that shows its state with a mark, not by colour alone."""

    BUTTON_INNER = " "

    def watch_value(self) -> None:
        self.BUTTON_INNER = "●" if self.value else " "
        super().watch_value()


class KeyBar(Static):
    """Shows the keys and their meanings; both can be clicked."""

    _keys: Sequence[tuple[str, str, str]] = ()

    def show(self, keys: Iterable[tuple[str, str, str]]) -> None:
        """Show these ``(key, meaning, action)`` entries, closer together if they would not fit otherwise."""
        self._keys = tuple(keys)
        width = sum(len(key) + len(meaning) + 5 for key, meaning, _ in self._keys)
        gap = "  " if width <= self.app.size.width else " "
        parts = []
        for key, meaning, action in self._keys:
            click = Style.from_meta({"@click": action})
            parts.append(Content.styled(f" {key} ", Style.parse("bold reverse") + click))
            parts.append(Content.styled(f" {meaning}{gap}", click))
        self.update(Content("").join(parts))

    def on_resize(self) -> None:
        self.show(self._keys)
