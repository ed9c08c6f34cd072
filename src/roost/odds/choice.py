"""What the solvers answer: a choice with its value and its consequences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from roost.core.moves import Action

__all__ = ["FAILS", "Choice", "Fails"]


@dataclass(frozen=True, slots=True)
class Fails(Action):
    """Not a choice but a result: the turn ends with nothing."""

    form: ClassVar[str] = "fails"


FAILS = Fails()


@dataclass(frozen=True)
class Choice:
    """One legal action, solved."""

    action: Action
    value: float
    """Its value under best play from then on."""
    results: Mapping[Action, float]
    """How likely the turn is to end with each claim, or to fail."""

    @property
    def fails(self) -> float:
        """How likely the turn is to end with nothing."""
        return self.results.get(FAILS, 0.0)
