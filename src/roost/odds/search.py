"""The odds of a turn of any game, found by searching it: nothing is asked but the rules.

Every way in which the turn under way can go on is looked at once. That is exact, and quick where a turn is small.
"""

from __future__ import annotations

from collections.abc import Callable

from roost.core.errors import UnsupportedError
from roost.core.game import Game
from roost.core.memory import size_of
from roost.core.moves import Action
from roost.core.state import Node, State
from roost.odds.choice import FAILS, Choice, mover, swing
from roost.odds.table import OpeningTable

__all__ = ["SearchedTurn", "opening_table", "solve", "solve_number", "swing", "turn_start"]

_MOST_STATES = 200_000


class SearchedTurn:
    """A turn that was searched from one of its states on."""

    def __init__(self, state: State, value: Callable[[State], float]) -> None:
        self._seat = mover(state)
        self._after = value
        self._values: dict[State, float] = {}
        self.value(state)

    @property
    def nbytes(self) -> int:
        """About how much memory it takes."""
        return size_of(self._values)

    def value(self, state: State) -> float:
        """What the turn is worth at ``state`` under best play."""
        known = self._values.get(state)
        if known is None:
            if len(self._values) >= _MOST_STATES:
                raise UnsupportedError(state.game.name, "turn that is small enough to be searched")
            known = self._values[state] = self._worth(state)
        return known

    def _is_over(self, state: State) -> bool:
        return state.node is Node.OVER or state.seat != self._seat

    def _worth(self, state: State) -> float:
        if self._is_over(state):
            return self._after(state)
        if state.node is Node.DECIDE:
            return max(self.values(state).values())
        dice = state.dice
        assert dice is not None
        return sum(weight * self.value(state.play(roll).state) for roll, weight in dice.rolls) / dice.ways

    def values(self, state: State) -> dict[Action, float]:
        """What each legal action is worth under best play from then on."""
        return {action: self.value(state.play(action).state) for action in state.actions()}

    def best(self, state: State) -> Action:
        """The best action; of equals the first."""
        values = self.values(state)
        return max(values, key=lambda action: values[action])

    def results(self, state: State, action: Action | None = None) -> dict[Action, float]:
        """How likely the turn is to end with each action, or without one, under best play."""
        likely: dict[Action, float] = {FAILS: 0.0}
        self._spread(state, action, 1.0, likely)
        return likely

    def _spread(self, state: State, action: Action | None, chance: float, likely: dict[Action, float]) -> None:
        if state.node is Node.DECIDE:
            chosen = self.best(state) if action is None else action
            after = state.play(chosen).state
            if self._is_over(after):
                likely[chosen] = likely.get(chosen, 0.0) + chance
            else:
                self._spread(after, None, chance, likely)
            return
        dice = state.dice
        assert dice is not None
        for roll, weight in dice.rolls:
            after = state.play(roll).state
            if self._is_over(after):
                likely[FAILS] += chance * weight / dice.ways
            else:
                self._spread(after, None, chance * weight / dice.ways, likely)

    def choices(self, state: State) -> tuple[Choice, ...]:
        """Every legal action with its value and how the turn would end, the best first."""
        found = [Choice(action, value, self.results(state, action)) for action, value in self.values(state).items()]
        return tuple(sorted(found, key=lambda choice: -choice.value))


def solve(state: State, value: Callable[[State], float]) -> SearchedTurn:
    """Search the turn under way, when ``value`` tells what the table is worth after it."""
    return SearchedTurn(state, value)


def turn_start(state: State) -> State:
    """Where a turn began is not told by its states: each is searched by itself."""
    return state


def solve_number(state: State, worth: Callable[[int], float]) -> SearchedTurn:
    """Which number a turn ends on is not a question that any game answers."""
    raise UnsupportedError(state.game.name, "number to aim at in a turn")


def opening_table(game: Game) -> OpeningTable:
    """Which chances are worth knowing by heart is not a question that any game answers."""
    raise UnsupportedError(game.name, "table of opening odds")
