"""The page in WebKit and Firefox: one turn in each, and whole games in ``make soak``."""

from typing import Any

import pytest

from play.web.engines import Engine
from play.web.playing import ANNA, HEN, PILOT, REFEREED
from play.web.test_real_dice import SHORT
from roost.core.registry import all_games
from soak import SOAKING

_LONGEST_GAME = 600.0
_SETTLED = {"roost-settings": '{"speed": "instant", "sound": "off"}', "roost-lessons": "[]"}
_MAKE = """async (settings, table) => {
    for (const [key, value] of Object.entries(settings)) localStorage.setItem(key, value);
    const made = await fetch("/api/tables", {
        method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(table) });
    return made.json();
}"""
_BEGIN = """() => {
    [...document.querySelectorAll("button")].find((button) => button.innerText.trim() === "Begin")?.click();
    return document.querySelector(".choices .choice:not([aria-disabled=true]), .keypad:not([hidden]) .keypad__face");
}"""
_ENDED = "() => document.querySelector('.finale:not([hidden]) .finale__title')?.innerText"


def begin(engine: Engine, server: str, game: str, **more: Any) -> dict[str, Any]:
    """Begin a game of one player against the hen, and open it as the host."""
    engine.open(f"{server}/")
    rules = {"auto_roll": False, **more.pop("rules", {})}
    created: dict[str, Any] = engine.run(_MAKE, _SETTLED, {"game": game, "seats": [ANNA, HEN], "rules": rules, **more})
    engine.open(f"{server}/table/{created['id']}")
    engine.until(f"() => Boolean(({_BEGIN})())")
    return created


def test_a_turn_can_be_played_in_other_engines(engine: Engine, server: str) -> None:
    """Dice are rolled and set aside, and the shield stays green."""
    begin(engine, server, "heckmeck", options={"start": "A"})
    engine.run(PILOT)
    engine.until("() => document.querySelectorAll('.log__line').length > 3")
    assert engine.until("() => document.querySelector('.shield')?.dataset.state") == "green"
    assert engine.run("() => document.documentElement.scrollWidth <= innerWidth")


if SOAKING:

    @pytest.mark.soak
    @pytest.mark.parametrize("game", all_games())
    def test_a_whole_game_can_be_played_in_other_engines(engine: Engine, server: str, game: str) -> None:
        """The game ends with the end page; the review and the television's view open as well."""
        created = begin(engine, server, game)
        engine.run(PILOT)
        assert engine.until(_ENDED, patience=_LONGEST_GAME)
        assert engine.run("() => document.querySelector('.shield').dataset.state") == "green"
        assert engine.until("() => document.querySelector('.finale__mine')?.innerText")
        engine.open(f"{server}/tv/{created['code']}")
        assert engine.until("() => document.querySelectorAll('roost-board .board, .finale__seat').length")
        engine.open(f"{server}/review?table={created['id']}")
        assert engine.until("() => document.querySelector('main h1, main h2')?.innerText")

    @pytest.mark.soak
    @pytest.mark.parametrize("game", all_games())
    def test_a_whole_game_with_real_dice_can_be_played_in_other_engines(engine: Engine, server: str, game: str) -> None:
        """Every roll is tapped in."""
        begin(engine, server, game, rules={"dice": "real"}, options=SHORT.get(game, {}))
        engine.run(REFEREED, -1)
        engine.run(PILOT)
        assert engine.until(_ENDED, patience=_LONGEST_GAME)
