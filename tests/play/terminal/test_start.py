"""The start screen: a form that begins a game or explains what is wrong."""

import pytest
from textual.widgets import Input, RadioButton, Select

import roost
from play.terminal.screens import SIZE, Pilots, an_app, is_asking, screen_text, until
from roost.core.record import load
from roost.core.words import Messages
from roost.play.terminal.app import RoostApp
from roost.play.terminal.saves import newest_unfinished
from roost.play.terminal.screens.start import Prefilled
from roost.play.terminal.speed import Speed


def is_ready(app: RoostApp) -> bool:
    """Whether the form is filled in."""
    return bool(app.screen.query("#option-start"))


async def choose_game(pilot: Pilots, name: str) -> None:
    """Pick a game in the form."""
    next(button for button in pilot.app.screen.query(RadioButton) if button.name == name).value = True
    wanted = set(roost.all_games()[name].options())
    screen = pilot.app.screen
    await until(lambda: {f"option-{option}" for option in wanted} <= {widget.id for widget in screen.query("*")})
    await pilot.pause()


async def test_enter_starts_the_game_offered_first() -> None:
    """A guest plays Heckmeck against the hen, with software dice."""
    app = an_app(None)
    async with app.run_test(size=SIZE) as pilot:
        await until(lambda: is_ready(app))
        await pilot.pause()
        await pilot.press("enter")
        await until(lambda: is_asking(app))
    headers = load(newest_unfinished()).headers
    assert (headers["Game"], headers["A"], headers["B"], headers["Bots"]) == ("heckmeck", "Guest", "Hen", "B=hen")
    assert headers["Dice"] == "seeded"


async def test_the_form_has_the_seats_and_options_of_the_chosen_game() -> None:
    app = an_app(None, "de")
    async with app.run_test(size=SIZE) as pilot:
        await until(lambda: is_ready(app))
        for name, kind in roost.all_games().items():
            await choose_game(pilot, name)
            fields = [str(widget.id) for widget in app.screen.query("Select, Input") if "option-" in str(widget.id)]
            assert sorted(fields) == sorted(f"option-{option}" for option in kind.options())
            assert sum(row.display for row in app.screen.query(".seat")) == kind.player_range[-1]


async def test_a_game_begins_with_the_options_seats_and_dice_of_the_form() -> None:
    app = an_app(None)
    async with app.run_test(size=SIZE) as pilot:
        await until(lambda: is_ready(app))
        await choose_game(pilot, "picnic")
        screen = app.screen
        screen.query_one("#sitter-C", Select).value = "person"
        screen.query_one("#name-C", Input).value = "Carla"
        screen.query_one("#option-beginner", Select).value = "yes"
        screen.query_one("#option-goal", Input).value = "5"
        screen.query_one("#typed-dice", RadioButton).value = True
        await pilot.pause()
        await pilot.press("f5")
        await until(lambda: is_asking(app))
    record = load(newest_unfinished())
    assert record.game == roost.game("picnic", players=3, beginner=True, goal=5)
    assert record.names == ("Guest", "Hen", "Carla")
    assert record.headers["Dice"] == "typed"


@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        ("#name-A", "", "a name has 1 to 20 characters"),
        ("#sitter-B", "-", "heckmeck is for 2 to 7 players, not 1"),
        ("#option-start", "G", "start of heckmeck must be A to B"),
    ],
)
async def test_the_form_explains_an_invalid_entry(field: str, value: str, why: str) -> None:
    """The form stays open, and no game begins."""
    app = an_app(None)
    async with app.run_test(size=SIZE) as pilot:
        await until(lambda: is_ready(app))
        await pilot.pause()
        widget = app.screen.query_one(field)
        assert isinstance(widget, Input | Select)
        widget.value = value
        await pilot.pause()
        await pilot.press("f5")
        await pilot.pause()
        assert why in screen_text(app)
    with pytest.raises(roost.RoostError):
        newest_unfinished()


async def test_the_form_is_prefilled_from_the_command_line() -> None:
    prefilled = Prefilled("junior", {"double_face": "bun"}, seed="42")
    app = RoostApp(Messages(), prefilled=prefilled, animation=False, speed=Speed.INSTANT)
    async with app.run_test(size=SIZE) as pilot:
        await until(lambda: is_ready(app))
        await pilot.pause()
        await pilot.press("f5")
        await until(lambda: is_asking(app))
    record = load(newest_unfinished())
    assert record.game == roost.game("junior", double_face="bun")
    assert record.headers["Seed"] == "42"
