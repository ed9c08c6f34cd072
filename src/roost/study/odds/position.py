"""Describe the odds of a position as plain data: every choice with its value and results."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import isnan

from roost.core.errors import RoostError
from roost.core.moves import Action
from roost.core.notation import Json
from roost.core.state import Node, State
from roost.study.odds.adapter import Searched
from roost.study.odds.aims import Aim, Swing
from roost.study.odds.choice import FAILS, UNSEEN, ActionOdds, Interval


@dataclass(frozen=True)
class PositionOdds:
    """The odds of a position, solved for an aim."""

    state: State
    aim: Aim
    value: float
    """Expected value of the turn under best play; nan if the turn was not searched to its end."""
    results: Mapping[Action, float]
    """Probability of each ending of the turn under best play."""
    choices: tuple[ActionOdds, ...]
    """Every legal action with its odds, best first; empty at a roll."""
    error: float = 0.0
    """Standard error of the value; 0 if the value is exact."""
    between: Interval | None = None
    """The interval in which an unknown value is; None if even that is unknown."""

    @property
    def fails(self) -> float:
        """Probability under best play that the turn fails, as far as it was searched."""
        return self.results.get(FAILS, 0.0)

    @property
    def unseen(self) -> float:
        """Probability that the turn reaches a roll that was not searched."""
        return self.results.get(UNSEEN, 0.0)

    def to_json(self) -> dict[str, Json]:
        return {
            "position": str(self.state),
            "seat": self.state.seat,
            "node": self.state.node.value,
            "aim": self.aim.name,
            "value": _number(self.value),
            **_doubt(self),
            "fails": self.fails,
            "results": _results(self.results),
            "choices": [
                {
                    "token": str(choice.action),
                    "action": choice.action.to_json(),
                    "value": _number(choice.value),
                    **_doubt(choice),
                    "fails": choice.fails,
                    "results": _results(choice.results),
                }
                for choice in self.choices
            ],
        }


def _number(value: float) -> Json:
    """Return a value as JSON, which has no nan."""
    return None if isnan(value) else value


def _doubt(odds: PositionOdds | ActionOdds) -> dict[str, Json]:
    """Return the uncertainty of a value as JSON fields; empty if the value is exact."""
    doubt: dict[str, Json] = {"error": odds.error} if odds.error else {}
    if isnan(odds.value):
        doubt["between"] = None if odds.between is None else list(odds.between)
    if odds.unseen:
        doubt["unseen"] = odds.unseen
    return doubt


def _results(results: Mapping[Action, float]) -> list[Json]:
    return [
        {"token": str(result), "result": result.to_json(), "chance": chance}
        for result, chance in results.items()
        if chance
    ]


def position_odds(state: State, aim: Aim | None = None) -> PositionOdds:
    """Solve a position for an aim, by default for the swing of the current turn."""
    aim = aim or Swing()
    if state.node is Node.OVER:
        raise RoostError("the game is over, so there is no turn to solve", position=str(state))
    if state.seat is None:
        message = "the first player is not drawn yet; write turn=A instead of turn=draw to see the odds of seat A"
        raise RoostError(message, position=str(state))
    solution = aim.solve(state)
    choices = solution.choices(state)
    if choices:
        best = choices[0]
        return PositionOdds(state, aim, best.value, best.results, choices, best.error, best.between)
    value, results = solution.value(state), solution.results(state)
    if not isinstance(solution, Searched):  # a game's own solver is exact
        return PositionOdds(state, aim, value, results, ())
    return PositionOdds(state, aim, value, results, (), solution.error(state), solution.between(state))
