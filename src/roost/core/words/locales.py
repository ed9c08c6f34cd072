"""The languages that Roost speaks, and how each counts and writes numbers.

The rules are those of the Unicode CLDR. Babel knows them for all languages, but weighs 33 MB; what we need of it fits
on this page, and the tests compare it with Babel, number by number. The browser has them built in (``Intl``).
"""

import re
from collections.abc import Callable
from enum import StrEnum
from typing import Literal, NamedTuple, TypeAlias

Category: TypeAlias = Literal["one", "few", "many", "other"]
"""A form that a word takes beside a number."""


class Language(StrEnum):
    """A language that Roost speaks. This is the one list: each has its files in every folder of words."""

    EN = "en"
    DE = "de"
    FR = "fr"
    NL = "nl"
    ES = "es"
    IT = "it"
    PL = "pl"
    PT = "pt"


class Locale(NamedTuple):
    """A language's way to count and to write numbers."""

    category: Callable[[float], Category]
    """The form that goes with a number."""
    forms: tuple[Category, ...]
    """The forms that a message needs; whole millions, which some languages tell apart, may do without their own."""
    decimal: str
    group: str
    """The sign between thousands."""
    least: int
    """The fewest digits before the first group: Spanish writes 1234 and 12.345."""
    percent: str
    """The sign behind a percentage."""
    tag: str
    """The name of the locale, for whoever knows more of them than we do."""
    mend: tuple[str, str] = ("", "")
    """A pattern of what nobody says, once places are filled, and what people say: d'Anna in French, duas minhocas.

    The page reads it too, so it is a pattern for Python and for browsers.
    """

    def spoken(self, sentence: str) -> str:
        """Mend a sentence whose places are filled."""
        return re.sub(*self.mend, sentence) if self.mend[0] else sentence

    def number(self, value: float, digits: int = 0, *, signed: bool = False) -> str:
        """A number with so many decimals, and with its sign if it has to show it: zero has none."""
        shown = f"{abs(value):,.{digits}f}"
        whole, point, rest = shown.partition(".")
        head, *groups = whole.split(",")
        gap = self.group if len(head) >= self.least or len(groups) > 1 else ""
        is_zero = not shown.strip("0.,")
        sign = "" if is_zero else "−" if value < 0 and signed else "-" if value < 0 else "+" if signed else ""
        return sign + gap.join([head, *groups]) + (self.decimal + rest if point else "")

    def share(self, share: float, digits: int = 1, *, signed: bool = False) -> str:
        """A share of one as a percentage."""
        return self.number(100 * share, digits, signed=signed) + self.percent


def _two_forms(number: float) -> Category:
    return "one" if number == 1 else "other"


def _french(number: float) -> Category:
    return "one" if number < 2 else "many" if number % _MILLION == 0 else "other"


def _romance(number: float) -> Category:
    return "one" if number == 1 else "many" if number and number % _MILLION == 0 else "other"


def _polish(number: float) -> Category:
    if number == 1:
        return "one"
    if number % 1:
        return "other"
    return "few" if number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14) else "many"


_MILLION = 1_000_000
_ELIDED, _AGREEING = (r"\bde (?=[AEIOUÀÂÄÉÈÊËÎÏÔÖÙÛÜ])", "d'"), (r"\bdois (?=\w+as\b)", "duas ")
_NO_BREAK, _NARROW = "\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}"

LOCALES = {
    Language.EN: Locale(_two_forms, ("one", "other"), ".", ",", 1, "%", "en"),
    Language.DE: Locale(_two_forms, ("one", "other"), ",", ".", 1, f"{_NO_BREAK}%", "de"),
    Language.FR: Locale(_french, ("one", "other"), ",", _NARROW, 1, f"{_NO_BREAK}%", "fr", _ELIDED),
    Language.NL: Locale(_two_forms, ("one", "other"), ",", ".", 1, "%", "nl"),
    Language.ES: Locale(_romance, ("one", "other"), ",", ".", 2, f"{_NO_BREAK}%", "es"),
    Language.IT: Locale(_romance, ("one", "other"), ",", ".", 2, "%", "it"),
    Language.PL: Locale(_polish, ("one", "few", "many", "other"), ",", _NO_BREAK, 2, "%", "pl"),
    Language.PT: Locale(_romance, ("one", "other"), ",", _NO_BREAK, 2, "%", "pt-PT", _AGREEING),
}
"""The way of each language to count and to write numbers."""
