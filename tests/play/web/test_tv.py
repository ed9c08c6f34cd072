"""The big screen: it shows a table to the room, people choose on their phones, and everybody may come and go."""

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
from play.web.sights import big_screen
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
"""Of the height of the screen: letters of this size are a centimetre high on a television of 55 inches, and a good eye
reads half of that from four metres."""

_SMALL = """(least) => {
    const found = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        const { parentElement: place, textContent } = walk.currentNode;
        if (!textContent.trim() || !place.checkVisibility() || place.closest(".unseen, [aria-live], #bar")) continue;
        const box = place.getBoundingClientRect();
        if (box.width < 3) continue; // read aloud only
        const isDrawn = place instanceof SVGElement;
        const size = isDrawn ? box.height : parseFloat(getComputedStyle(place).fontSize) * place.currentCSSZoom;
        if (size < least * innerHeight) found.push([textContent, size]);
    }
    return found;
}"""
_CUT = """() => [...document.querySelectorAll(
        ".tv__qr, .tv__code, .tv__where, .tv__turn, .tv__remote button, .tv__seat, .narration, .board-seat, " +
        ".grill__slot, .meadow__cell, .dice-die, .finale__title, .finale__seat")]
    .filter((one) => one.checkVisibility())
    .map((one) => [one.className, one.getBoundingClientRect()])
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
    """A television that shows a table. It is told everything at once, as everybody here is."""
    return visits.open(f"/tv/{code}", visitor=at_once(visits.visitor(size=size)))


_SHAPE = """() => [".tv__lobby", ".table__play", ".tv .finale", ".tv__head", ".tv__foot"].map((name) => {
    const { left, top, width, height } = document.querySelector(name).getBoundingClientRect();
    const parts = [left / innerWidth, top / innerHeight, width / innerWidth, height / innerHeight];
    return parts.map((part) => part.toFixed(2));
})"""


_DICE = """() => [...document.querySelectorAll(".tv .dice-rolled .dice-die")].filter((one) => one.checkVisibility())
    .map((one) => one.getBoundingClientRect().height / innerHeight)"""


def looks_well(tv: Page) -> None:
    """All that is there is on the screen and can be read from across a room, and lies alike on every television.

    The dice are a sixth of its height, or more.
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


def is_controller(phone: Page) -> None:
    """A phone shows its own part of the table and no board."""
    expect(phone.locator(".table[data-controller]")).to_be_visible()
    expect(phone.locator(".table__play roost-board")).to_be_hidden()


def is_whole(phone: Page) -> None:
    """A phone shows the whole table."""
    expect(phone.locator(".table[data-controller]")).to_have_count(0)
    expect(phone.locator(".table__play roost-board .board")).to_be_visible()


def evening(visits: Visits, game: str, *bots: dict[str, str]) -> tuple[Page, list[Page], list[BrowserContext]]:
    """A television, and the phones of Anna, Ben and Cleo, who come while it shows who is there; the game begins."""
    people = [at_once(visits.visitor()) for _ in range(3)]
    made = make_table(people[0], game, ANNA, OPEN, OPEN, *bots, options=SHORT[game], rules={"odds": False})
    tv = television(visits, made["code"])
    code = made["code"]
    expect(tv.locator(".tv__lobby .tv__code")).to_have_text(f"{code[:3]} {code[3:]}")
    expect(tv.locator(".tv__note")).to_have_text("2 seats are free")
    for person, name in zip(people[1:], ["Ben", "Cleo"], strict=True):
        sit_down(person, made["id"], name)
    for place, name in enumerate(["Anna", "Ben", "Cleo"]):
        expect(tv.locator(".tv__seat").nth(place)).to_have_text(name)
    expect(tv.locator(".tv__note")).to_have_text("Everybody is here: press “Begin” on a phone.")
    looks_well(tv)
    phones = [visits.seated(f"/table/{made['id']}", person) for person in people]
    expect(tv.locator(".tv__asks")).to_be_visible()
    expect(phones[1].get_by_text("Shall phones wait for big screen")).to_be_visible()
    admit(phones[0])
    expect(tv.locator(".tv__asks")).to_be_hidden()
    phones[0].get_by_role("button", name="Begin").click()
    for phone in phones:
        is_controller(phone)
    expect(tv.locator(".tv__turn")).to_have_text("Anna’s turn")
    return tv, phones, people


