"""Write measured tables into the documentation, between the marks that a page keeps for them."""

import re
import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parent.parent / "docs"


def section(page: str, name: str) -> str:
    """One generated section of a page as it is."""
    return _found(page, name)[1].strip("\n")


def write(page: str, name: str, text: str) -> None:
    """Replace one generated section of a page."""
    before, _, after = _found(page, name)
    (DOCS / page).write_text(f"{before}\n{text}\n{after}", encoding="utf-8")


def write_rows(page: str, name: str, table: str, keys: int) -> None:
    """Replace the rows of a table that this one has too, by their first cells, so many; the others stay."""
    head, found = table.splitlines()[:2], _rows(table, keys)
    known = _rows(section(page, name), keys)
    write(page, name, "\n".join([*head, *(known | found).values()]))


def _rows(table: str, keys: int) -> dict[tuple[str, ...], str]:
    """The rows of a table by their first cells."""
    return {tuple(line.split("|")[1 : keys + 1]): line for line in table.splitlines()[2:]}


def _found(page: str, name: str) -> tuple[str, str, str]:
    """The text before the section, in it, and after it; its marks do not belong to it."""
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    found = re.fullmatch(
        f"(.*{re.escape(begin)})(.*?)({re.escape(end)}.*)", (DOCS / page).read_text(encoding="utf-8"), re.DOTALL
    )
    if found is None:
        sys.exit(f"{DOCS / page} has no section {name!r}")
    before, text, after = found.groups()
    return before, text, after
