"""A whole evening on a phone: every game against a bot, from the first page to the last roll.

    python tests/play/web/evening.py http://127.0.0.1:8321 [en|de]

The server is a running one, with the pace that people meet. Each game begins with its tile and "Play a bot now"; then
the page's own buttons are pressed until there is a result.
"""

import sys
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[2]))

from playwright.sync_api import expect

from play.web.browsing import Visits, browser_of, find_browser
from play.web.playing import at_once, play_a_bot, play_on
from roost.core.registry import all_games

LONGEST_GAME = 15 * 60_000


def main(url: str, lang: str) -> None:
    """Play the games one after another, and tell how each ended."""
    path = find_browser()
    if path is None:
        sys.exit("There is no Chromium here; on Debian: apt-get install chromium")
    with browser_of(path) as browser:
        for name in all_games():
            visits, began = Visits(browser, url), perf_counter()
            page = visits.open("/", visitor=at_once(visits.visitor(lang=lang)))
            play_a_bot(page, name)
            expect(page.locator("roost-board .board")).to_be_visible()
            play_on(page)
            expect(page.locator(".finale")).to_be_visible(timeout=LONGEST_GAME)
            scores = ", ".join(page.locator(".finale__score").all_inner_texts())
            told = page.locator(".finale__title").inner_text()
            print(f"{name}: {scores} after {perf_counter() - began:.0f} s. {told}", flush=True)
            visits.close()
            if visits.unexpected:
                sys.exit("\n".join(visits.unexpected))


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1].rstrip("/"), (sys.argv[2:] or ["en"])[0])
