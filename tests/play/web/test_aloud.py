"""For people who do not read yet: the page reads aloud, and Junior is played to its end with all words hidden."""

import pytest
from playwright.sync_api import BrowserContext, expect

from play.web.browsing import Visits
from play.web.playing import ANNA, CHICK, at_once, begin, choice, choices, hurry, play_on, press
from soak import rarely

_VOICE = """
    globalThis.said = [];
    globalThis.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
    const voice = { cancel: () => said.push(["", ""]), speak: ({ lang, text }) => said.push([lang, text]) };
    Object.defineProperty(globalThis, "speechSynthesis", { value: voice });
"""
_WORDLESS = """() => {
    const rule = new CSSStyleSheet();
    rule.replaceSync("*:not(svg *) { color: transparent !important; -webkit-text-fill-color: transparent; }");
    document.adoptedStyleSheets.push(rule);
    globalThis.unclear = [];
    globalThis.compared = 0;
    const look = () => {
        const told = [...document.querySelectorAll(".choices .choice")].map((one) =>
            [...one.querySelectorAll("svg")].filter((svg) => svg.checkVisibility()).map((svg) => svg.outerHTML).join());
        compared += told.length;
        if (told.some((one) => !one) || new Set(told).size < told.length)
            unclear.push(document.querySelector(".choices").innerText);
    };
    new MutationObserver(look).observe(document.querySelector(".choices"), { childList: true });
}"""


def listening(visitor: BrowserContext) -> BrowserContext:
    """The same visitor, with a device whose voice notes what it says."""
    visitor.add_init_script(_VOICE)
    return at_once(visitor)


@pytest.mark.parametrize(
    ("lang", "held", "offered"), [("de", "Du würfelst", "6 Würfel werfen"), *rarely(("en", "You roll", "Roll 6 dice"))]
)
def test_what_happens_and_what_one_may_do_is_read_aloud(visits: Visits, lang: str, held: str, offered: str) -> None:
    """At a table whose host wishes it, in the language of the page; there are no odds, and it is said again."""
    visitor = listening(visits.visitor(lang=lang))
    page = begin(visits, "junior", ANNA, CHICK, visitor=visitor, options={"start": "A"}, rules={"aloud": True})
    choices(page).first.wait_for()
    said = page.evaluate("() => said")
    assert [lang, offered] in said
    expect(page.locator(".tool--odds")).to_be_hidden()
    press(choice(page, ""))
    expect(choices(page).first).to_be_visible()
    assert [one for one in page.evaluate("() => said") if one[0] == lang and one[1].startswith(held)]
    page.locator(".tool--sound").click()
    assert page.evaluate("() => said.at(-1)[1].endsWith(said.at(-3)[1])")


def test_junior_is_played_to_its_end_without_a_word(visits: Visits) -> None:
    """Every choice has a picture that no other has, and another game begins with the button that is a picture, too."""
    visitor = listening(visits.visitor())
    page = begin(visits, "junior", ANNA, CHICK, visitor=visitor, rules={"aloud": True})
    choices(page).first.wait_for()
    page.evaluate(_WORDLESS)
    play_on(page)
    hurry(page)
    page.locator(".finale").wait_for(timeout=300_000)
    assert page.evaluate("() => unclear") == []
    assert page.evaluate("() => compared") > 10
    again = page.locator(".finale .button--main svg")
    expect(again).to_be_visible()
    again.click()
    expect(page.locator(".finale")).to_be_hidden()
