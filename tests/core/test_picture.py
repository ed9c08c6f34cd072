"""The picture of a position: valid SVG with every piece, die and score, for any game."""

import xml.etree.ElementTree as ET

import pytest
from roost_cantstop import CantStop
from roost_zombiedice import ZombieDice

import roost
from roost.core.playthrough import playthrough
from roost.core.registry import all_games
from roost.core.state import State, choose_at_random
from roost.core.stream import Stream

SVG = "{http://www.w3.org/2000/svg}"


def texts(state: State) -> list[str]:
    """Return the texts of a position's picture, after checking that nothing lies outside of it."""
    root = ET.fromstring(state._repr_svg_())
    wide, high = float(root.attrib["width"]), float(root.attrib["height"])
    for element in root.iter():
        assert 0 <= float(element.get("x", 0)) + float(element.get("width", 0)) <= wide
        assert 0 <= float(element.get("y", 0)) <= high
    return ["".join(element.itertext()) for element in root.iter(f"{SVG}text")]


def test_a_picture_shows_tiles_stacks_dice_and_scores() -> None:
    text = "heckmeck grill=21-23,30 A=24 B=33,29 turn=B aside=444w roll=1123"
    assert texts(roost.position(text)) == [
        "Heckmeck am Bratwurmeck",
        *("grill", "21", "22", "23", "30"),
        *("  A stacks", "score 1", "24"),
        *("▸ B stacks", "score 7", "33", "29"),
        *("aside", "4", "4", "4", "w"),
        *("roll", "1", "1", "2", "3"),
    ]


def test_the_title_is_the_position_for_screen_readers() -> None:
    state = roost.position("picnic board=3BA/6B/6A/2C/-/1C A=queen B=- C=- turn=A dice=123455 rerolls=2/1")
    assert f"<title>{state}</title>" in state._repr_svg_()
    assert texts(state)[2:8] == ["3BA", "6B", "6A", "2C", "-", "1C"]


GAMES = [kind.make(kind.player_range[-1], {}) for kind in all_games().values()]


def test_boxes_that_do_not_fit_become_dots() -> None:
    stack = ",".join(map(str, range(21, 36)))
    assert texts(roost.position(f"heckmeck grill=36 A={stack} B=- turn=A"))[-4:] == ["34", "…", "  B stacks", "score 0"]


@pytest.mark.parametrize("game", [*GAMES, CantStop(), ZombieDice()])
def test_every_position_of_a_game_can_be_drawn(game: roost.Game) -> None:
    """A random game of the most players, with every seventh position drawn."""
    chance = Stream("pictures")
    steps = playthrough(game.opening(), lambda dice: dice.draw(chance), lambda state: choose_at_random(state, chance))
    for number, (_, (_, state, _)) in enumerate(steps):
        if number % 7 == 0 and number < 300:
            assert game.title in texts(state)
