"""Plural forms and number formats, checked against Babel's tables of the Unicode CLDR."""

from importlib.resources import files

import pytest
from babel import Locale as Known
from babel.numbers import format_decimal, format_percent

from roost.core.words import Language, Messages
from roost.core.words.locales import LOCALES

COUNTED = [*range(1205), 10_000, 1_000_000, 1_000_001, 2_000_000, 0.5, 1.1, 1.5, 2.5, 5.5]
WRITTEN = [0, 0.05, 1, 3.14159, 12, 345.6, 12_345.6, 99_999.96, 123_456, 1_234_567.8]


def babel_locale(language: Language) -> Known:
    """Return Babel's locale of a language."""
    return Known.parse(LOCALES[language].tag.replace("-", "_"))


def test_every_language_has_its_files_and_no_other_files_exist() -> None:
    file_names = {file.name for file in files("roost.core.words").iterdir() if file.name.endswith(".toml")}
    assert file_names == {f"{start}{language.value}.toml" for language in Language for start in ("", "page.")}


@pytest.mark.parametrize("language", list(Language))
def test_plural_forms_equal_those_of_the_cldr(language: Language) -> None:
    rule, category = babel_locale(language).plural_form, LOCALES[language].category
    assert {n: category(n) for n in COUNTED} == {n: rule(n) for n in COUNTED}


@pytest.mark.parametrize("language", list(Language))
def test_a_language_declares_all_plural_forms_that_occur(language: Language) -> None:
    """Numbers from a million on are left out, since no score is that high."""
    rule = babel_locale(language).plural_form
    assert set(LOCALES[language].forms) == {rule(n) for n in COUNTED if n < 1_000_000} | {"other"}


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("digits", [0, 1, 3])
def test_numbers_and_percentages_are_written_as_in_the_cldr(language: Language, digits: int) -> None:
    messages, locale = Messages(language), babel_locale(language)
    decimals = "." + "0" * digits if digits else ""
    pattern = f"#,##0{decimals}"
    for value in WRITTEN:
        assert messages.number(value, digits) == format_decimal(round(value, digits), pattern, locale)
    percent = locale.percent_formats[None].pattern.replace("#,##0", pattern)
    assert messages.percent(0.417, digits) == format_percent(0.417, percent, locale)


def test_four_digits_are_grouped_only_where_the_language_does() -> None:
    """Babel always groups them; the CLDR and browsers do not in Spanish."""
    assert [Messages(language).number(1234.5, 1) for language in ("en", "de", "es")] == ["1,234.5", "1.234,5", "1234,5"]


def test_signed_numbers_have_a_true_minus_and_zero_has_no_sign() -> None:
    english = Messages()
    assert [english.number(value, 1, signed=True) for value in (1.25, -1234.56, -0.04)] == ["+1.2", "−1,234.6", "0.0"]
    assert english.number(-2) == "-2"
