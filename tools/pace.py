"""Measure how much time and how many taps a game takes a player on a phone against bots.

    python tools/pace.py [GAME …] [--games 5] [--bot hen] [--speed normal] [--skip] [--url http://127.0.0.1:8321]

The simulated player looks at the choices for half a second before each tap, and taps claims on the board itself. The
output gives medians: the seconds and taps per game, and the seconds between two of the player's turns, while bots play.
It also shows how a game's seconds are spent: on the bots' turns, the display of the player's own moves, looking before
a tap, and pauses before automatic rolls. Each further ``--bot`` adds a bot to the table. With ``--skip`` the player
taps Skip one second after a bot has begun, and the output adds the time from that tap to the player's next choices.
Without ``--url`` the tool starts its own server on this machine.
"""

import argparse
import sys
from dataclasses import dataclass
from statistics import median, quantiles
from time import perf_counter
from typing import Any

from playwright.sync_api import Browser

import paths  # noqa: F401  # makes the helpers of tests importable
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
    """Measurements of one game."""

    seconds: float
    taps: int
    waits: list[float]
    spent: dict[str, float]
    skips: list[float]


def play(browser: Browser, url: str, game: str, bots: list[str], options: argparse.Namespace) -> Game:
    """Play a game from its first roll until its result is shown."""
    visits = Visits(browser, url)
    visitor = with_speed(visits.visitor(reduced_motion="no-preference"), options.speed)
    seats = [ANNA, *({"kind": "bot", "bot": bot} for bot in bots)]
    page = begin(visits, game, *seats, visitor=visitor, options={"start": "A"}, rules={"auto_roll": True})
    began = perf_counter()
    page.evaluate(PERSON, {"tap": 500, "skips": options.skip})
    page.wait_for_selector(".finale:not([hidden])", timeout=LONGEST_GAME)
    seconds = perf_counter() - began
    measures: dict[str, Any] = page.evaluate("() => globalThis.seen")
    visits.close()
    if visits.unexpected:
        sys.exit("\n".join(visits.unexpected))
    return Game(seconds, measures["taps"], measures["waits"], measures["spent"], measures["skip"])


def main(arguments: list[str]) -> None:
    """Measure the games and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", default=list(all_games()))
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("--bot", action="append")
    parser.add_argument("--speed", default="normal", choices=["slow", "normal", "fast", "instant"])
    parser.add_argument("--skip", action="store_true")
    parser.add_argument("--url")
    options = parser.parse_args(arguments)
    with looking(options.url) as (browser, url):
        for name in options.game:
            games = [play(browser, url, name, options.bot or ["hen"], options) for _ in range(options.games)]
            print(summary(name, games), flush=True)


def summary(name: str, games: list[Game]) -> str:
    """Format the measurements as one line."""
    line = f"{name}: {median(run.seconds for run in games):.0f} s, {median(run.taps for run in games):.0f} taps"
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
