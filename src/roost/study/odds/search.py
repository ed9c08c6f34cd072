"""Compute the odds of a turn in any game by search, using only the rules.

:mod:`roost.study.odds.turn_graph` explains the search and how it limits large turns.
"""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from roost.core.errors import RoostError, UnsupportedError
from roost.core.game import Game
from roost.core.memory import MEMORY, size_of
from roost.core.moves import Action
from roost.core.state import Node, State
from roost.study.odds.choice import ActionOdds, swing
from roost.study.odds.table import OpeningTable
from roost.study.odds.turn_graph import MOST_STATES, ROLLS, SolvedTurn, TurnGraph

_QUICK = 450
"""Maximum number of states in a quick search; enough for the next roll after every choice, or for the whole of a small
turn."""
_QUICK_ROLLS = 24


class SearchedTurn:
    """A turn solved by search from one of its states."""

    def __init__(
        self, state: State, value: Callable[[State], float], most: int = MOST_STATES, rolls: int = ROLLS
    ) -> None:
        self.start = state
        self._after = value
        self._budget = most, rolls
        self._choices: dict[State, tuple[ActionOdds, ...]] = {}
        self._turn = self._solve(state)

    def _solve(self, state: State) -> SolvedTurn:
        def values(states: Sequence[State]) -> NDArray[np.float64]:
            return np.array([[self._after(state)] for state in states])

        return TurnGraph(state, *self._budget).solve(values)

    def _at(self, state: State) -> SolvedTurn:
        """Return a solved turn that contains the state.

        If the first search did not reach the state, search again from there.
        """
        if self._turn.knows(state):
            return self._turn
        if state.seat != self._turn.graph.seat or state.node is Node.OVER:
            raise RoostError("this state is not part of the solved turn", position=str(state))
        return self._solve(state)

    @property
    def nbytes(self) -> int:
        return self._turn.nbytes + size_of(self._turn.graph.states)

    def is_certain(self, state: State) -> bool:
        """Whether the state belongs to the turn and a new search from there would not give a better value."""
        return self._turn.is_certain(state)

    def value(self, state: State) -> float:
        return float(self._at(state).value(state)[0])

    def error(self, state: State) -> float:
        """Return the standard error of the value at ``state``; 0 if the value is exact."""
        return self._at(state).outlook(state).error

    def values(self, state: State) -> dict[Action, float]:
        turn = self._at(state)
        return {action: float(turn.values[place, 0]) for action, place in turn.choices(state).items()}

    def best(self, state: State) -> Action:
        """Return the best action. Among equally good actions, prefer one that ends the turn, then the first."""
        return self._at(state).best(state)

    def results(self, state: State, action: Action | None = None) -> dict[Action, float]:
        return self._at(state).outlook(state, action).results

    def choices(self, state: State) -> tuple[ActionOdds, ...]:
        if state not in self._choices:
            turn = self._at(state)
            choices = [
                ActionOdds(action, float(turn.values[place, 0]), *turn.outlook(state, action))
                for action, place in turn.choices(state).items()
            ]
            best = turn.best(state) if choices else None
            ordered = sorted(choices, key=lambda choice: (choice.action != best, -choice.value))
            self._choices[state] = tuple(ordered)
        return self._choices[state]


class _LatestSearch:
    """Mutable cache entry: the turn solved most recently for one seat and one set of scores."""

    def __init__(self) -> None:
        self.turn: SearchedTurn | None = None

    @property
    def nbytes(self) -> int:
        return 0 if self.turn is None else self.turn.nbytes


def solve(state: State) -> SearchedTurn:
    """Search the current turn for its swing, and cache the result for the turn's later decisions."""
    return _recall(state, MOST_STATES, ROLLS)


def solve_quickly(state: State) -> SearchedTurn:
    """Search the current turn for its swing in a few hundredths of a second, for bots and players at a table."""
    return _recall(state, _QUICK, _QUICK_ROLLS)


def _recall(state: State, most: int, rolls: int) -> SearchedTurn:
    key = (solve, state.game, state.seat, state.progress(), most)
    latest = MEMORY.recall(key, _LatestSearch, lambda entry: entry.nbytes)
    turn = latest.turn
    if turn is None or not turn.is_certain(state):
        turn = latest.turn = SearchedTurn(state, swing(state), most, rolls)
    return turn


def turn_start(state: State) -> State:
    """Return the state itself, because a state does not say where its turn began."""
    return state


def solve_number(state: State, worth: Callable[[int], float]) -> SearchedTurn:
    """Raise an error, because not every game has turns that end with a total."""
    raise UnsupportedError(state.game.name, "number to aim at in a turn")


def opening_table(game: Game) -> OpeningTable:
    """Raise an error, because only a game's own solver can compute opening odds."""
    raise UnsupportedError(game.name, "table of opening odds")
