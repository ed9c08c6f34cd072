"""Results and choices of the turn solvers, and what they need of a position: its mover and its swing."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from roost.core.errors import RoostError
from roost.core.moves import Action, Number
from roost.core.state import State


@dataclass(frozen=True, slots=True)
class Fails(Action):
    """Result of a turn that ends without a gain."""

    form: ClassVar[str] = "fails"


FAILS = Fails()
"""The shared instance of :class:`Fails`."""


@dataclass(frozen=True, slots=True)
class Ends(Action):
    """Result of a turn that the dice end with a gain, not a choice of the player."""

    form: ClassVar[str] = "ends"


ENDS = Ends()
"""The shared instance of :class:`Ends`."""


@dataclass(frozen=True, slots=True)
class Reaches(Action):
    """Result of a turn that ends with a worm on a total, where only the total counts."""

    form: ClassVar[str] = "reaches{total}"
    total: Number


@dataclass(frozen=True)
class ActionOdds:
    """A legal action with its value and the likely results of the turn."""

    action: Action
    value: float
    """Expected value under best play after the action."""
    results: Mapping[Action, float]
    """Probability of each ending of the turn: a claim, a failure, or a total where only the total counts."""
    error: float = 0.0
    """Standard error of the value; 0 where the value is exact."""

    @property
    def fails(self) -> float:
        """Probability that the turn fails."""
        return self.results.get(FAILS, 0.0)


def mover(state: State) -> int:
    """Return the seat to move; raise an error if the position has none."""
    if state.seat is None:
        raise RoostError("there is no turn to solve: the game is over or has not begun", position=str(state))
    return state.seat


def swing(before: State) -> Callable[[State], float]:
    """Return a function that values a later position: the mover's gain since ``before``, less the others' mean gain."""
    seat, start = mover(before), before.progress()
    rivals, own_start, total = len(start) - 1, start[seat], sum(start)

    def value(after: State) -> float:
        now = after.progress()
        gain = now[seat] - own_start
        return gain - (sum(now) - total - gain) / rivals

    return value
