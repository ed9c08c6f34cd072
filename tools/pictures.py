"""Make the pictures for README and docs/page.md, and the icons, from games that the tool plays."""

from collections.abc import Callable
from functools import partial

from playwright.sync_api import Page

import paths
from play.web.browsing import DESKTOP, PHONE, Visits, looking
from play.web.playing import (
    ANNA,
    BEN,
    HEN,
    OPEN,
    admit,
    at_once,
    begin,
    choice,
    choices,
    make_table,
    play_on,
    press,
    sit_down,
    stop_playing,
    version,
)
from play.web.scenes import SCENES, Look

IMAGES = paths.ROOT / "docs" / "images"
ART = paths.ROOT / "src" / "roost" / "play" / "web" / "static" / "art"
ICONS = {
    "icon-192.png": (192, 1.0, "transparent"),
    "icon-512.png": (512, 1.0, "transparent"),
    "icon-whole.png": (512, 0.8, "#f6c65b"),
}
"""For each icon, its size in pixels, the fraction of it that the drawing fills, and the background.

The background is a colour if the device cuts off the corners.
"""
PLAYED = {"heckmeck": 90, "junior": 45, "barbecue": 90, "picnic": 40}
"""Number of moves before each picture, chosen so that the game is in progress."""


def main() -> None:
    draw_icons()
    with looking() as (browser, url):
        for names, show in SHOWN.items():
            visits = Visits(browser, url)
            for page, name in zip(show(visits), names.split(), strict=True):
                page.wait_for_timeout(1_500)  # until dice are at rest, reactions have faded and odds have arrived
                page.screenshot(path=IMAGES / f"page-{name}.png")
            visits.close()


def draw_icons() -> None:
    """Draw the icon as bitmaps, for devices that do not use SVG."""
    svg = (ART / "icon.svg").read_text("utf-8")
    with looking("") as (browser, _):  # no server is needed
        for name, (size, fraction, background) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            style = f"margin: 0; height: 100vh; display: grid; place-items: center; background: {background}"
            page.set_content(f"<body style='{style}'>{svg}</body>")
            page.locator("body > svg").evaluate("(svg, size) => svg.setAttribute('width', size)", size * fraction)
            page.screenshot(path=ART / name, omit_background=True)


def under_way(visits: Visits, look: Look, game: str) -> list[Page]:
    """Return the page of a player who has just rolled in the middle of a game."""
    visitor = at_once(visits.visitor(**look))
    page = begin(visits, game, ANNA, BEN, HEN, visitor=visitor, options={"start": "A"})
    choices(page).first.wait_for()
    play_on(page)
    while version(visitor, page.url.rpartition("/")[2]) < PLAYED[game]:
        page.wait_for_timeout(5)
    stop_playing(page)
    choices(page).first.wait_for()
    if choice(page, "").count():
        press(choice(page, ""))
    choices(page).first.wait_for()
    return [page]


def big_screen(visits: Visits) -> list[Page]:
    """Return a television's page in the middle of a game, and the phone of the player whose turn it is."""
    people = [at_once(visits.visitor()) for _ in range(3)]
    table = make_table(people[0], "heckmeck", ANNA, OPEN, OPEN, HEN, options={"start": "A"})
    for person, name in zip(people[1:], ["Ben", "Cleo"], strict=True):
        sit_down(person, table["id"], name)
    phones = [visits.open(f"/table/{table['id']}", visitor=person) for person in people]
    phones[0].locator(".lobby__start").click()
    choices(phones[0]).first.wait_for()
    play_on(*phones)
    while version(people[0], table["id"]) < PLAYED["heckmeck"]:
        phones[0].wait_for_timeout(5)
    phone = phones[1]
    stop_playing(phone)  # the other phones continue to play until it is Ben's turn
    choices(phone).first.wait_for()
    television = visits.visitor(size={"width": 1280, "height": 720})
    screen = visits.open(f"/tv/{table['code']}", visitor=at_once(television))
    admit(phone)
    phone.wait_for_selector("[data-controller]")
    if choice(phone, "").count():
        press(choice(phone, ""))
    choices(phone).first.wait_for()
    return [screen, phone]


def real_dice(visits: Visits, look: Look) -> list[Page]:
    """Return the phone of players who roll real dice and have entered some of the dice."""
    visitor = at_once(visits.visitor(**look))
    page = begin(visits, "heckmeck", ANNA, BEN, visitor=visitor, options={"start": "A"}, rules={"dice": "real"})
    moves = "1444wwww w roll 1444 4 take32 3555wwww w roll 3555 5 take35 2255w"
    for move in moves.split():
        if len(move) == 1 or not set(move) <= set("12345w"):
            press(choice(page, move))
            continue
        page.locator(".keypad__face").first.wait_for()
        for face in move:
            page.locator(f'.keypad__face[data-enter="{face}"]').click()
    return [page]


def page_of_view(name: str, visits: Visits) -> list[Page]:
    """Open one of the ``SCENES`` views on a phone."""
    return [SCENES[name](visits, _PHONE)]


_PHONE: Look = {"size": PHONE, "lang": "en", "theme": "light"}
SHOWN: dict[str, Callable[[Visits], list[Page]]] = {
    "heckmeck": partial(under_way, look=_PHONE, game="heckmeck"),
    "barbecue": partial(under_way, look=_PHONE | {"theme": "dark"}, game="barbecue"),
    "picnic": partial(under_way, look=_PHONE | {"lang": "de"}, game="picnic"),
    "desktop": partial(under_way, look=_PHONE | {"size": DESKTOP}, game="heckmeck"),
    "keypad": partial(real_dice, look=_PHONE),
    "tv controller": big_screen,
    "odds": partial(page_of_view, "table-odds"),
    "end": partial(page_of_view, "table-end"),
    "series": partial(page_of_view, "series-between"),
    "standings": partial(page_of_view, "series-page"),
}
"""Names of the pictures, and the functions that open their pages."""

if __name__ == "__main__":
    main()
