"""The addresses of all pages. The server routes requests by this table, and the browser reads it."""

import re

PAGES = {
    "/": "home",
    "/new/{game}": "new",
    "/t/{code}": "join",
    "/table/{table}": "table",
    "/tv/{code}": "tv",
    "/series/{table}": "series",
    "/game/{table}/{number}": "game",
    "/review/{table}/{number}": "review",
    "/challenge": "challenge",
    "/challenge/{name}": "challenge",
    "/puzzles": "puzzles",
    "/progress": "progress",
    "/rules/{game}": "rules",
    "/learn/{game}": "learn",
    "/cards/{game}": "cards",
    "/analysis": "analysis",
    "/verify": "verify",
    "/dice": "dice",
    "/host": "host",
}
"""The module in ``static/pages`` for each address; placeholders are in braces."""

NOT_FOUND = "not-found"
"""The module for every address that is not in ``PAGES``."""

_PATTERNS = [(re.compile(re.sub(r"\{\w+\}", "[^/]+", address)), page) for address, page in PAGES.items()]


def module_of(path: str) -> str:
    """Return the module of the page at this address."""
    page = next((page for pattern, page in _PATTERNS if pattern.fullmatch(path)), NOT_FOUND)
    return f"pages/{page}.js"
