"""Named aims for a turn: its swing, a total of at least N, or a total of exactly N.

Winning the game takes more than one turn, so the aim to win is in :mod:`roost.study.review.win_odds`.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Protocol, runtime_checkable

from roost.core.errors import OptionError, quote
from roost.core.state import State
from roost.study.odds.adapter import Solution, SolvedPosition, odds_adapter

_NUMBER = re.compile("[0-9]{1,2}")
_NO_MORE: Mapping[str, Aim] = MappingProxyType({})


@runtime_checkable
class Aim(Protocol):
    """A goal that a turn is played for."""

    @property
    def name(self) -> str:
        """The name of the aim, as you type it on the command line."""

    def solve(self, state: State) -> SolvedPosition[Any]:
        """Solve the current turn for this aim."""


@dataclass(frozen=True)
class Swing:
    """Aim for the expected swing: worms, snails or points gained, minus those that the other players gain."""

    name: str = "gain"

    def solve(self, state: State) -> Solution[Any]:
        return odds_adapter(state.game).solve(state)


@dataclass(frozen=True)
class _Result(ABC):
    number: int

    def solve(self, state: State) -> Solution[Any]:
        return odds_adapter(state.game).solve_number(state, self._worth)

    @abstractmethod
    def _worth(self, total: int) -> float: ...


@dataclass(frozen=True)
class AtLeast(_Result):
    """Aim for a total of at least ``number``, with a worm; the value is the probability of reaching it."""

    @property
    def name(self) -> str:
        return f"at-least {self.number}"

    def _worth(self, total: int) -> float:
        return float(total >= self.number)


@dataclass(frozen=True)
class Exactly(_Result):
    """Aim for a total of exactly ``number``, with a worm; the value is the probability of reaching it."""

    @property
    def name(self) -> str:
        return f"exactly {self.number}"

    def _worth(self, total: int) -> float:
        return float(total == self.number)


def aim(text: str, more: Mapping[str, Aim] = _NO_MORE) -> Aim:
    """Return an aim by name: ``gain`` (swing; or ``worms``), ``at-least 24``, ``exactly 28``, or one of ``more``."""
    match text.lower().split():
        case [name] if name in more:
            return more[name]
        case ["gain" | "worms" | "points"]:
            return Swing()
        case [("at-least" | "exactly") as how, number] if _NUMBER.fullmatch(number):
            return AtLeast(int(number)) if how == "at-least" else Exactly(int(number))
    known = ", ".join(["gain", *more, "at-least N", "exactly N"])
    raise OptionError(f"{quote(text)} is not an aim; aims: {known}", input=text)
