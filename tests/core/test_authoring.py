"""The page for authors of games lists every name in ``roost.core.authoring`` and no other."""

import re
from pathlib import Path

from roost.core import authoring

PAGE = Path(__file__).parents[2] / "docs" / "authoring.md"


def test_the_reference_lists_each_name_once() -> None:
    """The reference is a table with the names in its first column."""
    _, _, part = PAGE.read_text(encoding="utf-8").partition("\n## Everything in `roost.authoring`\n")
    rows = re.findall(r"^\| (`.+`) \| .+ \|$", part.partition("\n## ")[0], re.MULTILINE)
    assert sorted(re.findall(r"`(\w+)`", " ".join(rows))) == sorted(authoring.__all__)
