"""Describe the odds of a position as plain data: every choice with its value and results."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from roost.core.errors import RoostError
from roost.core.moves import Action
from roost.core.notation import Json
from roost.core.state import Node, State
from roost.study.odds.adapter import Sampled, SolvedPosition
from roost.study.odds.aims import Aim, Swing
from roost.study.odds.choice import FAILS, ActionOdds


@dataclass(frozen=True)
class PositionOdds:
    """The odds of a position, solved for an aim."""

    state: State
    aim: Aim
    value: float
    """Expected value of the turn under best play."""
    results: Mapping[Action, float]
    """Probability of each ending of the turn under best play."""
    choices: tuple[ActionOdds, ...]
    """Every legal action with its odds, best first; empty at a roll."""
    error: float = 0.0
    """Standard error of the value; 0 if the value is exact."""

    @property
    def fails(self) -> float:
        """Probability under best play that the turn fails."""
        return self.results.get(FAILS, 0.0)

    def to_json(self) -> dict[str, Json]:
        return {
            "position": str(self.state),
            "seat": self.state.seat,
            "node": self.state.node.value,
            "aim": self.aim.name,
            "value": self.value,
            **_error(self.error),
            "fails": self.fails,
            "results": _results(self.results),
            "choices": [
                {
                    "token": str(choice.action),
                    "action": choice.action.to_json(),
                    "value": choice.value,
                    **_error(choice.error),
                    "fails": choice.fails,
                    "results": _results(choice.results),
                }
                for choice in self.choices
            ],
        }


def _error(error: float) -> dict[str, Json]:
    """Return the error as a JSON field; empty if the value is exact."""
    return {"error": error} if error else {}


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
        return PositionOdds(state, aim, choices[0].value, choices[0].results, choices, choices[0].error)
    return PositionOdds(state, aim, solution.value(state), solution.results(state), (), _error_of(solution, state))


def _error_of(solution: SolvedPosition[Any], state: State) -> float:
    """Return the standard error of a search's value; 0 for a game's own solver, which is exact."""
    return solution.error(state) if isinstance(solution, Sampled) else 0.0
