"""Play an evening in a living room: two televisions, four phones, a late guest, and a server that stops twice.

    python tools/living_room.py [--speed fast] [--seed 1]

Three different games are played as a series. Anna is the host, and her phone reloads its page now and then. Ben has a
phone of 320 pixels and real dice, whose rolls he enters. Cleo holds her phone sideways. Dan likes everything fast,
scans the code with a slow phone, and leaves in the second game. Eve arrives during the first game and plays from the
second on. One television has 1920 × 1080 pixels and the other 1280 × 720; the second one reloads its page too. The
server is stopped in the first game and killed in the second. Phones choose automatically, and each next game begins
automatically.

The output says how long after the slower television the phones showed each step, how long a guest waited between
opening the link and taking a seat, and what went wrong. The program fails if a phone was ahead of the televisions, a
choice was refused, or a dialog stayed open.
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

import paths  # noqa: F401  # makes the helpers of tests importable
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
"""Maximum delay in milliseconds with which a phone should show what the television has shown."""
SLOW = {"offline": False, "latency": 150, "downloadThroughput": 1_600_000 // 8, "uploadThroughput": 750_000 // 8}
"""Network of a slow phone, whose processor is throttled to a quarter of this machine's speed."""
_NOTES = """
    globalThis.seen = {};
    globalThis.toasts = [];
    let isFirst = true;
    new MutationObserver((changes) => {
        const table = document.querySelector(".table");
        const shown = table?.dataset.shown;
        if (shown && !(shown in seen)) {
            seen[shown] = null; // the first version of a page has no time
            if (!isFirst) requestAnimationFrame(() => { seen[shown] = Date.now(); }); // after drawing
        }
        if (shown) isFirst = false;
        const toast = document.querySelector(".table__toast:not([hidden])")?.textContent;
        if (toast && toasts.at(-1) !== toast) toasts.push(toast);
    }).observe(document, { subtree: true, childList: true, attributeFilter: ["data-shown", "hidden"] });
"""


@dataclass
class Screen:
    """A device in the room, with the times at which it showed each version."""

    name: str
    visitor: BrowserContext
    page: Page
    seen: dict[str, int] = field(default_factory=dict)
    toasts: list[str] = field(default_factory=list)

    def note(self) -> None:
        """Copy the times and messages that the page has recorded."""
        times, toasts = self.page.evaluate("() => [globalThis.seen, globalThis.toasts]")
        self.seen |= {shown: when for shown, when in times.items() if when is not None and shown not in self.seen}
        self.toasts += [toast for toast in toasts if toast not in self.toasts]

    def reload(self) -> None:
        """Reload the page."""
        self.note()
        self.page.reload()
        self.page.wait_for_selector("#page h1")


