"""The questions and answers of the solvers: whose turn it is; a choice with its value and its consequences."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from roost.core.errors import RoostError
from roost.core.moves import Action, Number
from roost.core.state import State


@dataclass(frozen=True, slots=True)
class Fails(Action):
    """Not a choice but a result: the turn ends with nothing."""

    form: ClassVar[str] = "fails"


FAILS = Fails()
"""The ending of a turn that fails."""


@dataclass(frozen=True, slots=True)
class Ends(Action):
    """Not a choice but a result: the dice end the turn, and it has brought something all the same."""

    form: ClassVar[str] = "ends"


ENDS = Ends()
"""The ending of a turn that no choice ends, and that does not fail."""


@dataclass(frozen=True, slots=True)
class Reaches(Action):
    """Not a choice but a result: the turn ends on this number, with a worm, and only the number counts."""

    form: ClassVar[str] = "reaches{total}"
    total: Number


@dataclass(frozen=True)
class Choice:
    """One legal action, solved."""

    action: Action
    value: float
    """Its value under best play from then on."""
    results: Mapping[Action, float]
    """How likely each way to end the turn is: with a claim, or failing; on a number, where only that counts."""
    error: float = 0.0
    """The standard error of the value, where it was sampled; 0 where it is exact."""

    @property
    def fails(self) -> float:
        """How likely the turn is to end with nothing."""
        return self.results.get(FAILS, 0.0)


def mover(state: State) -> int:
    """The seat whose turn is to be solved. Without one, there is nothing to solve."""
    if state.seat is None:
        raise RoostError("there is no turn to solve: the game is over or has not begun", position=str(state))
    return state.seat


def swing(before: State) -> Callable[[State], float]:
    """How far a turn moves the mover ahead: what they gain, less what the others gain on average."""
    seat, came = mover(before), before.progress()
    rivals, mine, everybodys = len(came) - 1, came[seat], sum(came)

    def value(after: State) -> float:
        now = after.progress()
        own = now[seat] - mine
        return own - (sum(now) - everybodys - own) / rivals

    return value
