"""How long games take, and how many taps, for somebody who plays on a phone at normal speed against bots.

    python tools/pace.py [GAME …] [--games 5] [--bot hen] [--speed normal] [--skip] [--url http://127.0.0.1:8321]

A tap costs half a second: that long the choices are looked at before one is pressed. What the board offers to claim is
tapped there. Told are medians: seconds and taps of a game, seconds between two turns of one's own, in which bots play,
and where the seconds went: to the turns of bots, to what the page showed of one's own, to one's own looking before a
tap, and to beats before a roll that goes without saying. Each further ``--bot`` is one more at the table. With
``--skip`` a person taps on Skip a second after a bot has begun, and the time from there to their own choices is told.
Without ``--url`` a server of its own is started on this machine.
"""

import argparse
import sys
from dataclasses import dataclass
from statistics import median, quantiles
from time import perf_counter
from typing import Any

from playwright.sync_api import Browser

import paths  # noqa: F401  # finds the helpers of tests
from play.web.browsing import Visits, looking
from play.web.playing import ANNA, begin, with_speed
from roost.core.registry import all_games

LONGEST_GAME = 20 * 60_000

PERSON = """({ tap, skips }) => {
    const earns = /^(take|snatch|occupy|steal|protect|snail)/;
    const wishes = [earns, /^move/, /^w$/, /^[0-9a-z]$/, /^roll$/, /^$/, /^keep$/,
                    /^skip$/, /^(end|pass|stop)$/, /./];
    const seen = { taps: 0, waits: [], skip: [], spent: { bots: 0, showing: 0, looking: 0, beats: 0 } };
    globalThis.seen = seen;
    let since = null, bot = null, skipped = null, before = performance.now();
    const look = () => {
        const now = performance.now();
        const dock = document.querySelector(".choices:not([data-auto])");
        const buttons = [...(dock?.querySelectorAll(".choice:not([aria-disabled=true])") ?? [])];
        const turn = document.querySelector(".board-seat[data-turn]:not([data-mine])");
        const beats = document.querySelector(".choices[data-auto]");
        const kind = turn ? "bots" : beats ? "beats" : buttons.length ? "looking" : "showing";
        seen.spent[kind] += (now - before) / 1000;
        before = now;
        if (turn && bot === null) bot = now;
        if (!turn && bot !== null) { if (skipped === null) seen.waits.push((now - bot) / 1000); bot = null; }
        if (buttons.length && skipped !== null) { seen.skip.push((now - skipped) / 1000); skipped = null; }
        const skip = document.querySelector(".table__skip:not([hidden])");
        if (skips && skip && turn && skipped === null && now - bot > 1000) { skipped = now; seen.taps++; skip.click(); }
        if (!buttons.length) { since = null; return; }
        since ??= now;
        if (now - since < tap) return;
        const offered = [...document.querySelectorAll("roost-board [data-choose]")];
        const claim = offered.filter(({ dataset }) => earns.test(dataset.choose)).at(-1);
        if (claim) { seen.taps++; since = null; return claim.click(); }
        for (const wish of wishes) {
            const found = buttons.filter((button) => wish.test(button.dataset.action ?? "?")).at(-1);
            if (!found) continue;
            seen.taps++;
            since = null;
            return found.click();
        }
    };
    const frame = () => { look(); requestAnimationFrame(frame); };
    frame();
}"""


@dataclass
class Game:
    """One game, as somebody met it."""

    seconds: float
    taps: int
    waits: list[float]
    spent: dict[str, float]
    skips: list[float]


def play(browser: Browser, url: str, game: str, bots: list[str], wants: argparse.Namespace) -> Game:
    """Play a game from its first roll to its result."""
    visits = Visits(browser, url)
    visitor = with_speed(visits.visitor(reduced_motion="no-preference"), wants.speed)
    seats = [ANNA, *({"kind": "bot", "bot": bot} for bot in bots)]
    page = begin(visits, game, *seats, visitor=visitor, options={"start": "A"}, rules={"auto_roll": True})
    began = perf_counter()
    page.evaluate(PERSON, {"tap": 500, "skips": wants.skip})
    page.wait_for_selector(".finale:not([hidden])", timeout=LONGEST_GAME)
    seconds = perf_counter() - began
    seen: dict[str, Any] = page.evaluate("() => globalThis.seen")
    visits.close()
    if visits.unexpected:
        sys.exit("\n".join(visits.unexpected))
    return Game(seconds, seen["taps"], seen["waits"], seen["spent"], seen["skip"])


def main(arguments: list[str]) -> None:
    """Measure, and print a line for each game."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("game", nargs="*", default=list(all_games()))
    reader.add_argument("--games", type=int, default=5)
    reader.add_argument("--bot", action="append")
    reader.add_argument("--speed", default="normal", choices=["slow", "normal", "fast", "instant"])
    reader.add_argument("--skip", action="store_true")
    reader.add_argument("--url")
    wants = reader.parse_args(arguments)
    with looking(wants.url) as (browser, url):
        for name in wants.game:
            games = [play(browser, url, name, wants.bot or ["hen"], wants) for _ in range(wants.games)]
            print(told(name, games), flush=True)


def told(name: str, games: list[Game]) -> str:
    """The measurements, in a line."""
    line = f"{name}: {median(g.seconds for g in games):.0f} s, {median(g.taps for g in games):.0f} taps"
    turns = sorted(turn for game in games for turn in game.waits)
    if len(turns) > 1:
        low, *_, high = quantiles(turns, n=10)
        line += (
            f"; between turns {median(turns):.1f} s (eight of ten between {low:.1f} and {high:.1f}, {len(turns)} turns)"
        )
    parts = ", ".join(f"{kind} {median(game.spent[kind] for game in games):.0f} s" for kind in games[0].spent)
    line += f"; {parts}; {median(len(game.waits) for game in games):.0f} turns in a game"
    skips = [skip for game in games for skip in game.skips]
    if skips:
        line += f"; on turn {median(skips):.2f} s after Skip (longest {max(skips):.2f})"
    return line


if __name__ == "__main__":
    main(sys.argv[1:])
