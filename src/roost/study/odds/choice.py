"""Results and choices as turn solvers report them, and two helpers for positions: the mover and the swing."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from roost.core.errors import RoostError
from roost.core.moves import Action, Number
from roost.core.state import State

TIE = 1e-12
"""Maximum difference between values that count as equal. Rounding causes such differences if the order of sums changes.
"""


@dataclass(frozen=True, slots=True)
class Fails(Action):
    """Result of a turn that ends without a gain."""

    form: ClassVar[str] = "fails"


FAILS = Fails()
"""The shared instance of :class:`Fails`."""


@dataclass(frozen=True, slots=True)
class Ends(Action):
    """Result of a turn that ends with a gain because of the dice, without a choice by the player."""

    form: ClassVar[str] = "ends"


ENDS = Ends()
"""The shared instance of :class:`Ends`."""


@dataclass(frozen=True, slots=True)
class Reaches(Action):
    """Result of a turn that ends with a worm and a total, used if only the total counts."""

    form: ClassVar[str] = "reaches{total}"
    total: Number


@dataclass(frozen=True)
class ActionOdds:
    """A legal action with its value and the probabilities of the turn's results."""

    action: Action
    value: float
    """Expected value of the turn after the action, under best play."""
    results: Mapping[Action, float]
    """Probability of each ending of the turn: a claim, a failure, or a total if only the total counts."""
    error: float = 0.0
    """Standard error of the value; 0 if the value is exact."""

    @property
    def fails(self) -> float:
        """Probability that the turn fails."""
        return self.results.get(FAILS, 0.0)


def mover(state: State) -> int:
    """Return the seat to move; raise an error if there is none."""
    if state.seat is None:
        raise RoostError("there is no turn to solve: the game is over or has not begun", position=str(state))
    return state.seat


def swing(before: State) -> Callable[[State], float]:
    """Return a function that values a later position: the mover's gain since ``before`` minus the others' mean gain."""
    seat, start = mover(before), before.progress()
    rivals, own_start, total = len(start) - 1, start[seat], sum(start)

    def value(after: State) -> float:
        now = after.progress()
        gain = now[seat] - own_start
        return gain - (sum(now) - total - gain) / rivals

    return value
