"""A whole evening in a living room: two televisions, four phones, a late guest, and a server that stops twice.

    python tools/living_room.py [--speed fast] [--seed 1]

Three different games are played as a series. Anna is the host, and her phone is loaded anew every now and then. Ben has
a phone of 320 pixels and a box of real dice, which he enters. Cleo holds hers on its side. Dan likes everything fast,
points a slow phone at the code, and leaves in the second game. Eve comes during the first one and plays from the second
on. One television shows 1920 × 1080 pixels and the other 1280 × 720, which is loaded anew too. The server is stopped in
the first game and killed in the second. Phones choose by themselves, and each next game begins by itself.

It tells how long after the slower television phones showed each step, how long a guest waited from the link to the
seat, and whatever went wrong. It fails if a phone was ahead, a choice was refused, or a dialog was left open.
"""

import argparse
import random
import sys
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import monotonic, sleep, time_ns
from typing import Any

from playwright.sync_api import BrowserContext, Page, Response, ViewportSize, expect
from playwright.sync_api import Error as PlaywrightError

import paths  # noqa: F401  # finds the helpers of tests
from play.server.processes import ServerProcess
from play.web.browsing import PHONE, SMALL, Visits, looking
from play.web.playing import ANNA, OPEN, REFEREED, hurry, make_table, play_on, with_speed

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("heckmeck", {"short_game": True, "always_turn": True}),
    ("picnic", {"goal": 5, "tracks": "2:2,2:2,3:3,3:3,4:4,4:4"}),
    ("junior", {}),
]
TELEVISIONS: list[ViewportSize] = [{"width": 1920, "height": 1080}, {"width": 1280, "height": 720}]
LANDSCAPE: ViewportSize = {"width": 844, "height": 390}
LONGEST_GAME = 30 * 60
LATE = 150
"""Milliseconds within which a phone shows what the television has shown."""
SLOW = {"offline": False, "latency": 150, "downloadThroughput": 1_600_000 // 8, "uploadThroughput": 750_000 // 8}
"""The network of a slow phone; its processor is four times as slow as this one."""
_NOTES = """
    globalThis.seen = {};
    globalThis.toasts = [];
    let isFirst = true;
    new MutationObserver((changes) => {
        const table = document.querySelector(".table");
        const shown = table?.dataset.shown;
        if (shown && !(shown in seen)) {
            seen[shown] = null; // what a page opens with is no news
            if (!isFirst) requestAnimationFrame(() => { seen[shown] = Date.now(); }); // now it is drawn
        }
        if (shown) isFirst = false;
        const toast = document.querySelector(".table__toast:not([hidden])")?.textContent;
        if (toast && toasts.at(-1) !== toast) toasts.push(toast);
    }).observe(document, { subtree: true, childList: true, attributeFilter: ["data-shown", "hidden"] });
"""


@dataclass
class Screen:
    """A device in the room, and when it showed what."""

    name: str
    visitor: BrowserContext
    page: Page
    seen: dict[str, int] = field(default_factory=dict)
    toasts: list[str] = field(default_factory=list)

    def note(self) -> None:
        """Keep what its page has noted."""
        found = self.page.evaluate("() => [globalThis.seen, globalThis.toasts]")
        self.seen |= {what: when for what, when in found[0].items() if when is not None and what not in self.seen}
        self.toasts += [toast for toast in found[1] if toast not in self.toasts]

    def reload(self) -> None:
        """Load its page anew."""
        self.note()
        self.page.reload()
        self.page.wait_for_selector("#page h1")


class Evening:
    """The room."""

    def __init__(self, visits: Visits, server: ServerProcess, database: str, speed: str, seed: int) -> None:
        self.visits, self.server, self.database, self.speed = visits, server, database, speed
        self.chance = random.Random(seed)
        self.troubles: list[int] = []
        self.refused: list[Response] = []
        self.host = self.visitor(PHONE)
        games = [{"game": game, "options": options} for game, options in GAMES]
        series = {"kind": "games", "count": len(GAMES), "points": "wins", "games": games}
        rules = {"dice": "real", "takeover_after": 20, "auto_roll": True, "odds": False}
        game, options = GAMES[0]
        self.made = make_table(self.host, game, ANNA, OPEN, OPEN, OPEN, series=series, rules=rules, options=options)
        self.phones: list[Screen] = []
        self.screens = [
            self.open(f"TV {size['height']}", f"/tv/{self.made['code']}", self.visitor(size)) for size in TELEVISIONS
        ]

    def visitor(self, size: ViewportSize, speed: str | None = None) -> BrowserContext:
        """Somebody with a device."""
        visitor = with_speed(self.visits.visitor(size=size), speed or self.speed)
        visitor.add_init_script(_NOTES)
        visitor.on("response", self._heard)
        return visitor

    def _heard(self, response: Response) -> None:
        if 400 <= response.status < 500:
            self.refused.append(response)

    def open(self, name: str, path: str, visitor: BrowserContext) -> Screen:
        """A device that shows a page."""
        return Screen(name, visitor, self.visits.open(path, visitor=visitor))

    def come(self) -> float:
        """Let everybody come; how many seconds Dan waited from the link to the seat."""
        table = f"/table/{self.made['id']}"
        self.phones.append(self.open("Anna", table, self.host))
        for _ in self.screens:
            self.phones[0].page.locator(".table__asks").get_by_role("button", name="Yes").click()
        expect(self.phones[0].page.locator(".table__asks")).to_be_hidden()
        for name, size, is_here in (("Ben", SMALL, True), ("Cleo", LANDSCAPE, False)):
            guest = self.open(name, f"/t/{self.made['code']}", self.visitor(size))
            guest.page.locator("#name").fill(name)
            guest.page.get_by_role("switch").set_checked(is_here)
            guest.page.get_by_role("button", name="Take a seat").click()
            expect(guest.page.locator(".lobby")).to_be_visible()
            self.phones.append(guest)
        return self._slow_guest("Dan")

    def _slow_guest(self, name: str) -> float:
        """Somebody with a slow phone points it at the code, taps once, and sits."""
        visitor = self.visitor(PHONE, "fast")
        page = visitor.new_page()
        tools = visitor.new_cdp_session(page)
        tools.send("Network.enable")
        tools.send("Network.emulateNetworkConditions", SLOW)
        tools.send("Emulation.setCPUThrottlingRate", {"rate": 4})
        began = monotonic()
        page.goto(f"/t/{self.made['code']}?sit")
        page.get_by_role("switch").set_checked(False)
        page.get_by_role("button", name="Take a seat").click()
        page.locator(".lobby").wait_for()
        took = monotonic() - began
        tools.send("Emulation.setCPUThrottlingRate", {"rate": 1})
        tools.send("Network.disable")
        tools.detach()
        self.phones.append(Screen(name, visitor, page))
        return took

    def play(self, phone: Screen) -> None:
        """Let a phone choose by itself, and enter real dice if it has some."""
        if phone.name == "Ben":
            phone.page.evaluate(REFEREED, 0)
        play_on(phone.page)
        hurry(phone.page)

    @property
    def table(self) -> dict[str, Any]:
        """The table as the server has it."""
        found: dict[str, Any] = self.host.request.get(f"/api/tables/{self.made['id']}").json()["table"]
        return found

    @property
    def asides(self) -> set[str]:
        """The versions that change nothing at a game: phones wait with them for nobody."""
        past: list[dict[str, Any]] = []
        while more := self.host.request.get(
            f"/api/tables/{self.made['id']}/changes?lang=en&after={past[-1]['version'] if past else 0}"
        ).json():
            past += more
        return {
            str(change["version"])
            for change in past
            if not change["told"] and all(entry["type"] != "started" for entry in change["entries"])
        }

    @property
    def state(self) -> str:
        """Where everything stands, for whoever looks for a fault."""
        told = [f"server: version {self.table['version']}, {self.table['status']}"]
        for one in (*self.screens, *self.phones):
            found = one.page.evaluate("() => ({ ...document.querySelector('.table')?.dataset })")
            told.append(f"{one.name}: {found}, {one.page.locator('.chip[role=status]:visible').all_inner_texts()}")
        return "\n".join(told)

    def stop_server(self, *, kindly: bool) -> None:
        """Stop the server, and start it again at the same place."""
        if kindly:
            self.server.stop()
        else:
            self.server.kill()
        sleep(1)
        self.server = ServerProcess(self.database, self.server.port)
        self.server.await_answer()

    def game(self, number: int) -> float:
        """A game of the series to its end; how many minutes it took."""
        began = monotonic()
        expect(self.screens[0].page.locator(".table__play")).to_be_visible(timeout=60_000)
        for phone in self.phones:
            expect(phone.page.locator(".table[data-phase=playing]")).to_be_visible()
            self.play(phone)
        at = self.table["version"]
        todo = [(at + 10, self._trouble, number), (at + 20, self._reload_anna, number)]
        todo += [(at + step, self._reload_anna, number) for step in range(80, 800, self.chance.randint(60, 120))]
        first = len(todo)
        while self.table["status"] == "playing":
            assert monotonic() - began < LONGEST_GAME, "the game does not end"
            if todo and self.table["version"] >= todo[0][0]:
                _, run, which = todo.pop(0)
                run(which)
            for one in (*self.screens, *self.phones):
                one.note()
            self.screens[0].page.wait_for_timeout(200)
        assert len(todo) < first, "the game was over before anything happened"
        for one in (*self.screens, *self.phones):
            expect(one.page.locator(".finale")).to_be_visible(timeout=60_000)
            one.note()
        return (monotonic() - began) / 60

    def _reload_anna(self, _: int) -> None:
        anna = self.phones[0]
        anna.reload()
        self.play(anna)

    def is_in_trouble(self, when: int) -> bool:
        """Whether something was stopped or loaded anew shortly before."""
        return any(began <= when <= began + 15_000 for began in self.troubles)

    def _trouble(self, number: int) -> None:
        self.troubles.append(time_ns() // 1_000_000)
        if number == 1:
            self.stop_server(kindly=True)
            eve = self.open("Eve", f"/t/{self.made['code']}", self.visitor(PHONE))
            eve.page.get_by_role("switch").set_checked(False)
            eve.page.get_by_role("button", name="Take a seat").click()
            expect(eve.page.locator(".table")).to_be_visible()
            self.phones.append(eve)
        if number == 2:
            self.stop_server(kindly=False)
            dan = next(one for one in self.phones if one.name == "Dan")
            self.phones.remove(dan)
            dan.note()
            dan.visitor.request.post(f"/api/tables/{self.made['id']}/leave", data={})
            dan.page.close()
            self.screens[1].reload()


def main(speed: str, seed: int) -> None:
    """Play the evening, and tell about it."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder, looking("") as (browser, _):
        database = str(Path(folder) / "roost.db")
        server = ServerProcess(database)
        server.await_answer()
        visits = Visits(browser, server.url)
        visits.allow("ERR_|status of (404|502|503)|Failed to (load|fetch)|NetworkError")
        evening = Evening(visits, server, database, speed, seed)
        try:
            print(f"From the link to the seat, slow phone: {evening.come():.1f} s", flush=True)
            evening.phones[0].page.get_by_role("button", name="Begin").click()
            for number in range(1, len(GAMES) + 1):
                print(f"Game {number}: {evening.game(number):.1f} minutes", flush=True)
            wrong = tell(evening)
            visits.close()
            wrong += visits.unexpected
        except AssertionError:
            print(evening.state, *visits.unexpected, sep="\n")
            raise
        finally:
            evening.server.stop()
    if wrong:
        sys.exit("\n".join(wrong))


def tell(evening: Evening) -> list[str]:
    """Tell how far phones were behind the televisions, and what went wrong."""
    wrong, asides = [], evening.asides
    first, second = (one.seen for one in evening.screens)
    # Where a server has just come back, or a screen is loaded anew, the other one leads.
    shown = {
        what: (min if evening.is_in_trouble(first[what]) else max)(first[what], second[what])
        for what in first.keys() & second.keys()
        if what.partition(".")[0] not in asides
    }
    for phone in evening.phones:
        behind = sorted(phone.seen[what] - when for what, when in shown.items() if what in phone.seen)
        most = quantiles(behind, n=20)[-1] if len(behind) > 1 else 0
        print(
            f"{phone.name}: {len(behind)} steps, {median(behind):.0f} ms after the televisions,"
            f" {sum(one <= LATE for one in behind) / len(behind):.0%} within {LATE} ms, 95 % within {most:.0f} ms,"
            f" all between {behind[0]} and {behind[-1]} ms"
        )
        if behind[0] < 0:
            wrong.append(f"{phone.name} was ahead of a television {sum(one < 0 for one in behind)} times")
        wrong += [f"{phone.name} was told: {toast}" for toast in phone.toasts]
    print(*map(refusal, evening.refused), sep="\n")
    for one in (*evening.screens, *evening.phones):
        if one.page.locator("dialog[open]").count():
            wrong.append(f"{one.name} has a dialog open")
    return wrong


def refusal(response: Response) -> str:
    """The request and its answer, unless its page is gone."""
    try:
        why = response.text()
    except PlaywrightError:
        why = ""
    return f"{response.status} {response.url} {response.request.post_data} {why}"


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--speed", default="fast", choices=["slow", "normal", "fast", "instant"])
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args()
    main(given.speed, given.seed)
