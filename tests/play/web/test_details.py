"""Regression tests for small page faults that people reported."""

import re

import pytest
from playwright.sync_api import expect

import roost
from play.web.browsing import DESKTOP, PHONE, SMALL, Visits
from play.web.playing import ANNA, BEN, HEN, at_once, begin, choice, choices, press
from roost.study.bots import all_bots
from roost.study.odds.aims import Swing
from soak import SOAKING, rarely

LESSON = "picnic start=A board=-/-/3A/-/3B/- A=- B=- turn=A dice=133356 rerolls=1/1"
COLOURS = """(button) => {
    const style = getComputedStyle(button);
    return [style.color, style.backgroundColor];
}"""


def test_the_tutorial_accepts_an_equally_good_choice(visits: Visits) -> None:
    """A re-roll worth as much as the tutorial's own is not called a mistake."""
    ranked = Swing().solve(state := roost.position(LESSON)).choices(state)
    best = next(rated for rated in ranked if str(rated.action) == "reroll1")
    equal = (rated for rated in ranked if f"{rated.value:.1f}" == f"{best.value:.1f}" and rated is not best)
    twin = str(next(equal).action)
    page = visits.open("/learn/picnic", visitor=at_once(visits.visitor()))
    page.locator(".lesson__next").click()
    press(choice(page, ""))
    press(choice(page, "move3"))
    page.get_by_role("button", name="Continue").click()  # the visible one, not "Skip"
    press(choice(page, ""))
    if twin.startswith("reroll"):
        for face in twin.removeprefix("reroll"):
            page.locator(f'roost-dice button[aria-label="{face}"][aria-pressed="false"]').first.click()
        page.locator(f'roost-dice [data-choose="{twin}"]').click()
    else:
        press(choice(page, twin))
    expect(page.locator(".lesson__reaction--good")).to_have_text(re.compile("Just as good"))


def test_the_shelf_introduces_our_bots_before_other_programs(visits: Visits) -> None:
    """Our bots have names, stars and styles of play."""
    visitor = visits.visitor()
    listed = [{"name": name, "about": ""} for name in all_bots()]  # because trying each bot would take a minute
    visitor.route("**/api/bots?*", lambda route: route.fulfill(json=listed))
    page = visits.open("/new/heckmeck", visitor=visitor)
    names = page.locator(".shelf__bird:has(.shelf__stars) b")
    expect(names).to_have_text(["Chick", "Pullet", "Hen", "Card", "Rooster", "Fox", "Owl"])
    expect(page.locator(".shelf__bird", has_text="Another program").first).to_be_visible()


def test_redrawing_an_element_replaces_its_listeners(visits: Visits) -> None:
    """Listeners of events that do not bubble are replaced too; a disabled button receives no click."""
    assert visits.open("/").evaluate("""async () => {
        const base = new URL(".", document.querySelector("script[type=module]").src).href;
        const [{ h }, { render }] = await Promise.all(["dom", "render"].map((name) => import(`${base}lib/${name}.js`)));
        const place = document.body.appendChild(h("div"));
        const heard = [];
        const draw = (name, disabled) => render(place, h("p", { onwheel: () => heard.push(`${name} above`) }, h("b",
            { onwheel: () => heard.push(`${name} wheel`), ontoggle: () => heard.push(`${name} toggle`) })),
            h("button", { disabled, onclick: () => heard.push(`${name} click`) }));
        const send = () => {
            place.querySelector("b").dispatchEvent(new Event("toggle"));
            place.querySelector("b").dispatchEvent(new Event("wheel", { bubbles: true }));
            place.querySelector("button").dispatchEvent(new Event("click", { bubbles: true }));
        };
        const element = (draw("first", false), place.querySelector("b"));
        draw("second", false);
        send();
        render(place, h("p", h("b")), h("button", { disabled: true, onclick: () => heard.push("none") }));
        send();
        return [element === place.querySelector("b"), ...heard];
    }""") == [True, "second toggle", "second wheel", "second above", "second click"]


def test_only_a_mouse_pointer_highlights_a_button(visits: Visits) -> None:
    """A touched button looks as before, and a disabled button is never highlighted."""
    pages = [visits.open("/new/heckmeck", size=size) for size in (DESKTOP, PHONE)]
    pointed, touched = (page.locator(".button--main").last for page in pages)
    resting = touched.evaluate(COLOURS)
    assert pointed.evaluate(COLOURS) == resting
    touched.hover()
    pointed.hover()
    expect(pointed).not_to_have_css("background-color", resting[1])
    assert touched.evaluate(COLOURS) == resting
    pages[0].mouse.move(0, 0)
    expect(pointed).to_have_css("background-color", resting[1])
    pointed.evaluate("(button) => { button.disabled = true; }")
    before = pointed.evaluate(COLOURS)
    pointed.hover(force=True)
    pointed.evaluate("(button) => Promise.all(button.getAnimations().map((changing) => changing.finished))")
    assert pointed.evaluate(COLOURS) == before


