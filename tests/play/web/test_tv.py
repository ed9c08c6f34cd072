"""The big screen: it shows a table to the room, and people choose on their phones."""

import re

import pytest
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect

from play.web.browsing import PHONE, Visits
from play.web.finished import series_table
from play.web.playing import (
    ANNA,
    CHICK,
    HEN,
    OPEN,
    admit,
    asides,
    at_once,
    choice,
    hurry,
    make_table,
    play_on,
    press,
    sit_down,
)
from play.web.scenes import big_screen
from soak import SOAKING, rarely

LONGEST_GAME = 600_000
TELEVISIONS: list[ViewportSize] = [
    {"width": 1280, "height": 720},
    {"width": 1920, "height": 1080},
    {"width": 3840, "height": 2160},
]
SHORT = {
    "heckmeck": {"start": "A", "short_game": True, "always_turn": True},
    "picnic": {"start": "A", "goal": 5, "tracks": "3:2,3:2,4:2,4:2,5:2,5:2"},
}
LEAST = 0.022
"""Minimum font size as a share of the screen's height.

This is a centimetre on a 55-inch television, where a good eye reads half that size from four metres.
"""

_SMALL = """(least) => {
    const tooSmall = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        const { parentElement: place, textContent } = walk.currentNode;
        if (!textContent.trim() || !place.checkVisibility() || place.closest(".unseen, [aria-live], #bar")) continue;
        const box = place.getBoundingClientRect();
        if (box.width < 3) continue; // read aloud only
        const isDrawn = place instanceof SVGElement;
        const size = isDrawn ? box.height : parseFloat(getComputedStyle(place).fontSize) * place.currentCSSZoom;
        if (size < least * innerHeight) tooSmall.push([textContent, size]);
    }
    return tooSmall;
}"""
_CUT = """() => [...document.querySelectorAll(
        ".tv__qr, .tv__code, .tv__where, .tv__turn, .tv__remote button, .tv__seat, .narration, .board-seat, " +
        ".grill__slot, .meadow__cell, .dice-die, .finale__title, .finale__seat")]
    .filter((part) => part.checkVisibility())
    .map((part) => [part.className, part.getBoundingClientRect()])
    .filter(([, { left, right, top, bottom }]) =>
        right > left && (left < 0 || top < 0 || right > innerWidth + 1 || bottom > innerHeight + 1))
    .map(([name]) => name)"""


_WATCHED = """() => {
    globalThis.seen = {};
    const note = () => {
        const shown = document.querySelector(".table")?.dataset.shown;
        if (shown) globalThis.seen[shown] ??= Date.now();
    };
    new MutationObserver(note).observe(document.body, { subtree: true, attributeFilter: ["data-shown"] });
}"""


def television(visits: Visits, code: str, size: ViewportSize = TELEVISIONS[0]) -> Page:
    """Open a television that shows a table without animation."""
    return visits.open(f"/tv/{code}", visitor=at_once(visits.visitor(size=size)))


_SHAPE = """() => [".tv__lobby", ".table__play", ".tv .finale", ".tv__head", ".tv__foot"].map((name) => {
    const { left, top, width, height } = document.querySelector(name).getBoundingClientRect();
    const parts = [left / innerWidth, top / innerHeight, width / innerWidth, height / innerHeight];
    return parts.map((part) => part.toFixed(2));
})"""


_DICE = """() => [...document.querySelectorAll(".tv .dice-rolled .dice-die")].filter((die) => die.checkVisibility())
    .map((die) => die.getBoundingClientRect().height / innerHeight)"""


def assert_readable(tv: Page) -> None:
    """Assert that everything is on the screen, readable from afar, and placed alike on every television.

    Dice are at least a sixth of the screen's height.
    """
    before, shapes = tv.viewport_size, []
    for size in TELEVISIONS:
        tv.set_viewport_size(size)
        tv.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert tv.evaluate(_SMALL, LEAST) == []
        assert tv.evaluate(_CUT) == []
        assert min(tv.evaluate(_DICE), default=1) >= 1 / 6
        shapes.append(tv.evaluate(_SHAPE))
    assert shapes[0] == shapes[1] == shapes[2]
    assert before is not None
    tv.set_viewport_size(before)


