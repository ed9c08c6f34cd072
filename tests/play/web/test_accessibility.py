"""Accessibility: axe-core finds no serious problem on any page, and every page fits a small screen."""

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]  # it declares no types
from playwright.sync_api import Browser, BrowserContext, Page

from play.web.browsing import PHONE, SMALL, TOO_SMALL, Visits
from play.web.playing import at_once
from play.web.scenes import SCENES, Look
from same_dice import dice_of
from soak import SOAKING, rarely

_SERIOUS = ("serious", "critical")
_COLOURS = ["color-contrast", "link-in-text-block"]
"""The rules about colours, which are all that a theme affects. They take most of axe's time."""
_ALL: dict[str, Any] = {}
_ONLY_COLOURS: dict[str, Any] = {"runOnly": {"type": "rule", "values": _COLOURS}}
_NO_COLOURS: dict[str, Any] = {"rules": {name: {"enabled": False} for name in _COLOURS}}
_LOOK: Look = {"size": PHONE, "lang": "de", "theme": "light", "bypass_csp": True}
"""Options of the visitor; our content security policy must be bypassed to load axe."""
_SHELLS = (
    "home-open", "new-table", "settings", "rules", "analysis-setup", "game", "verify", "table-lobby", "table-heckmeck",
    "table-end", "tv-heckmeck", "controller-turn", "series-between", "review", "progress", "puzzles",
)  # fmt: skip
"""One scene of each kind of page. The others have the same parts, and test_colours checks all colours."""
_OTHERS = [name for name in SCENES if name not in _SHELLS]
_WALKS = [
    *(_SHELLS[first : first + 8] for first in range(0, len(_SHELLS), 8)),
    *rarely(*((tuple(_OTHERS[first : first + 6]),) for first in range(0, len(_OTHERS), 6))),
]
_FOLLOW = """(address) => {
    document.querySelector("dialog[open]")?.close();
    document.getElementById("page").dataset.left = "";
    const link = document.createElement("a");
    link.href = address;
    document.body.append(link);
    link.click();
    link.remove();
}"""


class Walk(Visits):
    """Visits in which one page follows links from scene to scene, because axe is faster once it is loaded."""

    walker: BrowserContext | None = None
    _page: Page | None = None

    def visitor(self, **options: Any) -> BrowserContext:
        if options != _LOOK:
            return super().visitor(**options)
        if self.walker is None:
            self.walker = at_once(super().visitor(**options))
        return self.walker

    def open(self, path: str = "/", *, visitor: BrowserContext | None = None, **options: Any) -> Page:
        visitor = visitor or self.visitor(**options)
        if visitor is not self.walker:
            return super().open(path, visitor=visitor)
        if self._page is None:
            self._page = super().open(path, visitor=visitor)
        else:
            self._page.evaluate(_FOLLOW, path)
            self._page.wait_for_selector("#page:not([data-left]) h1")
        return self._page


@pytest.fixture
def walk(browser: Browser, server: str, request: pytest.FixtureRequest) -> Iterator[Walk]:
    """A walk that has not visited any page yet."""
    walk = Walk(browser, server, dice_of(request.node.nodeid))
    yield walk
    walk.close()


def broken_rules(page: Page, options: dict[str, Any]) -> list[tuple[str, list[str]]]:
    """Return the serious and critical rules of axe-core that a page breaks, with the elements that break them."""
    if not page.evaluate("'axe' in globalThis"):
        page.evaluate(AXE_SCRIPT)
    configuration = {"resultTypes": ["violations"], **options}
    violations = page.evaluate("async (options) => (await axe.run(options)).violations", configuration)
    return [
        (rule["id"], [node["target"] for node in rule["nodes"]]) for rule in violations if rule["impact"] in _SERIOUS
    ]


@pytest.mark.soak
@pytest.mark.parametrize("names", _WALKS, ids=lambda names: f"{names[0]} to {names[-1]}")
def test_every_page_is_accessible(walk: Walk, names: tuple[str, ...]) -> None:
    """Axe finds no serious problem by day or night; each page fits a small phone and has large enough buttons."""
    for name in names:
        page = SCENES[name](walk, _LOOK)
        looks_at_colours = SOAKING or name == names[0]  # test_colours checks all colours
        assert (name, broken_rules(page, _ALL if looks_at_colours else _NO_COLOURS)) == (name, [])
        if looks_at_colours:
            page.emulate_media(color_scheme="dark")
            assert (name, broken_rules(page, _ONLY_COLOURS)) == (name, [])
        page.set_viewport_size(SMALL)
        assert page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"], name
        if not name.startswith("tv-"):  # a television has no touch screen
            assert (name, page.evaluate(TOO_SMALL)) == (name, [])
        page.set_viewport_size(PHONE)
        page.emulate_media(color_scheme="light")
        assert (name, walk.unexpected) == (name, [])
        walk.forget()
