"""Scenes: every page with its dialogs, for pictures and for checks of accessibility.

Add another with ``@scene("name")``: open a page for a visitor with the given look, and bring it into a state worth
seeing.
"""

import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from playwright.sync_api import Page, ViewportSize, expect

from play.web.browsing import DESKTOP, PHONE, SMALL, Visits
from play.web.finished import finished_table, record_of, saved_game, series_table, taken_challenge
from play.web.gallery import POSITIONS, clear, hang
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
    play_a_bot,
    press,
    sit_down,
)

Look = dict[str, Any]
"""Options of a visitor: ``size``, ``lang`` and ``theme``."""
Scene = Callable[[Visits, Look], Page]
SCENES: dict[str, Scene] = {}

SIZES: dict[str, ViewportSize] = {
    "phone": PHONE,
    "desktop": DESKTOP,
    "small": SMALL,
    "landscape": {"width": 844, "height": 390},
    "tablet": {"width": 820, "height": 1180},
    "large": {"width": 1920, "height": 1080},
    "zoom200": {"width": 640, "height": 400},  # a desktop at 200 %
}
LANGUAGES = ("en", "de", "es", "fr", "it", "nl", "pl", "pt")
THEMES = ("light", "dark")


def scene(name: str) -> Callable[[Scene], Scene]:
    """Register a function as the scene with this name."""

    def added(show: Scene) -> Scene:
        SCENES[name] = show
        return show

    return added


def looks() -> Iterator[tuple[str, Look]]:
    """Yield all looks, each with its name."""
    for size in SIZES:
        for lang in LANGUAGES:
            for theme in THEMES:
                yield f"{size}-{lang}-{theme}", {"size": SIZES[size], "lang": lang, "theme": theme}
    for size in ("phone", "desktop"):
        yield f"{size}-text200-en-light", {"size": SIZES[size], "lang": "en", "theme": "light", "text": 2.0}


def _opened(
    visits: Visits, look: Look, path: str, *, allow: str = "", tap: str = "", key: str = "", shown: str = ""
) -> Page:
    """Open a page, allowing some problems, and then tap, press a key, and wait for an element, each if given."""
    if allow:
        visits.allow(allow)
    page = visits.open(path, **look)
    if tap:
        page.locator(tap).click()
    if key:
        page.keyboard.press(key)
    if shown:
        page.wait_for_selector(shown)
    return page


_FORM: dict[str, Any] = {"tap": ".analysis__setup summary", "shown": ".odds__table"}
_GRILL = "/analysis?position=heckmeck+grill=21-24,26,30-36+A=25,28+B=29+turn=A+aside=44ww+roll=2255"
_PLATES = "/analysis?position=barbecue+grill=25:A,30:BB,36:snail+A=2w1s+B=6w0s+turn=A+aside=66w"
_ANTS = "/analysis?position=picnic+board=2BA,5C/-/-/8A/-/-+A=-+B=queen+C=-+turn=A+dice=112346"
SCENES |= {
    "first-visit": partial(_opened, path="/"),
    "rules": partial(_opened, path="/rules/heckmeck"),
    "cards": partial(_opened, path="/cards/heckmeck?size=expert"),  # the widest strategy card
    "no-such-code": partial(_opened, path="/t/ABCDEF", allow="404"),
    "no-such-page": partial(_opened, path="/nowhere", allow="404"),
    "settings": partial(_opened, path="/", key=",", shown="dialog[open]"),
    "keys": partial(_opened, path="/", key="?", shown="dialog[open]"),
    "learn-picnic": partial(_opened, path="/learn/picnic", tap=".lesson__next"),
    "analysis": partial(_opened, path=_GRILL, shown=".odds__table"),
    "analysis-setup": partial(_opened, path=_PLATES, **_FORM),
    "analysis-setup-ants": partial(_opened, path=_ANTS, **_FORM),
    "puzzles": partial(_opened, path="/puzzles?game=picnic", shown=".puzzle__choice"),
}


@scene("home-open")
def _home_open(visits: Visits, look: Look) -> Page:
    """The home page with all its links."""
    page = visits.open("/", **look)
    for fold in page.locator(".home__more > summary").all():
        fold.click()
    return page


@scene("home")
def _home(visits: Visits, look: Look) -> Page:
    """The home page of a visitor who has played before."""
    page = visits.open("/", **look)
    play_a_bot(page)
    press(choice(page, ""))
    page.wait_for_selector(".log__line--event", state="attached")
    page.goto("/")
    page.wait_for_selector(".mine__state--yours")
    return page


@scene("new-table")
def _new_table(visits: Visits, look: Look) -> Page:
    page = visits.open("/new/picnic", **look)
    for fold in page.locator("summary").all():
        fold.click()
    return page


@scene("join")
def _join(visits: Visits, look: Look) -> Page:
    seats = [{"kind": "here", "name": "Anna"}, {"kind": "open"}, {"kind": "bot", "bot": "hen"}]
    created = visits.request("POST", "/api/tables", {"game": "heckmeck", "seats": seats})
    return visits.open(f"/t/{created['code']}", **look)


