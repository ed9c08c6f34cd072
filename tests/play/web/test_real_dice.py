"""Real dice on the page: players enter their rolls on a keypad, and the page applies the rules."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from roost_farkle import Farkle
from roost_pig import Pig

from play.server.serving import fast, serving_in_thread
from play.web.browsing import PHONE, Visits
from play.web.playing import (
    ANNA,
    BEN,
    OPEN,
    REFEREED,
    at_once,
    begin,
    choice,
    choices,
    expect_prompt,
    make_table,
    play_on,
    press,
    stop_playing,
)
from roost.core import registry
from roost.core.game import Game
from soak import rarely

REAL = {"dice": "real"}
FIRST = {"start": "A"}
SHORT: dict[str, dict[str, Any]] = {
    "heckmeck": {"short_game": True, "always_turn": True},
    "picnic": {"goal": 5, "tracks": "2:2,2:2,3:3,3:3,4:4,4:4"},
}
"""Options that make a game shorter."""

_HOLD = """(face, times) => {
    // Hold a key until it was entered so many times, with timers that this script fires.
    const [later, timers] = [globalThis.setTimeout, []];
    globalThis.setTimeout = (run) => timers.push(run);
    face.dispatchEvent(new PointerEvent("pointerdown"));
    for (let time = 0; time < times; time++) timers.shift()();
    globalThis.setTimeout = later;
    face.dispatchEvent(new PointerEvent("pointerup"));
    face.click(); // the click after holding enters no further die
}"""


_KEYS = """(keypad, faces) =>
    [...faces].forEach((face) => keypad.querySelector(`.keypad__face[data-enter="${face}"]`).click())"""


def keys(page: Page, faces: str) -> None:
    """Tap keys of the keypad, faster than any finger."""
    keypad = page.locator(".keypad")
    expect(keypad.locator(".keypad__face:not([aria-disabled=true])").first).to_be_visible()
    keypad.evaluate(_KEYS, faces)


def count(page: Page) -> str:
    """Return the keypad's text about the number of dice entered."""
    return page.locator(".keypad__count").inner_text()


@pytest.mark.parametrize("game", ["picnic", *rarely("heckmeck", "junior", "barbecue")])
def test_a_whole_game_with_real_dice_can_be_played_on_the_page(visits: Visits, game: str) -> None:
    """A roll takes one tap for each die on a phone, and the game ends by the rules."""
    options = {**FIRST, **SHORT.get(game, {})}
    page = begin(visits, game, ANNA, BEN, options=options, rules={**REAL, "auto_roll": True})
    assert page.viewport_size == PHONE
    page.evaluate(REFEREED, 0 if game == "junior" else -1)
    expect(choices(page).first).to_be_visible()
    page.get_by_role("button", name="Fix roll").click()  # the same dice, entered again
    play_on(page)
    expect(page.locator(".finale")).to_be_visible()
    stop_playing(page)
    wrong, *rolls = page.evaluate("globalThis.rolls")
    assert wrong[0] == rolls[0][0]
    assert len(rolls) > 5
    assert all(0 < taps <= needed + 1 for needed, taps in rolls), rolls
    table = page.url.rsplit("/", 1)[1]
    view = page.request.get(f"/api/tables/{table}").json()["table"]["game"]
    assert (view["dice"]["rolls"], view["dice"]["entered"]) == (0, len(rolls))
    record = page.request.get(f"/api/tables/{table}/record").text()
    assert len(re.findall("^%(?:entered|corrected) [AB]", record, re.MULTILINE)) == len(rolls)
    page.goto(f"/verify?table={table}&game=1")
    expect(page.locator(".verdict h2")).to_have_text(f"{len(rolls)} rolls were entered by hand")
    expect(page.locator(".verdict--none")).to_be_visible()


