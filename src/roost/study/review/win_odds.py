"""The odds of a turn for any aim; if the aim is to win the game, each choice's value is a win share."""

from dataclasses import dataclass

from roost.core.game import Game
from roost.core.moves import Action
from roost.core.registry import state_of
from roost.core.state import State
from roost.study.odds import aims
from roost.study.odds.aims import Aim
from roost.study.odds.choice import ActionOdds, Interval, mover
from roost.study.odds.position import PositionOdds, position_odds
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
    return aims.aim(text, {"win": Winning()})


def odds(position: State | Game | str, aim: Aim | str = "gain") -> PositionOdds:
    """Return the odds of a turn: what each choice is worth for an aim, and how the turn ends.

    A position may also be given as text, or as a game or a game's name, which mean the opening. An aim is an object, or
    its name: ``gain``, ``win``, ``at-least 24`` or ``exactly 28``.
    """
    return position_odds(state_of(position), aim if isinstance(aim, Aim) else read_aim(str(aim)))
