"""Make film strips of the moments at a table: twelve pictures each, on a phone, a large screen and a television.

    python tools/film.py FOLDER [MOMENT …] [--screen phone] [--tries 4] [--slower 4]

Without MOMENT all of MOMENTS below are filmed. The tool plays games against bots until each moment has been seen, and
writes a strip MOMENT-SCREEN.png. Under the first picture is the number of pictures in a second that the page drew
around the moment, beside those of the resting page on the same machine. With ``--slower`` the processor is that many
times slower. ImageMagick's ``montage`` joins the pictures.
"""

import argparse
import base64
import subprocess
import sys
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize, expect
from playwright.sync_api import Error as PlaywrightError

import paths  # noqa: F401  # makes the helpers of tests importable
from pace import PERSON
from play.web.browsing import PHONE, Visits, looking
from play.web.playing import admit, make_table

PICTURES = 12
LONGEST = 300
"""Seconds after which a game is given up."""
WIDEST = 1280
"""Width of the pictures in pixels, because larger ones take the browser too long."""


@dataclass(frozen=True)
class Moment:
    """What is filmed: the events of a step, or if there are none, the end of the game."""

    game: str
    events: frozenset[str]
    without: frozenset[str] = frozenset()
    after: float = 2.0
    """Seconds that the film lasts."""


def _moment(game: str, events: str, without: str = "", **more: Any) -> Moment:
    return Moment(game, frozenset(events.split()), frozenset(without.split()), **more)


MOMENTS = {
    "roll": _moment("heckmeck", "rolled"),
    "bust": _moment("heckmeck", "failed", "returned", after=2.4),
    "bust-with-tile": _moment("heckmeck", "failed returned", after=3.0),
    "snatch": _moment("heckmeck", "snatched"),
    "win": _moment("heckmeck", "ended", after=2.4),
    "finale": _moment("heckmeck", "", after=4.8),
    "snail": _moment("barbecue", "snail_placed"),
    "push": _moment("picnic", "pushed"),
    "pinch": _moment("junior", "snatched"),
}
SCREENS: dict[str, ViewportSize] = {
    "phone": PHONE,
    "large": {"width": 2560, "height": 1440},
    "tv": {"width": 1920, "height": 1080},
}
BOTS = ("hen", "chick")
OPTIONS = {"heckmeck": {"short_game": True}}
"""Options that bring the end of a game nearer."""

_WATCH = """() => {
    globalThis.steps = [];
    globalThis.drawn = [];
    let before = null;
    const look = () => {
        const now = performance.timeOrigin + performance.now();
        globalThis.drawn.push(now);
        const view = document.querySelector("roost-board")?.view ?? null;
        if (view !== before && view?.events.length)
            globalThis.steps.push({ at: now / 1000, events: view.events.map(({ type }) => type) });
        if (document.querySelector(".finale:not([hidden])")) globalThis.overAt ??= now / 1000;
        before = view;
        requestAnimationFrame(look);
    };
    look();
}"""
"""Script that records when the page draws, and when the board shows which events."""


