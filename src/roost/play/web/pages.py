"""The pages, each with its address. This is the one list: the server answers these, and the browser reads it."""

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
}
"""The address of each page, with its places in braces, and the name of its module in ``static/pages``."""

NOT_FOUND = "not-found"
"""The page for every other address."""

_PATTERNS = [(re.compile(re.sub(r"\{\w+\}", "[^/]+", address)), page) for address, page in PAGES.items()]


def module_of(path: str) -> str:
    """The module of the page at this address."""
    page = next((page for pattern, page in _PATTERNS if pattern.fullmatch(path)), NOT_FOUND)
    return f"pages/{page}.js"
