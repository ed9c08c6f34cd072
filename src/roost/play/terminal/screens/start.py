"""The start screen, with the game, its options, the seats and the dice."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Button, Input, RadioButton, RadioSet, Select, Static

from roost.core.errors import RoostError
from roost.core.game import Game, Option
from roost.core.notation import SEATS, Choice, Flag, Seat
from roost.core.registry import all_games, game_type
from roost.core.words.sentences import option_meaning
from roost.play.table.names import LONGEST_NAME
from roost.play.terminal.saves import newest_to_resume
from roost.play.terminal.seated import Seated, bot_name
from roost.play.terminal.seats import go_on, read_seats
from roost.play.terminal.table import Setup
from roost.play.terminal.widgets import KeyBar, RadioChoice
from roost.study.bots import bots_for, default_bot

if TYPE_CHECKING:
    from roost.play.terminal.app import RoostApp

_NOBODY, _PERSON = "-", "person"
_LONGEST_OPTION = 200
_LONGEST_LINK = 500


@dataclass(frozen=True)
class Prefilled:
    """Initial values of the start screen."""

    game: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    typed: bool = False
    seed: str | None = None
    record: Path | None = None


class StartScreen(Screen[None]):
    """A form for a new game, initially filled in for a quick game against a bot."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f5", "begin", show=False),
        Binding("f6", "resume", show=False),
        Binding("escape", "app.quit", show=False),
    ]

    app: RoostApp

    def compose(self) -> ComposeResult:
        say, games = self.app.messages.say, all_games()
        default = self.app.prefilled.game or next(iter(games))
        yield Static(" Roost", id="title")
        with Horizontal(id="form"):
            with Vertical(id="what"):
                yield Static(say("screen.game"), classes="heading")
                with RadioSet(id="game"):
                    for name, kind in games.items():
                        yield RadioChoice(kind.title, value=name == default, name=name)
                yield Static(say("screen.dice"), classes="heading")
                with RadioSet(id="dice-kind"):
                    yield RadioChoice(say("screen.software_dice"), value=not self.app.prefilled.typed)
                    yield RadioChoice(say("screen.typed_dice"), value=self.app.prefilled.typed, id="typed-dice")
            with Vertical(id="who"):
                yield Static(say("screen.seats"), classes="heading")
                for seat in SEATS:
                    with Horizontal(classes="seat", id=f"seat-{seat}"):
                        yield Static(seat, classes="letter")
                        yield self._player_select(seat)
                        yield Input(
                            value=self._default_name(seat),
                            placeholder=say("screen.name"),
                            max_length=LONGEST_NAME,
                            compact=True,
                            id=f"name-{seat}",
                        )
        yield Static(say("screen.options"), classes="heading")
        yield VerticalScroll(id="options")
        with Horizontal(id="elsewhere"):
            yield Static(say("screen.link"), classes="heading")
            yield Input(placeholder="https://…/t/K7MPQ2", max_length=_LONGEST_LINK, compact=True, id="link")
        yield Static(id="complaint", markup=False)
        with Horizontal(id="buttons"):
            yield Button(say("screen.begin"), variant="success", id="begin", compact=True)
            yield Button(say("screen.resume"), id="resume", compact=True)
        yield KeyBar(classes="bar")

    async def on_mount(self) -> None:
        """Fill in the parts of the form that depend on the game."""
        say = self.app.messages.say
        has_game = _file_to_resume() is not None
        self.query_one("#resume").display = has_game
        keys = [("F5", say("screen.begin"), "screen.begin"), ("Esc", say("screen.quit"), "app.quit")]
        if has_game:
            keys.insert(1, ("F6", say("screen.resume"), "screen.resume"))
        self.query_one(KeyBar).show(keys)
        for seat in SEATS:
            self._show_name(seat)
        await self._show_game()
        self.query_one("#begin").focus()

    @property
    def _kind(self) -> type[Game]:
        pressed = self.query_one("#game", RadioSet).pressed_button
        assert pressed is not None
        assert pressed.name is not None
        return game_type(pressed.name)

    def _player_select(self, seat: str) -> Select[str]:
        kind = game_type(self.app.prefilled.game or next(iter(all_games())))
        default = {"A": _PERSON, "B": default_bot(kind)}.get(seat, _NOBODY)
        return Select(self._possible_players(kind), value=default, allow_blank=False, compact=True, id=f"sitter-{seat}")

    def _possible_players(self, kind: type[Game]) -> list[tuple[str, str]]:
        """Return the possible players for a seat: none, a person, or a bot."""
        say = self.app.messages.say
        bots = [(bot_name(name, self.app.messages), name) for name in bots_for(kind)]
        return [(say("screen.nobody"), _NOBODY), (say("screen.person"), _PERSON), *bots]

    def _default_name(self, seat: str) -> str:
        guest = self.app.messages.say("ui.guest")
        return guest if seat == "A" else f"{guest} {1 + SEATS.index(seat)}"

    def _show_name(self, seat: str) -> None:
        self.query_one(f"#name-{seat}").display = self._player_at(seat) == _PERSON

    def _player_at(self, seat: str) -> str:
        return str(self.query_one(f"#sitter-{seat}", Select).value)

    async def _show_game(self) -> None:
        """Show the options of the selected game, and as many seats as it has."""
        kind, prefilled = self._kind, self.app.prefilled
        players = self._possible_players(kind)
        for place, seat in enumerate(SEATS):
            self.query_one(f"#seat-{seat}").display = place < kind.player_range[-1]
            select, player = self.query_one(f"#sitter-{seat}", Select), self._player_at(seat)
            select.set_options(players)  # a bot that does not play this game is replaced by one that does
            select.value = player if player in [value for _, value in players] else default_bot(kind)
        rows = []
        for option in kind.options().values():
            text = option.codec.text(option.default)
            if kind.name == prefilled.game:
                text = prefilled.options.get(option.name, text)
            meaning = Static(option_meaning(option, kind, self.app.messages), classes="meaning", markup=False)
            rows.append(Horizontal(Static(option.name), _field(option, text, kind), meaning, classes="option"))
        options = self.query_one("#options", VerticalScroll)
        await options.remove_children()
        await options.mount(*rows)

    async def on_radio_set_changed(self, event: RadioSet.Changed) -> None:
        if event.radio_set.id == "game":
            await self._show_game()

    def on_select_changed(self, event: Select.Changed) -> None:
        """Show the name field only if a person plays the seat."""
        if event.select.id and event.select.id.startswith("sitter-"):
            self._show_name(event.select.id[-1])

    def on_button_pressed(self, event: Button.Pressed) -> None:
        if event.button.id == "begin":
            self.action_begin()
        else:
            self.action_resume()

    def action_begin(self) -> None:
        """Start the game in the form, or join the table if a link was entered."""
        self._sit(self._begin(self.query_one("#link", Input).value.strip()))

    async def _begin(self, link: str) -> Seated:
        if not link:
            return self._setup().begin()
        from roost.play.terminal.remote import sit_down  # imported here because it loads slowly

        self._show_error(self.app.messages.say("screen.calls"))
        typed = self.query_one("#typed-dice", RadioButton).value
        return await sit_down(link, self.query_one("#name-A", Input).value, real=typed)

    def action_resume(self) -> None:
        if (file := _file_to_resume()) is not None:
            self._sit(go_on(file))

    def _sit(self, table: Awaitable[Seated]) -> None:
        self.run_worker(self._sit_down(table), group="sitting", exclusive=True)

    async def _sit_down(self, table: Awaitable[Seated]) -> None:
        try:
            self.app.play(await table)
        except (OSError, RoostError) as error:
            self._show_error(str(error))

    def _setup(self) -> Setup:
        kind, prefilled = self._kind, self.app.prefilled
        seats = SEATS[: kind.player_range[-1]]
        names = [
            self.query_one(f"#name-{seat}", Input).value if player == _PERSON else player
            for seat in seats
            if (player := self._player_at(seat)) != _NOBODY
        ]
        options = {name: self._option(name) for name in kind.options()}
        game = kind.make(len(names), options)
        typed = self.query_one("#typed-dice", RadioButton).value
        players = tuple(read_seats(names, self.app.messages, kind))
        return Setup(game.opening(), players, typed=typed, seed=prefilled.seed, record=prefilled.record)

    def _option(self, name: str) -> str:
        field = self.query_one(f"#option-{name}")
        assert isinstance(field, Input | Select)
        return str(field.value)

    def _show_error(self, message: str) -> None:
        self.query_one("#complaint", Static).update(message)


def _file_to_resume() -> Path | None:
    try:
        return newest_to_resume()
    except RoostError:
        return None


def _field(option: Option, text: str, kind: type[Game]) -> Widget:
    """Return the widget for an option: a drop-down list if the option has a fixed set of values, else a text field."""
    match option.codec:
        case Flag():
            values = ["no", "yes"]
        case Choice(words):
            values = list(words)
        case Seat(words):
            values = [*SEATS[: kind.player_range[-1]], *words]
        case _:
            return Input(value=text, max_length=_LONGEST_OPTION, compact=True, id=f"option-{option.name}")
    return Select.from_values(values, value=text, allow_blank=False, compact=True, id=f"option-{option.name}")
