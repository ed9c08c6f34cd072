"""Compute the odds of a turn that is played to win the game, with each choice's value as a win share."""

from dataclasses import dataclass

from roost.core.moves import Action
from roost.core.state import State
from roost.study.odds.aims import Aim, aim
from roost.study.odds.choice import ActionOdds, Interval, mover
from roost.study.review.values import ValuedTurn, known_well


@dataclass(frozen=True)
class Winning:
    """Aim for the player's win share, estimated by the game's own model or by a learnt one."""

    name: str = "win"

    def solve(self, state: State) -> "WonTurn":
        """Solve the current turn for the player's win share."""
        from roost.study.models import value  # imported late, because it needs a compiler

        mover(state)  # raises an error if the game is over or has not begun
        return WonTurn(known_well(value(state)))


@dataclass(frozen=True)
class WonTurn:
    """The odds of a solved turn, from the view of the player whose turn it is."""

    turn: ValuedTurn

    def value(self, state: State) -> float:
        return self.turn.shares(state)[mover(state)]

    def results(self, state: State) -> dict[Action, float]:
        """Return the probability of each ending of the turn under best play."""
        return dict(self.turn.results(state))

    def choices(self, state: State) -> tuple[ActionOdds, ...]:
        """Return every legal action with its win share and results, best first."""
        turn, seat = self.turn, mover(state)
        choices = [
            ActionOdds(action, shares[seat], turn.results(state, action), turn.error)
            for action, shares in turn.choices(state).items()
        ]
        best = turn.best(state) if choices else None
        return tuple(sorted(choices, key=lambda choice: (choice.action != best, -choice.value)))

    def error(self, state: State) -> float:
        return self.turn.error

    def between(self, state: State) -> Interval | None:
        return None  # a model values what the search did not expand, so no value is unknown


def read_aim(text: str) -> Aim:
    """Return the aim with this name: ``win``, or one of :func:`roost.study.odds.aims.aim`."""
    return aim(text, {"win": Winning()})