def test_the_keypad_sends_a_roll_when_its_last_die_is_entered(visits: Visits) -> None:
    """The keypad counts the dice and can remove the last one.

    With a single device, a correction takes effect at once, and the log keeps both rolls.
    """
    page = begin(visits, "heckmeck", ANNA, BEN, options=FIRST, rules=REAL)
    expect(page.locator(".keypad__face")).to_have_count(6)
    expect(choices(page)).to_have_count(0)
    page.keyboard.press("Space")  # has no effect, because the dice are real
    for face in "1123":
        page.locator(f'.keypad__face[data-enter="{face}"]').click()
    assert count(page) == "4 of 8"
    expect(page.get_by_role("button", name="1, 2", exact=True)).to_be_visible()
    page.get_by_role("button", name="Remove the last die").click()
    assert count(page) == "3 of 8"
    page.keyboard.press("5")
    page.keyboard.press("w")
    page.keyboard.press("Backspace")
    assert count(page) == "4 of 8"
    page.locator('.keypad__face[data-enter="4"]').evaluate(_HOLD, 2)
    assert count(page) == "6 of 8"
    keys(page, "ww")
    expect(page.locator(".keypad")).to_be_hidden()
    expect(choice(page, "w")).to_be_visible()
    expect(page.locator(".narration")).to_contain_text("Anna")
    expect(page.locator(".shield")).to_have_attribute("data-state", "grey")
    page.locator(".shield").click()
    expect(page.locator("dialog")).to_contain_text("1 roll of real dice was entered by hand")
    expect(page.locator("dialog")).not_to_contain_text("Every roll was computed")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    page.get_by_role("button", name="Fix roll").click()
    expect(page.locator(".keypad__title")).to_have_text("What did the dice really show?")
    expect(choices(page)).to_have_count(0)
    page.get_by_role("button", name="Back").click()
    expect(choice(page, "5")).to_be_visible()
    page.get_by_role("button", name="Fix roll").click()
    keys(page, "1123444w")
    expect(choice(page, "5")).to_have_count(0)
    expect(choice(page, "4")).to_be_visible()
    page.get_by_role("button", name="Log").click()
    expect(page.locator(".log")).to_contain_text("Anna entered the roll.")
    expect(page.locator(".log")).to_contain_text("Corrected: 1 1 2 3 4 4 4 worm instead of 1 1 2 4 4 5 worm worm.")
    press(choice(page, "4"))
    expect(page.get_by_role("button", name="Fix roll")).to_be_hidden()


def test_other_devices_may_enter_a_roll_and_must_agree_to_corrections(visits: Visits) -> None:
    """Ben's phone may enter Anna's roll, and a correction that Cleo proposes from elsewhere needs agreement."""
    anna, ben, cleo = (at_once(visits.visitor()) for _ in range(3))
    table = make_table(anna, "heckmeck", ANNA, OPEN, OPEN, options=FIRST, rules=REAL)
    first = visits.open(f"/table/{table['id']}", visitor=anna)
    pages = []
    for visitor, name, is_here in ((ben, "Ben", True), (cleo, "Cleo", False)):
        page = visits.open(f"/t/{table['code']}", visitor=visitor)
        page.locator("#name").fill(name)
        page.get_by_role("switch").set_checked(is_here)
        page.get_by_role("button", name=re.compile("^(Sit|Take)")).click()
        expect(page.locator(".lobby")).to_be_visible()
        pages.append(page)
    second, third = pages
    expect(first.locator(".lobby__seat", has_text="Cleo")).to_contain_text("checked dice")
    first.get_by_role("button", name="Begin").click()
    expect(first.locator(".keypad")).to_be_visible()
    expect(second.locator(".keypad")).to_be_hidden()
    second.get_by_role("button", name="Enter the roll for Anna").click()
    keys(second, "1123445w")
    expect(choice(first, "5")).to_be_visible()
    third.get_by_role("button", name="Fix roll").click()
    keys(third, "1123444w")
    expect(third.locator(".entering__line")).to_contain_text("once the others agree")
    for page in (first, second):
        expect(page.locator(".entering__line")).to_contain_text("Cleo says the dice showed 2 × 1, 1 × 2")
    first.get_by_role("button", name="No, leave it").click()
    expect(choice(first, "5")).to_be_visible()
    third.get_by_role("button", name="Fix roll").click()
    keys(third, "1123444w")
    for page in (second, first):
        page.get_by_role("button", name="Yes, correct it").click()
    expect(choice(first, "5")).to_have_count(0)
    press(choice(first, "w"))
    press(choice(first, "roll"))
    keys(first, "wwwwwww")  # a dead roll, because worms are set aside already
    expect(second.locator(".keypad")).to_be_visible()
    keys(second, "1123445w")
    press(choice(second, "w"))
    press(choice(second, "roll"))
    keys(second, "wwwwwww")
    expect(third.locator(".keypad")).to_be_hidden()
    press(choice(third, ""))  # the table rolls for her
    expect(third.locator('.shield[aria-label*="4 rolls of real dice"]')).to_be_visible()
    expect_prompt(first, "Cleo")


def test_the_keypad_works_for_games_of_other_packages(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The keypad has the symbols of the game's die, and asks for as many dice as must be rolled."""
    rolls: dict[type[Game], str] = {Pig: "5", Farkle: "112345"}
    installed = {**registry.all_games(), **{kind.name: kind for kind in rolls}}
    monkeypatch.setattr(registry, "all_games", lambda: installed)
    with serving_in_thread(fast(tmp_path / "roost.db")) as url:
        visits = Visits(browser, url, painted=False)
        for kind, roll in rolls.items():
            page = begin(visits, kind.name, ANNA, BEN, rules=REAL)
            expect(page.locator(".keypad__face")).to_have_count(6)
            expect(page.locator(".keypad__die")).to_have_count(len(roll))
            keys(page, roll)
            expect(page.locator(".keypad")).to_be_hidden()
            expect(page.locator(".choices .choice, roost-dice [data-pick]").first).to_be_visible()
            expect(page.locator(".shield")).to_have_attribute("data-state", "grey")
        visits.close()
        assert visits.unexpected == []
