"""A real browser for tests: the system's own Chromium, looking at a real server, and telling on every trouble."""

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
_LESSONS = json.dumps(list(product(all_games(), ("goal", "need", "stop"))))
_TAUGHT = f"""try {{ localStorage.setItem("roost-lessons", '{_LESSONS}'); }} catch {{}}"""
"""A visitor who has played before is taught no more."""
TOO_SMALL = """() => {
    const union = (element) => {
        const boxes = [element, ...(element.labels ?? [])].map((one) => one.getBoundingClientRect());
        const side = (pick, name) => pick(...boxes.map((box) => box[name]));
        return [side(Math.max, "right") - side(Math.min, "left"), side(Math.max, "bottom") - side(Math.min, "top")];
    };
    const targets = document.querySelectorAll("a[href], button, input, select, textarea, summary, label:has(input)");
    return [...targets].filter((one) =>
        one.checkVisibility({ visibilityProperty: true }) && getComputedStyle(one).display !== "inline" &&
        union(one).some((side) => side > 0 && side < 43.5)).map((one) => one.outerHTML.slice(0, 120));
}"""
"""The targets that a thumb may miss: all that are tapped and smaller than 44 pixels, but for links in sentences."""
_BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first is the same engine without windows and menus of its own, which cost twice as much as our pages do."""
_NO_WORKER = re.compile("Service Worker registration blocked by Playwright")


def find_browser() -> str | None:
    """The browser of this machine, if it has one that we can drive."""
    return next((found for name in _BROWSERS if (found := shutil.which(name))), None)


@contextmanager
def browser_of(path: str) -> Iterator[Browser]:
    """A running browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=_FLAGS)
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def looking(url: str | None = None) -> Iterator[tuple[Browser, str]]:
    """A browser for a program that looks at pages, and the address of a server: of its own, unless one is given."""
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
    """Opens pages as visitors do, and notes whatever goes wrong on any of them."""

    browser: Browser
    url: str
    dice: str = ""
    """The seed of the devices' part in the dice; chance, if nothing is said."""
    painted: bool = True
    """Whether anybody looks. What nobody sees is laid out and works as ever, and is not painted: that saves a third."""
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
        """A visitor with a device of their own: nothing is shared with the others. ``text`` is how large they read.

        Who is new is taught by their first game of each kind.
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
                "service_workers": "block",  # each of our visitors is new, and would fetch everything
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
        """A page at this address, of a new visitor unless one is given. It is there when its heading is."""
        page = (visitor or self.visitor(**options)).new_page()
        page.goto(path)
        page.wait_for_selector("#page h1")
        return page

    def seated(self, path: str, visitor: BrowserContext) -> Page:
        """The page of somebody who sits at a table and has sealed numbers for its dice: now the game may begin."""
        with visitor.expect_event("response", lambda response: "/seal?" in response.url):
            return self.open(path, visitor=visitor)

    def request(self, method: str, path: str, body: object = None) -> Any:
        """The server's answer to a request of somebody who is not at any of these pages."""
        answer = httpx.request(method, f"{self.url}{path}", json=body, timeout=PATIENCE, verify=False)
        answer.raise_for_status()
        return answer.json()

    def allow(self, pattern: str) -> None:
        """Expect this trouble: a test that cuts the network hears of it."""
        self._allowed.append(re.compile(pattern))

    def forget(self) -> None:
        """Begin anew: nothing has gone wrong, and no trouble is expected."""
        self.troubles.clear()
        self._allowed = [_NO_WORKER]

    def close(self) -> None:
        """Say goodbye to all visitors."""
        for context in self.contexts:
            context.close()

    @property
    def unexpected(self) -> list[str]:
        """The faults that were not expected."""
        return [said for said in self.troubles if not any(known.search(said) for known in self._allowed)]

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
