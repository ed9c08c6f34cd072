"""Play at a table in a browser: create the table, sit down, and choose automatically."""

import re
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, expect

from play.web.browsing import Visits

ANNA = {"kind": "here", "name": "Anna"}
BEN = {"kind": "here", "name": "Ben"}
CHICK = {"kind": "bot", "bot": "chick"}
PULLET = {"kind": "bot", "bot": "pullet"}
HEN = {"kind": "bot", "bot": "hen"}
OPEN = {"kind": "open"}

_SPEED = """
    try {{ localStorage.setItem("roost-settings", JSON.stringify({{ speed: "{}", sound: "off" }})); }} catch {{}}
"""

PILOT = """() => {
    const earn = /^(take|snatch|occupy|steal|protect|snail)/;
    const goOn = [/^[0-9a-z]$/, /^roll$/, /^$/, /^keep$/, /^skip$/];
    const steady = [earn, /^move/, /^w$/, ...goOn, /^(end|pass|stop)$/, /./];
    const hasty = [/^(end|stop)$/, /^move/, /^[0-9a-vx-z]$/, ...goOn, /./]; // failed turns bring the end nearer
    const press = (mayPick) => {
        const wishes = globalThis.isHasty ? hasty : steady;
        const buttons = [...document.querySelectorAll(".choices .choice:not([aria-disabled=true])")];
        for (const wish of wishes) {
            const match = buttons.filter((button) => wish.test(button.dataset.action ?? "?")).at(-1);
            if (match) return match.click();
        }
        if (buttons.length || mayPick !== true) return;
        // Where dice are picked one by one: try one of a kind, all of a kind, or all dice. Only from the clock, because
        // a pick changes the page, so the observer would pick again for ever.
        const faces = [...document.querySelectorAll("roost-dice [data-pick]")].map((die) => die.dataset.face);
        const places = [...new Set(faces)].map((face) => faces.flatMap((other, at) => (other === face ? [at] : [])));
        for (const picked of [...places.map(([first]) => [first]), ...places, faces.map((_, at) => at)]) {
            const toggle = () => picked.forEach((at) => document.querySelector(`[data-pick="${at}"]`)?.click());
            toggle();
            const chosen = document.querySelector("roost-dice button[data-choose]");
            if (chosen) return chosen.click();
            document.querySelectorAll("[data-pick][aria-pressed=true]").forEach((die) =>
                document.querySelector(`[data-pick="${die.dataset.pick}"]`)?.click());
        }
    };
    // The observer notices changes of the page; the clock is for choices that come without a change.
    const observer = new MutationObserver(() => press());
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ["aria-disabled"] });
    const clock = setInterval(() => press(true), 250);
    globalThis.stopPilot = () => { observer.disconnect(); clearInterval(clock); };
    press();
}"""

REFEREED = """(lucky) => {
    // A player who rolls real dice and taps them in one by one. The dice come from a fixed sequence of lucky rolls, so
    // that the game is short; the taps of each roll are counted.
    if (globalThis.rolls) return; // the player exists already
    let seed = 7;
    const chance = (n) => { seed = (seed * 48271) % 2147483647; return seed % n; };
    globalThis.rolls = [];
    let [taps, wrong] = [0, 3]; // the third roll has a wrong die, which is undone
    const roll = () => {
        const faces = [...document.querySelectorAll(".keypad:not([hidden]) .keypad__face:not([aria-disabled=true])")];
        if (!faces.length || document.querySelector(".keypad__die:not([data-blank])")) return;
        const due = document.querySelectorAll(".keypad__die").length;
        if (--wrong === 0 && due > 1) {
            faces[0].click();
            document.querySelector(".keypad__undo").click();
        }
        for (taps = 0; document.querySelector(".keypad:not([hidden]) .keypad__face:not([aria-disabled=true])"); taps++)
            (chance(5) < 3 ? faces.at(lucky) : faces[chance(faces.length)]).click();
        globalThis.rolls.push([due, taps]);
    };
    new MutationObserver(roll).observe(document.body, { subtree: true, attributeFilter: ["hidden", "aria-disabled"] });
    roll();
}"""


def with_speed(visitor: BrowserContext, speed: str) -> BrowserContext:
    """Give the visitor this animation speed, without sound."""
    visitor.add_init_script(_SPEED.format(speed))
    return visitor


