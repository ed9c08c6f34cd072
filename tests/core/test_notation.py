"""Codecs: text and JSON can be read back, JSON fits the schema, and refusals are explained."""

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from roost.core.notation import (
    Choice,
    Codec,
    Flag,
    Integer,
    Numbers,
    Seat,
    Word,
    check_codec,
    read_integer,
    seat_letter,
)
from strategies import codecs, garbage, json_values, values_of


@st.composite
def codec_values(draw: st.DrawFn) -> tuple[Codec[Any], Any]:
    """Draw a codec and one of its values."""
    codec = draw(codecs)
    return codec, draw(values_of(codec))


@given(codec_values())
def test_text_can_be_read_back_in_any_letter_case(pair: tuple[Codec[Any], Any]) -> None:
    """A codec's text is never empty and has no spaces, and its letter case does not matter."""
    codec, value = pair
    text = codec.text(value)
    assert text
    assert not set(text) & set(" \t\n")
    assert codec.parse(text) == codec.parse(text.upper()) == value


@given(codec_values())
def test_a_codecs_pattern_matches_every_text_it_writes(pair: tuple[Codec[Any], Any]) -> None:
    codec, value = pair
    for text in (codec.text(value), codec.text(value).upper()):
        assert re.fullmatch(codec.pattern, text, re.IGNORECASE | re.ASCII)


@given(codecs)
def test_a_codecs_examples_are_valid_and_can_be_read_back(codec: Codec[Any]) -> None:
    assert codec.examples()
    assert all(codec.check(value) == value for value in codec.examples())
    check_codec(codec, "it")


class Shouts(Choice):
    """A codec that reads small letters although its words have capitals."""

    def check(self, value: object) -> str:
        return str(value)


class Sighs(Choice):
    """A codec that cannot read its own text."""

    def parse(self, text: str) -> str:
        raise ValueError("must be louder")


class Mute(Shouts):
    """A codec without a list of its values."""

    def every(self) -> None:
        return None


@pytest.mark.parametrize(
    ("codec", "why"),
    [
        (Shouts(("Up",)), "it is written 'Up', which is read as 'up', not 'Up'"),
        (Sighs(("up",)), "it is written 'up', which cannot be read: must be louder"),
        (Choice(("go up",)), "'go up', which is not one word"),
        (Choice(("a=b",)), "'a=b', which is not one word"),
        (Mute(("up",)), "Mute must give examples of its values"),
    ],
)
def test_a_codec_whose_text_cannot_be_read_back_is_refused(codec: Codec[Any], why: str) -> None:
    with pytest.raises(TypeError, match=re.escape(why)):
        check_codec(codec, "it")


@given(codec_values())
def test_json_fits_the_schema_and_can_be_read_back(pair: tuple[Codec[Any], Any]) -> None:
    codec, value = pair
    data = json.loads(json.dumps(codec.json(value)))
    Draft202012Validator.check_schema(codec.schema())
    Draft202012Validator(codec.schema()).validate(data)
    assert codec.from_json(data) == codec.check(value) == value


@given(codecs, garbage)
def test_garbage_text_is_refused_or_read_as_a_value(codec: Codec[Any], text: str) -> None:
    try:
        value = codec.parse(text)
    except ValueError:
        return
    assert codec.parse(codec.text(value)) == value


@given(codecs, json_values)
def test_garbage_json_is_refused_or_read_as_a_value(codec: Codec[Any], data: Any) -> None:
    try:
        value = codec.from_json(data)
    except ValueError:
        return
    assert codec.from_json(codec.json(value)) == value


@given(codecs)
def test_a_refusal_repeats_the_codecs_description(codec: Codec[Any]) -> None:
    with pytest.raises(ValueError) as refusal:
        codec.check(object())
    assert codec.describe()
    assert codec.describe() in str(refusal.value)


@pytest.mark.parametrize("text", ["", "+1", "-1", "1_0", " 1", "1.0", "٣", "²", "1234567", "one"])
def test_only_ascii_digits_are_read_as_numbers(text: str) -> None:
    """Python's int would read most of these texts."""
    with pytest.raises(ValueError, match="is not a whole number"):
        read_integer(text)


