"""The code in the documentation runs and prints what the page shows."""

import doctest
import re
from hashlib import sha256
from pathlib import Path

import pytest

import roost

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)")
GENERATED = re.compile(r"<!-- ([\w ]+): begin -->.*?<!-- \1: end -->", re.DOTALL)
ANCHOR = re.compile(r"\]\((?!https?:)([^)#\s]*\.md)?#([^)\s]+)\)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_examples_of_a_page_print_what_it_shows(page: Path) -> None:
    result = doctest.testfile(str(page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert result.failed == 0


def anchors_of(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as GitHub and the site spell them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_existing_files_and_headings(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert [link for link in LINK.findall(text) if not (page.parent / link).exists()] == []
    for target, anchor in ANCHOR.findall(text):
        assert anchor in anchors_of(page.parent / target if target else page), f"{target}#{anchor}"


def test_no_page_has_more_than_two_thousand_words() -> None:
    """Generated tables and the changelog do not count."""
    written = {page.name: GENERATED.sub("", page.read_text(encoding="utf-8")) for page in PAGES}
    lengths = {name: len(text.split()) for name, text in written.items()}
    assert [name for name, words in lengths.items() if words > 2000 and name != "CHANGELOG.md"] == []


LANGUAGES = sorted((ROOT / "docs" / "readme").glob("*.md"))
EXACT = re.compile(r"`[^`]+`|^    .+$|https?://[^)]+|\w+\.(?:png|svg|md)\b|\d–\d|^#+|^\| \*\*\w+ \w+", re.MULTILINE)
"""The parts that all languages share: commands, links, pictures, numbers of players, headings, names of games."""


def translated_part() -> str:
    """Return the part of the English README that is translated."""
    english, mark, _ = (ROOT / "README.md").read_text(encoding="utf-8").partition("<!-- What is above")
    assert mark
    return english.partition("\n# Roost\n")[2].partition("\n*Rule the roost.*")[2]


def test_the_readme_begins_with_the_ways_to_run_roost() -> None:
    ways = ("make run", "uvx --from . roost host", "pipx run --spec . roost host", "make test")
    assert all(way in translated_part() for way in ways)


@pytest.mark.parametrize("page", LANGUAGES, ids=lambda page: page.name)
def test_a_translated_readme_is_up_to_date(page: Path) -> None:
    """A translation has the same commands, links, pictures and numbers, and the hash of the translated English text.

    After a change of the English text, check each translation, and then write the new hash below it.
    """
    english = translated_part()
    text, _, below = page.read_text(encoding="utf-8").partition("\n# Roost\n")[2].rpartition("`--lang ")
    assert EXACT.findall(text) == EXACT.findall(english)
    digest = sha256(" ".join(english.split()).encode()).hexdigest()[:10]
    assert below.endswith(f"\n<!-- English: {digest} -->\n"), f"{page.name} lags behind the English README ({digest})"


@pytest.mark.parametrize("program", ["minimal_bot.py", "table_bot.py"])
def test_the_bots_on_the_page_are_the_example_bots(program: str) -> None:
    """Other tests let these examples play whole games."""
    _, code = (ROOT / "examples" / program).read_text(encoding="utf-8").split('"""\n\n', 1)
    assert f"```python\n{code}```" in (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")


def test_the_architecture_page_names_existing_files() -> None:
    text = (ROOT / "docs" / "ARCHITECTURE.md").read_text(encoding="utf-8")
    names = sorted(set(re.findall(r"`([\w./]+\.(?:py|js|json|npz|toml|md))`", text)))
    paths = [f"/{path.as_posix()}" for path in [*(ROOT / "src").rglob("*.*"), *(ROOT / "tests").rglob("*.py")]]
    assert names
    assert [name for name in names if not any(path.endswith(f"/{name}") for path in paths)] == []


def test_the_game_loop_of_the_python_page_passes_the_type_checkers() -> None:
    """The checkers read the same lines in typed_loop.py."""
    typed = Path(__file__).with_name("typed_loop.py").read_text(encoding="utf-8").splitlines()
    page = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    lines = [line.strip() for line in typed[6:-1]]
    assert len(lines) == 9
    shown = {line[4:].strip() for line in page.splitlines() if line.startswith((">>> ", "... "))}
    assert [line for line in lines if line not in shown] == []


NEEDS_CLONE = re.compile(r"^(?:>>> |\$ ).*(?:examples/|roost_(?:pig|farkle|cantstop|zombiedice))", re.MULTILINE)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_whose_code_reads_the_examples_says_that_it_needs_a_clone(page: Path) -> None:
    """The installed package has no examples."""
    text = page.read_text(encoding="utf-8")
    assert NEEDS_CLONE.search(text) is None or re.search(r"\bclone\b", text)


def test_the_speeds_of_environments_are_of_this_version() -> None:
    text = (ROOT / "docs" / "environments.md").read_text(encoding="utf-8")
    assert f"\nroost {roost.__version__}, medians of " in text