def play_to_the_end(tv: Page, phones: list[Page]) -> None:
    """The phones choose, and the television shows it all before they do, and ends up with the same result."""
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
        seen: dict[str, int] = phone.evaluate("() => globalThis.seen")
        both = seen.keys() & first.keys()
        assert len(both) > 5  # two dozen or so: it depends on how quick everybody is
        assert [what for what in both if seen[what] < first[what]] == []


def test_seven_play_heckmeck_in_front_of_a_television(visits: Visits) -> None:
    """Three people on their phones and four bots, from the lobby to the podium; phones show choices, not the board."""
    tv, phones, _ = evening(visits, "heckmeck", *[CHICK] * 4)
    press(choice(phones[0], ""))
    expect(tv.locator(".narration")).to_have_text(re.compile("^Anna rolls"))
    expect(tv.locator(".board-seat")).to_have_count(7)
    expect(phones[0].locator("roost-dice .dice-die").first).to_be_visible()
    expect(phones[0].locator(".choice--aside").first).to_be_visible()
    press(asides(phones[0]).last)
    expect(phones[0].locator(".dice-die--blank").first).to_be_visible()  # seven dice or fewer, to be rolled on
    assert phones[0].evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    expect(phones[1].locator("roost-dice")).to_be_hidden()
    expect(phones[1].locator(".own__name")).to_have_text("Ben")
    expect(phones[1].locator(".prompt__text")).to_have_text("Waiting for Anna")
    looks_well(tv)
    play_to_the_end(tv, phones)
    looks_well(tv)
    for phone in phones:
        phone.get_by_role("button", name="Play again").click()
    expect(tv.locator(".finale")).to_be_hidden()
    expect(tv.locator("roost-board .board")).to_be_visible()
    for phone in phones:
        is_controller(phone)


@pytest.mark.parametrize(("game", "bots"), [("picnic", 3), *rarely(("barbecue", 4), ("junior", 4))])
def test_the_other_games_fill_the_screen(visits: Visits, game: str, bots: int) -> None:
    """Many players stand side by side, below a board that is as large as they let it be."""
    tv, _ = big_screen(visits, game, ANNA, *[CHICK] * bots, look={"size": TELEVISIONS[0]})
    looks_well(tv)
    cards = [card.bounding_box() for card in tv.locator(".board-seat").all()]
    assert len({card and card["y"] for card in cards}) == 1


if SOAKING:

    @pytest.mark.soak
    def test_four_play_picnic_while_screens_come_and_go(visits: Visits) -> None:
        """A television that vanishes leaves whole tables on the phones; another one follows the game."""
        tv, phones, people = evening(visits, "picnic", HEN)
        code = tv.url.rpartition("/")[2]
        looks_well(tv)
        tv.close()
        for phone in phones:
            is_whole(phone)
        press(choice(phones[0], ""))
        tv = television(visits, code, TELEVISIONS[2])  # in the middle of a turn, and a larger one
        expect(tv.locator(".narration")).to_have_text(re.compile("^Anna rolls"))
        admit(phones[0])
        looks_well(tv)
        tv.set_viewport_size(TELEVISIONS[0])  # eight million pixels a picture are much without a graphics card
        for phone in phones:
            is_controller(phone)
        expect(tv.locator(".tv__turn")).to_have_text("Anna’s turn")
        # Ben's phone is put away and taken out again, with the page loaded anew as phones do: the seat is kept.
        phones[1].close()
        expect(tv.locator(".board-seat[data-away]")).to_have_count(1)
        phones[1] = visits.open(phones[0].url, visitor=people[1])
        is_controller(phones[1])
        expect(tv.locator(".board-seat[data-away]")).to_have_count(0)
        play_to_the_end(tv, phones)


def test_the_evening_has_a_score(visits: Visits) -> None:
    """In a series the standings stand beside the table, and another game is laid without anybody's doing."""
    anna = at_once(visits.visitor())
    table = series_table(anna, 1, "Anna", "Carla", kind="games", count=3)
    code = anna.request.get(f"/api/tables/{table}").json()["table"]["code"]
    tv = television(visits, code)
    expect(tv.locator(".evening__how")).to_have_text("After 1 of 3 games")
    expect(tv.locator(".evening__row")).to_have_count(2)
    looks_well(tv)
    phone = visits.open(f"/table/{table}", visitor=anna)
    admit(phone)
    phone.get_by_text("Play something else next").click()
    phone.get_by_role("button", name="Barbecue").click()
    phone.get_by_role("button", name="Next game").click()
    expect(tv.locator('.tv[data-game="barbecue"] .tv__turn')).to_have_text(re.compile("Anna|Carla"))
    is_controller(phone)
    looks_well(tv)


