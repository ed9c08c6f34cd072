"""Every numbered rule has a test that names it, and all languages have the same rules."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest

import roost
from roost.core.words import Language
from roost.core.words.rulings import MARKS, rulings

TESTS = Path(__file__).parent
NAMES = ("set_aside", "heckmeck", "junior", "barbecue", "picnic")


RULINGS = Counter(
    {"SA-6": 1}
    | {"HM-2": 1, "HM-4": 3, "HM-6": 1, "HM-8": 1, "HM-10": 1, "HM-11": 1}
    | {"JR-3": 1, "JR-6": 3}
    | {"BQ-2": 1, "BQ-3": 1, "BQ-5": 1, "BQ-10": 1, "BQ-11": 1, "BQ-13": 1}
    | {"PB-4": 1, "PB-5": 2, "PB-7": 2, "PB-12": 1, "PB-13": 2, "PB-14": 1, "PB-15": 1}
)
"""Number of points in each rule that the printed rules leave unclear."""
ASSUMED = Counter({"JR-1": 1, "JR-2": 1, "BQ-1": 1, "BQ-2": 1, "PB-1": 1})
"""Number of points in each rule that only a picture in the printed rules shows."""
OTHER_WAYS = {
    "HM-8": "always_turn",
    "JR-1": "double_face",
    "JR-2": "worms",
    "JR-6": "must_pinch",
    "BQ-2": "worms",
    "BQ-3": "stop_on_nothing",
    "PB-1": "tracks",
    "PB-14": "goal",
}
"""Rules that an option plays differently, each with its option."""


def numbers_on(name: str, language: str) -> list[str]:
    """Return the numbers of the rules on a game's or family's page, in order: ``- **HM-7** …``."""
    text = (files(f"roost.games.{name}.adapters") / f"rules.{language}.md").read_text("utf-8")
    return re.findall(r"^- \*\*([A-Z]+-[0-9]+)\*\* ", text, re.MULTILINE)


def numbers_in(source: str) -> Iterator[str]:
    """Yield the numbers in the ``@rule(…)`` decorators of a test module."""
    if "@rule(" not in source:
        return  # a quick check that saves parsing
    for node in ast.walk(ast.parse(source)):
        for decorator in getattr(node, "decorator_list", ()):
            if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "rule":
                yield from (ast.literal_eval(number) for number in decorator.args)


@cache
def numbers_tested() -> frozenset[str]:
    """Return the rule numbers that tests name."""
    return frozenset(number for path in TESTS.rglob("test_*.py") for number in numbers_in(path.read_text("utf-8")))


KNOWN = {number for name in NAMES for number in numbers_on(name, "en")}


def test_numbers_are_read_from_decorators() -> None:
    """Only the numbers in the decorators are read."""
    source = '@rule("HM-1", "SA-2")\ndef test_a(): ...\n\n@other("HM-3")\ndef test_b(): rule("HM-4")\n'
    assert list(numbers_in(source)) == ["HM-1", "SA-2"]


def test_every_rule_has_a_test() -> None:
    """Every number on the rules pages is named by a test."""
    assert sorted(KNOWN - numbers_tested()) == []


def test_every_number_in_a_test_is_a_rule() -> None:
    """Every number that a test names is on a rules page."""
    assert sorted(numbers_tested() - KNOWN) == []


def test_every_number_in_the_code_is_a_rule() -> None:
    """The numbers beside the code, and those that options publish, are on a rules page."""
    prefixes = "|".join(sorted({number.split("-")[0] for number in KNOWN}))
    code = "\n".join(path.read_text("utf-8") for path in Path(str(files("roost"))).rglob("*.py"))
    published = {option.rule for kind in roost.all_games().values() for option in kind.options().values()}
    assert sorted({*re.findall(rf"\b(?:{prefixes})-[0-9]+\b", code), *published} - KNOWN) == []


@pytest.mark.parametrize("name", NAMES)
def test_a_page_numbers_its_rules_in_order(name: str) -> None:
    """A page has one prefix and counts from 1 without a gap."""
    numbers = numbers_on(name, "en")
    prefix = numbers[0].split("-")[0]
    assert numbers == [f"{prefix}-{n}" for n in range(1, len(numbers) + 1)]


@pytest.mark.parametrize("language", list(Language))
def test_every_ruling_is_marked(language: Language) -> None:
    """The pages mark exactly the points that the printed rules leave open, and name the options for them."""
    marked = {ruling for kind in roost.all_games().values() for ruling in rulings(kind, language)}  # games share SA
    for mark, expected in zip(MARKS, (RULINGS, ASSUMED), strict=True):
        assert Counter(ruling.number for ruling in marked if ruling.mark == mark) == expected
    assert {ruling.number: ruling.option for ruling in marked if ruling.option} == OTHER_WAYS


def test_every_rules_page_is_checked() -> None:
    """The rules pages checked here are all that exist."""
    pages = {
        (page.parent.parent.name, page.name) for page in Path(str(files("roost.games"))).glob("*/adapters/rules.*.md")
    }
    assert pages == {(name, f"rules.{language}.md") for name in NAMES for language in Language}
