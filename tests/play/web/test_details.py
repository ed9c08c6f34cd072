"""Small things that somebody stumbled over once: each stays as it was mended."""

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


def test_the_tutorial_takes_what_is_as_good(visits: Visits) -> None:
    """A re-roll that is worth as much as the book's is no mistake."""
    ranked = Swing().solve(state := roost.position(LESSON)).choices(state)
    best = next(one for one in ranked if str(one.action) == "reroll1")
    twin = next(str(one.action) for one in ranked if f"{one.value:.1f}" == f"{best.value:.1f}" and one is not best)
    page = visits.open("/learn/picnic", visitor=at_once(visits.visitor()))
    page.locator(".lesson__next").click()
    press(choice(page, ""))
    press(choice(page, "move3"))
    page.get_by_role("button", name="Continue").click()  # not the hidden one of before, nor "Skip"
    press(choice(page, ""))
    if twin.startswith("reroll"):
        for face in twin.removeprefix("reroll"):
            page.locator(f'roost-dice button[aria-label="{face}"][aria-pressed="false"]').first.click()
        page.locator(f'roost-dice [data-choose="{twin}"]').click()
    else:
        press(choice(page, twin))
    expect(page.locator(".lesson__reaction--good")).to_have_text(re.compile("Just as good"))


def test_bots_are_introduced_by_name(visits: Visits) -> None:
    """A player who makes a table reads who a bot is and how they play; strangers' bots come when they are asked for."""
    visitor = visits.visitor()
    known = [{"name": name, "about": ""} for name in all_bots()]  # to try each of them would take a minute
    visitor.route("**/api/bots?*", lambda route: route.fulfill(json=known))
    page = visits.open("/new/heckmeck?with=bot", visitor=visitor)
    bots = page.get_by_label("Who plays seat B").locator("optgroup option")
    expect(bots.filter(has_text="More bots")).to_have_count(1)
    names = bots.all_text_contents()
    assert [name.split(" · ")[0] for name in names[:-1]] == [
        *("Chick", "Pullet", "Hen", "Card", "Rooster", "Fox", "Owl")
    ]
    page.get_by_label("Who plays seat B").select_option(label="More bots …")
    expect(bots.filter(has_text="another program").first).to_be_attached()


def test_an_element_listens_as_it_was_last_drawn(visits: Visits) -> None:
    """A listener of any type goes with the drawing, also of events that do not bubble; a disabled button hears none."""
    assert visits.open("/").evaluate("""async () => {
        const base = new URL(".", document.querySelector("script[type=module]").src).href;
        const [{ h }, { render }] = await Promise.all(["dom", "render"].map((one) => import(`${base}lib/${one}.js`)));
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
        const kept = (draw("first", false), place.querySelector("b"));
        draw("second", false);
        send();
        render(place, h("p", h("b")), h("button", { disabled: true, onclick: () => heard.push("none") }));
        send();
        return [kept === place.querySelector("b"), ...heard];
    }""") == [True, "second toggle", "second wheel", "second above", "second click"]


def test_a_finger_leaves_no_mark(visits: Visits) -> None:
    """A pointer shows what it is over, unless that waits; where a finger was last, the button looks as before."""
    pages = [visits.open("/new/heckmeck?with=device", size=size) for size in (DESKTOP, PHONE)]
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
"""Screens, and how large their letters are."""
ROLL = "() => document.querySelector('.choices .choice').click()"
TO_A_CLAIM = """() => new Promise((done) => {
    const press = () => {
        if (document.querySelector(".choices .choice--claim")) {
            observer.disconnect();
            return done();
        }
        const wishes = ['[data-action="w"]', ".choice--aside", '[data-action="roll"]', '[data-action=""]', ""];
        const found = wishes.map((one) => document.querySelector(`.choices .choice:not([aria-disabled=true])${one}`));
        found.find(Boolean)?.click();
    };
    const observer = new MutationObserver(press);
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ["aria-disabled"] });
    press();
})"""
CUT = """(text) => {
    const root = document.documentElement;
    root.style.fontSize = `${100 * text}%`;
    root.dataset.letters = text > 1 ? "large" : "usual";
    const boxes = (selector) => [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
    const [play] = boxes(".table__play"), [place] = boxes(".choices__place");
    const isIn = ({ left, right, top, bottom }, all) =>
        left >= all.left - 1 && right <= all.right + 1 && top >= all.top - 1 && bottom <= all.bottom + 1;
    const pieces = ["roost-dice .dice-die", ".board-seat", ".meadow__track", ".grill__slot", ".grill-spot"];
    const cut = pieces.filter((one) => boxes(one).some((box) => !isIn(box, play)));
    const isShort = boxes(".choices .choice--claim").length <= 2; // a list of many moves may be scrolled
    return !isShort || boxes(".choices .choice").every((box) => isIn(box, place)) ? cut : [...cut, "choices"];
}"""
"""The parts of the table that, with letters so large, cannot be seen whole."""


@pytest.mark.soak
@pytest.mark.parametrize("game", ["heckmeck", "picnic", *rarely("junior", "barbecue")])
def test_everything_is_in_sight(visits: Visits, game: str) -> None:
    """All dice, all that lies on the board and all choices are seen whole: on every screen, and in large letters."""
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
