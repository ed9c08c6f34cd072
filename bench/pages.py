"""Write measured tables into the documentation, between the marks of a generated section."""

import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

DOCS = Path(__file__).resolve().parent.parent / "docs"


def progress(text: str) -> None:
    """Print a line about the program's progress to standard error."""
    print(f"{Path(sys.argv[0]).stem}: {text}", file=sys.stderr, flush=True)


def markdown(heads: Sequence[object], rows: Iterable[Sequence[object]], left: int = 1) -> str:
    """Return a Markdown table with the first ``left`` columns aligned left and the others right."""
    marks = ["---" if column < left else "---:" for column in range(len(heads))]
    return "\n".join(f"| {' | '.join(map(str, cells))} |" for cells in (heads, marks, *rows))


def section(page: str, name: str) -> str:
    """Return the text in a page's generated section."""
    return _split(page, name)[1].strip("\n")


def write(page: str, name: str, text: str) -> None:
    """Replace a generated section on a page."""
    before, _, after = _split(page, name)
    (DOCS / page).write_text(f"{before}\n{text}\n{after}", encoding="utf-8")


def write_rows(page: str, name: str, table: str, keys: int) -> None:
    """Replace the rows of a table that have the same first ``keys`` cells; other rows stay as they are."""
    head, changed = table.splitlines()[:2], _rows(table, keys)
    known = _rows(section(page, name), keys)
    write(page, name, "\n".join([*head, *(known | changed).values()]))


def _rows(table: str, keys: int) -> dict[tuple[str, ...], str]:
    """Return a table's rows, keyed by their first cells."""
    return {tuple(line.split("|")[1 : keys + 1]): line for line in table.splitlines()[2:]}


def _split(page: str, name: str) -> tuple[str, str, str]:
    """Return the text before a section, in it, and after it; the section's marks belong to the outer parts."""
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    match = re.fullmatch(
        f"(.*{re.escape(begin)})(.*?)({re.escape(end)}.*)", (DOCS / page).read_text(encoding="utf-8"), re.DOTALL
    )
    if match is None:
        sys.exit(f"{DOCS / page} has no section {name!r}")
    before, text, after = match.groups()
    return before, text, after
