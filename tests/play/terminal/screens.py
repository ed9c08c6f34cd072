"""Helpers for tests of the full-screen client: read its screen, and play on it."""

import asyncio
import re
from collections.abc import Callable
from html import unescape

import pytest
from textual.pilot import Pilot

import roost
from patience import PATIENCE
from roost.core.record import Recorder
from roost.core.sources import SeededDice
from roost.core.stream import Stream
from roost.core.words import Messages
from roost.play.terminal.app import RoostApp
from roost.play.terminal.screens.end import EndScreen
from roost.play.terminal.screens.pick import PickDiceScreen
from roost.play.terminal.screens.table import TableScreen
from roost.play.terminal.seated import Seated
from roost.play.terminal.speed import Speed
from roost.play.terminal.table import Player, TableHere
from roost.play.terminal.widgets import ChoiceList
from roost.study.bots.simple_bots import Hen

SIZE, ROOMY, WIDE = (80, 24), (100, 34), (140, 40)
"""Terminal sizes: the smallest, one with drawn dice, and one with room beside the table."""

_TEXT = re.compile(r'<text class="[^"]*-r\d+" x="([\d.]+)" y="([\d.]+)" textLength="([\d.]+)"[^>]*>([^<]*)</text>')

Pilots = Pilot[None]


def shown(svg: str) -> list[str]:
    """Read the lines of a screen from its SVG picture."""
    cells: dict[float, dict[float, str]] = {}
    unit = 1.0
    for x, y, length, text in _TEXT.findall(svg):
        content = unescape(text)
        unit = float(length) / len(content)
        cells.setdefault(float(y), {})[float(x)] = content
    lines = []
    for y in sorted(cells):
        line = ""
        for x in sorted(cells[y]):
            line = line.ljust(round(x / unit)) + cells[y][x]
        lines.append(line.replace("\N{NO-BREAK SPACE}", " ").rstrip())
    return lines


def screen_text(app: RoostApp) -> str:
    """Return the text on the screen."""
    return "\n".join(shown(app.export_screenshot()))


def panel(screen: str) -> str:
    """Return the panel on the right, as running text."""
    return " ".join(" ".join(line.partition("│")[2].strip() for line in screen.splitlines()).split())


def a_table(start: str, *players: Player, seed: str | None = "1") -> TableHere:
    """Return a table that keeps its record in memory."""
    people = players or (Player("Anna"), Player("Hen", Hen().choose))
    state = roost.position(start) if "=" in start else roost.game(start).opening()
    recorder = Recorder(state, [player.name for player in people])
    return TableHere(recorder, people, None if seed is None else SeededDice(seed), "bots")


def an_app(table: Seated | None, language: str = "en") -> RoostApp:
    """Return the client, without animation and delays."""
    return RoostApp(Messages(language), table=table, animation=False, speed=Speed.INSTANT)


async def until(condition: Callable[[], bool]) -> None:
    """Wait until a condition holds, with growing pauses, because reading a screen is slow."""
    pause = 0.001
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(pause)
            pause = min(2 * pause, 0.02)


def is_over(app: RoostApp) -> bool:
    """Whether the result is shown; the end screen opens before it is filled."""
    return isinstance(app.screen, EndScreen) and len(app.screen.query("#result")) > 0


def is_asking(app: RoostApp) -> bool:
    """Whether a person has to choose, or the game is over."""
    return is_over(app) or (isinstance(app.screen, TableScreen) and app.screen.is_asking)


async def play_to_the_end(pilot: Pilots) -> None:
    """Press the keys of a sensible player until the game is over."""
    app = pilot.app
    assert isinstance(app, RoostApp)
    while True:
        await until(lambda: is_asking(app))
        if is_over(app):
            await pilot.pause()  # until it is drawn
            return
        assert isinstance(app.screen, TableScreen)
        await press_for(pilot, app.screen)


async def press_for(pilot: Pilots, screen: TableScreen) -> None:
    """Press the keys for the hen's choice, or roll at the start of a turn, and wait for the next state."""
    state = screen.state
    key = "enter" if not state.actions() else await _key_for(pilot, screen)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("textual.app.wait_for_idle", _at_once)
        await pilot.press(key)
    await until(lambda: screen.state != state)


async def _key_for(pilot: Pilots, screen: TableScreen) -> str:
    """Return the key for the hen's choice; for a choice of several dice, pick them and return the final key."""
    wanted = Hen().choose(screen.state, Stream("person"))
    choices = screen.query_one(ChoiceList).choices
    for choice in choices:
        if choice.ways == 1 and choice.action == wanted:
            return choice.label
    many = next(choice for choice in choices if choice.ways > 1 and type(choice.action) is type(wanted))
    await pilot.press(many.label)
    await until(lambda: isinstance(pilot.app.screen, PickDiceScreen))
    dice = wanted.to_json()["dice"]
    assert isinstance(dice, str)
    await pilot.press(*dice)
    return "enter"


async def _at_once(_: float) -> None:
    """Do not wait, unlike Textual's own wait for an idle process, which takes up to a second for each key."""
