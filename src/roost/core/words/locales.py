"""Roost's languages, with their plural rules and number formats.

The rules are those of the Unicode CLDR. Babel has the rules for all languages but takes 33 MB. This module
writes out the few that are needed, and tests compare them with Babel for many numbers. Browsers have them built in
(``Intl``).
"""

import re
from collections.abc import Callable
from enum import StrEnum
from typing import Literal, NamedTuple, TypeAlias

Category: TypeAlias = Literal["one", "few", "many", "other"]
"""A plural category, as named by the Unicode CLDR."""


class Language(StrEnum):
    """A language that Roost supports. Every folder of messages has a file for each language."""

    EN = "en"
    DE = "de"
    FR = "fr"
    NL = "nl"
    ES = "es"
    IT = "it"
    PL = "pl"
    PT = "pt"


class Locale(NamedTuple):
    """A language's plural rule and number format."""

    category: Callable[[float], Category]
    """The function that returns a number's plural category."""
    forms: tuple[Category, ...]
    """The plural forms that a message needs. Some languages also have a form for whole millions, which is optional."""
    decimal: str
    group: str
    """The thousands separator."""
    least: int
    """Minimum number of digits before the first separator: 2 in Spanish, which writes 1234 and 12.345."""
    percent: str
    """The percent sign with any space before it."""
    tag: str
    """The BCP 47 tag of the locale, for browsers and Babel."""
    mend: tuple[str, str] = ("", "")
    """A pattern and its replacement, to correct filled sentences: French d'Anna, Portuguese duas minhocas.

    The web page uses the same pattern, so it must work both in Python and in JavaScript.
    """

    def spoken(self, sentence: str) -> str:
        """Apply the language's grammar corrections to a sentence whose placeholders are filled."""
        return re.sub(*self.mend, sentence) if self.mend[0] else sentence

    def number(self, value: float, digits: int = 0, *, signed: bool = False) -> str:
        """Format a number with ``digits`` decimals; ``signed`` adds a plus or minus sign, except to zero."""
        english = f"{abs(value):,.{digits}f}"
        whole, point, decimals = english.partition(".")
        head, *groups = whole.split(",")
        separator = self.group if len(head) >= self.least or len(groups) > 1 else ""
        is_zero = not english.strip("0.,")
        sign = "" if is_zero else "−" if value < 0 and signed else "-" if value < 0 else "+" if signed else ""
        return sign + separator.join([head, *groups]) + (self.decimal + decimals if point else "")

    def share(self, share: float, digits: int = 1, *, signed: bool = False) -> str:
        """Format a fraction as a percentage."""
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
"""Each language's plural rule and number format."""
