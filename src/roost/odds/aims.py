"""What a turn can be played for, by name: the swing of this turn, a result of at least N, a result of exactly N."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from roost.core.errors import OptionError, RoostError, quote
from roost.core.moves import Action
from roost.core.state import State
from roost.games.set_aside import SetAsideState
from roost.odds.choice import Choice

__all__ = ["Aim", "AtLeast", "Exactly", "Solution", "Swing", "aim", "swing"]


class Solution(Protocol):
    """A solved turn. It answers for every state of that turn."""

    def value(self, state: State) -> float:
        """What the turn is worth at ``state`` under best play."""

    def values(self, state: State) -> dict[Action, float]:
        """What each legal action is worth under best play from then on."""

    def best(self, state: State) -> Action:
        """The best action."""

    def choices(self, state: State) -> tuple[Choice, ...]:
        """Every legal action with its value and how the turn would end, the best first."""


class Aim(Protocol):
    """Something to play a turn for."""

    @property
    def name(self) -> str:
        """The aim as one types it."""

    def solve(self, state: State) -> Solution:
        """Solve the turn under way."""


def swing(before: State) -> Callable[[State], float]:
    """How far a turn moves the mover ahead: what he gains, less what the others gain on average."""
    seat, scores = before.seat, before.scores()
    if seat is None:
        raise RoostError("there is no turn to solve: the game is over or has not begun", position=str(before))
    rivals = len(scores) - 1

    def value(after: State) -> float:
        now = after.scores()
        own = now[seat] - scores[seat]
        return own - (sum(now) - sum(scores) - own) / rivals

    return value


@dataclass(frozen=True)
class Swing:
    """The expected swing of this turn: worms, snails or points won and lost, and taken from others."""

    name: str = "swing"

    def solve(self, state: State) -> Solution:
        """Solve the turn under way."""
        if isinstance(state, SetAsideState):
            from roost.odds.turn import solve_turn

            return solve_turn(state, swing(state))
        from roost.games.picnic import PicnicState
        from roost.odds.picnic import solve_picnic
        from roost.odds.progress import progress_value

        assert isinstance(state, PicnicState)
        assert state.seat is not None
        seat = state.seat
        before = progress_value(state, seat)
        return solve_picnic(state, lambda after: progress_value(after, seat) - before)


@dataclass(frozen=True)
class _Result:
    number: int

    def solve(self, state: State) -> Solution:
        """Solve the turn under way."""
        from roost.odds.turn import solve_result

        if not isinstance(state, SetAsideState):
            raise OptionError(f"{state.game.name} has no result to aim at; its aim is swing", input=self.number)
        return solve_result(state, self._worth)

    def _worth(self, total: int) -> float:
        raise AssertionError(total)  # pragma: no cover  # an abstract result is never solved


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
    """The aim of a name: ``swing``, ``at-least 24``, ``exactly 28``."""
    match text.split():
        case ["swing" | "worms" | "points"]:
            return Swing()
        case ["at-least", number] if number.isdecimal() and len(number) < 4:
            return AtLeast(int(number))
        case ["exactly", number] if number.isdecimal() and len(number) < 4:
            return Exactly(int(number))
    raise OptionError(f"{quote(text)} is not an aim; aims: worms, at-least N, exactly N", input=text)
