"""What a turn can be played for, by name: the swing of this turn, a result of at least N, a result of exactly N."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from roost.core.errors import OptionError, quote
from roost.core.moves import Action
from roost.core.state import State
from roost.games.picnic.board import Lane
from roost.games.picnic.state import PicnicState
from roost.games.set_aside import SetAsideState
from roost.odds.choice import Choice, mover

__all__ = ["Aim", "AtLeast", "Exactly", "Solution", "Swing", "aim", "swing"]


_NUMBER = re.compile("[0-9]{1,2}")
_State_contra = TypeVar("_State_contra", bound=State, contravariant=True)


class Solution(Protocol[_State_contra]):
    """A solved turn. It answers for every state of that turn, from the one it was solved at on."""

    @property
    def nbytes(self) -> int:
        """About how much memory it takes."""

    def value(self, state: _State_contra) -> float:
        """What the turn is worth at ``state`` under best play."""

    def values(self, state: _State_contra) -> dict[Action, float]:
        """What each legal action is worth under best play from then on."""

    def best(self, state: _State_contra) -> Action:
        """The best action."""

    def results(self, state: _State_contra, action: Action | None = None) -> dict[Action, float]:
        """How likely each way to end the turn is under best play (after ``action``, if given)."""

    def choices(self, state: _State_contra) -> tuple[Choice, ...]:
        """Every legal action with its value and how the turn would end, the best first."""


class Aim(Protocol):
    """Something to play a turn for."""

    @property
    def name(self) -> str:
        """The aim as one types it."""

    def solve(self, state: State) -> Solution[Any]:
        """Solve the turn under way."""


def swing(before: State) -> Callable[[State], float]:
    """How far a turn moves the mover ahead: what he gains, less what the others gain on average."""
    seat, scores = mover(before), before.scores()
    rivals, mine, everybodys = len(scores) - 1, scores[seat], sum(scores)

    def value(after: State) -> float:
        now = after.scores()
        own = now[seat] - mine
        return own - (sum(now) - everybodys - own) / rivals

    return value


class _Gain:
    """The swing of a turn of Picnic Blitz, where much is under way that has not scored yet: an estimate, in points.

    Like the estimate itself it adds up over the tracks, which lets the solver take them one by one.
    """

    def __init__(self, before: PicnicState) -> None:
        from roost.odds.picnic.progress import Progress

        self._progress = Progress(before.game, mover(before))
        self._before = self._progress(before)

    def __call__(self, after: PicnicState) -> float:
        return self._progress(after) - self._before

    def lane_value(self, place: int, lane: Lane) -> float:
        return self._progress.lane_value(place, lane)


@dataclass(frozen=True)
class Swing:
    """The expected swing of this turn: worms, snails or points won and lost, and taken from others."""

    name: str = "worms"

    def solve(self, state: State) -> Solution[Any]:
        """Solve the turn under way."""
        if isinstance(state, SetAsideState):
            from roost.odds.turn import solve_turn

            return solve_turn(state, swing(state))
        if isinstance(state, PicnicState):
            from roost.odds.picnic import solve_picnic

            return solve_picnic(state, _Gain(state))
        raise OptionError(f"there is no solver for {state.game.name}", input=self.name, position=str(state))


@dataclass(frozen=True)
class _Result(ABC):
    number: int

    def solve(self, state: State) -> Solution[Any]:
        """Solve the turn under way."""
        from roost.odds.turn import solve_result

        if not isinstance(state, SetAsideState):
            message = f"a turn of {state.game.name} has no number to aim at; its aim is {Swing().name}"
            raise OptionError(message, input=self.number, position=str(state))
        return solve_result(state, self._worth)

    @abstractmethod
    def _worth(self, total: int) -> float:
        """What a result is worth."""


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


def aim(text: str) -> Aim:
    """The aim of a name: ``worms`` (or ``points``: the swing of this turn), ``at-least 24``, ``exactly 28``."""
    match text.lower().split():
        case ["worms" | "points"]:
            return Swing()
        case [("at-least" | "exactly") as how, number] if _NUMBER.fullmatch(number):
            return AtLeast(int(number)) if how == "at-least" else Exactly(int(number))
    raise OptionError(f"{quote(text)} is not an aim; aims: worms, at-least N, exactly N", input=text)
