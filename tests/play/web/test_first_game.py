"""Lessons in a first game: three bubbles, shown once per device and game when they matter."""

from playwright.sync_api import expect

from play.web.browsing import Visits
from play.web.playing import ANNA, CHICK, at_once, choice, make_table, press
from roost.core.registry import all_games
from roost.core.words import Language, page_words


def test_a_newcomer_sees_each_lesson_once(visits: Visits) -> None:
    """A bubble names the goal before the first roll, another what a turn needs at the first choice; a tap closes it.

    The page does not roll for a newcomer before their first turn is over.
    """
    visitor = at_once(visits.visitor(is_new=True))
    pages = []
    for _ in range(2):
        table = make_table(visitor, "heckmeck", ANNA, CHICK, options={"start": "A"})["id"]
        pages.append(visits.open(f"/table/{table}", visitor=visitor))
    page, second_page = pages
    bubble = page.locator(".bubble")
    page.locator(".lobby__start").click()
    expect(bubble).to_contain_text("Most worms wins!")
    bubble.click()
    expect(bubble).to_be_hidden()
    press(choice(page, ""))
    expect(bubble).to_contain_text("To take a tile you need its number, and at least one worm.")
    press(page.locator(".choice--aside").first)
    expect(bubble).to_contain_text("Grey tiles are out of reach this turn.")
    bubble.click()
    expect(bubble).to_be_hidden()
    second_page.locator(".lobby__start").click()
    press(choice(second_page, ""))
    expect(second_page.locator(".choice--aside").first).to_be_visible()
    expect(second_page.locator(".bubble")).to_be_hidden()


def test_every_game_has_short_lessons_in_every_language() -> None:
    """The lessons fit on a small phone."""
    for game in all_games().values():
        for language in Language:
            words = page_words(game, language)
            assert all(20 < len(words[f"first.{lesson}"].other) < 150 for lesson in ("goal", "need", "stop"))