SIZES = [(1280, 800), (844, 390), (390, 844), (320, 568), *([(820, 1180), (1920, 1080), (640, 400)] if SOAKING else [])]
LOOKS = [*((size, 1) for size in SIZES), ((390, 844), 2), ((1280, 800), 2)]
"""Screen sizes, each with a factor for the size of letters."""
ROLL = "() => document.querySelector('.choices .choice').click()"
TO_A_CLAIM = """() => new Promise((done) => {
    const press = () => {
        if (document.querySelector(".choices .choice--claim")) {
            observer.disconnect();
            return done();
        }
        const wishes = ['[data-action="w"]', ".choice--aside", '[data-action="roll"]', '[data-action=""]', ""];
        const choice = (wish) => document.querySelector(`.choices .choice:not([aria-disabled=true])${wish}`);
        wishes.map(choice).find(Boolean)?.click();
    };
    const observer = new MutationObserver(press);
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ["aria-disabled"] });
    press();
})"""
CUT = """(text) => {
    const root = document.documentElement;
    root.style.fontSize = `${100 * text}%`;
    root.dataset.letters = text > 1 ? "large" : "usual";
    const boxes = (selector) => [...document.querySelectorAll(selector)].map((part) => part.getBoundingClientRect());
    const [play] = boxes(".table__play"), [place] = boxes(".choices__place");
    const isIn = ({ left, right, top, bottom }, all) =>
        left >= all.left - 1 && right <= all.right + 1 && top >= all.top - 1 && bottom <= all.bottom + 1;
    const pieces = ["roost-dice .dice-die", ".board-seat", ".meadow__track", ".grill__slot", ".grill-spot"];
    const cut = pieces.filter((piece) => boxes(piece).some((box) => !isIn(box, play)));
    const isShort = boxes(".choices .choice--claim").length <= 2; // a list of many moves may be scrolled
    return !isShort || boxes(".choices .choice").every((box) => isIn(box, place)) ? cut : [...cut, "choices"];
}"""
"""Script that returns the parts of the table that are cut off with letters of a given size."""


@pytest.mark.soak
@pytest.mark.parametrize("game", ["heckmeck", "picnic", *rarely("junior", "barbecue")])
def test_dice_board_and_choices_are_fully_visible(visits: Visits, game: str) -> None:
    """Nothing is cut off on any screen size or with large letters."""
    page = begin(visits, game, ANNA, BEN, HEN, options={"start": "A"})
    for reach in (ROLL, TO_A_CLAIM):
        page.evaluate(reach)
        expect(choices(page).first).to_be_visible()
        for (width, height), text in LOOKS:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(CUT, text)
            page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            assert page.evaluate(CUT, text) == [], (width, height, text)
    page.set_viewport_size(SMALL)
    page.evaluate(CUT, 2)
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert "roost-dice .dice-die" not in page.evaluate(CUT, 2)
    assert page.locator("roost-board").evaluate("(board) => board.getBoundingClientRect().width") > SMALL["width"] / 2


_SHARES = """() => {
    const felt = document.querySelector(".table__play").getBoundingClientRect();
    return Object.fromEntries([".board > :first-child", ".board-seats", ".dice-tray"].map((part) => {
        const { left, right, top, bottom, width, height } = document.querySelector(part).getBoundingClientRect();
        const isIn = left > felt.left - 1 && right < felt.right + 1 && top > felt.top - 1 && bottom < felt.bottom + 1;
        return [part, [isIn, width / felt.width, height / felt.height]];
    }));
}"""
"""Script that returns whether each part of the table is within it, and its shares of the table's width and height."""
SCREENS = [(320, 568), (390, 844), (844, 390), (768, 1024), (1440, 900), (2560, 1440), (3840, 2160)]
ALIKE = [(1440, 900), (2560, 1600), (3840, 2400)]
"""Screens of the same shape, on which everything has the same share."""


@pytest.mark.parametrize("game", ["picnic", *rarely("heckmeck", "junior", "barbecue")])
def test_board_players_and_dice_share_the_table_on_every_screen(visits: Visits, game: str) -> None:
    """Together they fill most of the table's width or height, and nothing is too small to see."""
    visitor = at_once(visits.visitor(size={"width": 1440, "height": 900}))
    page = begin(visits, game, ANNA, HEN, visitor=visitor, options={"start": "A"})
    expect(page.locator(".dice-cup")).to_be_visible()
    shares = {}
    for width, height in dict.fromkeys([*SCREENS, *ALIKE]):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        shares[width, height] = parts = page.evaluate(_SHARES)
        assert all(is_in for is_in, _, _ in parts.values()), (width, height, parts)
        (_, board_width, board), (_, _, seats), (_, dice_width, dice) = parts.values()
        assert board >= 0.3, (width, height, parts)
        assert min(seats, dice) >= 0.09, (width, height, parts)
        assert max(board_width, dice_width) >= 0.8 or board + seats >= 0.75, (width, height, parts)
    usual, *larger = ([share for part in shares[size].values() for share in part] for size in ALIKE)
    for other in larger:
        assert max(abs(share - before) for share, before in zip(other, usual, strict=True)) < 0.03