class Evening:
    """The room with its devices and its server."""

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
        self.created = make_table(self.host, game, ANNA, OPEN, OPEN, OPEN, series=series, rules=rules, options=options)
        self.phones: list[Screen] = []
        self.screens = [
            self.open(f"TV {size['height']}", f"/tv/{self.created['code']}", self.visitor(size)) for size in TELEVISIONS
        ]

    def visitor(self, size: ViewportSize, speed: str | None = None) -> BrowserContext:
        """Create a device for a guest."""
        visitor = with_speed(self.visits.visitor(size=size), speed or self.speed)
        visitor.add_init_script(_NOTES)
        visitor.on("response", self._heard)
        return visitor

    def _heard(self, response: Response) -> None:
        if 400 <= response.status < 500:
            self.refused.append(response)

    def open(self, name: str, path: str, visitor: BrowserContext) -> Screen:
        """Open a page on a device."""
        return Screen(name, visitor, self.visits.open(path, visitor=visitor))

    def arrive(self) -> float:
        """Let all guests except Eve take their seats; return how long Dan waited from link to seat, in seconds."""
        table = f"/table/{self.created['id']}"
        self.phones.append(self.open("Anna", table, self.host))
        for _ in self.screens:
            self.phones[0].page.locator(".table__asks").get_by_role("button", name="Yes").click()
        expect(self.phones[0].page.locator(".table__asks")).to_be_hidden()
        for name, size, is_here in (("Ben", SMALL, True), ("Cleo", LANDSCAPE, False)):
            guest = self.open(name, f"/t/{self.created['code']}", self.visitor(size))
            guest.page.locator("#name").fill(name)
            guest.page.get_by_role("switch").set_checked(is_here)
            guest.page.get_by_role("button", name="Take a seat").click()
            expect(guest.page.locator(".lobby")).to_be_visible()
            self.phones.append(guest)
        return self._slow_guest("Dan")

    def _slow_guest(self, name: str) -> float:
        """Let a guest with a slow phone open the link and take a seat; return how many seconds this took."""
        visitor = self.visitor(PHONE, "fast")
        page = visitor.new_page()
        tools = visitor.new_cdp_session(page)
        tools.send("Network.enable")
        tools.send("Network.emulateNetworkConditions", SLOW)
        tools.send("Emulation.setCPUThrottlingRate", {"rate": 4})
        began = monotonic()
        page.goto(f"/t/{self.created['code']}?sit")
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
        """Let a phone choose automatically; Ben's phone also enters real dice."""
        if phone.name == "Ben":
            phone.page.evaluate(REFEREED, 0)
        play_on(phone.page)
        hurry(phone.page)

    @property
    def table(self) -> dict[str, Any]:
        """The table as the server sees it."""
        view: dict[str, Any] = self.host.request.get(f"/api/tables/{self.created['id']}").json()["table"]
        return view

    @property
    def asides(self) -> set[str]:
        """Versions that change nothing in a game; phones show them without waiting."""
        changes: list[dict[str, Any]] = []
        while page := self.host.request.get(
            f"/api/tables/{self.created['id']}/changes?lang=en&after={changes[-1]['version'] if changes else 0}"
        ).json():
            changes += page
        return {
            str(change["version"])
            for change in changes
            if not change["sentences"] and all(entry["type"] != "started" for entry in change["entries"])
        }

    @property
    def state(self) -> str:
        """The state of all devices, to help find a fault."""
        lines = [f"server: version {self.table['version']}, {self.table['status']}"]
        for screen in (*self.screens, *self.phones):
            data = screen.page.evaluate("() => ({ ...document.querySelector('.table')?.dataset })")
            chips = screen.page.locator(".chip[role=status]:visible").all_inner_texts()
            lines.append(f"{screen.name}: {data}, {chips}")
        return "\n".join(lines)

    def stop_server(self, *, kindly: bool) -> None:
        """Stop or kill the server, and start it again at the same address."""
        if kindly:
            self.server.stop()
        else:
            self.server.kill()
        sleep(1)
        self.server = ServerProcess(self.database, self.server.port)
        self.server.await_answer()

    def game(self, number: int) -> float:
        """Play one game of the series to its end; return how many minutes it took."""
        began = monotonic()
        expect(self.screens[0].page.locator(".table__play")).to_be_visible(timeout=60_000)
        for phone in self.phones:
            expect(phone.page.locator(".table[data-phase=playing]")).to_be_visible()
            self.play(phone)
        version = self.table["version"]
        tasks = [(version + 10, self._cause_trouble, number), (version + 20, self._reload_anna, number)]
        tasks += [(version + step, self._reload_anna, number) for step in range(80, 800, self.chance.randint(60, 120))]
        count = len(tasks)
        while self.table["status"] == "playing":
            assert monotonic() - began < LONGEST_GAME, "the game does not end"
            if tasks and self.table["version"] >= tasks[0][0]:
                _, run, which = tasks.pop(0)
                run(which)
            for screen in (*self.screens, *self.phones):
                screen.note()
            self.screens[0].page.wait_for_timeout(200)
        assert len(tasks) < count, "the game was over before anything happened"
        for screen in (*self.screens, *self.phones):
            expect(screen.page.locator(".finale")).to_be_visible(timeout=60_000)
            screen.note()
        return (monotonic() - began) / 60

    def _reload_anna(self, _: int) -> None:
        anna = self.phones[0]
        anna.reload()
        self.play(anna)

    def is_in_trouble(self, when: int) -> bool:
        """Whether the server or a page was restarted shortly before."""
        return any(began <= when <= began + 15_000 for began in self.troubles)

    def _cause_trouble(self, number: int) -> None:
        self.troubles.append(time_ns() // 1_000_000)
        if number == 1:
            self.stop_server(kindly=True)
            eve = self.open("Eve", f"/t/{self.created['code']}", self.visitor(PHONE))
            eve.page.get_by_role("switch").set_checked(False)
            eve.page.get_by_role("button", name="Take a seat").click()
            expect(eve.page.locator(".table")).to_be_visible()
            self.phones.append(eve)
        if number == 2:
            self.stop_server(kindly=False)
            dan = next(phone for phone in self.phones if phone.name == "Dan")
            self.phones.remove(dan)
            dan.note()
            dan.visitor.request.post(f"/api/tables/{self.created['id']}/leave", data={})
            dan.page.close()
            self.screens[1].reload()


def main(speed: str, seed: int) -> None:
    """Play the evening, and print the report."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder, looking("") as (browser, _):
        database = str(Path(folder) / "roost.db")
        server = ServerProcess(database)
        server.await_answer()
        visits = Visits(browser, server.url)
        visits.allow("ERR_|status of (404|502|503)|Failed to (load|fetch)|NetworkError")
        evening = Evening(visits, server, database, speed, seed)
        try:
            print(f"From the link to the seat, slow phone: {evening.arrive():.1f} s", flush=True)
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
    """Print how far phones lagged behind the televisions; return what went wrong."""
    wrong, asides = [], evening.asides
    first, second = (television.seen for television in evening.screens)
    # After a restart of the server or a page, the faster television counts.
    shown = {
        step: (min if evening.is_in_trouble(first[step]) else max)(first[step], second[step])
        for step in first.keys() & second.keys()
        if step.partition(".")[0] not in asides
    }
    for phone in evening.phones:
        behind = sorted(phone.seen[step] - when for step, when in shown.items() if step in phone.seen)
        most = quantiles(behind, n=20)[-1] if len(behind) > 1 else 0
        print(
            f"{phone.name}: {len(behind)} steps, {median(behind):.0f} ms after the televisions,"
            f" {sum(lag <= LATE for lag in behind) / len(behind):.0%} within {LATE} ms, 95 % within {most:.0f} ms,"
            f" all between {behind[0]} and {behind[-1]} ms"
        )
        if behind[0] < 0:
            wrong.append(f"{phone.name} was ahead of a television {sum(lag < 0 for lag in behind)} times")
        wrong += [f"{phone.name} showed the message: {toast}" for toast in phone.toasts]
    print(*map(refusal, evening.refused), sep="\n")
    for screen in (*evening.screens, *evening.phones):
        if screen.page.locator("dialog[open]").count():
            wrong.append(f"{screen.name} has a dialog open")
    return wrong


def refusal(response: Response) -> str:
    """Describe a refused request and its response, if the page still exists."""
    try:
        why = response.text()
    except PlaywrightError:
        why = ""
    return f"{response.status} {response.url} {response.request.post_data} {why}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--speed", default="fast", choices=["slow", "normal", "fast", "instant"])
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    main(options.speed, options.seed)
