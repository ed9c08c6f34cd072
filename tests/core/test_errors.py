"""Errors are for people: short, quoting, suggesting."""

import roost
from roost.core.errors import quote, suggest


def test_what_was_typed_is_quoted() -> None:
    """Input is shown as it was typed, with what cannot be seen made visible."""
    assert quote("take24") == "'take24'"
    assert quote("a\nb") == "'a\\nb'"
    assert quote(7) == "7"


def test_long_input_is_shortened() -> None:
    """A message stays readable whatever was typed."""
    shown = quote("x" * 10_000)
    assert len(shown) == 80
    assert shown.startswith("'xxx")
    assert shown.endswith("…")
    assert quote("x" * 78) == "'" + "x" * 78 + "'"


def test_a_near_word_is_suggested() -> None:
    """A slip of the finger gets the word that was meant, anything else the list of what is known."""
    assert suggest("hekmeck", ["junior", "heckmeck"]) == "did you mean 'heckmeck'?"
    assert suggest("chess", ["junior", "heckmeck"]) == "known: heckmeck, junior"
    assert suggest("chess", []) == "known: none"
    assert suggest(None, ["junior"]) == "known: junior"


def test_one_family() -> None:
    """Every error of Roost can be caught by one name, and a wrong seat is an illegal move."""
    for error in (roost.OptionError, roost.NotationError, roost.IllegalMoveError, roost.WrongSeatError):
        assert issubclass(error, roost.RoostError)
    assert issubclass(roost.WrongSeatError, roost.IllegalMoveError)
