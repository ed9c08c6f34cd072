"""Reviews and puzzles on the page: win chances over the game, luck and skill, and mistakes to try again."""

import json
import re
from contextlib import nullcontext
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import roost
from play.web.browsing import DESKTOP, PHONE, Visits
from play.web.finished import finished_table, own_table
from play.web.playing import CHICK, HEN, PULLET
from roost.core.words import Language, Messages
from roost.study.cards import Size, card_for
from roost.study.cards.printed_card import print_card
from roost.study.puzzles import collection
from roost.study.review import review
from roost.study.review.page import page as standalone
from soak import rarely
from study.review.by_scores import by_scores
from study.review.games import brisk_record

_NUMBER = re.compile(r"[\d.,]+")
HEADINGS = {"en": ["The moments that decided the game", "Win chances over the game", "Luck and skill", "Mistakes"],
            "de": ["Die Momente, die das Spiel entschieden", "Wie die Chancen standen", "Glück und Können",
                   "Fehler"]}  # fmt: skip
WON = {"en": re.compile("^(Pullet|Chick|Hen) (won|shares) .*: dice [+−]?\\d+%, own mistakes .*[)][.]$"),
       "de": re.compile("^(Junghenne|Küken|Henne) (hat|teilt) .*: Würfel [+−]?\\d+\\s%, .* Sieges")}  # fmt: skip
_PAGE = re.compile(rb"/Type\s*/Page\b")
PARTS = {"en": ["own dice", "others' dice", "mistakes", "opponents' mistakes", "model"],
         "de": ["eigene Würfel", "fremde Würfel", "Fehler", "Fehler der anderen", "Modell"]}  # fmt: skip


def open_review(visits: Visits, table: str, lang: str) -> Page:
    """Open the review of a table's first game, and wait until it is ready."""
    look: dict[str, Any] = {"size": PHONE} if lang == "en" else {"size": PHONE, "theme": "dark"}
    page = visits.open(f"/review/{table}/1", lang=lang, **look)
    page.wait_for_selector(".ledger")
    return page


def test_a_page_that_was_left_stops_asking_for_its_review(visits: Visits) -> None:
    """An open page repeats its request while the review is being computed."""
    page = visits.visitor().new_page()
    page.clock.install()
    page.route("**/review?*", lambda route: route.fulfill(status=202, json={"status": "working"}))
    with page.expect_response("**/review?*"):
        page.goto("/review/t/1")
    with page.expect_response("**/review?*"):
        page.clock.run_for(1_000)
    page.locator("a[href='/']").first.click()
    expect(page.locator(".game-card").first).to_be_visible()
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.clock.run_for(2_000)
    with page.expect_response("**/health"):  # earlier requests are recorded by then
        page.evaluate("() => void fetch('/health')")
    assert [url for url in requests if "/review" in url] == []


@pytest.mark.parametrize("game", ["picnic", *rarely("heckmeck", "junior", "barbecue")])
def test_a_review_shows_moments_curve_accounts_and_mistakes(visits: Visits, game: str) -> None:
    """The accounts add up, and the worst mistake can be tried again, in both languages.

    The review prints on one page.
    """
    second_bot = CHICK if game == "junior" else HEN
    table = finished_table(visits.visitor(), game, PULLET, second_bot, options={"start": "A"})
    for lang in ("en", "de"):
        page = open_review(visits, table, lang)
        expect(page.locator("h2")).to_have_text(HEADINGS[lang])
        expect(page.locator(".review__headline")).to_have_text(WON[lang])
        moments = page.locator(".decisive__one")
        assert 1 <= moments.count() <= 3
        for moment in moments.all():
            expect(moment.locator("roost-board .board")).to_be_visible()
            expect(moment.locator("[data-choose], button")).to_have_count(0)
            expect(moment.locator(".decisive__change")).to_have_text(re.compile("%"))
        assert all("%" in cost for cost in page.locator(".review__cost").all_inner_texts())
        expect(page.locator(".curve__line")).to_have_count(2)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        for ledger in page.locator(".ledger").all():
            expect(ledger.locator("th")).to_have_text(PARTS[lang])
            start, result = map(number, _NUMBER.findall(ledger.locator(".ledger__way").inner_text()))
            parts = [number(text) for text in ledger.locator(".ledger__value").all_inner_texts()]
            assert start + sum(parts) == pytest.approx(result, abs=0.36)  # tolerance for seven rounded numbers
    assert len(_PAGE.findall(page.pdf(prefer_css_page_size=True))) == 1
    mistake = page.locator(".review__mistake").first
    mistake.locator("button").first.click()
    mistake.locator(".puzzle__choice").first.click()
    expect(mistake.locator(".puzzle__verdict")).not_to_be_empty()
    expect(mistake.locator(".puzzle__worth[data-best]")).to_have_count(1)
    expect(mistake.locator(".review__told")).to_be_visible()
    expect(mistake.locator(".puzzle__why")).to_contain_text("Am besten für den Sieg:")


