"""Compute the odds of a turn in any game by search, using only the rules.

:mod:`roost.study.odds.turn_graph` explains the search and how it limits large turns. If a search was cut, the values
of the rolls that it did not expand are unknown. Then a value is only known to be in an interval, from the lowest to the
highest score that the game declares, or is not known at all.

A game can also limit what a turn may still gain (:meth:`~roost.core.state.State.most_gain`), for turns that are too
large to search to their ends, or that have no end. The search then expands the rolls that best play might reach, judged
by these limits, until the value is known closely enough.
"""

from collections.abc import Callable, Sequence
from functools import partial
from math import isfinite, isnan, nan
from typing import NamedTuple

from roost.core.errors import RoostError, UnsupportedError
from roost.core.game import Game
from roost.core.memory import MEMORY, size_of
from roost.core.moves import Action
from roost.core.state import Node, State
from roost.study.odds.choice import ActionOdds, Interval, swing, swing_range
from roost.study.odds.table import OpeningTable
from roost.study.odds.turn_graph import MOST_STATES, ROLLS, Outlook, Row, SolvedTurn, TurnGraph

_QUICK = 450
"""Maximum number of states in a quick search; enough for the next roll after every choice, or for the whole of a small
turn."""
_QUICK_ROLLS = 24
MOST_RESULTS = 500_000
"""Maximum number of results of rolls that a search without samples tries."""
CLOSE = 0.001
"""A value is known if its interval is at most this wide."""
_EVERY = 1 << 62
"""More results than any roll has."""
_ROUNDING = 1e-6
_FEWEST_EXPANDED, _PART_EXPANDED = 24, 1 / 3
"""A search with limits expands at least so many rolls at once, or this part of those expanded before."""
_FEW_RESULTS = 24
"""Unexpanded rolls with at most this many results are estimated by the results that end the turn."""


