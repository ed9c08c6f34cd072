"""Odds of a turn that is played for the game: what each choice is worth as a share of the win."""

from dataclasses import dataclass

from roost.core.moves import Action
from roost.core.state import State
from roost.study.odds.aims import Aim, aim
from roost.study.odds.choice import Choice, mover
from roost.study.review.values import SolvedTurn, known_well


@dataclass(frozen=True)
class Winning:
    """The player's share of the win, by the game's model or, where it brings none, by one that was learnt."""

    name: str = "win"

    def solve(self, state: State) -> "WonTurn":
        """Solve the turn under way."""
        from roost.study.models import value  # here, because it brings a compiler along

        mover(state)  # refuses a game that is over or has not begun
        return WonTurn(known_well(value(state)))


@dataclass(frozen=True)
class WonTurn:
    """The odds of a turn that was solved for every seat, as its player sees them."""

    turn: SolvedTurn

    def value(self, state: State) -> float:
        """The player's share of the win."""
        return self.turn.shares(state)[mover(state)]

    def results(self, state: State) -> dict[Action, float]:
        """How likely each way to end the turn is under best play."""
        return dict(self.turn.results(state))

    def choices(self, state: State) -> tuple[Choice, ...]:
        """Every legal action with its share and how the turn would end, the best first."""
        turn, seat = self.turn, mover(state)
        found = [
            Choice(action, shares[seat], turn.results(state, action), turn.error)
            for action, shares in turn.choices(state).items()
        ]
        best = turn.best(state) if found else None
        return tuple(sorted(found, key=lambda choice: (choice.action != best, -choice.value)))

    def error(self, state: State) -> float:
        """How far the share may be off."""
        return self.turn.error


def read_aim(text: str) -> Aim:
    """The aim of a name: ``win``, or one of :func:`roost.study.odds.aims.aim`."""
    return aim(text, {"win": Winning()})
