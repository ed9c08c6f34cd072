"""The price of a decision: the win share that it gives away compared with the best choice."""

import json
from functools import cache, lru_cache
from typing import NamedTuple

from roost.core.adapters import adapter_files
from roost.core.game import Game
from roost.core.moves import Action, Kind
from roost.core.state import State
from roost.study.models.plain_net import weights_digest
from roost.study.models.solved_turn import turn_start, value, value_exactly
from roost.study.models.valuation import Valuation
from roost.study.odds.choice import TIE
from roost.study.solve import Exact, exact, exact_adapter

EXACT, TURN = "exact", "turn"
_MOST_AT_FIRST, _MOST_LATER = 30_000, 1_000
"""Maximum numbers of positions to solve at a game's first decision, and at every later turn until one is solved."""


class DecisionCost(NamedTuple):
    """The value of a choice compared with the best one, as win shares of the player who chooses."""

    before: float
    """Win share with the best choice."""
    after: float
    """Win share after the choice, with best play from there on."""
    best: Action
    kind: str
    """``exact`` if the rest of the game is solved; ``turn`` if a model estimates the positions after this turn."""
    error: float | None
    """``exact``: upper bound on the error of ``regret``. ``turn``: its measured mean error; None if not measured."""

    @property
    def regret(self) -> float:
        """Win share that the choice gives away; 0 for choices that are as good as the best."""
        less = self.before - self.after
        return less if less > TIE else 0.0


def decision_kind(state: State) -> str:
    """Return what a decision is about: ``dice``, ``roll or stop``, or ``move``."""
    kinds = {action.kind for action in state.actions()}
    return "dice" if Kind.DICE in kinds else "roll or stop" if Kind.ROLL in kinds else "move"


class Pricer:
    """Prices the decisions of one game as it is played on.

    It uses the exact solution of the rest of the game if there is one, else exact turns against a model.
    """

    def __init__(self) -> None:
        self._solution: Exact | None = None
        self._start: State | None = None
        self._turn: tuple[Valuation, str, float | None] | None = None

    def best(self, state: State) -> Action:
        """Return the mover's best action."""
        return self._valued(state)[0].best(state)

    def cost(self, state: State, action: Action) -> DecisionCost:
        """Return the price of a legal action."""
        valuation, kind, error = self._valued(state)
        assert state.seat is not None
        own = {choice: shares[state.seat] for choice, shares in valuation.choices(state).items()}
        return DecisionCost(max(own.values()), own[action], valuation.best(state), kind, error)

    def _valued(self, state: State) -> tuple[Valuation, str, float | None]:
        start = turn_start(state)
        if self._turn is None or start != self._start:
            self._turn = self._value(start, _MOST_AT_FIRST if self._start is None else _MOST_LATER)
            self._start = start
        return self._turn

    def _value(self, start: State, limit: int) -> tuple[Valuation, str, float | None]:
        adapter = exact_adapter(start.game)
        if adapter is not None and start.seat is not None and adapter.is_solvable(start):
            self._solution = self._solution or _solution(start, limit)
            if self._solution is not None:
                return value_exactly(start, self._solution), EXACT, 2 * self._solution.error
        valuation = value(start)
        return valuation, TURN, valuation.error or measured_error(type(start.game))


@lru_cache(maxsize=16)  # games often begin at the same position
def _solution(start: State, limit: int) -> Exact | None:
    return exact(start, limit)


@cache
def measured_error(kind: type[Game]) -> float | None:
    """Return the mean error of a regret by the game's own model, from ``bench/regret_error.py``.

    None if it is not known: the game has no figure, or the figure was measured with other weights.
    """
    for file in adapter_files(kind, "regret_error.json"):
        measured = json.loads(file.read_text(encoding="utf-8"))
        return float(measured["error"]) if measured["weights"] == weights_digest(kind) else None
    return None
