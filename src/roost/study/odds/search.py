"""Compute the odds of a turn in any game by search, using only the rules.

:mod:`roost.study.odds.turn_graph` explains the search and how it limits large turns. If a search was cut, the values
of the rolls that it did not expand are unknown. Then a value is only known to be in an interval, from the lowest to the
highest score that the game declares, or is not known at all.
"""

from collections.abc import Callable, Sequence
from functools import partial
from math import nan
from typing import NamedTuple

from roost.core.errors import RoostError, UnsupportedError
from roost.core.game import Game
from roost.core.memory import MEMORY, size_of
from roost.core.moves import Action
from roost.core.state import Node, State
from roost.study.odds.choice import ActionOdds, Interval, swing, swing_range
from roost.study.odds.table import OpeningTable
from roost.study.odds.turn_graph import MOST_STATES, ROLLS, Row, SolvedTurn, TurnGraph

_QUICK = 450
"""Maximum number of states in a quick search; enough for the next roll after every choice, or for the whole of a small
turn."""
_QUICK_ROLLS = 24
_FEW_RESULTS = 24
"""Unexpanded rolls with at most this many results are estimated by the results that end the turn."""


class _BoundedTurn(NamedTuple):
    """A turn solved with estimates of the rolls that the search did not expand, and with bounds for them."""

    turn: SolvedTurn
    below: SolvedTurn | None
    above: SolvedTurn | None

    def value(self, place: int) -> float:
        """Return the value of a state; nan if the search was cut below it."""
        between = self.between(place)
        return nan if between is None or between.above > between.below else self.turn.values[place][0]

    def between(self, place: int) -> Interval | None:
        """Return the interval in which a state's value is; None if nothing is known about it.

        An interval that is wider than the range of all the results that the search has seen says nothing.
        """
        if self.below is None or self.above is None:
            return None
        interval = Interval(self.below.values[place][0], self.above.values[place][0])
        ends = [self.turn.values[end][0] for end in self.turn.graph.ends]
        is_cut = interval.above > interval.below
        return None if is_cut and (not ends or interval.above - interval.below > max(ends) - min(ends)) else interval


class SearchedTurn:
    """A turn solved by search from one of its states."""

    def __init__(
        self,
        state: State,
        value: Callable[[State], float],
        most: int = MOST_STATES,
        rolls: int = ROLLS,
        known_range: Interval | None = None,
    ) -> None:
        self.start = state
        self._after = value
        self._budget = most, rolls
        self._range = known_range
        self._choices: dict[State, tuple[ActionOdds, ...]] = {}
        self._turn = self._solve(state)

    def _solve(self, state: State) -> _BoundedTurn:
        graph = TurnGraph(state, *self._budget)
        turn = graph.solve(self._values(self._estimate))
        if not graph.edges:
            return _BoundedTurn(turn, turn, turn)
        if self._range is None:
            return _BoundedTurn(turn, None, None)
        below, above = (graph.solve(self._values(partial(_always, limit))) for limit in self._range)
        return _BoundedTurn(turn, below, above)

    def _values(self, unseen: Callable[[State], float]) -> Callable[[Sequence[State]], list[Row]]:
        """Return an evaluator that uses another function for rolls that the search did not expand."""
        seat = self.start.seat

        def values(states: Sequence[State]) -> list[Row]:
            return [[self._after(state) if state.seat != seat else unseen(state)] for state in states]

        return values

    def _estimate(self, roll: State) -> float:
        """Estimate an unexpanded roll for comparing choices: by the mean value of the results that end the turn."""
        dice = roll.dice
        if dice is None or len(dice.rolls) > _FEW_RESULTS:
            return self._after(roll)
        after = zip(roll.throws(roll for roll, _ in dice.rolls), (weight for _, weight in dice.rolls), strict=True)
        ends = [(self._after(state), weight) for state, weight in after if state.seat != roll.seat]
        return sum(value * weight for value, weight in ends) / sum(w for _, w in ends) if ends else self._after(roll)

    def _at(self, state: State) -> _BoundedTurn:
        """Return a solved turn that contains the state.

        If the first search did not reach the state, search again from there.
        """
        if self._turn.turn.knows(state):
            return self._turn
        if state.seat != self.start.seat or state.node is Node.OVER:
            raise RoostError("this state is not part of the solved turn", position=str(state))
        return self._solve(state)

    @property
    def nbytes(self) -> int:
        return self._turn.turn.nbytes + size_of(self._turn.turn.graph.states)

    def is_certain(self, state: State) -> bool:
        """Whether the state belongs to the turn and a new search from there would not give a better value."""
        return self._turn.turn.is_certain(state)

    def value(self, state: State) -> float:
        """Return the expected value of the turn; nan if the search was cut."""
        at = self._at(state)
        return at.value(at.turn.graph.places[state])

    def values(self, state: State) -> dict[Action, float]:
        """Return the expected value of each legal action; nan if the search was cut."""
        at = self._at(state)
        return {action: at.value(place) for action, place in at.turn.choices(state).items()}

    def between(self, state: State) -> Interval | None:
        """Return an interval that contains the value; None if nothing is known about it."""
        at = self._at(state)
        return at.between(at.turn.graph.places[state])

    def error(self, state: State) -> float:
        """Return the standard error of the value at ``state`` because of sampling; 0 if the value is exact."""
        return self._at(state).turn.outlook(state).error

    def best(self, state: State) -> Action:
        """Return the best action. Among equally good actions, prefer one that ends the turn, then the first."""
        return self._at(state).turn.best(state)

    def results(self, state: State, action: Action | None = None) -> dict[Action, float]:
        return self._at(state).turn.outlook(state, action).results

    def choices(self, state: State) -> tuple[ActionOdds, ...]:
        if state not in self._choices:
            at = self._at(state)
            places = at.turn.choices(state)
            choices = [
                ActionOdds(action, at.value(place), *at.turn.outlook(state, action), at.between(place))
                for action, place in places.items()
            ]
            best = at.turn.best(state) if choices else None
            estimates = at.turn.values
            ordered = sorted(choices, key=lambda choice: (choice.action != best, -estimates[places[choice.action]][0]))
            self._choices[state] = tuple(ordered)
        return self._choices[state]


def _always(value: float, state: State) -> float:
    return value


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
    key = (solve, state.game, state.seat, state.heuristic(), most)
    latest = MEMORY.recall(key, _LatestSearch, lambda entry: entry.nbytes)
    turn = latest.turn
    if turn is None or not turn.is_certain(state):
        turn = latest.turn = SearchedTurn(state, swing(state), most, rolls, swing_range(state))
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
