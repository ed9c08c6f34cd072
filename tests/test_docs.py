"""The code in the documentation runs, and shows what it says it shows."""

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_run(page: Path) -> None:
    """Every example of the page prints what the page shows."""
    result = doctest.testfile(str(page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert result.failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    """Every link to another file of the project leads to a file."""
    missing = [link for link in LINK.findall(page.read_text(encoding="utf-8")) if not (page.parent / link).exists()]
    assert missing == []


def test_the_architecture_names_files_that_there_are() -> None:
    """Whoever follows the page's names finds each of them."""
    text = (ROOT / "docs" / "ARCHITECTURE.md").read_text(encoding="utf-8")
    named = sorted(set(re.findall(r"`([\w./]+\.(?:py|js|json|npz|toml|md))`", text)))
    held = [f"/{path.as_posix()}" for path in [*(ROOT / "src").rglob("*.*"), *(ROOT / "tests").glob("*.py")]]
    assert named
    assert [name for name in named if not any(path.endswith(f"/{name}") for path in held)] == []