@scene("boards")
def _boards(visits: Visits, look: Look) -> Page:
    """The most crowded position of each game."""
    page = visits.open("/", **look)
    clear(page)
    hang(page, *(max(positions, key=len) for positions in POSITIONS.values()), lang=look["lang"])
    return page


@scene("learn")
def _learn(visits: Visits, look: Look) -> Page:
    """A lesson right after a choice that was not the best."""
    page = visits.open("/learn/heckmeck", **look)
    page.locator(".lesson__next").click()
    page.locator('.choice[data-action=""]').click()
    page.locator('.choice[data-action="1"]').evaluate("(button) => button.click()")
    page.locator(".lesson__reaction--kind b").wait_for()
    return page


@scene("game")
def _game(visits: Visits, look: Look) -> Page:
    visitor = visits.visitor(**look)
    page = visits.open(f"/game/{finished_table(visitor)}/1#8", visitor=visitor)
    page.wait_for_selector(".dice-badge--good")
    return page


@scene("verify")
def _verify(visits: Visits, look: Look) -> Page:
    page = visits.open("/verify", **look)
    page.locator("textarea").fill(record_of("heckmeck"))
    page.locator(".record-field .button--main").click()
    page.locator(".verdict__all summary").click()
    return page


@scene("verify-wrong")
def _verify_wrong(visits: Visits, look: Look) -> Page:
    page = visits.open("/verify", **look)
    page.locator("textarea").fill(record_of("junior", fair=False).replace('[Seed "1"]', '[Seed "2"]'))
    page.locator(".record-field .button--main").click()
    page.wait_for_selector(".verdict--bad")
    return page


@scene("dice")
def _dice(visits: Visits, look: Look) -> Page:
    finished_table(visits.visitor(**look))
    page = visits.open("/dice", **look)
    for fold in page.locator("summary").all():
        fold.click()
    return page


@scene("table-lobby")
def _table_lobby(visits: Visits, look: Look) -> Page:
    visitor = at_once(visits.visitor(**look))
    return visits.open(f"/table/{make_table(visitor, 'heckmeck', ANNA, OPEN, HEN)['id']}", visitor=visitor)


@scene("table-bots")
def _table_bots(visits: Visits, look: Look) -> Page:
    page = _table_lobby(visits, look)
    page.locator(".lobby__seat[data-free] button").click()
    page.wait_for_selector("dialog[open]")
    return page


def _turn(visits: Visits, look: Look, game: str) -> Page:
    """The table of a player who has rolled and has to choose."""
    visitor = at_once(visits.visitor(**look))
    page = begin(visits, game, ANNA, BEN, HEN, visitor=visitor, options={"start": "A"})
    press(choice(page, ""))
    choices(page).first.wait_for()
    return page


SCENES |= {f"table-{game}": partial(_turn, game=game) for game in POSITIONS}


@scene("table-keypad")
def _table_keypad(visits: Visits, look: Look) -> Page:
    visitor = at_once(visits.visitor(**look))
    page = begin(visits, "heckmeck", ANNA, BEN, visitor=visitor, options={"start": "A"}, rules={"dice": "real"})
    for face in "1225w":
        page.locator(f'.keypad__face[data-enter="{face}"]').click()
    return page


@scene("table-odds")
def _table_odds(visits: Visits, look: Look) -> Page:
    page = _turn(visits, look, "heckmeck")
    page.keyboard.press("o")
    page.wait_for_selector(".odds__rooster")
    return page


@scene("table-menu")
def _table_menu(visits: Visits, look: Look) -> Page:
    page = _turn(visits, look, "junior")
    page.keyboard.press("m")
    page.wait_for_selector("dialog[open]")
    return page


@scene("table-end")
def _table_end(visits: Visits, look: Look) -> Page:
    visitor = visits.visitor(**look)
    page = visits.open(f"/table/{finished_table(visitor)}", visitor=visitor)
    page.wait_for_selector('.shield[data-state="amber"]')
    return page


@scene("table-share")
def _table_share(visits: Visits, look: Look) -> Page:
    page = _table_end(visits, look)
    page.locator(".finale__share").click()
    page.wait_for_selector(".share a[download]")
    return page


def big_screen(visits: Visits, game: str, *seats: dict[str, str], look: Look) -> tuple[Page, Page]:
    """Return a television in front of a running game, and the phone of its host, whose turn it is."""
    visitor = at_once(visits.visitor())
    created = make_table(visitor, game, *seats, options={"start": "B"})
    tv = visits.open(f"/tv/{created['code']}", visitor=at_once(visits.visitor(**look)))
    phone = visits.open(f"/table/{created['id']}", visitor=visitor)
    admit(phone)
    phone.locator(".lobby__start").click()
    press(choice(phone, ""))
    choices(phone).first.wait_for()
    tv.locator(".board-seat--turn", has_text="Anna").wait_for()
    return tv, phone


