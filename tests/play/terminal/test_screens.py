"""The look of each board in small and large terminals. ``ROOST_UPDATE_GOLDEN=1 pytest`` updates the pictures."""

import re
from pathlib import Path

import pytest
from textual.content import Content
from textual.widgets import Static

from golden import DATA, UPDATE, assert_golden
from play.terminal.screens import ROOMY, SIZE, WIDE, a_table, an_app, is_asking, screen_text, shown, until
from roost.core.words import Messages
from roost.play.terminal.app import RoostApp
from roost.play.terminal.speed import Speed
from roost.play.terminal.table import Player
from roost.play.terminal.widgets import LogPanel, drawn_die

SCREENS, PICTURES = DATA / "screens", Path(__file__).parents[3] / "docs" / "images"
PEOPLE = (Player("Anna"), Player("Ben"), Player("Carla"))

FONT = re.compile(r"@font-face \{.*?\}", re.DOTALL)
"""Web fonts in a picture; removed because loading them would reveal readers to another site."""

POSITIONS = {
    "heckmeck": "heckmeck grill=21-23,25-28,30,35 A=24 B=33,29 C=36,31 turn=A aside=444w roll=1123",
    "junior": "junior grill=4,5,5,7,9 A=6 B=7,4 C=8 turn=A aside=wwb roll=gck",
    "barbecue": "barbecue grill=23:A,27:BB,31:C,36:snail A=1w B=4w1s C=3w turn=A aside=666 roll=1234w",
    "picnic": "picnic board=3BA/6B/6A/2C/-/1C A=queen B=- C=- turn=A dice=123455 rerolls=2/1",
}


def check(name: str, drawn: str) -> None:
    """Compare a screen with the stored one."""
    assert_golden(SCREENS / f"{name}.txt", drawn + "\n")


def check_picture(name: str, app: RoostApp) -> None:
    """Compare the text of a screen with that of the picture in the documentation."""
    picture = PICTURES / f"terminal-{name}.svg"
    if UPDATE:
        drawn = FONT.sub("", app.export_screenshot(title="roost play"))
        picture.write_text("\n".join(line.rstrip() for line in drawn.splitlines()) + "\n", encoding="utf-8")
    assert screen_text(app) == "\n".join(shown(picture.read_text(encoding="utf-8")))


def top_of(app: RoostApp, part: str) -> int:
    """Return the line on which a part of the screen begins."""
    return app.screen.query_one(part).region.y


@pytest.fixture(autouse=True)
def _in_full_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw in full colour, wherever the tests run."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("FORCE_COLOR", "1")


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", POSITIONS)
async def test_the_screen_of_each_game(game: str, language: str) -> None:
    """Board, dice, choices and keys are compared in German at 80 × 24 and in English with more room.

    On a wide screen the log is beside the whole table, otherwise beside the choices. The small English screens are
    compared below, without colours.
    """
    app = an_app(a_table(POSITIONS[game], *PEOPLE), language)
    async with app.run_test(size=ROOMY if language == "en" else SIZE) as pilot:
        await until(lambda: is_asking(app))
        await pilot.pause()
        if language == "de":
            check(f"{game}-de", screen_text(app))
            return
        check_picture(game, app)
        drawn = screen_text(app)
        await pilot.resize_terminal(*WIDE)
        await until(lambda: top_of(app, "#telling") == top_of(app, "#table"))
        await pilot.resize_terminal(*SIZE)
        await until(lambda: top_of(app, "#telling") == top_of(app, "#choosing"))
        await pilot.resize_terminal(*ROOMY)
        await until(lambda: screen_text(app) == drawn)


def test_a_drawn_die_has_three_lines_of_equal_width() -> None:
    """Numbers from one to six are pips, and any other symbol is a word."""
    for face in ("1", "2", "3", "4", "5", "6", "worm", "cucumber", "10"):
        lines = drawn_die(face)
        assert (len(lines), len(set(map(len, lines)))) == (3, 1)
        assert "".join(lines).count("●") == int(face) if len(face) == 1 else face in lines[1]


