"""The odds of a turn of any game, found by searching it: nothing is asked but the rules.

How a turn is searched, and what happens where it is too large: :mod:`roost.study.odds.turn_graph`.
"""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from roost.core.errors import RoostError, UnsupportedError
from roost.core.game import Game
from roost.core.memory import MEMORY, size_of
from roost.core.moves import Action
from roost.core.state import Node, State
from roost.study.odds.choice import Choice, swing
from roost.study.odds.table import OpeningTable
from roost.study.odds.turn_graph import MOST_STATES, ROLLS, SolvedTurn, TurnGraph

_QUICK = 450
"""States that a player looks at: enough for the next roll after every choice, and for all of a small turn."""
_QUICK_ROLLS = 24


class SearchedTurn:
    """A turn that was searched from one of its states on."""

    def __init__(
        self, state: State, value: Callable[[State], float], most: int = MOST_STATES, rolls: int = ROLLS
    ) -> None:
        self.start = state
        self._after = value
        self._budget = most, rolls
        self._choices: dict[State, tuple[Choice, ...]] = {}
        self._turn = self._solve(state)

    def _solve(self, state: State) -> SolvedTurn:
        def worth(states: Sequence[State]) -> NDArray[np.float64]:
            return np.array([[self._after(state)] for state in states])

        return TurnGraph(state, *self._budget).solve(worth)

    def _at(self, state: State) -> SolvedTurn:
        """The turn that knows a state: a part of it that was not looked at is searched for itself."""
        if self._turn.knows(state):
            return self._turn
        if state.seat != self._turn.graph.seat or state.node is Node.OVER:
            raise RoostError("this is no state of the turn that was solved", position=str(state))
        return self._solve(state)

    @property
    def nbytes(self) -> int:
        """About how much memory it takes."""
        return self._turn.nbytes + size_of(self._turn.graph.states)

    def is_certain(self, state: State) -> bool:
        """Whether a state belongs to the turn, and is known as well as if the turn were searched from there."""
        return self._turn.is_certain(state)

    def value(self, state: State) -> float:
        """The worth of the turn at ``state`` under best play."""
        return float(self._at(state).value(state)[0])

    def error(self, state: State) -> float:
        """The standard error of the value; nothing, where nothing was sampled."""
        return self._at(state).outlook(state).error

    def values(self, state: State) -> dict[Action, float]:
        """The worth of each legal action under best play from then on."""
        turn = self._at(state)
        return {action: float(turn.values[place, 0]) for action, place in turn.choices(state).items()}

    def best(self, state: State) -> Action:
        """The best action; of equals the first, rather to end the turn."""
        return self._at(state).best(state)

    def results(self, state: State, action: Action | None = None) -> dict[Action, float]:
        """How likely the turn is to end with each action, or without one, under best play."""
        return self._at(state).outlook(state, action).results

    def choices(self, state: State) -> tuple[Choice, ...]:
        """Every legal action with its value and how the turn would end, the best first."""
        if state not in self._choices:
            turn = self._at(state)
            found = [
                Choice(action, float(turn.values[place, 0]), *turn.outlook(state, action))
                for action, place in turn.choices(state).items()
            ]
            best = turn.best(state) if found else None
            ordered = sorted(found, key=lambda choice: (choice.action != best, -choice.value))
            self._choices[state] = tuple(ordered)
        return self._choices[state]


class _Latest:
    """The turn that was solved last with these scores."""

    def __init__(self) -> None:
        self.turn: SearchedTurn | None = None

    @property
    def nbytes(self) -> int:
        return 0 if self.turn is None else self.turn.nbytes


def solve(state: State) -> SearchedTurn:
    """Search the turn under way for its swing.

    It is asked for at each decision of a turn: an exact answer for the whole turn is kept.
    """
    return _kept(state, MOST_STATES, ROLLS)


def solve_quickly(state: State) -> SearchedTurn:
    """Search the turn under way for its swing in a few hundredths of a second, as somebody who plays on needs it."""
    return _kept(state, _QUICK, _QUICK_ROLLS)


def _kept(state: State, most: int, rolls: int) -> SearchedTurn:
    key = (solve, state.game, state.seat, state.progress(), most)
    latest = MEMORY.recall(key, _Latest, lambda kept: kept.nbytes)
    turn = latest.turn
    if turn is None or not turn.is_certain(state):
        turn = latest.turn = SearchedTurn(state, swing(state), most, rolls)
    return turn


def turn_start(state: State) -> State:
    """The state itself: states do not tell where a turn began, so each is searched by itself."""
    return state


def solve_number(state: State, worth: Callable[[int], float]) -> SearchedTurn:
    """Refuse: not every game ends its turns on a number."""
    raise UnsupportedError(state.game.name, "number to aim at in a turn")


def opening_table(game: Game) -> OpeningTable:
    """Refuse: not every game has chances that are worth knowing by heart."""
    raise UnsupportedError(game.name, "table of opening odds")
