"""The reference for authors of games: everything in ``roost.core.making`` stands there, and nothing else."""

from __future__ import annotations

import re
from pathlib import Path

from roost.core import making

PAGE = Path(__file__).parents[2] / "docs" / "making.md"


def test_the_reference_lists_what_authors_import() -> None:
    """Each name has its row."""
    rows = re.findall(r"^\| `(\w+)` \| (.+) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(name for name, _ in rows) == sorted(making.__all__)
    assert all(told.strip() for _, told in rows)
