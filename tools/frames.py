"""How long the page needs for a picture while dice fly, on a phone that is four times slower than this machine.

    python tools/frames.py [GAME …] [--seconds 20] [--slower 4] [--url http://127.0.0.1:8321]

Plays against a hen at normal speed and notes the time between frames. 16.7 milliseconds are 60 frames a second.
"""

import argparse
import sys
from statistics import median, quantiles

from playwright.sync_api import Browser

import paths  # noqa: F401  # finds the helpers of tests
from pace import PERSON
from play.web.browsing import Visits, looking
from play.web.playing import ANNA, HEN, begin
from roost.core.registry import all_games

_NOTE = """() => {
    const gaps = globalThis.gaps = [];
    let last = performance.now();
    const frame = (now) => { gaps.push(now - last); last = now; requestAnimationFrame(frame); };
    requestAnimationFrame(frame);
}"""
SLOW = 33.4
"""Milliseconds of a frame that was dropped."""


def frames(browser: Browser, url: str, game: str, wants: argparse.Namespace) -> list[float]:
    """The milliseconds between frames, while a game is played."""
    visits = Visits(browser, url)
    visitor = visits.visitor(reduced_motion="no-preference")
    page = begin(visits, game, ANNA, HEN, visitor=visitor, options={"start": "A"}, rules={"auto_roll": True})
    visitor.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": wants.slower})
    page.evaluate(PERSON, {"tap": 500, "skips": False})
    page.evaluate(_NOTE)
    page.wait_for_timeout(wants.seconds * 1000)
    found: list[float] = page.evaluate("() => globalThis.gaps")
    visits.close()
    return found


def main(arguments: list[str]) -> None:
    """Measure, and print a line for each game."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("game", nargs="*", default=list(all_games()))
    reader.add_argument("--seconds", type=float, default=20.0)
    reader.add_argument("--slower", type=float, default=4.0)
    reader.add_argument("--url")
    wants = reader.parse_args(arguments)
    with looking(wants.url) as (browser, url):
        for name in wants.game:
            gaps = frames(browser, url, name, wants)
            slow = sum(gap > SLOW for gap in gaps) / len(gaps)
            *_, most = quantiles(gaps, n=20)
            print(
                f"{name}: median {median(gaps):.1f} ms, 19 of 20 within {most:.1f} ms, {slow:.1%} dropped", flush=True
            )


if __name__ == "__main__":
    main(sys.argv[1:])
