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
"""How often each rule goes beyond what the box says clearly."""
ASSUMED = Counter({"JR-1": 1, "JR-2": 1, "BQ-1": 1, "BQ-2": 1, "PB-1": 1})
"""How often each rule tells of something that only a picture shows."""
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
"""The options that play it the other way."""


def numbers_on(name: str, language: str) -> list[str]:
    """The numbers of the rules on a game's or family's page, in its order: ``- **HM-7** …``."""
    text = (files(f"roost.games.{name}.faces") / f"rules.{language}.md").read_text("utf-8")
    return re.findall(r"^- \*\*([A-Z]+-[0-9]+)\*\* ", text, re.MULTILINE)


def numbers_in(source: str) -> Iterator[str]:
    """The numbers in the ``@rule(…)`` decorators of a test module."""
    if "@rule(" not in source:
        return  # which is quicker to see than to parse
    for node in ast.walk(ast.parse(source)):
        for decorator in getattr(node, "decorator_list", ()):
            if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "rule":
                yield from (ast.literal_eval(number) for number in decorator.args)


@cache
def numbers_tested() -> frozenset[str]:
    """The numbers that some test names."""
    return frozenset(number for path in TESTS.rglob("test_*.py") for number in numbers_in(path.read_text("utf-8")))


KNOWN = {number for name in NAMES for number in numbers_on(name, "en")}


def test_numbers_are_read_from_decorators() -> None:
    """The numbers in the decorators are found, and no others."""
    source = '@rule("HM-1", "SA-2")\ndef test_a(): ...\n\n@other("HM-3")\ndef test_b(): rule("HM-4")\n'
    assert list(numbers_in(source)) == ["HM-1", "SA-2"]


def test_every_rule_has_a_test() -> None:
    """No number on the rules pages is without a test that names it."""
    assert sorted(KNOWN - numbers_tested()) == []


def test_every_number_in_a_test_is_a_rule() -> None:
    """No test names a rule that the pages do not know."""
    assert sorted(numbers_tested() - KNOWN) == []


def test_every_number_in_the_code_is_a_rule() -> None:
    """The numbers beside the code, and those that options publish, lead to a rule."""
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
    """The pages mark what goes beyond the printed rules, no more and no less, and which option undoes it."""
    found = {ruling for kind in roost.all_games().values() for ruling in rulings(kind, language)}  # SA is shared
    for mark, wanted in zip(MARKS, (RULINGS, ASSUMED), strict=True):
        assert Counter(ruling.number for ruling in found if ruling.mark == mark) == wanted
    assert {ruling.number: ruling.option for ruling in found if ruling.option} == OTHER_WAYS


def test_every_page_is_read() -> None:
    """No rules page escapes this module."""
    pages = {
        (page.parent.parent.name, page.name) for page in Path(str(files("roost.games"))).glob("*/faces/rules.*.md")
    }
    assert pages == {(name, f"rules.{language}.md") for name in NAMES for language in Language}