def expect_controller(phone: Page) -> None:
    """Expect a phone to show the player's own part of the table and no board."""
    expect(phone.locator(".table[data-controller]")).to_be_visible()
    expect(phone.locator(".table__play roost-board")).to_be_hidden()


def expect_whole_table(phone: Page) -> None:
    """Expect a phone to show the whole table."""
    expect(phone.locator(".table[data-controller]")).to_have_count(0)
    expect(phone.locator(".table__play roost-board .board")).to_be_visible()


def evening(visits: Visits, game: str, *bots: dict[str, str]) -> tuple[Page, list[Page], list[BrowserContext]]:
    """Begin a game of Anna, Ben, Cleo and bots; return the television, the phones, and their visitors."""
    people = [at_once(visits.visitor()) for _ in range(3)]
    created = make_table(people[0], game, ANNA, OPEN, OPEN, *bots, options=SHORT[game], rules={"odds": False})
    tv = television(visits, created["code"])
    code = created["code"]
    expect(tv.locator(".tv__lobby .tv__code")).to_have_text(f"{code[:3]} {code[3:]}")
    expect(tv.locator(".tv__note")).to_have_text("2 open seats")
    for person, name in zip(people[1:], ["Ben", "Cleo"], strict=True):
        sit_down(person, created["id"], name)
    for place, name in enumerate(["Anna", "Ben", "Cleo"]):
        expect(tv.locator(".tv__seat").nth(place)).to_have_text(name)
    expect(tv.locator(".tv__note")).to_have_text("Everyone is here: press “Begin” on a phone.")
    assert_readable(tv)
    phones = [visits.seated(f"/table/{created['id']}", person) for person in people]
    expect(tv.locator(".tv__asks")).to_be_visible()
    expect(phones[1].get_by_text("Should phones wait for big screen")).to_be_visible()
    admit(phones[0])
    expect(tv.locator(".tv__asks")).to_be_hidden()
    phones[0].get_by_role("button", name="Begin").click()
    for phone in phones:
        expect_controller(phone)
    expect(tv.locator(".tv__turn")).to_have_text("Anna’s turn")
    return tv, phones, people


def play_to_the_end(tv: Page, phones: list[Page]) -> None:
    """Play to the end on the phones; each step appears on the television first, and the results agree."""
    for page in (tv, *phones):
        page.evaluate(_WATCHED)
    play_on(*phones)
    hurry(*phones)
    for page in (tv, *phones):
        page.locator(".finale").wait_for(timeout=LONGEST_GAME)
    scores = tv.locator(".finale__score").all_inner_texts()
    for phone in phones:
        expect(phone.locator(".finale__score")).to_have_text(scores)
    expect(tv.locator(".finale button, .finale a")).to_have_count(0)
    first: dict[str, int] = tv.evaluate("() => globalThis.seen")
    for phone in phones:
        times: dict[str, int] = phone.evaluate("() => globalThis.seen")
        both = times.keys() & first.keys()
        assert len(both) > 5  # about two dozen, depending on the speed of the machine
        assert [step for step in both if times[step] < first[step]] == []


def test_seven_play_heckmeck_in_front_of_a_television(visits: Visits) -> None:
    """Three people with phones and four bots play from the lobby to the podium; phones show choices and no board."""
    tv, phones, _ = evening(visits, "heckmeck", *[CHICK] * 4)
    press(choice(phones[0], ""))
    expect(tv.locator(".narration")).to_have_text(re.compile("^Anna rolls"))
    expect(tv.locator(".board-seat")).to_have_count(7)
    expect(phones[0].locator("roost-dice .dice-die").first).to_be_visible()
    expect(phones[0].locator(".choice--aside").first).to_be_visible()
    press(asides(phones[0]).last)
    expect(phones[0].locator(".dice-cup")).to_be_visible()  # the dice for the next roll
    assert phones[0].evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    expect(phones[1].locator("roost-dice")).to_be_hidden()
    expect(phones[1].locator(".own__name")).to_have_text("Ben")
    expect(phones[1].locator(".prompt__text")).to_have_text("Waiting for Anna")
    assert_readable(tv)
    play_to_the_end(tv, phones)
    assert_readable(tv)
    for phone in phones:
        phone.get_by_role("button", name="Play again").click()
    expect(tv.locator(".finale")).to_be_hidden()
    expect(tv.locator("roost-board .board")).to_be_visible()
    for phone in phones:
        expect_controller(phone)


