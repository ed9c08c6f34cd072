"""For children who cannot read: the page reads aloud, and Junior can be played with all words hidden."""

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
        const pictures = [...document.querySelectorAll(".choices .choice")].map((choice) => {
            const visible = [...choice.querySelectorAll("svg")].filter((svg) => svg.checkVisibility());
            return visible.map((svg) => svg.outerHTML).join();
        });
        compared += pictures.length;
        if (pictures.some((picture) => !picture) || new Set(pictures).size < pictures.length)
            unclear.push(document.querySelector(".choices").innerText);
    };
    new MutationObserver(look).observe(document.querySelector(".choices"), { childList: true });
}"""


def listening(visitor: BrowserContext) -> BrowserContext:
    """Give the visitor a device that records what it says aloud."""
    visitor.add_init_script(_VOICE)
    return at_once(visitor)


@pytest.mark.parametrize(
    ("lang", "event", "offered"), [("de", "Du würfelst", "6 Würfel werfen"), *rarely(("en", "You roll", "Roll 6 dice"))]
)
def test_events_and_choices_are_read_aloud(visits: Visits, lang: str, event: str, offered: str) -> None:
    """A house rule enables reading in the page's language; odds are hidden, and a button repeats the last sentence."""
    visitor = listening(visits.visitor(lang=lang))
    page = begin(visits, "junior", ANNA, CHICK, visitor=visitor, options={"start": "A"}, rules={"aloud": True})
    choices(page).first.wait_for()
    spoken = page.evaluate("() => said")
    assert [lang, offered] in spoken
    expect(page.locator(".tool--odds")).to_be_hidden()
    press(choice(page, ""))
    expect(choices(page).first).to_be_visible()
    assert any(language == lang and text.startswith(event) for language, text in page.evaluate("() => said"))
    page.locator(".tool--sound").click()
    assert page.evaluate("() => said.at(-1)[1].endsWith(said.at(-3)[1])")


def test_junior_can_be_played_without_reading(visits: Visits) -> None:
    """Every choice has its own picture, and so has the button for another game."""
    visitor = listening(visits.visitor())
    page = begin(visits, "junior", ANNA, CHICK, visitor=visitor, rules={"aloud": True})
    choices(page).first.wait_for()
    page.evaluate(_WORDLESS)
    play_on(page)
    hurry(page)
    page.locator(".finale").wait_for(timeout=300_000)
    assert page.evaluate("() => unclear") == []
    assert page.evaluate("() => compared") > 10
    play_again = page.locator(".finale .button--main svg")
    expect(play_again).to_be_visible()
    play_again.click()
    expect(page.locator(".finale")).to_be_hidden()
