"""Check that the page's memory does not grow over hours of games on a television and three phones, with bots.

    python tools/long_evening.py [GAME] [--hours 4] [--speed instant] [--players 4] [--moving]

All pages stay open without reloading; the phones choose automatically and begin the next game. An hour counts as 3,600
moves: at normal speed a game of Heckmeck against one bot takes 169 seconds for about as many moves
(``tools/pace.py``). After each game all pages collect their garbage and report their JS heap, DOM nodes and listeners.
The program fails if any of these measures is larger in the last third of the evening than in the middle third. Players'
phones may grow by a few hundred bytes per move, because they store evidence of all dice. With ``--speed fast --moving``
dice and tiles are animated, which takes longer.
"""

import argparse
import sys
from dataclasses import dataclass, field
from statistics import median
from time import perf_counter
from typing import Any

from playwright.sync_api import CDPSession, Page, expect

import paths  # noqa: F401  # makes the helpers of tests importable
from play.web.browsing import Visits, looking
from play.web.playing import ANNA, CHICK, OPEN, admit, make_table, play_on, sit_down, version, with_speed
from roost.core.registry import all_games

MEASURES = {"JSHeapUsedSize": 0.03, "Nodes": 0.02, "JSEventListeners": 0.02}
"""The measures, and the fraction by which each may grow between two thirds of an evening, as final positions differ."""
EVIDENCE = 800
"""Bytes of evidence that a player's page stores for a move."""
LONGEST_GAME = 60 * 60_000
MEGABYTE = 1024 * 1024


@dataclass
class Measured:
    """A page whose memory growth is measured."""

    name: str
    page: Page
    tools: CDPSession
    evidence: int
    samples: list[dict[str, float]] = field(default_factory=list)

    def sample(self, moves: int) -> None:
        """Collect the page's garbage, and store its measures."""
        self.tools.send("HeapProfiler.collectGarbage")
        values = {metric["name"]: metric["value"] for metric in self.tools.send("Performance.getMetrics")["metrics"]}
        self.samples.append({**{name: values[name] for name in MEASURES}, "moves": moves})

    def growth(self, name: str) -> tuple[float, float]:
        """Return a measure's median in the middle third and in the last third."""
        values, third = [sample[name] for sample in self.samples], max(1, len(self.samples) // 3)
        return median(values[-2 * third : -third] or values[:1]), median(values[-third:])


def main(game: str, hours: float, speed: str, players: int, is_moving: bool) -> bool:
    """Play the evening and print the measures; return whether none of them grew."""
    with looking() as (browser, url):
        visits = Visits(browser, url)
        settings: dict[str, Any] = {"reduced_motion": "no-preference"} if is_moving else {}
        people = [visits.visitor(**settings) for _ in range(3)]
        screen = visits.visitor(size={"width": 1920, "height": 1080}, **settings)
        for visitor in (*people, screen):
            with_speed(visitor, speed)
        table = make_table(people[0], game, ANNA, OPEN, OPEN, *[CHICK] * (players - 3), rules={"odds": False})
        for person, name in zip(people[1:], ["Ben", "Cleo"], strict=True):
            sit_down(person, table["id"], name)
        pages = [visits.open(f"/tv/{table['code']}", visitor=screen)]
        pages += [visits.open(f"/table/{table['id']}", visitor=person) for person in people]
        watched: list[Measured] = []
        for name, page in zip(["television", "Anna", "Ben", "Cleo"], pages, strict=True):
            watched.append(Measured(name, page, page.context.new_cdp_session(page), EVIDENCE if watched else 0))
            watched[-1].tools.send("Performance.enable")
        admit(pages[1])
        pages[1].get_by_role("button", name="Begin").click()
        play_on(*pages[1:])
        began, games, moves = perf_counter(), 0, 0
        print("games  moves  | television: MB, nodes, listeners | Anna's phone: MB, nodes, listeners")
        while moves < 3600 * hours:
            for page in pages:
                page.locator(".finale").wait_for(timeout=LONGEST_GAME)
            games, moves = games + 1, version(people[0], table["id"])
            for measured in watched:
                measured.sample(moves)
            columns = (_formatted(measured.samples[-1]) for measured in watched[:2])
            print(f"{games:5} {moves:6}", *columns, sep="  | ", flush=True)
            for page in pages[1:]:
                page.get_by_role("button", name="Play again").click()
            for page in pages:
                expect(page.locator(".finale")).to_be_hidden()
        print(f"{games} games, {moves} moves or about {moves / 3600:.1f} hours, in {perf_counter() - began:.0f} s.")
        is_even = min(list(map(_report_growth, watched)))
        visits.close()
        for message in visits.unexpected:
            print(message)
        return is_even and not visits.unexpected


def _formatted(sample: dict[str, float]) -> str:
    heap, nodes, listeners = (sample[name] for name in MEASURES)
    return f"{heap / MEGABYTE:6.2f} {nodes:7.0f} {listeners:6.0f}"


def _report_growth(measured: Measured) -> bool:
    """Print how a page differs between two thirds of the evening; return whether its measures have not grown."""
    is_even = True
    began, ended = measured.growth("moves")
    for name, most in MEASURES.items():
        before, after = measured.growth(name)
        evidence = measured.evidence * (ended - began) if name == "JSHeapUsedSize" else 0
        is_even &= after <= before * (1 + most) + evidence
        change = f"{after / before - 1:+.1%}"
        print(f"{measured.name}: {name} {before:,.0f} in the middle third, {after:,.0f} in the last: {change}")
    return is_even


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="heckmeck", choices=list(all_games()))
    parser.add_argument("--hours", type=float, default=4.0)
    parser.add_argument("--speed", default="instant", choices=["slow", "normal", "fast", "instant"])
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--moving", action="store_true")
    options = parser.parse_args()
    if not main(options.game, options.hours, options.speed, options.players, options.moving):
        sys.exit("A page has grown.")
