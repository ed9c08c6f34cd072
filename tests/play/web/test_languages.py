"""Every language fits a small phone, is in the menu under its own name, and has the server's plural rules."""

import pytest
from playwright.sync_api import expect

from play.web.browsing import SMALL, TOO_SMALL, Visits
from roost.core.words import Language, Messages
from roost.core.words.locales import LOCALES

NUMBERS = [0, 1, 2, 5, 12, 22, 1_000_000, 1.5]
WRITTEN = [0.5, 1234.5, 12_345.5]
NAMES = ["English", "Deutsch", "Français", "Nederlands", "Español", "Italiano", "Polski", "Português"]

CLIPPED = """() => [...document.querySelectorAll("#page *")].filter((place) =>
  place.offsetParent && place.innerText && place.clientWidth > 4 && place.scrollWidth > place.clientWidth + 1 &&
  ["hidden", "clip"].includes(getComputedStyle(place).overflowX)).map((place) => place.innerText)"""
"""Script that returns all texts that are wider than their element and therefore cut off."""

COUNTED = """([numbers, written]) => {
  const { lang } = document.documentElement;
  const [rules, format] = [new Intl.PluralRules(lang), new Intl.NumberFormat(lang)];
  return [numbers.map((n) => rules.select(n)), written.map((n) => format.format(n)),
    new Intl.NumberFormat(lang, { style: "percent" }).format(0.41)];
}"""


def test_a_language_fits_a_small_phone_and_agrees_with_the_server(visits: Visits, subtests: pytest.Subtests) -> None:
    """No page is too wide or cuts text off; plural forms and numbers agree with the server's."""
    page = visits.open("/", size=SMALL)
    for language in Language:
        with subtests.test(language=language.value):
            locale, messages = LOCALES[language], Messages(language)
            for path in (f"/?lang={language.value}", "/rules/barbecue", "/new/picnic"):
                page.goto(path)
                page.wait_for_selector("#page h1")
                assert page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"]
                assert page.evaluate(CLIPPED) == []
                assert page.evaluate(TOO_SMALL) == []
            expect(page.locator("html")).to_have_attribute("lang", locale.tag)
            categories, written, percent = page.evaluate(COUNTED, [NUMBERS, WRITTEN])
            assert categories == [locale.category(number) for number in NUMBERS]
            assert written == [messages.number(number, 1) for number in WRITTEN]
            assert percent.replace("\N{NARROW NO-BREAK SPACE}", "\N{NO-BREAK SPACE}") == messages.percent(0.41, 0)


def test_the_menu_lists_each_language_under_its_own_name(visits: Visits) -> None:
    """The choice is stored until an address names another language."""
    page = visits.open("/", lang="pl")
    page.get_by_role("button", name="Ustawienia").click()
    menu = page.get_by_role("group", name="Język").locator("label")
    expect(menu).to_have_text(NAMES)
    page.get_by_role("radio", name="Português").click()
    expect(page.locator("h1")).to_have_text("O que vamos jogar?")
    page.reload()
    expect(page.locator("h1")).to_have_text("O que vamos jogar?")
    page.goto("/rules/junior?lang=de")
    page.goto("/")
    expect(page.locator("h1")).to_have_text("Was spielen wir?")
