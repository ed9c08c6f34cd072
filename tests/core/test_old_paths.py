"""Modules of version 0.2: whoever imports one is told where it is now."""

from importlib import import_module
from importlib.util import find_spec

import pytest

from roost.core import old_paths


@pytest.mark.parametrize(("old", "new"), old_paths._MOVED.items())
def test_an_old_path_says_the_new_one(old: str, new: str) -> None:
    """The new path is there, and the error names it."""
    assert find_spec(f"roost.{new}") is not None
    with pytest.raises(ModuleNotFoundError, match=rf"roost\.{old} has moved: it is in roost\.{new} now"):
        import_module(f"roost.{old}")


def test_whatever_is_inside_an_old_path_is_told_as_well() -> None:
    """So are names that were imported from a package which is still there."""
    with pytest.raises(ModuleNotFoundError, match=r"it is in roost.lab.arena now"):
        exec("from roost.arena.running import run")
    with pytest.raises(ModuleNotFoundError, match=r"it is in roost.core.registry now"):
        exec("from roost.games import game")


def test_what_never_was_is_not_found_as_ever() -> None:
    """Only what has moved gets another error."""
    assert find_spec("roost.nonsense") is None
    with pytest.raises(ModuleNotFoundError, match=r"No module named 'roost.core.nonsense'"):
        import_module("roost.core.nonsense")
