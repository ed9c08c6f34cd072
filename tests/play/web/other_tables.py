"""Tables in other engines than Chromium's: made, begun, and played to the end."""

from typing import Any

from play.web.engines import Engine
from play.web.playing import ANNA, HEN

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


def ended(engine: Engine) -> str:
    """The page's words about the end, once the game is over."""
    told: str = engine.until(_ENDED, patience=_LONGEST_GAME)
    return told
