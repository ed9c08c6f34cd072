"""Generic kernel functions that the compiler replaces by a game's own, according to the type of its rules.

Each kernel is a module with the same functions, the game's adapter ``compiled``. Python never runs ``act(rules, state,
action)`` and the other functions below; the compiler substitutes the kernel's functions.
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
"""A game for each type of rules. Games with the same type share all compiled code."""


def introduce(rules: np.dtype[np.void], kind: type[Game]) -> None:
    """Register the game for a type of rules; must happen before code for the type is compiled."""
    _GAMES.setdefault(from_dtype(rules), kind)


def legal(rules: Record, state: Record) -> Any:
    """Return the legal actions as the bits of two words, the first for actions 0 to 63."""
    raise NotImplementedError


def act(rules: Record, state: Record, action: Any) -> None:
    """Carry out an action in a compiled state."""
    raise NotImplementedError


def to_roll(rules: Record, state: Record) -> Any:
    """Return the number of dice to roll: 0 at a decision and at the end. The first player is drawn elsewhere."""
    raise NotImplementedError


def roll(rules: Record, state: Record, shown: Any) -> None:
    """Apply a packed roll."""
    raise NotImplementedError


def score(rules: Record, state: Record, seat: Any) -> Any:
    """Return the score of a seat if the game ended now."""
    raise NotImplementedError


def rank(rules: Record, state: Record, seat: Any) -> Any:
    """Return a seat's rank in a tie at the end, where the highest wins; 0 for all seats without a tie-break."""
    raise NotImplementedError


def end_reason(rules: Record, state: Record) -> Any:
    """Return the index of the reason for the end among the game's end reasons."""
    raise NotImplementedError


def by_rules(function: Callable[..., Any], adapter: str, otherwise: Callable[..., Any] | None = None) -> None:
    """Make the compiler replace a function by the game's function of the same name in the adapter ``adapter``.

    Games without this adapter use ``otherwise``; if that is None, compiling fails.
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
