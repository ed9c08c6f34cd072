"""A real browser for tests: the system's own Chromium opens pages of a real server and reports every problem."""

import json
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

import httpx
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    ViewportSize,
    expect,
    sync_playwright,
)

from patience import PATIENCE
from play.server.serving import fast, serving_in_thread
from roost.core.registry import all_games
from same_dice import device

PHONE: ViewportSize = {"width": 390, "height": 844}
SMALL: ViewportSize = {"width": 320, "height": 568}
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
Theme = Literal["light", "dark"]
expect.set_options(timeout=1000 * PATIENCE)
_FLAGS = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]
_STYLE = """{
    const rule = new CSSStyleSheet();
    rule.replaceSync("%s");
    document.adoptedStyleSheets.push(rule);
}"""
_LESSONS = json.dumps(list(product(all_games(), ("goal", "need", "stop", "grey", "snail_placed", "turn"))))
_TAUGHT = f"""try {{ localStorage.setItem("roost-lessons", '{_LESSONS}'); }} catch {{}}"""
"""Script that marks all lessons as seen, as for a visitor who has played before."""
TOO_SMALL = """() => {
    const union = (element) => {
        const boxes = [element, ...(element.labels ?? [])].map((part) => part.getBoundingClientRect());
        const side = (pick, name) => pick(...boxes.map((box) => box[name]));
        return [side(Math.max, "right") - side(Math.min, "left"), side(Math.max, "bottom") - side(Math.min, "top")];
    };
    const targets = document.querySelectorAll("a[href], button, input, select, textarea, summary, label:has(input)");
    return [...targets].filter((target) =>
        target.checkVisibility({ visibilityProperty: true }) && getComputedStyle(target).display !== "inline" &&
        union(target).some((side) => side > 0 && side < 43.5)).map((target) => target.outerHTML.slice(0, 120));
}"""
"""Script that returns all tap targets smaller than 44 pixels, except links in sentences."""
_BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""Browsers by preference; the first has no windows and menus, which would take twice as much time as our pages."""
_NO_WORKER = re.compile("Service Worker registration blocked by Playwright")


def find_browser() -> str | None:
    """Return the path of a browser on this machine that we can drive, if any."""
    return next((path for name in _BROWSERS if (path := shutil.which(name))), None)


@contextmanager
def browser_of(path: str) -> Iterator[Browser]:
    """Run the browser at this path."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=_FLAGS)
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def looking(url: str | None = None) -> Iterator[tuple[Browser, str]]:
    """Run a browser for a tool, with the given server or a new one; yield the browser and the server's address."""
    path = find_browser()
    if path is None:
        sys.exit("There is no Chromium here; on Debian: apt-get install chromium")
    with ExitStack() as stack:
        if url is None:
            folder = stack.enter_context(TemporaryDirectory(ignore_cleanup_errors=True))
            url = stack.enter_context(serving_in_thread(fast(Path(folder) / "roost.db")))
        yield stack.enter_context(browser_of(path)), url


@dataclass
class Visits:
    """Opens pages as visitors do, and records every problem on any of them."""

    browser: Browser
    url: str
    dice: str = ""
    """Seed of the devices' secret numbers; random if empty."""
    painted: bool = True
    """Whether pages are painted. Unpainted pages have the same layout and behaviour, and take a third less time."""
    troubles: list[str] = field(default_factory=list)
    contexts: list[BrowserContext] = field(default_factory=list)
    _allowed: list[re.Pattern[str]] = field(default_factory=lambda: [_NO_WORKER])

    def visitor(
        self,
        *,
        size: ViewportSize = PHONE,
        lang: str = "en",
        theme: Theme = "light",
        text: float = 1.0,
        is_new: bool = False,
        **options: Any,
    ) -> BrowserContext:
        """Create a visitor with their own device, which shares no data with others.

        ``text`` is the size of their letters. A new visitor gets the lessons of a first game.
        """
        is_phone = size["width"] < 600
        context = self.browser.new_context(
            base_url=self.url,
            viewport=size,
            locale={"en": "en-GB", "de": "de-DE"}.get(lang, lang),
            color_scheme=theme,
            **{
                "reduced_motion": "reduce",
                "has_touch": is_phone,
                "is_mobile": is_phone,
                "service_workers": "block",  # each visitor is new, so a worker would fetch everything again
                **options,
            },
        )
        context.set_default_timeout(1000 * PATIENCE)
        if not is_new:
            context.add_init_script(_TAUGHT)
        if text != 1.0:
            context.add_init_script(_STYLE % f"html {{ font-size: {100 * text}% }}")
        if not self.painted:
            context.add_init_script(_STYLE % "body { opacity: 0 }")
        if self.dice:
            context.add_init_script(device(self.dice, len(self.contexts)))
        context.on("page", self._watch)
        self.contexts.append(context)
        return context

    def open(self, path: str = "/", *, visitor: BrowserContext | None = None, **options: Any) -> Page:
        """Open a page for the given visitor or a new one, and wait for its heading."""
        page = (visitor or self.visitor(**options)).new_page()
        page.goto(path)
        page.wait_for_selector("#page h1")
        return page

    def seated(self, path: str, visitor: BrowserContext) -> Page:
        """Open a table's page for a seated person, and wait until the device has sealed its numbers for the dice."""
        with visitor.expect_event("response", lambda response: "/seal?" in response.url):
            return self.open(path, visitor=visitor)

    def request(self, method: str, path: str, body: object = None) -> Any:
        """Send a request from outside the browser, and return the server's answer."""
        answer = httpx.request(method, f"{self.url}{path}", json=body, timeout=PATIENCE, verify=False)
        answer.raise_for_status()
        return answer.json()

    def allow(self, pattern: str) -> None:
        """Expect problems that match this pattern, for example when a test cuts the network."""
        self._allowed.append(re.compile(pattern))

    def forget(self) -> None:
        """Forget all problems and expectations so far."""
        self.troubles.clear()
        self._allowed = [_NO_WORKER]

    def close(self) -> None:
        """Close the devices of all visitors."""
        for context in self.contexts:
            context.close()

    @property
    def unexpected(self) -> list[str]:
        """The problems that were not expected."""
        return [problem for problem in self.troubles if not any(pattern.search(problem) for pattern in self._allowed)]

    def _watch(self, page: Page) -> None:
        page.on("console", self._on_console)
        page.on("pageerror", lambda error: self.troubles.append(f"error: {error}"))
        page.on("request", self._on_request)

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.troubles.append(f"{message.type}: {message.text} ({message.location.get('url', '')})")

    def _on_request(self, request: Request) -> None:
        if not request.url.startswith((self.url, "data:", "blob:")):
            self.troubles.append(f"request to another host: {request.url}")
