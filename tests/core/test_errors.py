"""Error messages are short, quote the input, and suggest corrections."""

import roost
from roost.core.errors import quote, suggest


def test_input_is_quoted_with_invisible_characters_escaped() -> None:
    assert quote("take24") == "'take24'"
    assert quote("a\nb") == "'a\\nb'"
    assert quote(7) == "7"


def test_long_input_is_shortened() -> None:
    shown = quote("x" * 10_000)
    assert len(shown) == 80
    assert shown.startswith("'xxx")
    assert shown.endswith("…")
    assert quote("x" * 78) == "'" + "x" * 78 + "'"


def test_a_misspelt_word_gets_a_suggestion_and_any_other_word_the_list_of_known_words() -> None:
    assert suggest("hekmeck", ["junior", "heckmeck"]) == "did you mean 'heckmeck'?"
    assert suggest("chess", ["junior", "heckmeck"]) == "known: heckmeck, junior"
    assert suggest("chess", []) == "known: none"
    assert suggest(None, ["junior"]) == "known: junior"


def test_all_errors_are_roost_errors_and_a_wrong_seat_is_an_illegal_move() -> None:
    for error in (roost.OptionError, roost.NotationError, roost.IllegalMoveError, roost.WrongSeatError):
        assert issubclass(error, roost.RoostError)
    assert issubclass(roost.WrongSeatError, roost.IllegalMoveError)
