"""The page of strategy cards: linked from home, readable on a phone, for beginners and experts."""

import re
from itertools import product

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from play.web.browsing import Visits
from roost.cli.card import html_page
from roost.core.registry import game_type
from roost.core.words import Language, Messages
from roost.study.cards import Size, card_for
from roost.study.cards.printed_card import print_card

_BOX = re.compile(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]")
A6 = ViewportSize(width=359, height=521)
"""A6 without its margins, in pixels."""


def printed(page: Page) -> list[tuple[int, int]]:
    """Return the pages that a browser prints: their widths and heights in points."""
    boxes = _BOX.findall(page.pdf(prefer_css_page_size=True))
    return [(int(float(wide)), int(float(high))) for wide, high in boxes]


def test_a_card_is_complete_on_a_phone(visits: Visits) -> None:
    """Home links to the card, every line and cell is visible, and the other size and game are one tap away."""
    page = visits.open("/", lang="de")
    page.locator(".home__more > summary").click()
    page.get_by_role("link", name="Strategiekarten").click()
    page.get_by_role("link", name="Junior").click()
    junior, words = game_type("junior"), Messages(Language.DE)
    beginner = print_card(card_for(junior, Size.BEGINNER), words)
    lines = [f"{line.when} {line.advice}" for section in beginner.sections for line in section.lines]
    expect(page.locator(".strategy-card li")).to_have_text(lines)
    page.get_by_role("link", name="Profi").click()
    expert = print_card(card_for(junior, Size.EXPERT), words)
    cells = [
        cell for section in expert.sections for table in section.tables for row in table.rows for cell in row.cells
    ]
    expect(page.locator(".strategy-card tbody td")).to_have_text(cells)
    page.evaluate("window.print = () => {}")
    for paper, size in (("A4", (594, 841)), ("A6", (298, 420))):
        page.get_by_role("button", name=f"Drucken · {paper}").click()
        assert printed(page) == [size]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("link", name="Picnic Blitz").click()
    expect(page.locator(".strategy-card h1")).to_contain_text("Picnic Blitz")


@pytest.mark.parametrize("game", ["heckmeck", "picnic"])  # the cards with the most text for their font size
def test_a_card_fits_on_one_page(visits: Visits, game: str) -> None:
    """A card on A6 has no word cut off in any language."""
    page = visits.visitor(size=A6).new_page()
    page.emulate_media(media="print")
    for size, language in product(Size, Language):
        page.set_content(
            "\n".join(html_page(print_card(card_for(game_type(game), size), Messages(language)), language))
        )
        wide, high = page.evaluate("[document.body.scrollWidth, document.querySelector('main').scrollHeight]")
        assert (wide <= A6["width"], high <= A6["height"]) == (True, True), (size, language, wide, high)
    assert len(printed(page)) == 1
