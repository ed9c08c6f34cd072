"""Pictures of every page, to be looked at: ``python tools/shots.py FOLDER [WORD …]``.

Each is made in every look of ``sights.py``: seven sizes, eight languages, day and night, large letters. With words,
only pictures whose name holds all of them are made; a word may be a regular expression: ``'^(home|learn)' en-light``.
Below the name of a picture stand errors, and words that are cut, or that reach out of their place or of the page.
"""

import re
import sys
from pathlib import Path

import paths  # noqa: F401  # finds the helpers of tests
from play.web.browsing import Visits, looking
from play.web.sights import SIGHTS, Look, Sight, looks

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
"""The words that are cut, or that reach out of their place or of the page."""


def main(folder: Path, words: list[str]) -> None:
    """Make the pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    with looking() as (browser, url):
        for name, show in SIGHTS.items():
            for look_name, look in looks():
                file = folder / f"{name}-{look_name}.png"
                if all(re.search(word, file.name) for word in words):
                    take(Visits(browser, url), show, look, file)


def take(visits: Visits, show: Sight, look: Look, file: Path) -> None:
    """Make one picture: the whole page, or the screen while a dialog is open. Says what went wrong on the way."""
    page = show(visits, look)
    page.wait_for_timeout(300)  # pictures and late answers; event streams never let the network idle
    page.screenshot(path=file, full_page=page.locator("dialog[open]").count() == 0)
    cut = page.evaluate(CUT)
    visits.close()
    print(file.name, *visits.unexpected, *cut, sep="\n  ")


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    main(Path(sys.argv[1]), sys.argv[2:])
