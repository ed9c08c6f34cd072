"""The pictures of README and docs/page.md: ``python tests/play/web/pictures.py`` plays a while and takes them."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[2]))

from playwright.sync_api import Page

from play.server.serving import fast, serving_in_thread
from play.web.browsing import DESKTOP, PHONE, Visits, browser_of, find_browser
from play.web.playing import (
    ANNA,
    BEN,
    HEN,
    OPEN,
    at_once,
    choice,
    choices,
    make_table,
    play_on,
    press,
    sit_down,
    stop_playing,
    version,
)
from play.web.sights import SIGHTS, Look

IMAGES = Path(__file__).parents[3] / "docs" / "images"
PLAYED = {"heckmeck": 90, "junior": 45, "barbecue": 90, "picnic": 40}
"""How many moves there are before the picture: the game is under way then, and not over."""


def main() -> None:
    """Take the pictures."""
    path = find_browser()
    if path is None:
        sys.exit("There is no Chromium here; on Debian: apt-get install chromium")
    with (
        TemporaryDirectory() as data,
        serving_in_thread(fast(Path(data) / "roost.db")) as url,
        browser_of(path) as browser,
    ):
        for name, game, look in (
            ("heckmeck", "heckmeck", {"size": PHONE, "lang": "en", "theme": "light"}),
            ("barbecue", "barbecue", {"size": PHONE, "lang": "en", "theme": "dark"}),
            ("picnic", "picnic", {"size": PHONE, "lang": "de", "theme": "light"}),
            ("desktop", "heckmeck", {"size": DESKTOP, "lang": "en", "theme": "light"}),
        ):
            visits = Visits(browser, url)
            keep(under_way(visits, look, game), name)
            visits.close()
        visits = Visits(browser, url)
        keep(real_dice(visits, {"size": PHONE, "lang": "en", "theme": "light"}), "keypad")
        visits.close()
        visits = Visits(browser, url)
        screen, phone = big_screen(visits)
        keep(screen, "tv")
        keep(phone, "controller")
        visits.close()
        for name, sight in (
            ("odds", "table-odds"),
            ("end", "table-end"),
            ("series", "series-between"),
            ("standings", "series-page"),
        ):
            visits = Visits(browser, url)
            keep(SIGHTS[sight](visits, {"size": PHONE, "lang": "en", "theme": "light"}), name)
            visits.close()


def under_way(visits: Visits, look: Look, game: str) -> Page:
    """The table of somebody who has rolled in the middle of a game."""
    visitor = at_once(visits.visitor(**look))
    table = make_table(visitor, game, ANNA, BEN, HEN, options={"start": "A"})["id"]
    page = visits.open(f"/table/{table}", visitor=visitor)
    page.locator(".lobby__start").click()
    choices(page).first.wait_for()
    play_on(page)
    while visitor.request.get(f"/api/tables/{table}").json()["table"]["version"] < PLAYED[game]:
        page.wait_for_timeout(5)
    stop_playing(page)
    choices(page).first.wait_for()
    if choice(page, "").count():
        press(choice(page, ""))
    choices(page).first.wait_for()
    return page


def big_screen(visits: Visits) -> tuple[Page, Page]:
    """A television in the middle of a game, and the phone of whoever plays."""
    people = [at_once(visits.visitor()) for _ in range(3)]
    made = make_table(people[0], "heckmeck", ANNA, OPEN, OPEN, HEN, options={"start": "A"})
    for person, name in zip(people[1:], ["Ben", "Cleo"], strict=True):
        sit_down(person, made["id"], name)
    phones = [visits.open(f"/table/{made['id']}", visitor=person) for person in people]
    phones[0].locator(".lobby__start").click()
    choices(phones[0]).first.wait_for()
    play_on(*phones)
    while version(people[0], made["id"]) < PLAYED["heckmeck"]:
        phones[0].wait_for_timeout(5)
    playing = phones[1]
    stop_playing(playing)  # the others play on until it is Ben's turn
    choices(playing).first.wait_for()
    television = visits.visitor(size={"width": 1280, "height": 720})
    screen = visits.open(f"/tv/{made['code']}", visitor=at_once(television))
    playing.wait_for_selector("[data-controller]")
    if choice(playing, "").count():
        press(choice(playing, ""))
    choices(playing).first.wait_for()
    return screen, playing


def real_dice(visits: Visits, look: Look) -> Page:
    """The phone of people who roll real dice, and have tapped in some of them."""
    visitor = at_once(visits.visitor(**look))
    table = make_table(visitor, "heckmeck", ANNA, BEN, options={"start": "A"}, rules={"dice": "real"})["id"]
    page = visits.open(f"/table/{table}", visitor=visitor)
    page.locator(".lobby__start").click()
    moves = "1444wwww w roll 1444 4 take32 3555wwww w roll 3555 5 take35 2255w"
    for move in moves.split():
        if len(move) == 1 or not set(move) <= set("12345w"):
            press(choice(page, move))
            continue
        page.locator(".keypad__face").first.wait_for()
        for face in move:
            page.locator(f'.keypad__face[data-enter="{face}"]').click()
    return page


def keep(page: Page, name: str) -> None:
    """Take the picture of what is on the screen."""
    page.wait_for_timeout(1_500)  # dice settle, reactions go, odds arrive
    page.screenshot(path=IMAGES / f"page-{name}.png")


if __name__ == "__main__":
    main()
