"""Film strips of moments at a table: a picture every 100 milliseconds, as a phone shows them.

    python tools/film.py FOLDER GAME WORDS … [--tries 5] [--bot hen] [--size 390x844] [--tv]

Plays until the line that tells what happens has contained all WORDS, regular expressions such as ``snatches``;
``finale`` is the end, and an action such as ``protect`` is what was chosen. Writes a strip GAME-WORDS.png for each: the
second before it and the two seconds after. With ``--tv`` a television of that size is filmed, which leads the phone.
ImageMagick's ``montage`` joins the pictures.
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

import paths  # noqa: F401  # finds the helpers of tests
from pace import PERSON
from play.web.browsing import PHONE, Visits, looking
from play.web.playing import admit, make_table

BEFORE, AFTER, EVERY = 1.2, 2.0, 0.1
LONGEST = 180.0


def film(browser: Browser, url: str, wants: argparse.Namespace) -> Iterator[str]:
    """Film a game, and every wanted moment that comes; their words."""
    width, height = map(int, wants.size.split("x"))
    visits = Visits(browser, url)
    size: ViewportSize = {"width": width, "height": height}
    visitor = visits.visitor(size=PHONE if wants.tv else size, reduced_motion="no-preference")
    seats = [{"kind": "here", "name": "Anna"}, {"kind": "bot", "bot": wants.bot}]
    made = make_table(visitor, wants.game, *seats, options={"start": "A"}, rules={"auto_roll": True})
    filmed = page = visits.open(f"/table/{made['id']}", visitor=visitor)
    if wants.tv:
        visitor = visits.visitor(size=size, reduced_motion="no-preference")
        filmed = visits.open(f"/tv/{made['code']}", visitor=visitor)
        admit(page)
    page.get_by_role("button", name="Begin").click()
    expect(filmed.locator("roost-board .board")).to_be_visible()
    frames: deque[tuple[float, str]] = deque(maxlen=400)
    session = visitor.new_cdp_session(filmed)

    def keep(frame: dict[str, Any]) -> None:
        frames.append((frame["metadata"]["timestamp"], frame["data"]))
        with suppress(PlaywrightError):  # the last one may come when the page is gone
            session.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})

    session.on("Page.screencastFrame", keep)
    session.send("Page.startScreencast", {"format": "jpeg", "quality": 70, "maxWidth": width, "maxHeight": height})
    page.evaluate(PERSON, {"tap": 500, "skips": False})
    came: dict[str, float] = {}
    kept: dict[str, list[tuple[float, str]]] = {}
    wanted = list(wants.words)
    is_over = False
    for _ in range(int(LONGEST / EVERY)):
        page.wait_for_timeout(EVERY * 1000)
        now = time()  # frames may come late, and none comes while nothing changes
        is_over = filmed.locator(".finale:not([hidden])").count() > 0
        said = filmed.locator(".narration__text").inner_text() + (" finale" if is_over else "")
        said += f" {page.evaluate('() => globalThis.seen.latest')}"
        for words in wanted:
            if words not in came and re.search(words, said):
                came[words] = now
        if is_over:
            page.wait_for_timeout(AFTER * 1000)
        for words in [words for words in wanted if words in came and (is_over or now >= came[words] + AFTER)]:
            kept[words] = list(frames)
            wanted.remove(words)
        if is_over or not wanted:
            break
    visits.close()
    for words, seen in kept.items():  # only now: nothing is filmed while pictures are joined
        strip(seen, came[words], wants.folder / f"{wants.game}-{re.sub('[^a-z]+', '-', words.lower())}.png")
        yield words


def strip(frames: list[tuple[float, str]], moment: float, path: Path) -> None:
    """Join the frames that were on the screen at every tenth of a second."""
    with TemporaryDirectory() as folder:
        pictures = []
        for place in range(int((BEFORE + AFTER) / EVERY)):
            before = [data for time, data in frames if time <= moment - BEFORE + place * EVERY]
            if before:
                pictures.append(Path(folder) / f"{place:03}.jpg")
                pictures[-1].write_bytes(base64.b64decode(before[-1]))
        subprocess.run(["montage", *pictures, "-tile", "8x", "-geometry", "240x+4+4", path], check=True)


def main(arguments: list[str]) -> None:
    """Film, and join the pictures."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("folder", type=Path)
    reader.add_argument("game")
    reader.add_argument("words", nargs="+")
    reader.add_argument("--tries", type=int, default=5)
    reader.add_argument("--bot", default="hen")
    reader.add_argument("--size", default="390x844")
    reader.add_argument("--tv", action="store_true")
    wants = reader.parse_args(arguments)
    with looking() as (browser, url):
        wants.folder.mkdir(parents=True, exist_ok=True)
        for _ in range(wants.tries):
            for words in film(browser, url, wants):
                print(words, flush=True)
                wants.words = [other for other in wants.words if other != words]
            if not wants.words:
                return
        sys.exit(f"These moments did not come: {wants.words}")


if __name__ == "__main__":
    main(sys.argv[1:])