def _tv(visits: Visits, look: Look, game: str, bots: int) -> Page:
    return big_screen(visits, game, ANNA, *[HEN] * bots, look=look)[0]


SCENES |= {"tv-heckmeck": partial(_tv, game="heckmeck", bots=6), "tv-picnic": partial(_tv, game="picnic", bots=3)}


@scene("tv-lobby")
def _tv_lobby(visits: Visits, look: Look) -> Page:
    created = make_table(visits.visitor(), "heckmeck", ANNA, BEN, HEN, OPEN, OPEN)
    return visits.open(f"/tv/{created['code']}", visitor=at_once(visits.visitor(**look)))


@scene("tv-end")
def _tv_end(visits: Visits, look: Look) -> Page:
    host = visits.visitor()
    code = host.request.get(f"/api/tables/{finished_table(host)}").json()["table"]["code"]
    page = visits.open(f"/tv/{code}", visitor=at_once(visits.visitor(**look)))
    page.wait_for_selector(".finale__seat")
    return page


def controller(visits: Visits, game: str, start: str, look: Look) -> Page:
    """Return the phone of a host at a table with a television, in a game that begins at seat ``start``."""
    visitor = at_once(visits.visitor(**look))
    created = make_table(visitor, game, ANNA, OPEN, HEN, options={"start": start})
    sit_down(visits.visitor(), created["id"], "Ben")
    page = visits.open(f"/table/{created['id']}", visitor=visitor)
    page.locator(".lobby__start").click()
    visits.open(f"/tv/{created['code']}", visitor=at_once(visits.visitor()))
    admit(page)
    page.wait_for_selector("[data-controller]")
    return page


def _controller_turn(visits: Visits, look: Look, game: str) -> Page:
    page = controller(visits, game, "A", look)
    press(choice(page, ""))
    page.locator(".choice--aside:not([aria-disabled=true]), .choice[data-action^=move], [data-pick]").first.wait_for()
    return page


SCENES |= {
    "controller-turn": partial(_controller_turn, game="heckmeck"),
    "controller-picnic": partial(_controller_turn, game="picnic"),
}


@scene("controller-waiting")
def _controller_waiting(visits: Visits, look: Look) -> Page:
    page = controller(visits, "heckmeck", "B", look)
    page.locator(".own__name").wait_for()
    return page


PEOPLE = ("Anna", "Ben", "Carla", "Dora", "Emil")


@scene("series-form")
def _series_form(visits: Visits, look: Look) -> Page:
    page = visits.open("/new/junior", **look)
    page.locator("summary").first.click()
    page.locator("#series-length").select_option("round 1")
    return page


def _series(visits: Visits, look: Look, page: str, played: int, kind: str, count: int, following: str = "") -> Page:
    """A page of a series after some games, possibly with another game chosen."""
    visitor = at_once(visits.visitor(**look))
    table = series_table(visitor, played, *PEOPLE, kind=kind, count=count)
    if following:
        visitor.request.post(f"/api/tables/{table}/next", data={"game": following})
    shown = visits.open(f"/{page}/{table}", visitor=visitor)
    shown.wait_for_selector(".standings")
    return shown


SCENES |= {
    "series-between": partial(_series, page="table", played=2, kind="games", count=5, following="picnic"),
    "series-over": partial(_series, page="table", played=2, kind="games", count=2),
    "series-page": partial(_series, page="series", played=3, kind="round", count=1),
}


@scene("challenge")
def _challenge(visits: Visits, look: Look) -> Page:
    """A challenge that two people have taken here."""
    visitor = at_once(visits.visitor(**look))
    for person, bot in (("Anna", "hen"), ("Ben", "chick")):
        taken_challenge(visitor, "junior-hen-sights", person, bot)
    page = visits.open("/challenge/junior-hen-sights", visitor=visitor)
    for result in page.locator(".challenge__mistakes").all():
        expect(result).to_have_text(re.compile("%"))
    page.locator(".challenge__result summary").last.click()
    return page


@scene("review")
def _review(visits: Visits, look: Look) -> Page:
    """A review with a mistake that was tried again."""
    visitor = visits.visitor(**look)
    table = finished_table(visitor)
    page = visits.open(f"/review/{table}/1", visitor=visitor)
    page.locator(".review__mistake button").first.click()
    page.locator(".puzzle__choice").first.click()
    page.wait_for_selector(".puzzle__worth")
    return page


@scene("progress")
def _progress(visits: Visits, look: Look) -> Page:
    """The progress page with the games of two players."""
    page = visits.open("/progress", **look)
    games = [
        saved_game(number, name=name) for name, most in (("Anna", 18), ("Ben", 2)) for number in range(1, most + 1)
    ]
    page.evaluate("games => localStorage.setItem('roost-my-games', games)", json.dumps(games))
    page.reload()
    page.wait_for_selector(".curve__point")
    page.locator(".progress details summary").first.click()
    return page
