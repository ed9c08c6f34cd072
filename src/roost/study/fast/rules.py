"""One name for what every game can do in packed form; compiled code finds the game by the type of its rules.

Each kernel is a module with the same functions, the game's face ``compiled``. ``act(rules, state, action)`` and its
siblings below are never run by Python: the compiler puts the right kernel's function in their place.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import from_dtype
from numba.extending import overload

from roost.core.faces import has_face, need_face
from roost.core.game import Game
from roost.study.fast.compiler import INNER
from roost.study.fast.records import Record

_GAMES: dict[Any, type[Game]] = {}
"""A game for each type of rules. Games that share one share everything that is compiled."""


def introduce(rules: np.dtype[np.void], kind: type[Game]) -> None:
    """Say which game has rules of this type, before anything is compiled for them."""
    _GAMES.setdefault(from_dtype(rules), kind)


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
    """The score of a seat if the game ended now."""
    raise NotImplementedError


def rank(rules: Record, state: Record, seat: Any) -> Any:
    """The order of seats with equal scores at the end; 0 for all where nothing parts them."""
    raise NotImplementedError


def end_reason(rules: Record, state: Record) -> Any:
    """The place of the reason for the end among the game's end reasons."""
    raise NotImplementedError


def by_rules(function: Callable[..., Any], face: str, otherwise: Callable[..., Any] | None = None) -> None:
    """Let the compiler replace a function by the one of the same name in a face of the game with these rules.

    ``otherwise`` stands for it where a game brings no such face; without, that is an error.
    """

    def found(rules: Any, *arguments: Any) -> Any:
        compiled = otherwise
        if compiled is None or has_face(_GAMES[rules], face):
            compiled = getattr(need_face(_GAMES[rules], face, f"compiled {function.__name__}"), function.__name__)

        def call(rules: Any, *arguments: Any) -> Any:
            return compiled(rules, *arguments)

        return call

    options: Any = {"forceinline": True, **INNER}
    overload(function, strict=False, jit_options=options)(found)


for _function in (legal, act, to_roll, roll, score, rank, end_reason):
    by_rules(_function, "compiled")