def at_once(visitor: BrowserContext) -> BrowserContext:
    """Let the visitor see everything at once, without animation."""
    return with_speed(visitor, "instant")


def play_a_bot(page: Page, game: str = "heckmeck") -> None:
    """Start a game from the home page against the bots that the page suggests."""
    page.locator(f'.game-card[data-game="{game}"]').click()
    page.locator(".new-table__go .button--main").click()
    page.wait_for_url("**/table/*")


def make_table(visitor: BrowserContext, game: str, *seats: dict[str, str], **more: Any) -> dict[str, Any]:
    """Make a table for this visitor, by default without automatic rolls; return its ``id`` and ``code``."""
    rules = {"auto_roll": False, **more.pop("rules", {})}
    answer = visitor.request.post("/api/tables", data={"game": game, "seats": seats, "rules": rules, **more})
    assert answer.ok, answer.text()
    created: dict[str, Any] = answer.json()
    return created


def sit_down(visitor: BrowserContext, table: str, name: str) -> None:
    """Take the first free seat."""
    answer = visitor.request.post(f"/api/tables/{table}/seats", data={"name": name})
    assert answer.ok, answer.text()


def admit(phone: Page) -> None:
    """Let the big screen that asks lead the table."""
    phone.locator(".table__asks .button--main").click()
    expect(phone.locator(".table__asks")).to_be_hidden()


def version(visitor: BrowserContext, table: str) -> int:
    """Return the version of a table."""
    current: int = visitor.request.get(f"/api/tables/{table}").json()["table"]["version"]
    return current


def begin(
    visits: Visits, game: str, *seats: dict[str, str], visitor: BrowserContext | None = None, **more: Any
) -> Page:
    """Begin a game and return its host's page, by default that of a visitor who sees everything at once."""
    visitor = visitor or at_once(visits.visitor())
    page = visits.open(f"/table/{make_table(visitor, game, *seats, **more)['id']}", visitor=visitor)
    page.locator(".lobby__start").click()
    expect(page.locator("roost-board .board")).to_be_visible()
    return page


def choices(page: Page) -> Locator:
    """Return the buttons of the current choices."""
    return page.locator(".choices .choice:not([aria-disabled=true])")


def choice(page: Page, action: str) -> Locator:
    """Return the button of an action; the plain roll has an empty one."""
    return page.locator(f'.choices .choice[data-action="{action}"]:not([aria-disabled=true])')


def asides(page: Page) -> Locator:
    """Return the buttons that set dice aside."""
    return page.locator(".choices .choice--aside:not([aria-disabled=true])")


def press(button: Locator) -> None:
    """Click a button by script, because two quick real clicks would count as a double click."""
    button.evaluate("(button) => button.click()")


def play_on(*pages: Page) -> None:
    """Let pages choose automatically from now on: an action that earns a piece, otherwise the highest dice."""
    for page in pages:
        page.evaluate(PILOT)


def await_lines(page: Page, number: int) -> None:
    """Wait until a page's log has ``number`` lines or the game is over."""
    is_over = page.locator(".finale").filter(visible=True)
    page.locator(".log__line").nth(number - 1).or_(is_over).first.wait_for(state="attached")


def hurry(*pages: Page) -> None:
    """Let pages that choose automatically aim for the end of the game."""
    for page in pages:
        page.evaluate("() => { globalThis.isHasty = true; }")


def stop_playing(*pages: Page) -> None:
    """Stop the automatic choices of pages."""
    for page in pages:
        page.evaluate("() => globalThis.stopPilot()")


def set_something_aside(page: Page) -> None:
    """Roll and set dice aside, so that the player can roll again, stop or undo, unless no dice are left."""
    press(choice(page, ""))
    press(asides(page).last)


def set_few_aside(page: Page) -> None:
    """Set aside the symbol that the fewest dice show, so that most dice are left."""
    expect(asides(page).first).to_be_visible()
    asides(page).evaluate_all(
        """(buttons) => {
            const dice = [...document.querySelectorAll("roost-dice [data-face]")].map((die) => die.dataset.face);
            const count = ({ dataset }) => dice.filter((face) => face === dataset.action).length;
            buttons.sort((left, right) => count(left) - count(right))[0].click();
        }"""
    )


def expect_prompt(page: Page, text: str) -> None:
    """Expect the page to show this prompt."""
    expect(page.locator(".prompt__text")).to_have_text(re.compile(text))
