"""Odds of a turn that is played for the game: what each choice is worth as a share of the win."""

from dataclasses import dataclass
from typing import Any

from roost.core.cancellation import check_cancelled
from roost.core.moves import Action
from roost.core.state import State
from roost.study.odds.aims import Aim, aim
from roost.study.odds.choice import Choice, mover
from roost.study.odds.face import Solution, odds_face
from roost.study.review.values import Estimated, SolvedTurn, known_well


@dataclass(frozen=True)
class Winning:
    """The player's share of the win, by the game's model or, where it brings none, by one that was learnt."""

    name: str = "win"

    def solve(self, state: State) -> Solution[Any]:
        """Solve the turn under way."""
        from roost.study.models import value  # here, because it brings a compiler along

        mover(state)  # refuses a game that is over or has not begun
        return solve_for_the_win(state, known_well(value(state)))


def read_aim(text: str) -> Aim:
    """The aim of a name: ``win``, or one of :func:`roost.study.odds.aims.aim`."""
    return aim(text, {"win": Winning()})


def solve_for_the_win(state: State, turn: SolvedTurn) -> Solution[Any]:
    """Solve the turn under way for its player's share of the win, as ``turn`` values the positions after it."""
    seat = mover(state)
    if isinstance(turn, Estimated):
        return _Learnt(turn)
    share = getattr(turn, "share", lambda after, seat: turn.shares(after)[seat])

    def worth(after: State) -> float:
        check_cancelled()  # some turns can end in a hundred thousand ways
        found: float = share(after, seat)
        return found

    return odds_face(state.game).solve(state, worth)


class _Learnt:
    """A turn that was searched against a learnt model, read as a solved one: every value has its error."""

    def __init__(self, turn: Estimated) -> None:
        self._turn = turn

    @property
    def nbytes(self) -> int:
        return self._turn.nbytes

    def value(self, state: State) -> float:
        return self._turn.shares(state)[mover(state)]

    def values(self, state: State) -> dict[Action, float]:
        return {action: shares[mover(state)] for action, shares in self._turn.choices(state).items()}

    def best(self, state: State) -> Action:
        return self._turn.best(state)

    def results(self, state: State, action: Action | None = None) -> dict[Action, float]:
        return dict(self._turn.results(state, action))

    def choices(self, state: State) -> tuple[Choice, ...]:
        found = [
            Choice(action, value, self.results(state, action), self._turn.error)
            for action, value in self.values(state).items()
        ]
        best = self.best(state) if found else None
        return tuple(sorted(found, key=lambda choice: (choice.action != best, -choice.value)))

    def error(self, state: State) -> float:
        return self._turn.error
