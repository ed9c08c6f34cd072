"""Generic kernel functions that the compiler replaces by a game's own functions, depending on the type of its rules.

Each game's kernel is a module with functions of the same names: the game's adapter ``compiled``. Python never runs
``act(rules, state, action)`` or the other functions below; the compiler substitutes the kernel's functions.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import from_dtype
from numba.extending import overload

from roost.core.adapters import has_adapter, require_adapter
from roost.core.game import Game
from roost.study.fast.compiler import INNER
from roost.study.fast.records import Record

_GAMES: dict[Any, type[Game]] = {}
"""The game for each type of rules record. All games with the same type share their compiled code."""


def introduce(rules: np.dtype[np.void], kind: type[Game]) -> None:
    """Register the game for a type of rules record.

    This must happen before code for the type is compiled.
    """
    _GAMES.setdefault(from_dtype(rules), kind)


def legal(rules: Record, state: Record) -> Any:
    """Return the legal actions as the bits of two words, with actions 0 to 63 in the first word."""
    raise NotImplementedError


def act(rules: Record, state: Record, action: Any) -> None:
    """Play an action in a compiled state, in place."""
    raise NotImplementedError


def to_roll(rules: Record, state: Record) -> Any:
    """Return the number of dice to roll; 0 at a decision, at the end, and when the first player is to be drawn."""
    raise NotImplementedError


def roll(rules: Record, state: Record, shown: Any) -> None:
    """Apply a packed roll to a compiled state, in place."""
    raise NotImplementedError


def score(rules: Record, state: Record, seat: Any) -> Any:
    """Return a seat's score if the game ended now."""
    raise NotImplementedError


def rank(rules: Record, state: Record, seat: Any) -> Any:
    """Return a seat's tie-break rank (the highest wins the tie), or 0 if the game has no tie-break."""
    raise NotImplementedError


def end_reason(rules: Record, state: Record) -> Any:
    """Return the reason for the end, as an index into the game's end reasons."""
    raise NotImplementedError


def by_rules(function: Callable[..., Any], adapter: str, otherwise: Callable[..., Any] | None = None) -> None:
    """Make the compiler replace ``function`` by the function of the same name in the game's adapter called ``adapter``.

    Games without this adapter use ``otherwise``; if ``otherwise`` is None, compiling fails.
    """

    def replacement(rules: Any, *arguments: Any) -> Any:
        compiled = otherwise
        if compiled is None or has_adapter(_GAMES[rules], adapter):
            compiled = getattr(
                require_adapter(_GAMES[rules], adapter, f"compiled {function.__name__}"), function.__name__
            )

        def call(rules: Any, *arguments: Any) -> Any:
            return compiled(rules, *arguments)

        return call

    options: Any = {"forceinline": True, **INNER}
    overload(function, strict=False, jit_options=options)(replacement)


for _function in (legal, act, to_roll, roll, score, rank, end_reason):
    by_rules(_function, "compiled")
