"""The parts of the full screen: table, dice, choices, the line of keys. They show, and decide nothing."""

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
from roost.core.words.sentences import Names, tell_face
from roost.play.terminal.choices import Choice
from roost.play.terminal.face import board_lines, screen_face
from roost.play.terminal.lines import LABEL, DiceRow, underlined

_LONGEST_LOG = 500
_ROOMY = Size(90, 32)
"""The screen on which dice are drawn: eight beside their label, and twice three lines."""
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


def _joined(lines: Iterable[Text]) -> Text:
    """Lines as one text. Long ones are cut, because a table that wraps is no table."""
    return Text("\n", no_wrap=True, overflow="ellipsis").join(lines)


def _dice(row: DiceRow, words: Messages, clicks: Mapping[str, str], draw: Callable[[str], list[str]]) -> list[Content]:
    """Dice as they lie on the table, in lines. Those whose symbol has a click in ``clicks`` can be clicked."""
    if row.dice is None:
        return [Content("")]
    dice: list[list[Content]] = []
    for symbol, count in zip(row.dice.die.symbols, row.dice.counts, strict=True):
        style = _SPECIAL if symbol.char in row.special else _DIE
        if row.choosable and symbol.char in clicks:
            style += Style.from_meta({"@click": clicks[symbol.char]})
        dice += [[_edged(line, style) for line in draw(tell_face(symbol, words))]] * count
    return [Content(" ").join(line) for line in zip(*dice, strict=True)]


def _edged(line: str, style: Style) -> Content:
    """A line of a die, whose edges are quieter than what is on it."""
    return Content.styled(line, style).stylize(_EDGE, 0, 1).stylize(_EDGE, len(line) - 1)


def _named_die(face: str) -> list[str]:
    """A die in one line."""
    return [f"[{face}]"]


def drawn_die(face: str) -> list[str]:
    """A die in three lines. Numbers that no die has as pips are written, as other faces are."""
    width = max(len(_NONE), len(face))
    rows = _PIPS.get(face, ("", face, ""))
    return [f"[{row.center(width)}]" for row in rows]


class TableView(Static):
    """The board and what each player has. What has changed is underlined until something else does."""

    _shown: Sequence[Text] = ()
    _before: Sequence[Text] = ()

    def show(self, state: State, messages: Messages, names: Names) -> None:
        """Draw a state."""
        lines = board_lines(state, messages, names)
        if lines != self._shown:
            self._shown, self._before = lines, self._shown
        self.styles.max_height = len(lines)  # none of them wraps, though the grid measures as if they did
        self.update(_joined(underlined(lines, self._before)))


class DiceView(Static):
    """The dice of the turn: those set aside with their sum, and those on the table. Where there is room, drawn."""

    _shown: tuple[State, Messages, Roll | None] | None = None
    _is_drawn = False

    def show(self, state: State, messages: Messages, thrown: Roll | None = None) -> None:
        """Draw a state; while dice tumble, ``thrown`` is what they show for the moment."""
        self._shown = state, messages, thrown
        self._is_drawn = self._has_room
        words = messages.of(state.game)
        clicks = {str(a): f"screen.choose('{a}')" for a in state.actions() if len(str(a)) == 1}
        blocks = []
        for row in screen_face(state.game).dice_rows(state, words, thrown):
            lines = _dice(row, words, clicks, drawn_die if self._is_drawn else _named_die)
            beside = len(lines) // 2  # the line on which the label and the note stand
            note = Content.styled(f"  {row.note}" if row.dice else row.note, _SUM if row.dice else _QUIET)
            lines[beside] = lines[beside] + note if row.note else lines[beside]
            labels = [row.label if number == beside else "" for number in range(len(lines))]
            blocks.append(Content("\n").join(map(_labelled, labels, lines)))
        content = Content("\n\n" if self._is_drawn else "\n").join(blocks)
        self.styles.max_height = content.plain.count("\n") + 3  # with a free line above and below
        self.update(content)

    @property
    def _has_room(self) -> bool:
        size = self.app.size
        return size.width >= _ROOMY.width and size.height >= _ROOMY.height

    def on_resize(self) -> None:
        """Somebody made the terminal larger or smaller."""
        if self._shown is not None and self._has_room != self._is_drawn:
            self.show(*self._shown)


