"""Screens for choosing among many actions of the same kind: by picking dice one by one, or from a long list."""

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.style import Style
from textual.widgets import Static

from roost.core.moves import Action
from roost.core.state import State
from roost.core.words import Messages
from roost.core.words.sentences import Names, describe_action
from roost.play.terminal.adapter import screen_adapter
from roost.play.terminal.choices import MenuChoice, choices
from roost.play.terminal.widgets import ChoiceList, KeyBar

_DIE, _PICKED = Style.parse("bold ansi_black on ansi_bright_white"), Style.parse("bold ansi_black on ansi_yellow")


def pick_screen(
    state: State, actions: Sequence[Action], messages: Messages, names: Names
) -> ModalScreen[Action | None]:
    """Return a screen for choosing one of these actions of one kind. The screen returns None if cancelled."""
    dice = _dice_to_pick(state, actions, messages)
    if dice is not None:
        return PickDiceScreen(state, actions, messages, dice)
    return PickScreen(state, actions, messages, names)


def _dice_to_pick(state: State, actions: Sequence[Action], messages: Messages) -> str | None:
    """Return the dice on the table if each of these actions names some of the dice; else None."""
    if not all(isinstance(getattr(action, "dice", None), str) for action in actions):
        return None
    rows = screen_adapter(state.game).dice_rows(state, messages.of(state.game))
    return next((row.dice.text for row in rows if row.dice is not None), None)


class PickScreen(ModalScreen[Action | None]):
    """A screen with a long list of choices."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "dismiss(None)", show=False)]

    def __init__(self, state: State, actions: Sequence[Action], messages: Messages, names: Names) -> None:
        super().__init__()
        self._state = state
        self._actions = actions
        self._messages = messages
        self._names = names

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield ChoiceList()
        yield KeyBar(classes="bar")

    def on_mount(self) -> None:
        listed = self.query_one(ChoiceList)
        listed.offer(choices(self._actions, self._state.game.die, len(self._actions)), self._describe)
        listed.focus()
        self.query_one(KeyBar).show([("Esc", self._messages.say("screen.back"), "screen.dismiss(None)")])

    def _describe(self, choice: MenuChoice) -> str:
        return describe_action(self._state, choice.action, self._messages, self._names)

    def on_key(self, event: events.Key) -> None:
        if event.character and self.query_one(ChoiceList).press(event.character):
            event.stop()

    def on_choice_list_chosen(self, event: ChoiceList.Chosen) -> None:
        self.dismiss(event.choice.action)


class PickDiceScreen(ModalScreen[Action | None]):
    """A screen for picking dice to re-roll. A digit picks one more die that shows it; a click picks that very die."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss(None)", show=False),
        Binding("enter", "confirm", show=False),
    ]

    def __init__(self, state: State, actions: Sequence[Action], messages: Messages, dice: str) -> None:
        super().__init__()
        self._state = state
        self._legal: dict[str, Action] = {getattr(action, "dice", ""): action for action in actions}
        self._most = max(map(len, self._legal))
        self._messages = messages
        self._dice = dice
        self._picked: set[int] = set()

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static(self._messages.say("screen.pick_dice", n=self._most), markup=False)
            yield Static(id="dice-to-pick")
            yield Static(id="picked", markup=False)
        yield KeyBar(classes="bar")

    def on_mount(self) -> None:
        say = self._messages.say
        keys = [("Enter", say("board.roll"), "screen.confirm"), ("Esc", say("screen.back"), "screen.dismiss(None)")]
        self.query_one(KeyBar).show(keys)
        self._show()

    def on_key(self, event: events.Key) -> None:
        """Pick one more die that shows the typed digit. If all of them are picked, put them back."""
        places = {place for place, face in enumerate(self._dice) if face == event.character}
        if not places:
            return
        event.stop()
        unpicked = places - self._picked
        if unpicked and len(self._picked) < self._most:
            self._picked.add(min(unpicked))
        else:
            self._picked -= places
        self._show()

    def action_toggle_die(self, place: int) -> None:
        if place in self._picked:
            self._picked.discard(place)
        elif len(self._picked) < self._most:
            self._picked.add(place)
        self._show()

    def action_confirm(self) -> None:
        """Re-roll the picked dice, if the rules allow that."""
        if (action := self._action) is not None:
            self.dismiss(action)

    @property
    def _action(self) -> Action | None:
        return self._legal.get("".join(self._dice[place] for place in sorted(self._picked)))

    def _show(self) -> None:
        dice = []
        for place, face in enumerate(self._dice):
            is_picked = place in self._picked
            style = (_PICKED if is_picked else _DIE) + Style.from_meta({"@click": f"screen.toggle_die({place})"})
            dice.append(Content.styled(f">{face}<" if is_picked else f" {face} ", style))
        self.query_one("#dice-to-pick", Static).update(Content("  ").join(dice))
        action = self._action
        meaning = "" if action is None else describe_action(self._state, action, self._messages)
        self.query_one("#picked", Static).update(meaning)