def test_the_end_page_sums_up_the_players_own_game(visits: Visits) -> None:
    """The end page names the costliest choice with its board, and links to the review.

    The review lists the player's three costliest choices first, and all others after a tap.
    """
    visitor = visits.visitor(lang="en")
    table = own_table(visitor, "barbecue")
    page = visits.open(f"/table/{table}", visitor=visitor)
    place = page.locator(".finale__share").evaluate("(button) => button.offsetTop")
    expect(page.locator(".finale__mine")).to_have_text(
        re.compile(r"^(You played like a \w+|Accuracy \d+ of 100); the dice .*[.]$")
    )
    expect(page.locator(".finale__costliest:has(.board:visible)")).to_contain_text(
        re.compile("Better: .* win chance[.]")
    )
    assert (
        page.locator(".finale__share").evaluate("(button) => button.offsetTop") == place
    )  # the page does not jump when the sentence arrives
    expect(page.locator(".finale__told, .finale__kind").filter(visible=True)).to_have_count(0)
    page.locator(".finale").get_by_role("link", name="Review game").click()
    expect(page.locator(".review__headline")).to_have_text(re.compile("^Your? .*[.]$"))
    expect(page.locator(".review__mistake strong")).to_have_text([re.compile("Anna")] * 3)
    page.get_by_role("button", name=re.compile(r"Show all \d+")).click()
    assert page.locator(".review__mistake").count() > 3


def test_a_standalone_review_prints_on_one_page(visits: Visits) -> None:
    """The printed page is light even where the screen is dark."""
    reviewed = review(brisk_record("junior", 3, "paper"), by_scores, "a value")
    page = visits.visitor(size=DESKTOP, theme="dark").new_page()
    page.set_content(standalone(reviewed, Messages("de"), 1))
    assert len(_PAGE.findall(page.pdf(prefer_css_page_size=True))) == 1
    paper = "getComputedStyle(document.querySelector('svg .paper')).fill"
    on_screen = page.evaluate(paper)
    page.emulate_media(media="print")
    assert page.evaluate(paper) == "rgb(255, 250, 243)" != on_screen


def number(text: str) -> float:
    """Parse a number as the page writes it in either language."""
    return float(text.replace("−", "-").replace(",", "."))


@pytest.mark.parametrize("game", ["heckmeck", *rarely("junior", "barbecue", "picnic")])
def test_a_puzzle_is_on_one_screen(visits: Visits, game: str) -> None:
    """The board and all choices are visible without scrolling, from the smallest phone on."""
    page = visits.open(f"/puzzles?game={game}")
    for width, height in ((320, 568), (390, 844), (844, 390), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".puzzle__choice").first).to_be_visible()
        for part in (".stage", ".puzzle__choice >> nth=-1"):
            page.wait_for_function(
                "([part, height]) => part.getBoundingClientRect().bottom <= height + 1",
                arg=[page.locator(part).element_handle(), height],
            )


def test_the_puzzle_of_the_day_is_remembered_on_the_device(visits: Visits) -> None:
    """Today's puzzle comes first, and an answer shows the value of each choice."""
    visitor = visits.visitor(lang="en")
    page = visits.open("/puzzles?game=junior", visitor=visitor)
    expect(page.locator("h2").first).to_have_text("Today's puzzle")
    number = page.request.get("/api/puzzles/junior").json()["daily"]
    today = collection("junior")[number - 1]
    place = [offer.action for offer in today.offers].index(today.best)
    page.locator(".puzzle__choice").nth(place).click()
    expect(page.locator(".puzzle__verdict")).to_contain_text("Right!")
    expect(page.locator(".puzzle__why")).to_contain_text("got this wrong.")
    square = '.puzzles__square[data-solved="true"]'
    expect(page.locator(square)).to_have_text("Junior")
    page.get_by_role("button", name="Next puzzle").click()  # the next game's
    expect(page.locator(".puzzles__square[aria-current]")).to_have_text("Heckmeck")
    reopened = visits.open("/puzzles?game=junior", visitor=visitor)
    expect(reopened.locator(square)).to_have_text("Junior")


@pytest.mark.parametrize("lang", ["de", *rarely("en")])
def test_training_continues_with_puzzle_after_puzzle(visits: Visits, lang: str) -> None:
    """Keys make a choice, show the answer with the player's rating, and open the next puzzle."""
    words = {"en": ("All kinds", "Your rating:", "Training"), "de": ("Alle Arten", "Deine Wertung:", "Training")}[lang]
    visitor = visits.visitor(lang=lang)
    page = visits.open("/puzzles?game=junior", visitor=visitor)
    expect(page.locator(".puzzle__choice").first).to_be_visible()
    page.get_by_role("button", name=words[0]).click()
    expect(page.locator("h2").first).to_have_text(words[2])
    for answers in (1, 2, 3):
        with page.expect_response(re.compile(r"/api/puzzles/junior/\d+")) if answers > 1 else nullcontext():
            if answers > 1:
                page.keyboard.press("Enter")
        expect(page.locator(".puzzle__choice").first).to_be_visible()
        page.keyboard.press("1")
        expect(page.locator(".puzzles__own")).to_contain_text(words[1])
        expect(page.locator(".puzzles__own")).to_contain_text(f"{answers} ")
    trained = page.evaluate("JSON.parse(localStorage.getItem('roost-trained')).junior")
    assert trained["answers"] == 3
    assert 1 <= len(trained["cards"]) <= 3


