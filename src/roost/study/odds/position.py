"""Describe the odds of a position as plain data: every choice with its value and results."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import isnan
from textwrap import wrap

from roost.core.errors import RoostError
from roost.core.moves import Action
from roost.core.notation import Json
from roost.core.state import Node, State
from roost.study.odds.adapter import Searched
from roost.study.odds.aims import Aim, Swing
from roost.study.odds.choice import FAILS, UNSEEN, ActionOdds, Interval

_WIDTH = 80
"""Maximum length of a printed line, in characters."""
_MOST_CHOICES = 12
_MOST_RESULTS = 8


@dataclass(frozen=True, repr=False)
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

    def __repr__(self) -> str:
        return f"<odds for {self.aim.name}: {_figure(self)}, choices: {len(self.choices)}>"

    def __str__(self) -> str:
        """Return the odds as a short table: the best choices, and the likeliest results of the best one."""
        return "\n".join(
            shortened for line in _lines(self) for shortened in wrap(line, _WIDTH, subsequent_indent="    ")
        )

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


def _lines(odds: PositionOdds) -> Iterator[str]:
    yield str(odds.state)
    yield f"{odds.aim.name}: {_figure(odds)}"
    shown = odds.choices[:_MOST_CHOICES]
    width = max((len(str(choice.action)) for choice in shown), default=0)
    can_fail = any(choice.fails for choice in shown)
    for choice in shown:
        risk = f", {FAILS} {choice.fails:.1%}" if can_fail else ""
        yield f"  {choice.action!s:{width}}  {_figure(choice)}{risk}"
    if len(shown) < len(odds.choices):
        yield f"  and {len(odds.choices) - len(shown)} more choices"
    likeliest = sorted(odds.results.items(), key=lambda result: -result[1])[:_MOST_RESULTS]
    results = ", ".join(f"{result} {chance:.1%}" for result, chance in likeliest if chance)
    yield f"results: {results}" if len(odds.results) <= _MOST_RESULTS else f"results: {results}, …"


def _figure(odds: PositionOdds | ActionOdds) -> str:
    """Format a value with its standard error, or the interval in which an unknown value is."""
    if not isnan(odds.value):
        return f"{odds.value:.4f} ±{odds.error:.4f}" if odds.error else f"{odds.value:.4f}"
    return "not known" if odds.between is None else "between {:.1f} and {:.1f}".format(*odds.between)


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