def film(
    browser: Browser, url: str, game: str, screen: str, wanted: dict[str, Moment], options: argparse.Namespace
) -> Iterator[str]:
    """Film a game and write a strip for each wanted moment; yield the names of the moments found."""
    visits, size = Visits(browser, url), SCREENS[screen]
    is_tv = screen == "tv"
    visitor = visits.visitor(size=PHONE if is_tv else size, reduced_motion="no-preference")
    seats = [{"kind": "here", "name": "Anna"}, *({"kind": "bot", "bot": bot} for bot in BOTS)]
    start = {"start": "A", **OPTIONS.get(game, {})}
    table = make_table(visitor, game, *seats, options=start, rules={"auto_roll": True})
    filmed = page = visits.open(f"/table/{table['id']}", visitor=visitor)
    if is_tv:
        visitor = visits.visitor(size=size, reduced_motion="no-preference")
        filmed = visits.open(f"/tv/{table['code']}", visitor=visitor)
        admit(page)
    session = visitor.new_cdp_session(filmed)
    session.send("Emulation.setCPUThrottlingRate", {"rate": options.slower})
    usual = pictures_a_second(filmed)
    page.get_by_role("button", name="Begin").click()
    expect(filmed.locator("roost-board .board")).to_be_visible()
    filmed.evaluate(_WATCH)
    frames: deque[tuple[float, str]] = deque(maxlen=1000)

    def keep(frame: dict[str, Any]) -> None:
        frames.append((frame["metadata"]["timestamp"], frame["data"]))
        with suppress(PlaywrightError):  # the last frame may arrive after the page is closed
            session.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})

    session.on("Page.screencastFrame", keep)
    session.send("Page.startScreencast", {"format": "jpeg", "quality": 70, "maxWidth": WIDEST, "maxHeight": WIDEST})
    page.evaluate(PERSON, {"tap": 500, "skips": False})
    found: dict[str, tuple[float, list[tuple[float, str]], float]] = {}
    until = monotonic() + LONGEST
    while monotonic() < until:
        page.wait_for_timeout(500)
        is_over = filmed.locator(".finale:not([hidden])").count() > 0
        if is_over:
            page.wait_for_timeout(1000 * max(moment.after for moment in wanted.values()))
        steps = filmed.evaluate("() => globalThis.steps")
        now = filmed.evaluate("() => (performance.timeOrigin + performance.now()) / 1000")
        for name, moment in wanted.items():
            begin = began(moment, steps, filmed.evaluate("() => globalThis.overAt ?? null"))
            if name in found or begin is None or now < begin + moment.after:
                continue
            found[name] = (begin, list(frames), drawn_a_second(filmed, begin, moment.after))
        if is_over or len(found) == len(wanted):
            break
    visits.close()
    for name, (begin, kept, drawn) in found.items():  # after filming, because joining pictures would slow it down
        strip(
            kept,
            begin,
            wanted[name].after,
            options.folder / f"{name}-{screen}.png",
            f"{drawn:.0f} of {usual:.0f} a second",
        )
        yield name


def began(moment: Moment, steps: list[dict[str, Any]], over_at: float | None) -> float | None:
    """Return when a moment began, in seconds since 1970, if it was seen."""
    if not moment.events:
        return over_at
    for step in steps:
        events = set(step["events"])
        if moment.events <= events and not moment.without & events:
            return float(step["at"])
    return None


def pictures_a_second(page: Page) -> float:
    """Return how many pictures a second an idle page draws on this machine."""
    count: float = page.evaluate(
        """() => new Promise((done) => {
            let count = 0;
            const look = () => { count++; requestAnimationFrame(look); };
            look();
            setTimeout(() => done(count), 1000);
        })"""
    )
    return count


def drawn_a_second(page: Page, begin: float, seconds: float) -> float:
    """Return how many pictures a second the page drew while a moment was shown."""
    bounds = [1000 * begin, 1000 * (begin + seconds)]
    count: float = page.evaluate(
        "([low, high]) => globalThis.drawn.filter((at) => low <= at && at <= high).length", bounds
    )
    return count / seconds


def strip(frames: list[tuple[float, str]], begin: float, seconds: float, path: Path, label: str) -> None:
    """Join the pictures that were shown at equal distances from the beginning of a moment."""
    with TemporaryDirectory() as folder:
        pictures: list[str | Path] = []
        for place in range(PICTURES):
            at = begin + seconds * place / (PICTURES - 1)
            before = [data for time, data in frames if time <= at] or [frames[0][1]]
            file = Path(folder) / f"{place:03}.jpg"
            file.write_bytes(base64.b64decode(before[-1]))
            pictures += ["-label", label if place == 0 else f"{at - begin:.2f} s", file]
        subprocess.run(["montage", *pictures, "-tile", "6x", "-geometry", "300x+4+4", path], check=True)


def main(arguments: list[str]) -> None:
    """Film the moments named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("moments", nargs="*", metavar="MOMENT", choices=[*MOMENTS, []])
    parser.add_argument("--screen", action="append", choices=list(SCREENS))
    parser.add_argument("--tries", type=int, default=4)
    parser.add_argument("--slower", type=float, default=1)
    options = parser.parse_args(arguments)
    options.folder.mkdir(parents=True, exist_ok=True)
    missing = []
    with looking() as (browser, url):
        for screen in options.screen or SCREENS:
            wanted = {name: MOMENTS[name] for name in options.moments or MOMENTS}
            for _ in range(options.tries):
                for game in {moment.game: None for moment in wanted.values()}:
                    now = {name: moment for name, moment in wanted.items() if moment.game == game}
                    for name in film(browser, url, game, screen, now, options):
                        print(name, screen, flush=True)
                        del wanted[name]
                if not wanted:
                    break
            missing += [f"{name} on {screen}" for name in wanted]
    if missing:
        sys.exit(f"These moments were not seen: {', '.join(missing)}")


if __name__ == "__main__":
    main(sys.argv[1:])