@pytest.mark.parametrize(("game", "bots"), [("picnic", 3), *rarely(("barbecue", 4), ("junior", 4))])
def test_boards_of_other_games_fill_the_television(visits: Visits, game: str, bots: int) -> None:
    """Many players are side by side, below a large board."""
    tv, _ = big_screen(visits, game, ANNA, *[CHICK] * bots, look={"size": TELEVISIONS[0]})
    assert_readable(tv)
    cards = [card.bounding_box() for card in tv.locator(".board-seat").all()]
    assert len({card and card["y"] for card in cards}) == 1


if SOAKING:

    @pytest.mark.soak
    def test_four_play_picnic_while_screens_come_and_go(visits: Visits) -> None:
        """Phones show the whole table while no television is present; a new television follows the game."""
        tv, phones, people = evening(visits, "picnic", HEN)
        code = tv.url.rpartition("/")[2]
        assert_readable(tv)
        tv.close()
        for phone in phones:
            expect_whole_table(phone)
        press(choice(phones[0], ""))
        tv = television(visits, code, TELEVISIONS[2])  # a larger one, in the middle of a turn
        expect(tv.locator(".narration")).to_have_text(re.compile("^Anna rolls"))
        admit(phones[0])
        assert_readable(tv)
        tv.set_viewport_size(TELEVISIONS[0])  # 4K is slow without a graphics card
        for phone in phones:
            expect_controller(phone)
        expect(tv.locator(".tv__turn")).to_have_text("Anna’s turn")
        # Ben closes the page on his phone and opens it again; he still has his seat.
        phones[1].close()
        expect(tv.locator(".board-seat[data-away]")).to_have_count(1)
        phones[1] = visits.open(phones[0].url, visitor=people[1])
        expect_controller(phones[1])
        expect(tv.locator(".board-seat[data-away]")).to_have_count(0)
        play_to_the_end(tv, phones)


def test_the_television_shows_the_standings_of_a_series(visits: Visits) -> None:
    """The television then switches to the next game without any input."""
    anna = at_once(visits.visitor())
    table = series_table(anna, 1, "Anna", "Carla", kind="games", count=3)
    code = anna.request.get(f"/api/tables/{table}").json()["table"]["code"]
    tv = television(visits, code)
    expect(tv.locator(".evening__how")).to_have_text("After 1 of 3 games")
    expect(tv.locator(".evening__row")).to_have_count(2)
    assert_readable(tv)
    phone = visits.open(f"/table/{table}", visitor=anna)
    admit(phone)
    phone.get_by_text("Choose the next game").click()
    phone.get_by_role("button", name="Barbecue").click()
    phone.get_by_role("button", name="Next game").click()
    expect(tv.locator('.tv[data-game="barbecue"] .tv__turn')).to_have_text(re.compile("Anna|Carla"))
    expect_controller(phone)
    assert_readable(tv)


def test_a_phone_shows_the_whole_table_on_request_or_without_a_television(hasty: Visits) -> None:
    """The choice survives a reload.

    A new television shows the current turn. A television in another tab of the host's device has no seat and no seals,
    and leads the table at once; a stranger's television has to be admitted.
    """
    visitor = at_once(hasty.visitor())
    created = make_table(visitor, "heckmeck", ANNA, HEN, options={"start": "A"})
    tv = hasty.open(f"/tv/{created['code']}", visitor=visitor)
    phone = hasty.open(f"/table/{created['id']}", visitor=visitor)
    phone.get_by_role("button", name="Begin").click()
    expect_controller(phone)
    expect(tv.locator(".table__play")).to_be_visible()
    assert tv.evaluate(f"localStorage.getItem('roost-evidence-{created['id']}')") is None
    phone.get_by_role("button", name="Table", exact=True).click()
    expect_whole_table(phone)
    phone.reload()
    expect_whole_table(phone)
    phone.get_by_role("button", name="Controller", exact=True).click()
    expect_controller(phone)
    tv.close()
    expect_whole_table(phone)
    press(choice(phone, ""))
    another = television(hasty, created["code"], TELEVISIONS[2])
    expect_whole_table(phone)
    admit(phone)
    expect(another.locator(".narration")).to_have_text(re.compile("^Anna rolls"))
    expect_controller(phone)
    another.close()
    expect_whole_table(phone)
    phone.get_by_role("button", name="More", exact=True).click()
    phone.get_by_role("button", name="Use this phone as a controller").click()  # for a television unknown to the server
    expect_controller(phone)


