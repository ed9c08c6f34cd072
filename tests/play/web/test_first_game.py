"""A first game that teaches: three bubbles, each when it matters, once on a device for each game."""

from playwright.sync_api import expect

from play.web.browsing import Visits
from play.web.playing import ANNA, CHICK, at_once, choice, make_table, press
from roost.core.registry import all_games
from roost.core.words import Language, page_words


def test_a_newcomer_is_told_what_matters_once(visits: Visits) -> None:
    """The goal before the first roll, gone with a tap; what is needed at the first choice, gone with it; not again."""
    visitor = at_once(visits.visitor(is_new=True))
    pages = []
    for _ in range(2):
        table = make_table(visitor, "heckmeck", ANNA, CHICK, options={"start": "A"})["id"]
        pages.append(visits.open(f"/table/{table}", visitor=visitor))
    page, again = pages
    bubble = page.locator(".bubble")
    page.locator(".lobby__start").click()
    expect(bubble).to_contain_text("Most worms at the end win.")
    bubble.click()
    expect(bubble).to_be_hidden()
    press(choice(page, ""))
    expect(bubble).to_contain_text("For a tile you need its number, and a worm.")
    press(page.locator(".choice--aside").first)
    expect(bubble).to_be_hidden()
    again.locator(".lobby__start").click()
    press(choice(again, ""))
    expect(again.locator(".choice--aside").first).to_be_visible()
    expect(again.locator(".bubble")).to_be_hidden()


def test_every_game_of_ours_teaches_in_every_language() -> None:
    """In three short sentences or two each: they fit on a small phone."""
    for game in all_games().values():
        for language in Language:
            words = page_words(game, language)
            assert all(20 < len(words[f"first.{one}"].other) < 150 for one in ("goal", "need", "stop"))