@pytest.mark.parametrize(
    ("codec", "text", "message"),
    [
        (Integer(5, 11), "4", "must be 5 to 11"),
        (Integer(5, 11), "x", "must be 5 to 11"),
        (Flag(), "maybe", "must be yes or no"),
        (Choice(("worm", "bun")), "ham", "must be worm or bun"),
        (Choice(("a", "b", "c")), "d", "must be a, b or c"),
        (Choice(("only",)), "other", "must be only"),
        (Word("12w", 3, "dice"), "1234", "must be dice, 1 to 3 of 1 2 w"),
        (Word("12w", 1, "a symbol"), "12", "must be a symbol, one of 1 2 w"),
        (Seat(), "H", "must be a seat A to G"),
        (Seat(("random",)), "AB", "must be a seat A to G or random"),
        (Numbers(21, 36, 16), "20", "'20' must be within 21 to 36"),
        (Numbers(21, 36, 16), "21-24", "must be 0 to 16 numbers of 21 to 36"),
        (Numbers(21, 36, 16, ranges=True), "24-21", "'24-21' must be within 21 to 36"),
        (Numbers(21, 36, 16, ranges=True), "21-", "must be 0 to 16 numbers of 21 to 36"),
        (Numbers(21, 36, 16), "21,,22", "must be 0 to 16 numbers of 21 to 36"),
        (Numbers(0, 9, 6, 6), "1,2,3", "must be 6 numbers of 0 to 9"),
        (Numbers(0, 9, 2), "1,2,3", "must be 0 to 2 numbers of 0 to 9"),
    ],
)
def test_refusals_name_the_allowed_values(codec: Codec[Any], text: str, message: str) -> None:
    """A refusal is half a sentence, to follow the name of the value."""
    with pytest.raises(ValueError, match=f"^{message}$"):
        codec.parse(text)


@pytest.mark.parametrize(
    ("codec", "value"),
    [
        (Integer(0, 9), True),
        (Integer(0, 9), 1.0),
        (Integer(0, 9), "1"),
        (Flag(), 1),
        (Flag(), "yes"),
        (Choice(("a",)), None),
        (Choice(("a",)), ["a"]),
        (Word("ab", 3, "dice"), ""),
        (Word("ab", 3, "dice"), "a\n"),
        (Word("ab", 3, "dice"), 5),
        (Seat(), True),
        (Seat(), -1),
        (Seat(), 7),
        (Seat(), 0.0),
        (Numbers(0, 9, 6), "1,2"),
        (Numbers(0, 9, 6), [True]),
        (Numbers(0, 9, 6), [1.5]),
        (Numbers(0, 9, 6), {1, 2}),
    ],
)
def test_values_of_a_wrong_type_are_refused(codec: Codec[Any], value: object) -> None:
    """Values of a wrong type are refused even if Python considers them equal to valid values."""
    with pytest.raises(ValueError):
        codec.check(value)


@pytest.mark.parametrize(("texts", "value"), [(("yes", "TRUE", "on", "1"), True), (("no", "False", "off", "0"), False)])
def test_flags_are_read_from_several_words(texts: tuple[str, ...], value: bool) -> None:
    assert [Flag().parse(text) for text in texts] == [value] * 4


def test_runs_are_written_as_ranges_and_an_empty_list_as_a_dash() -> None:
    tiles = Numbers(21, 36, 16, ranges=True)
    assert tiles.text((21, 22, 23, 26, 28, 29)) == "21-23,26,28-29"
    assert tiles.text(()) == "-"
    assert tiles.parse("-") == ()
    assert Numbers(4, 9, 12).text((4, 4, 5)) == "4,4,5"


def test_a_list_with_named_places_needs_one_name_for_each_number() -> None:
    assert Numbers(0, 9, 2, 2, places=("left", "right")).text((1, 2)) == "1,2"
    with pytest.raises(TypeError, match="1 places for 0 to 2 numbers of 0 to 9"):
        Numbers(0, 9, 2, places=("left",))


def test_a_seat_is_a_letter_or_another_allowed_word() -> None:
    assert [seat_letter(seat) for seat in range(7)] == list("ABCDEFG")
    start = Seat(("random",))
    assert (start.parse("b"), start.text(1), start.parse("Random"), start.text("random")) == (
        1,
        "B",
        "random",
        "random",
    )
    assert (start.check("C"), start.check("random")) == (2, "random")
