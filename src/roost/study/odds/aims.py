"""The aims of a turn, by name: the swing of this turn, a result of at least N, a result of exactly N.

To win the game is an aim too, but takes more than a turn: :mod:`roost.study.review.win_odds`.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Protocol

from roost.core.errors import OptionError, quote
from roost.core.state import State
from roost.study.odds.face import Solution, Solved, odds_face

_NUMBER = re.compile("[0-9]{1,2}")
_NO_MORE: Mapping[str, Aim] = MappingProxyType({})


class Aim(Protocol):
    """Something to play a turn for."""

    @property
    def name(self) -> str:
        """The aim as one types it."""

    def solve(self, state: State) -> Solved[Any]:
        """Solve the turn under way."""


@dataclass(frozen=True)
class Swing:
    """The expected swing of this turn: worms, snails or points won and lost, and taken from others."""

    name: str = "worms"

    def solve(self, state: State) -> Solution[Any]:
        """Solve the turn under way."""
        return odds_face(state.game).solve(state)


@dataclass(frozen=True)
class _Result(ABC):
    number: int

    def solve(self, state: State) -> Solution[Any]:
        """Solve the turn under way."""
        return odds_face(state.game).solve_number(state, self._worth)

    @abstractmethod
    def _worth(self, total: int) -> float:
        """The worth of a result."""


@dataclass(frozen=True)
class AtLeast(_Result):
    """The chance of a result, with a worm, of at least a number."""

    @property
    def name(self) -> str:
        return f"at-least {self.number}"

    def _worth(self, total: int) -> float:
        return float(total >= self.number)


@dataclass(frozen=True)
class Exactly(_Result):
    """The chance of a result, with a worm, of exactly a number."""

    @property
    def name(self) -> str:
        return f"exactly {self.number}"

    def _worth(self, total: int) -> float:
        return float(total == self.number)


def aim(text: str, more: Mapping[str, Aim] = _NO_MORE) -> Aim:
    """The aim of a name: ``worms`` or ``points`` (this turn), ``at-least 24``, ``exactly 28``, or one of ``more``."""
    match text.lower().split():
        case [name] if name in more:
            return more[name]
        case ["worms" | "points"]:
            return Swing()
        case [("at-least" | "exactly") as how, number] if _NUMBER.fullmatch(number):
            return AtLeast(int(number)) if how == "at-least" else Exactly(int(number))
    known = ", ".join(["worms", *more, "at-least N", "exactly N"])
    raise OptionError(f"{quote(text)} is not an aim; aims: {known}", input=text)
