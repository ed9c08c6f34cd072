"""The page in the engines of iPhones and of Firefox: a turn in each, and in ``make soak`` whole games."""

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
    const button = [...document.querySelectorAll("button")].find((one) => one.innerText.trim() === "Begin");
    button?.click();
    return document.querySelector(".choices .choice:not([aria-disabled=true]), .keypad:not([hidden]) .keypad__face");
}"""
_ENDED = "() => document.querySelector('.finale:not([hidden]) .finale__title')?.innerText"


def begin(engine: Engine, server: str, game: str, **more: Any) -> dict[str, Any]:
    """A game of one against the hen, as the host sees it when it has begun."""
    engine.open(f"{server}/")
    rules = {"auto_roll": False, **more.pop("rules", {})}
    made: dict[str, Any] = engine.run(_MAKE, _SETTLED, {"game": game, "seats": [ANNA, HEN], "rules": rules, **more})
    engine.open(f"{server}/table/{made['id']}")
    engine.until(f"() => Boolean(({_BEGIN})())")
    return made


def test_a_turn_is_played(engine: Engine, server: str) -> None:
    """Dice fall and are set aside, and the shield stays green."""
    begin(engine, server, "heckmeck", options={"start": "A"})
    engine.run(PILOT)
    engine.until("() => document.querySelectorAll('.log__line').length > 3")
    assert engine.until("() => document.querySelector('.shield')?.dataset.state") == "green"
    assert engine.run("() => document.documentElement.scrollWidth <= innerWidth")


if SOAKING:

    @pytest.mark.soak
    @pytest.mark.parametrize("game", all_games())
    def test_whole_games_are_played(engine: Engine, server: str, game: str) -> None:
        """To the end, with its screen, the review behind it, and the television's view of it."""
        made = begin(engine, server, game)
        engine.run(PILOT)
        assert engine.until(_ENDED, patience=_LONGEST_GAME)
        assert engine.run("() => document.querySelector('.shield').dataset.state") == "green"
        assert engine.until("() => document.querySelector('.finale__mine')?.innerText")
        engine.open(f"{server}/tv/{made['code']}")
        assert engine.until("() => document.querySelectorAll('roost-board .board, .finale__seat').length")
        engine.open(f"{server}/review?table={made['id']}")
        assert engine.until("() => document.querySelector('main h1, main h2')?.innerText")

    @pytest.mark.soak
    @pytest.mark.parametrize("game", all_games())
    def test_whole_games_are_played_with_real_dice(engine: Engine, server: str, game: str) -> None:
        """Every roll is tapped in."""
        begin(engine, server, game, rules={"dice": "real"}, options=SHORT.get(game, {}))
        engine.run(REFEREED, -1)
        engine.run(PILOT)
        assert engine.until(_ENDED, patience=_LONGEST_GAME)