async def test_the_odds_are_beside_the_choices() -> None:
    app = an_app(a_table(POSITIONS["heckmeck"], *PEOPLE))
    async with app.run_test(size=SIZE) as pilot:
        await until(lambda: is_asking(app))
        await pilot.press("o")
        await until(lambda: "fails" in screen_text(app))
        await pilot.pause()
        check_picture("odds", app)


@pytest.mark.parametrize("language", ["en", "de"])
async def test_the_start_form_fits_one_screen(language: str) -> None:
    """Games, seats, dice and options are all visible."""
    app = an_app(None, language)
    async with app.run_test(size=SIZE) as pilot:
        await until(lambda: bool(app.screen.query("#option-start")))
        await pilot.pause()
        check(f"start-{language}", screen_text(app))
        if language == "en":
            check_picture("start", app)


@pytest.mark.parametrize("game", POSITIONS)
async def test_the_screen_reads_the_same_without_colour(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = an_app(a_table(POSITIONS[game], *PEOPLE))
    async with app.run_test(size=SIZE) as pilot:
        await until(lambda: is_asking(app))
        await pilot.pause()
        check(f"{game}-en", screen_text(app))
        assert app.theme == "ansi-dark"


@pytest.mark.parametrize(("term", "theme"), [("xterm", "ansi-dark"), ("xterm-256color", "textual-dark")])
def test_a_terminal_with_sixteen_colours_uses_its_own(term: str, theme: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal with more colours gets those of the theme."""
    monkeypatch.delenv("COLORTERM")
    monkeypatch.setenv("TERM", term)
    assert an_app(None).theme == theme


def test_animation_can_be_reduced_and_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rolling dice have fewer frames without colour, and none without animation."""
    lively, still = RoostApp(Messages(), speed=Speed.SLOW), RoostApp(Messages(), animation=False)
    monkeypatch.setenv("NO_COLOR", "1")
    plain = RoostApp(Messages(), speed=Speed.SLOW)
    assert lively.frames > plain.frames > still.frames == 0


async def test_a_wide_screen_shows_board_choices_odds_and_log_together() -> None:
    """The odds are between the choices and the log, in which names have colours and turns are apart."""
    app = an_app(a_table(POSITIONS["heckmeck"], *PEOPLE))
    async with app.run_test(size=WIDE) as pilot:
        await until(lambda: is_asking(app))
        await pilot.press("o")
        await until(lambda: "the turn fails" in screen_text(app))
        log = app.screen.query_one(LogPanel)
        log.tell("Ben rolls 1 1 2 5.", names=("Anna", "Ben", "Carla"), seat=1)
        log.tell("Carla snatches 33 from Ben!", names=("Anna", "Ben", "Carla"), seat=2)
        await until(lambda: "Carla snatches" in screen_text(app))
        lefts = [app.screen.query_one(part).region.x for part in ("#choosing", "#odds", "#telling")]
        assert lefts == sorted(set(lefts))
        board = screen_text(app)
        assert all(f"{name}  " in board for name in ("Anna", "Ben", "Carla"))
        assert "rolls 1 1 2 5.\n" in board
        lines = [line.rpartition("│")[2].strip() for line in board.splitlines()]
        assert lines[lines.index("Ben rolls 1 1 2 5.") + 1] == ""
        content = app.screen.query_one("#telling > Static", Static).render()
        assert isinstance(content, Content)
        assert len([span for span in content.spans if content.plain[span.start : span.end] == "Ben"]) == 2


async def test_the_keys_fit_a_narrow_screen() -> None:
    app = an_app(a_table(POSITIONS["heckmeck"], *PEOPLE))
    async with app.run_test(size=(60, 24)) as pilot:
        await until(lambda: is_asking(app))
        await pilot.pause()
        assert screen_text(app).endswith("q  quit")
