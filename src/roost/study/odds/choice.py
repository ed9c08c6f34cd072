"""Results and choices as turn solvers report them, and two helpers for positions: the mover and the swing."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from roost.core.errors import RoostError
from roost.core.game import PerSeat
from roost.core.moves import Action, Number
from roost.core.notation import Integer
from roost.core.plain import PlainState
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
class Unseen(Action):
    """Result of a turn that the search did not follow to its end."""

    form: ClassVar[str] = "unseen"


UNSEEN = Unseen()
"""The shared instance of :class:`Unseen`."""


@dataclass(frozen=True, slots=True)
class Reaches(Action):
    """Result of a turn that ends with a worm and a total, used if only the total counts."""

    form: ClassVar[str] = "reaches{total}"
    total: Number


class Interval(NamedTuple):
    """An interval that contains an unknown value."""

    below: float
    above: float


@dataclass(frozen=True)
class ActionOdds:
    """A legal action with its value and the probabilities of the turn's results."""

    action: Action
    value: float
    """Expected value of the turn after the action, under best play; nan if the turn was not searched to its end."""
    results: Mapping[Action, float]
    """Probability of each ending of the turn: a claim, a failure, or a total if only the total counts."""
    error: float = 0.0
    """Standard error of the value; 0 if the value is exact."""
    between: Interval | None = None
    """The interval in which an unknown value is; None if even that is unknown."""

    @property
    def fails(self) -> float:
        """Probability that the turn fails, as far as it was searched."""
        return self.results.get(FAILS, 0.0)

    @property
    def unseen(self) -> float:
        """Probability that the turn reaches a roll that was not searched."""
        return self.results.get(UNSEEN, 0.0)


def mover(state: State) -> int:
    """Return the seat to move; raise an error if there is none."""
    if state.seat is None:
        raise RoostError("there is no turn to solve: the game is over or has not begun", position=str(state))
    return state.seat


def swing_range(before: State) -> Interval | None:
    """Return the lowest and the highest swing that the declared scores allow; None if they declare no limits."""
    kind = type(before)
    codec = next(field.codec for field in before.game.layout() if isinstance(field, PerSeat))
    if not isinstance(before, PlainState) or not isinstance(codec, Integer):
        return None
    if kind.scores is not PlainState.scores or kind.heuristic is not State.heuristic:
        return None
    limits = (-codec.most, -codec.least) if before.game.lowest_wins else (codec.least, codec.most)
    seat, start = mover(before), before.heuristic()
    others = (sum(start) - start[seat]) / (len(start) - 1)
    span, ahead = limits[1] - limits[0], start[seat] - others
    return Interval(-span - ahead, span - ahead)


def swing(before: State) -> Callable[[State], float]:
    """Return a function that values a later position: the mover's gain since ``before`` minus the others' mean gain."""
    seat, start = mover(before), before.heuristic()
    rivals, own_start, total = len(start) - 1, start[seat], sum(start)

    def value(after: State) -> float:
        now = after.heuristic()
        gain = now[seat] - own_start
        return gain - (sum(now) - total - gain) / rivals

    return value
