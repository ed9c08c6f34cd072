"""One name for what every family of games can do in packed form; compiled code finds the family by its rules' type.

Each family is a module with the same functions. ``act(rules, state, action)`` and its siblings below are never run by
Python: the compiler puts the right module's function in their place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

from numba import from_dtype
from numba.extending import overload

from roost.fast import barbecue, picnic, tiles
from roost.fast.compiling import INNER
from roost.fast.records import Record

__all__ = ["act", "by_family", "end_reason", "legal", "rank", "roll", "score", "to_roll"]

_FAMILIES = {from_dtype(family.RULES): family for family in (tiles, barbecue, picnic)}


def legal(rules: Record, state: Record) -> Any:
    """The legal actions as the bits of two words, the first for the actions 0 to 63."""
    raise NotImplementedError


def act(rules: Record, state: Record, action: Any) -> None:
    """Play a legal action."""
    raise NotImplementedError


def to_roll(rules: Record, state: Record) -> Any:
    """How many dice are rolled here: 0 at a decision and at the end. The first player is drawn otherwise."""
    raise NotImplementedError


def roll(rules: Record, state: Record, shown: Any) -> None:
    """The dice fell, as a packed roll says."""
    raise NotImplementedError


def score(rules: Record, state: Record, seat: Any) -> Any:
    """What a seat would score if the game ended now."""
    raise NotImplementedError


def rank(rules: Record, state: Record, seat: Any) -> Any:
    """What parts seats with equal scores at the end; 0 for all where nothing does."""
    raise NotImplementedError


def end_reason(rules: Record, state: Record) -> Any:
    """The place of the reason for the end among the game's end reasons."""
    raise NotImplementedError


def by_family(function: Callable[..., Any], homes: Mapping[ModuleType, ModuleType]) -> None:
    """Let the compiler replace a function by the one of the same name in the home of the rules' family."""

    def found(rules: Any, *arguments: Any) -> Any:
        compiled = getattr(homes[_FAMILIES[rules]], function.__name__)

        def call(rules: Any, *arguments: Any) -> Any:
            return compiled(rules, *arguments)

        return call

    options: Any = {"forceinline": True, **INNER}
    overload(function, strict=False, jit_options=options)(found)


for _function in (legal, act, to_roll, roll, score, rank, end_reason):
    by_family(_function, {family: family for family in _FAMILIES.values()})