def test_a_phone_reconnects_after_sleeping_for_a_while(visits: Visits) -> None:
    """A connection may be dead after a long sleep; after a short one it stays.

    The lobby links to the television page, and a television with a wrong code says so.
    """
    visitor = at_once(visits.visitor())
    created = make_table(visitor, "junior", ANNA, OPEN)
    page = visits.open(f"/table/{created['id']}", visitor=visitor)
    page.locator(".invite__more summary").click()
    link = page.get_by_role("link", name="Show on a big screen")
    expect(link).to_have_attribute("href", f"/tv/{created['code']}")
    expect(link).to_contain_text(f"/tv/{created['code']}")
    expect(page.locator(".table__connection")).to_be_hidden()
    asleep = """(seconds) => {
        const look = (state) => {
            Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
            document.dispatchEvent(new Event("visibilitychange"));
        };
        const { now } = Date;
        look("hidden");
        Date.now = () => now() + 1000 * seconds;
        look("visible");
        Date.now = now;
    }"""
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url) if "/events" in request.url else None)
    page.evaluate(asleep, 5)
    with page.expect_request(re.compile("/events.*after=")):
        page.evaluate(asleep, 60)
    assert len(requests) == 1
    visits.allow("404")
    page.goto("/tv/ABCDEF")
    expect(page.locator("h1")).to_have_text("Table not found")


def test_the_television_can_be_used_with_a_remote_control(visits: Visits) -> None:
    """Arrows and OK switch the sound and lead home. The device remembers no table."""
    created = make_table(visits.visitor(), "junior", ANNA, OPEN)
    tv = visits.open(f"/tv/{created['code']}", size=TELEVISIONS[0])
    tv.keyboard.press("ArrowRight")
    expect(tv.get_by_role("button", name="Full screen")).to_be_focused()
    tv.keyboard.press("ArrowRight")
    tv.keyboard.press("Enter")
    expect(tv.get_by_role("button", name="Turn the sound on")).to_be_focused()
    tv.keyboard.press("Enter")
    expect(tv.get_by_role("button", name="Turn the sound off")).to_be_focused()
    tv.keyboard.press("ArrowLeft")
    tv.keyboard.press("ArrowLeft")
    tv.keyboard.press("Enter")
    tv.wait_for_url("**/")
    expect(tv.locator(".game-card").first).to_be_visible()
    expect(tv.locator(".mine")).to_have_count(0)
    assert tv.evaluate("'far' in document.documentElement.dataset") is False


def test_bots_demonstrate_the_game_on_an_idle_television(visits: Visits) -> None:
    """The demonstration ends as soon as a person sits down."""
    created = make_table(visits.visitor(), "junior", OPEN, OPEN)
    visitor = at_once(visits.visitor(size=TELEVISIONS[0]))
    visitor.clock.install()
    tv = visits.open(f"/tv/{created['code']}", visitor=visitor)
    demo = tv.locator(".tv__demo")
    expect(tv.locator(".tv__lobby")).to_be_visible()
    expect(demo).to_have_count(0)
    visitor.clock.fast_forward(20_000)
    expect(demo.locator(".board-seat").first).to_be_visible()
    shown = tv.locator(".tv__qr").filter(visible=True)
    expect(shown).to_have_count(1)
    expect(shown).to_have_attribute("src", f"/api/tables/{created['id']}/qr")
    guest = visits.visitor()
    sit_down(guest, created["id"], "Ben")
    visits.open(f"/table/{created['id']}", visitor=guest)
    expect(demo).to_have_count(0)
