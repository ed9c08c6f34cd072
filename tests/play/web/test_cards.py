"""The page of strategy cards: found from home, read on a phone, turned from the beginner's to the expert's."""

from playwright.sync_api import expect

from play.web.browsing import Visits
from roost.core.registry import game_type
from roost.core.words import Language, Messages
from roost.study.cards import Size, card_for
from roost.study.cards.printed_card import print_card


def test_a_card_is_read_on_a_phone(visits: Visits) -> None:
    """Home leads to it; every line and every cell is there; another size and another game are one tap away."""
    page = visits.open("/", lang="de")
    page.locator(".home__more > summary").click()
    page.get_by_role("link", name="Strategiekarten").click()
    page.get_by_role("link", name="Junior").click()
    junior, words = game_type("junior"), Messages(Language.DE)
    beginner = print_card(card_for(junior, Size.BEGINNER), words)
    lines = [f"{when} {advice}" for section in beginner.sections for when, advice in section.lines]
    expect(page.locator(".strategy-card li")).to_have_text(lines)
    page.get_by_role("link", name="Profi").click()
    expert = print_card(card_for(junior, Size.EXPERT), words)
    cells = [cell for section in expert.sections for table in section.tables for _, row in table.rows for cell in row]
    expect(page.locator(".strategy-card tbody td")).to_have_text(cells)
    paper = page.get_by_role("link", name="A5").get_attribute("href")
    assert paper == "/api/cards/junior/paper?size=expert&paper=A5&lang=de"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("link", name="Picnic Blitz").click()
    expect(page.locator(".strategy-card h1")).to_contain_text("Picnic Blitz")