OWN = "heckmeck grill=21-36 A=- B=- turn=A roll=1124445w"
OWN_WORDS = {
    "en": ("My mistakes (2)", "Which dice, from one of your games", "The beginner's card says in line "),
    "de": ("Meine Fehler (2)", "Welche Würfel, aus einem Spiel von dir", "Die Karte für den Anfang sagt in Zeile "),
}


@pytest.mark.parametrize("lang", ["de", *rarely("en")])
def test_players_can_train_on_their_own_mistakes(visits: Visits, lang: str) -> None:
    """The answer shows win shares and the strategy card's line; an unreadable stored mistake is dropped."""
    button, about, says = OWN_WORDS[lang]
    visitor = visits.visitor(lang=lang)
    mistake = {"game": "heckmeck", "position": OWN, "kind": "dice", "chosen": "1", "cost": 0.042}
    gone = mistake | {"position": "heckmeck of another time", "cost": 0.5}
    page = visits.open("/puzzles?game=junior", visitor=visitor)
    page.evaluate("stored => localStorage.setItem('roost-my-mistakes', stored)", json.dumps([gone, mistake]))
    page.goto("/puzzles?game=heckmeck")
    visits.allow("422")
    page.get_by_role("button", name=button).click()
    expect(page.locator(".puzzles__now h2")).to_have_text("Training")
    assert 2 <= page.locator(".puzzle__choice").count() <= 6
    page.keyboard.press("1")
    expect(page.locator(".puzzles__now")).to_contain_text(about)
    expect(page.locator(".puzzle__card")).to_contain_text(says)
    card = print_card(card_for(roost.all_games()["heckmeck"], Size.BEGINNER), Messages(Language(lang)))
    shown = page.locator(".puzzle__card").inner_text()
    line = card.sections[0].lines[int(shown.split(says)[1].split(":")[0]) - 1]
    assert f"{line.when} {line.advice}" in shown
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert list(page.evaluate("JSON.parse(localStorage.getItem('roost-trained')).heckmeck.cards")) == [OWN]
    stored = page.evaluate("JSON.parse(localStorage.getItem('roost-my-mistakes'))")
    assert [mistake["position"] for mistake in stored] == [OWN]


def test_solving_todays_puzzle_starts_a_streak(visits: Visits) -> None:
    """The page offers a line to share, and the home page shows the streak."""
    visitor = visits.visitor()
    page = visits.open("/puzzles?game=heckmeck", visitor=visitor)
    expect(page.locator(".puzzle__choice").first).to_be_visible()
    listed = page.request.get("/api/puzzles/heckmeck").json()
    today = page.request.get(f"/api/puzzles/heckmeck/{listed['daily']}").json()
    place = [choice["action"] for choice in today["choices"]].index(today["best"])
    page.keyboard.press(str(place + 1))
    expect(page.locator(".puzzles__line")).to_have_text(re.compile(r"^Roost · \d{4}-\d\d-\d\d 🟩⬜⬜⬜$"))
    page.goto("/")
    expect(page.locator(".home__puzzle")).to_contain_text("1-day streak")


def test_a_hint_stays_when_the_same_odds_arrive_again(visits: Visits) -> None:
    """Repeated odds, even during a tap, also keep the selected choice."""
    page = visits.open("/")
    page.route("**/positions/hint*", lambda route: route.fulfill(json={"text": "Stop: 60 % to win.", "choices": []}))
    page.evaluate("""async () => {
        const base = new URL(".", document.querySelector("script[type=module]").src).href;
        const { oddsPanel } = await import(base + "parts/odds.js");
        const choices = ["a", "b"].map((action) => ({action, fails: 0, value: 1, results: {}}));
        const odds = {position: "somewhere", aim: "swing", fails: 0, value: 1, results: {}, result_texts: {}, choices};
        const panel = oddsPanel();
        document.body.append(panel.element);
        globalThis.ask = () => ["waiting", odds].forEach((next) => panel.show({odds: next, texts: {}}));
        ask();
    }""")
    page.locator(".hint__ask").hover()
    page.mouse.down()
    page.evaluate("ask()")
    page.mouse.up()
    expect(page.locator(".hint__best")).to_have_text("Stop: 60 % to win.")
    page.evaluate("ask()")
    expect(page.locator(".hint__best")).to_have_text("Stop: 60 % to win.")
    second = page.locator(".odds__choice").nth(1)
    second.hover()
    page.mouse.down()
    page.evaluate("ask()")
    page.mouse.up()
    expect(second).to_have_attribute("aria-pressed", "true")
