"""Pages for everybody: axe-core finds nothing serious on any of them, and they fit any screen."""

from __future__ import annotations

import pytest
from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]  # it declares no types
from playwright.sync_api import Page

from web.browsing import PHONE, SMALL, Visits
from web.sights import SIGHTS

_SERIOUS = ("serious", "critical")
_COLOURS = ["color-contrast", "link-in-text-block"]
"""The rules that look at colours: a theme changes nothing else."""


def broken_rules(page: Page, *rules: str) -> list[tuple[str, list[str]]]:
    """The serious and critical rules of axe-core that a page breaks, and where: of all, or of these."""
    if not page.evaluate("'axe' in globalThis"):
        page.evaluate(AXE_SCRIPT)
    only = {"runOnly": {"type": "rule", "values": rules}} if rules else {}
    found = page.evaluate("(wanted) => axe.run(wanted)", {"resultTypes": ["violations"], **only})["violations"]
    return [(one["id"], [node["target"] for node in one["nodes"]]) for one in found if one["impact"] in _SERIOUS]


@pytest.mark.parametrize("name", SIGHTS)
def test_everybody_can_use_it(visits: Visits, name: str) -> None:
    """Axe finds nothing serious by day or night, and nothing is wider than a small phone in the longer language."""
    # Our policy keeps strangers' scripts out; axe is one.
    page = SIGHTS[name](visits, {"size": PHONE, "lang": "de", "theme": "light", "bypass_csp": True})
    assert broken_rules(page) == []
    page.emulate_media(color_scheme="dark")
    assert broken_rules(page, *_COLOURS) == []
    page.set_viewport_size(SMALL)
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"]
