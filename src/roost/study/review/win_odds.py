"""Odds of a turn that is played for the game: what each choice is worth as a share of the win."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from roost.core.cancellation import check_cancelled
from roost.core.moves import Action
from roost.core.state import State
from roost.study.odds.aims import Aim, aim
from roost.study.odds.choice import Choice, mover
from roost.study.odds.face import Solution, odds_face
from roost.study.review.values import Estimated, SolvedTurn

__all__ = ["Winning", "read_aim", "solve_for_the_win"]


@dataclass(frozen=True)
class Winning:
    """The player's share of the win, by the game's model or, where it has none, by roll-outs."""

    name: str = "win"

    def solve(self, state: State) -> Solution[Any]:
        """Solve the turn under way."""
        from roost.study.models import value  # here, because it brings a compiler along

        mover(state)  # refuses a game that is over or has not begun
        turn = value(state)
        solved = solve_for_the_win(state, turn)
        return _Doubtful(solved, turn.error) if isinstance(turn, Estimated) else solved


def read_aim(text: str) -> Aim:
    """The aim of a name: ``win``, or one of :func:`roost.study.odds.aims.aim`."""
    return aim(text, {"win": Winning()})


def solve_for_the_win(state: State, turn: SolvedTurn) -> Solution[Any]:
    """Solve the turn under way for its player's share of the win, as ``turn`` values the positions after it."""
    seat = mover(state)
    share = getattr(turn, "share", lambda after, seat: turn.shares(after)[seat])

    def worth(after: State) -> float:
        check_cancelled()  # some turns can end in a hundred thousand ways
        found: float = share(after, seat)
        return found

    return odds_face(state.game).solve(state, worth)


class _Doubtful:
    """A turn whose ends were valued by an estimate: every value has its error."""

    def __init__(self, solved: Solution[Any], error: float) -> None:
        self._solved = solved
        self._error = error

    @property
    def nbytes(self) -> int:
        return self._solved.nbytes

    def value(self, state: State) -> float:
        return self._solved.value(state)

    def values(self, state: State) -> dict[Action, float]:
        return self._solved.values(state)

    def best(self, state: State) -> Action:
        return self._solved.best(state)

    def results(self, state: State, action: Action | None = None) -> dict[Action, float]:
        return self._solved.results(state, action)

    def choices(self, state: State) -> tuple[Choice, ...]:
        return tuple(replace(choice, error=max(choice.error, self._error)) for choice in self._solved.choices(state))

    def error(self, state: State) -> float:
        return self._error