def _labelled(label: str, content: Content) -> Content:
    return Content.styled(label.ljust(LABEL), _QUIET) + content


class ChoiceList(OptionList):
    """The legal choices: by key, by mouse, or with the arrows and Enter."""

    class Chosen(Message):
        """Somebody chose."""

        def __init__(self, choice: Choice) -> None:
            super().__init__()
            self.choice = choice

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, markup=False, compact=True)
        self._choices: Sequence[Choice] = ()

    def offer(self, choices: Sequence[Choice], tell: Callable[[Choice], str]) -> None:
        """Show these choices, with what each does."""
        self._choices = choices
        self.clear_options()
        for choice in choices:
            line = Table.grid(padding=(0, 1, 0, 0))  # so that long sentences wrap beside the key, not below it
            line.add_row(Text(f" {choice.label or '·'} ", "bold reverse"), Text(tell(choice)))
            self.add_option(Option(line))
        # A stray Enter chooses nothing, unless there is only one thing to do.
        self.highlighted = 0 if len(choices) == 1 else None

    @property
    def choices(self) -> Sequence[Choice]:
        """The choices on offer."""
        return self._choices

    def press(self, key: str) -> bool:
        """Choose by the key beside a choice, or by an action's own one-letter token. False if it is neither."""
        for choice in self._choices:
            if key.lower() in (choice.label, str(choice.action)):
                self.post_message(self.Chosen(choice))
                return True
        return False

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A click, or Enter on a highlighted line."""
        event.stop()
        if event.option_index < len(self._choices):
            self.post_message(self.Chosen(self._choices[event.option_index]))


class RollInput(Input):
    """Where real dice are typed. It takes their symbols only, and leaves all other keys their meaning."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, compact=True)
        self._faces: Collection[str] = ()

    def ask(self, dice: Dice) -> None:
        """Take a roll of these dice."""
        self._faces = "".join(symbol.char for symbol in dice.die.symbols).lower()
        self.max_length = dice.count
        self.value = ""

    def check_consume_key(self, key: str, character: str | None) -> bool:
        return character is not None and character.lower() in self._faces

    async def _on_key(self, event: events.Key) -> None:
        if event.character is None or not event.is_printable or self.check_consume_key(event.key, event.character):
            await super()._on_key(event)
        else:
            event.prevent_default()  # the Input would type it; the screen may know what it means


class SidePanel(VerticalScroll, can_focus=False):
    """The story so far, in sentences; on request the odds instead."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(Static(), id=id)
        self._told: deque[Text] = deque(maxlen=_LONGEST_LOG)
        self._odds: Text | None = None

    def tell(self, sentence: str, style: str = "") -> None:
        """Add a sentence to the log."""
        self._told.append(Text(sentence, style))
        self._refresh()

    def show_odds(self, odds: Text | None) -> None:
        """Show odds, or, without any, the log again."""
        self._odds = odds
        self._refresh()

    def _refresh(self) -> None:
        self.query_one(Static).update(Text("\n").join(self._told) if self._odds is None else self._odds)
        if self._odds is None:
            self.scroll_end(animate=False)
        else:
            self.scroll_home(animate=False)


class RadioChoice(RadioButton):
    """A radio button that shows by its mark, not by its colour alone, whether it is the one."""

    BUTTON_INNER = " "

    def watch_value(self) -> None:
        self.BUTTON_INNER = "●" if self.value else " "
        super().watch_value()


class KeyBar(Static):
    """The keys and what they do, each of them a target for the mouse as well."""

    def show(self, keys: Iterable[tuple[str, str, str]]) -> None:
        """``(key, meaning, action)`` for each."""
        parts = []
        for key, meaning, action in keys:
            click = Style.from_meta({"@click": action})
            parts.append(Content.styled(f" {key} ", Style.parse("bold reverse") + click))
            parts.append(Content.styled(f" {meaning}  ", click))
        self.update(Content("").join(parts))
