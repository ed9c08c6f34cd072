"""Write measured tables into the documentation, between the marks that a page keeps for them."""

import re
import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parent.parent / "docs"


def write(page: str, section: str, text: str) -> None:
    """Replace one generated section of a page."""
    begin, end = f"<!-- {section}: begin -->", f"<!-- {section}: end -->"
    path = DOCS / page
    before = path.read_text(encoding="utf-8")
    pattern = re.compile(f"{re.escape(begin)}.*?{re.escape(end)}", re.DOTALL)
    if not pattern.search(before):
        sys.exit(f"{path} has no section {section!r}")
    path.write_text(pattern.sub(lambda _: f"{begin}\n{text}\n{end}", before), encoding="utf-8")
