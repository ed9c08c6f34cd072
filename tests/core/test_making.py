"""The page for authors of games: everything in ``roost.core.making`` stands there, and nothing else."""

import re
from pathlib import Path

from roost.core import making

PAGE = Path(__file__).parents[2] / "docs" / "adding-a-game.md"


def test_the_reference_lists_what_authors_import() -> None:
    """Each name stands once in the first column of the page's last list but one."""
    _, _, part = PAGE.read_text(encoding="utf-8").partition("\n## Everything in `roost.making`\n")
    rows = re.findall(r"^\| (`.+`) \| .+ \|$", part.partition("\n## ")[0], re.MULTILINE)
    assert sorted(re.findall(r"`(\w+)`", " ".join(rows))) == sorted(making.__all__)