def test_a_phone_chooses_what_it_shows(hasty: Visits) -> None:
    """A player who does not see the television has the whole table, also after a reload, and may change their mind.

    When the television vanishes they have it too, until another one comes, which shows the turn as far as it is.
    The television may be another tab of the same device: it has no seat, and none of the device's seals is its own, and
    it leads at once. That of a stranger does not before somebody says so.
    """
    visitor = at_once(hasty.visitor())
    made = make_table(visitor, "heckmeck", ANNA, HEN, options={"start": "A"})
    tv = hasty.open(f"/tv/{made['code']}", visitor=visitor)
    phone = hasty.open(f"/table/{made['id']}", visitor=visitor)
    phone.get_by_role("button", name="Begin").click()
    is_controller(phone)
    expect(tv.locator(".table__play")).to_be_visible()
    assert tv.evaluate(f"localStorage.getItem('roost-evidence-{made['id']}')") is None
    phone.get_by_role("button", name="Table", exact=True).click()
    is_whole(phone)
    phone.reload()
    is_whole(phone)
    phone.get_by_role("button", name="Controller", exact=True).click()
    is_controller(phone)
    tv.close()
    is_whole(phone)
    press(choice(phone, ""))
    another = television(hasty, made["code"], TELEVISIONS[2])
    is_whole(phone)
    admit(phone)
    expect(another.locator(".narration")).to_have_text(re.compile("^Anna rolls"))
    is_controller(phone)
    another.close()
    is_whole(phone)
    phone.get_by_role("button", name="More", exact=True).click()
    phone.get_by_role("button", name="only my choices here").click()  # where the server cannot know of the television
    is_controller(phone)


def test_a_phone_that_slept_asks_for_what_it_missed(visits: Visits) -> None:
    """Its connection may have died unnoticed: after a while in the dark it takes a new one, and only then.

    The lobby tells the way to the television, and one that was given a wrong code says so.
    """
    visitor = at_once(visits.visitor())
    made = make_table(visitor, "junior", ANNA, OPEN)
    page = visits.open(f"/table/{made['id']}", visitor=visitor)
    link = page.get_by_role("link", name="Show on a big screen")
    expect(link).to_have_attribute("href", f"/tv/{made['code']}")
    expect(link).to_contain_text(f"/tv/{made['code']}")
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
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/events" in request.url else None)
    page.evaluate(asleep, 5)
    with page.expect_request(re.compile("/events.*after=")):
        page.evaluate(asleep, 60)
    assert len(asked) == 1
    visits.allow("404")
    page.goto("/tv/ABCDEF")
    expect(page.locator("h1")).to_have_text("No such table")


def test_a_remote_walks_through_the_buttons(visits: Visits) -> None:
    """Arrows and OK are enough: sound off and on, and home again. The device remembers no table of its own."""
    made = make_table(visits.visitor(), "junior", ANNA, OPEN)
    tv = visits.open(f"/tv/{made['code']}", size=TELEVISIONS[0])
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


def test_bots_play_on_a_television_until_somebody_comes(visits: Visits) -> None:
    """Nobody is there for a while: bots show the game. They are gone as soon as somebody sits down."""
    made = make_table(visits.visitor(), "junior", OPEN, OPEN)
    visitor = at_once(visits.visitor(size=TELEVISIONS[0]))
    visitor.clock.install()
    tv = visits.open(f"/tv/{made['code']}", visitor=visitor)
    demo = tv.locator(".tv__demo")
    expect(tv.locator(".tv__lobby")).to_be_visible()
    expect(demo).to_have_count(0)
    visitor.clock.fast_forward(20_000)
    expect(demo.locator(".board-seat").first).to_be_visible()
    shown = tv.locator(".tv__qr").filter(visible=True)
    expect(shown).to_have_count(1)
    expect(shown).to_have_attribute("src", f"/api/tables/{made['id']}/qr")
    guest = visits.visitor()
    sit_down(guest, made["id"], "Ben")
    visits.open(f"/table/{made['id']}", visitor=guest)
    expect(demo).to_have_count(0)