class _BoundedTurn(NamedTuple):
    """A turn solved with estimates of the rolls that the search did not expand, and with bounds for them."""

    turn: SolvedTurn
    below: SolvedTurn | None
    above: SolvedTurn | None
    flattered: SolvedTurn | None = None
    """The turn with too high values, if rolls were sampled: choices are made by the samples that value them."""

    def outlook(self, place: int, action: Action | None = None) -> Outlook:
        """Return the endings of the turn, and the error of the value.

        The error adds two parts: the samples' standard error, and the most that choices made by too few samples can
        lose, which is the difference from the flattered value.
        """
        outlook = self.turn.outlook(place, action)
        if self.flattered is None:
            return outlook
        return outlook._replace(error=outlook.error + self.flattered.values[place][0] - self.turn.values[place][0])

    def value(self, place: int) -> float:
        """Return the value of a state; nan if the search was cut below it, and limits do not determine the value."""
        between = self.between(place)
        if between is None or between.above - between.below > CLOSE:
            return nan
        return (between.below + between.above) / 2 if between.above > between.below else self.turn.values[place][0]

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
        results: int = 0,
    ) -> None:
        self.start = state
        self._after = value
        self._budget = most, rolls
        self._range = known_range
        self._results = results
        self._choices: dict[State, tuple[ActionOdds, ...]] = {}
        self._turn = self._solve(state)

    def _solve(self, state: State) -> _BoundedTurn:
        if self._results and self._range is not None and isfinite(state.most_gain()):
            return self._solve_within_limits(state, self._range)
        most, rolls = self._budget
        if self._results == 0:
            graph = TurnGraph(state, most, rolls, results=0)
            graph.expand_levels(most)
        else:
            graph = TurnGraph(state, most, _EVERY, _EVERY, self._results)
            if graph.has_many_results():
                graph = TurnGraph(state, most, rolls)
        turn = graph.solve(self._values(self._estimate))
        flattered = graph.solve(self._values(self._estimate), splits=False) if graph.is_sampled else None
        if not graph.edges:
            return _BoundedTurn(turn, turn, turn, flattered)
        if self._range is None:
            return _BoundedTurn(turn, None, None)
        below, above = (graph.solve(self._values(partial(_always, limit))) for limit in self._range)
        return _BoundedTurn(turn, below, above)

    def _solve_within_limits(self, state: State, known_range: Interval) -> _BoundedTurn:
        """Expand the rolls that best play might reach until the value of each choice is known, or the budget is spent.

        The turn returned is played by a plan that is surely worth its value.
        """
        most, _ = self._budget
        graph = TurnGraph(state, most, _EVERY, _EVERY, 0)
        first = graph.places[state]
        asked = graph.ways[first].after if first in graph.ways else [first]

        def at_most(roll: State) -> float:
            return min(known_range.above, self._after(roll) + roll.most_gain())

        while True:
            above = graph.solve(self._values(at_most))
            below = graph.solve(self._values(partial(_always, known_range.below)))
            wide = [place for place in asked if above.values[place][0] - below.values[place][0] > CLOSE]
            unseen = {
                roll: chance * graph.states[roll].most_gain()
                for roll, chance in above.unseen(wide).items()
                if graph.states[roll].dice is not None
            }
            if not unseen or len(graph.states) >= most or graph.results >= self._results:
                break
            count = max(_FEWEST_EXPANDED, int(len(graph.ways) * _PART_EXPANDED))
            graph.expand(sorted(unseen, key=lambda roll: -unseen[roll])[:count])
        for place in graph.ways:
            limit = at_most(graph.states[place])
            if below.values[place][0] > limit + _ROUNDING:
                raise RoostError(
                    f"most_gain() is too low: this turn is worth at least {below.values[place][0]:g}, not {limit:g}",
                    position=str(graph.states[place]),
                )
        return _BoundedTurn(below, below, above)

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
        turn = self._turn.turn
        if turn.is_certain(state):
            return True
        return turn.knows(state) and not any(isnan(self._turn.value(place)) for place in turn.choices(state).values())

    def value(self, state: State) -> float:
        """Return the expected value of the turn; nan if the search was cut."""
        at = self._at(state)
        return at.value(at.turn.place(state))

    def values(self, state: State) -> dict[Action, float]:
        """Return the expected value of each legal action; nan if the search was cut."""
        at = self._at(state)
        return {action: at.value(place) for action, place in at.turn.choices(state).items()}

    def between(self, state: State) -> Interval | None:
        """Return an interval that contains the value; None if nothing is known about it."""
        at = self._at(state)
        return at.between(at.turn.place(state))

    def error(self, state: State) -> float:
        """Return the standard error of the value at ``state`` because of sampling; 0 if the value is exact."""
        at = self._at(state)
        return at.outlook(at.turn.place(state)).error

    def best(self, state: State) -> Action:
        """Return the best action. Among equally good actions, prefer one that ends the turn, then the first."""
        return self._at(state).turn.best(state)

    def results(self, state: State, action: Action | None = None) -> dict[Action, float]:
        at = self._at(state)
        return at.outlook(at.turn.place(state, action), action).results

    def choices(self, state: State) -> tuple[ActionOdds, ...]:
        if state not in self._choices:
            at = self._at(state)
            places = at.turn.choices(state)
            choices = [
                ActionOdds(action, at.value(place), *at.outlook(place, action), at.between(place))
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
    return _recall(state, MOST_STATES, ROLLS, MOST_RESULTS)


def solve_quickly(state: State) -> SearchedTurn:
    """Search the current turn for its swing in a few hundredths of a second, for bots and players at a table."""
    return _recall(state, _QUICK, _QUICK_ROLLS)


def _recall(state: State, most: int, rolls: int, results: int = 0) -> SearchedTurn:
    key = (solve, state.game, state.seat, state.heuristic(), most)
    latest = MEMORY.recall(key, _LatestSearch, lambda entry: entry.nbytes)
    turn = latest.turn
    if turn is None or not turn.is_certain(state):
        turn = latest.turn = SearchedTurn(state, swing(state), most, rolls, swing_range(state), results)
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
