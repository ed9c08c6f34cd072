"""The code in the documentation runs, and shows what it says it shows."""

import doctest
import re
from hashlib import sha256
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)")
GENERATED = re.compile(r"<!-- ([\w ]+): begin -->.*?<!-- \1: end -->", re.DOTALL)
ANCHOR = re.compile(r"\]\((?!https?:)([^)#\s]*\.md)?#([^)\s]+)\)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_run(page: Path) -> None:
    """Every example of the page prints what the page shows."""
    result = doctest.testfile(str(page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert result.failed == 0


def anchors_of(page: Path) -> set[str]:
    """The places of a page that links can name: its headings, as GitHub and the site spell them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    """Every link to another file of the project leads to a file, and every link to a part of a page to a heading."""
    text = page.read_text(encoding="utf-8")
    assert [link for link in LINK.findall(text) if not (page.parent / link).exists()] == []
    for target, anchor in ANCHOR.findall(text):
        assert anchor in anchors_of(page.parent / target if target else page), f"{target}#{anchor}"


def test_no_page_is_too_long() -> None:
    """Nobody reads a page of more than two thousand words, but for tables that a command writes, and the changelog."""
    written = {page.name: GENERATED.sub("", page.read_text(encoding="utf-8")) for page in PAGES}
    lengths = {name: len(text.split()) for name, text in written.items()}
    assert [name for name, words in lengths.items() if words > 2000 and name != "CHANGELOG.md"] == []


LANGUAGES = sorted((ROOT / "docs" / "readme").glob("*.md"))
EXACT = re.compile(r"`[^`]+`|^    .+$|https?://[^)]+|\w+\.(?:png|svg|md)\b|\d–\d|^#+|^\| \*\*\w+ \w+", re.MULTILINE)
"""The parts that all languages share: commands, links, pictures, numbers of players, headings, names of games."""


def told_in_other_languages() -> str:
    """The part of the English README that they tell."""
    english, mark, _ = (ROOT / "README.md").read_text(encoding="utf-8").partition("<!-- What is above")
    assert mark
    return english.partition("\n# Roost\n")[2].partition("\n*Rule the roost.*")[2]


def test_the_readme_begins_with_the_ways_in() -> None:
    """With make and without it; the other languages tell the same."""
    ways = ("make run", "uvx --from . roost host", "pipx run --spec . roost host", "make test")
    assert all(way in told_in_other_languages() for way in ways)


@pytest.mark.parametrize("page", LANGUAGES, ids=lambda page: page.name)
def test_a_readme_tells_what_the_english_one_tells(page: Path) -> None:
    """The same commands, links, pictures and numbers in the same order, and a word for which English text it was read.

    Whoever changes the English text reads each translation again, and then writes the new sign below it.
    """
    english = told_in_other_languages()
    text, _, below = page.read_text(encoding="utf-8").partition("\n# Roost\n")[2].rpartition("`--lang ")
    assert EXACT.findall(text) == EXACT.findall(english)
    sign = sha256(" ".join(english.split()).encode()).hexdigest()[:10]
    assert below.endswith(f"\n<!-- English: {sign} -->\n"), f"{page.name} lags behind the English README ({sign})"


@pytest.mark.parametrize("program", ["minimal_bot.py", "table_bot.py"])
def test_the_bots_of_the_page_are_the_examples(program: str) -> None:
    """Other tests let these play whole games, over a pipe and over HTTP."""
    _, code = (ROOT / "examples" / program).read_text(encoding="utf-8").split('"""\n\n', 1)
    assert f"```python\n{code}```" in (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")


def test_the_architecture_names_files_that_there_are() -> None:
    """A reader who follows the page's names finds each of them."""
    text = (ROOT / "docs" / "ARCHITECTURE.md").read_text(encoding="utf-8")
    named = sorted(set(re.findall(r"`([\w./]+\.(?:py|js|json|npz|toml|md))`", text)))
    held = [f"/{path.as_posix()}" for path in [*(ROOT / "src").rglob("*.*"), *(ROOT / "tests").rglob("*.py")]]
    assert named
    assert [name for name in named if not any(path.endswith(f"/{name}") for path in held)] == []
