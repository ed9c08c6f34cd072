"""Take screenshots of every page for review: ``python tools/shots.py FOLDER [WORD …]``.

Each page is shown in all the looks in ``scenes.py``: seven sizes, eight languages, light and dark, large letters. If
words are given, such as ``'^(home|learn)' en-light``, only pictures whose names match all of these regular expressions
are taken. Below each picture's name the tool prints errors, and texts that are cut off or overflow their container or
the page.
"""

import re
import sys
from pathlib import Path

import paths  # noqa: F401  # makes the helpers of tests importable
from play.web.browsing import Visits, looking
from play.web.scenes import SCENES, Look, Scene, looks

CUT = """() => [...document.body.querySelectorAll("*")].flatMap((part) => {
  const style = getComputedStyle(part), place = part.getBoundingClientRect();
  const hasWords = [...part.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const isSeen = place.width > 2 && place.height > 2 && style.visibility === "visible" && style.clipPath === "none";
  if (!hasWords || !isSeen || part.closest("svg") || style.display === "inline") return [];
  const isCut = part.scrollWidth > part.clientWidth + 1
    || (style.overflowY !== "visible" && part.scrollHeight > part.clientHeight + 3);
  const isOut = style.position !== "fixed" && (place.right > innerWidth + 1 || place.left < -1);
  return isCut || isOut ? [part.textContent.trim().slice(0, 60)] : [];
})"""
"""JavaScript that returns texts that are cut off or overflow their container or the page."""


def main(folder: Path, words: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with looking() as (browser, url):
        for name, show in SCENES.items():
            for look_name, look in looks():
                file = folder / f"{name}-{look_name}.png"
                if all(re.search(word, file.name) for word in words):
                    take(Visits(browser, url), show, look, file)


def take(visits: Visits, show: Scene, look: Look, file: Path) -> None:
    """Take one picture of the whole page, or of the screen if a dialog is open, and print what went wrong."""
    page = show(visits, look)
    page.wait_for_timeout(300)  # wait for images and late responses; event streams keep the network busy
    page.screenshot(path=file, full_page=page.locator("dialog[open]").count() == 0)
    cut = page.evaluate(CUT)
    visits.close()
    print(file.name, *visits.unexpected, *cut, sep="\n  ")


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    main(Path(sys.argv[1]), sys.argv[2:])
