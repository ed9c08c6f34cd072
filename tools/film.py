"""Make film strips of moments at a table as a phone shows them: one image every 100 milliseconds.

    python tools/film.py FOLDER GAME WORDS … [--tries 5] [--bot hen] [--size 390x844] [--tv]

The tool plays until the status line has matched each of WORDS, which are regular expressions such as ``snatches``.
``finale`` matches the end of the game, and an action such as ``protect`` matches the player's latest choice. For each
of WORDS the tool writes a strip GAME-WORDS.png that shows the second before the moment and the two seconds after it.
With ``--tv`` it films a television of the given size, which shows events before the phone does. ImageMagick's
``montage`` joins the images.
"""

import argparse
import base64
import re
import subprocess
import sys
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import time
from typing import Any

from playwright.sync_api import Browser, ViewportSize, expect
from playwright.sync_api import Error as PlaywrightError

import paths  # noqa: F401  # makes the helpers of tests importable
from pace import PERSON
from play.web.browsing import PHONE, Visits, looking
from play.web.playing import admit, make_table

BEFORE, AFTER, EVERY = 1.2, 2.0, 0.1
LONGEST = 180.0


def film(browser: Browser, url: str, options: argparse.Namespace) -> Iterator[str]:
    """Film a game and write a strip for each wanted moment; yield the words of the moments found."""
    width, height = map(int, options.size.split("x"))
    visits = Visits(browser, url)
    size: ViewportSize = {"width": width, "height": height}
    visitor = visits.visitor(size=PHONE if options.tv else size, reduced_motion="no-preference")
    seats = [{"kind": "here", "name": "Anna"}, {"kind": "bot", "bot": options.bot}]
    table = make_table(visitor, options.game, *seats, options={"start": "A"}, rules={"auto_roll": True})
    filmed = page = visits.open(f"/table/{table['id']}", visitor=visitor)
    if options.tv:
        visitor = visits.visitor(size=size, reduced_motion="no-preference")
        filmed = visits.open(f"/tv/{table['code']}", visitor=visitor)
        admit(page)
    page.get_by_role("button", name="Begin").click()
    expect(filmed.locator("roost-board .board")).to_be_visible()
    frames: deque[tuple[float, str]] = deque(maxlen=400)
    session = visitor.new_cdp_session(filmed)

    def keep(frame: dict[str, Any]) -> None:
        frames.append((frame["metadata"]["timestamp"], frame["data"]))
        with suppress(PlaywrightError):  # the last frame may arrive after the page is closed
            session.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})

    session.on("Page.screencastFrame", keep)
    session.send("Page.startScreencast", {"format": "jpeg", "quality": 70, "maxWidth": width, "maxHeight": height})
    page.evaluate(PERSON, {"tap": 500, "skips": False})
    moments: dict[str, float] = {}
    filmed_frames: dict[str, list[tuple[float, str]]] = {}
    wanted = list(options.words)
    is_over = False
    for _ in range(int(LONGEST / EVERY)):
        page.wait_for_timeout(EVERY * 1000)
        now = time()  # frames may arrive late, and only when the picture changes
        is_over = filmed.locator(".finale:not([hidden])").count() > 0
        status = filmed.locator(".narration__text").inner_text() + (" finale" if is_over else "")
        status += f" {page.evaluate('() => globalThis.seen.latest')}"
        for words in wanted:
            if words not in moments and re.search(words, status):
                moments[words] = now
        if is_over:
            page.wait_for_timeout(AFTER * 1000)
        for words in [words for words in wanted if words in moments and (is_over or now >= moments[words] + AFTER)]:
            filmed_frames[words] = list(frames)
            wanted.remove(words)
        if is_over or not wanted:
            break
    visits.close()
    for words, kept_frames in filmed_frames.items():  # after filming, because joining images would slow it down
        path = options.folder / f"{options.game}-{re.sub('[^a-z]+', '-', words.lower())}.png"
        strip(kept_frames, moments[words], path)
        yield words


def strip(frames: list[tuple[float, str]], moment: float, path: Path) -> None:
    """Join the frames that were shown at every tenth of a second around a moment."""
    with TemporaryDirectory() as folder:
        pictures = []
        for place in range(int((BEFORE + AFTER) / EVERY)):
            before = [data for time, data in frames if time <= moment - BEFORE + place * EVERY]
            if before:
                pictures.append(Path(folder) / f"{place:03}.jpg")
                pictures[-1].write_bytes(base64.b64decode(before[-1]))
        subprocess.run(["montage", *pictures, "-tile", "8x", "-geometry", "240x+4+4", path], check=True)


def main(arguments: list[str]) -> None:
    """Film the moments named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("game")
    parser.add_argument("words", nargs="+")
    parser.add_argument("--tries", type=int, default=5)
    parser.add_argument("--bot", default="hen")
    parser.add_argument("--size", default="390x844")
    parser.add_argument("--tv", action="store_true")
    options = parser.parse_args(arguments)
    with looking() as (browser, url):
        options.folder.mkdir(parents=True, exist_ok=True)
        for _ in range(options.tries):
            for words in film(browser, url, options):
                print(words, flush=True)
                options.words = [left for left in options.words if left != words]
            if not options.words:
                return
        sys.exit(f"These moments were not seen: {options.words}")


if __name__ == "__main__":
    main(sys.argv[1:])
