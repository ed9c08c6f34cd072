"""Value turns of any game by a search that uses the model trained on the game's declared fields."""

from collections.abc import Callable, Sequence
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from roost.core.errors import RoostError
from roost.core.memory import MEMORY, MemoryBudget, OutOfMemoryError
from roost.core.moves import Action, Kind
from roost.core.state import Node, State
from roost.study.models.learnt import STATES, ArrayEvaluator, Learnt, searched
from roost.study.models.model_cache import learnt
from roost.study.models.valuation import Draw, Shares, Valuation
from roost.study.odds.turn_graph import SolvedTurn

_MOST = 16
"""Maximum multiple of the usual search budget, however much time is available."""
_BYTES = 1_000
"""Approximate memory per state during the search of a turn, in bytes."""


class SearchedValuation(Valuation):
    """A turn valued by search from one of its positions.

    After a roll, the turn is searched again from the new position, because a new search can look more closely at the
    states that are now likely.
    """

    def __init__(self, start: State, model: Learnt, worth: ArrayEvaluator | None = None, times: int = 1) -> None:
        assert start.seat is not None
        self._worth = model if worth is None else worth
        self._times = times
        self._seat = start.seat
        self._turns = [self._solve(start)]
        # Take the model's error, or the larger error that the search reveals.
        self.error = max(model.error, self._gap(model))
        self.is_known = model.is_known

    def _solve(self, state: State) -> SolvedTurn:
        return searched(state, self._worth, self._times)

    def _gap(self, model: Learnt) -> float:
        """Return the mean difference between the model's and the search's values at the next rolls."""
        turn = self._turns[0]
        rolls = [
            place for place in turn.graph.certain if place in turn.graph.ways and not turn.graph.ways[place].actions
        ]
        if not rolls:
            return 0.0
        guessed = model([turn.graph.states[place] for place in rolls])[:, self._seat]
        return float(np.abs(guessed - [turn.values[place][self._seat] for place in rolls]).mean())

    def covers(self, state: State) -> bool:
        return state.seat == self._seat and self._turns[0].is_certain(state)

    @property
    def nbytes(self) -> int:
        return sum(turn.nbytes + _BYTES // 2 * len(turn.graph.states) for turn in self._turns)

    @property
    def ends(self) -> list[State]:
        """The positions at which the turn may end, as far as the search expanded them."""
        graph = self._turns[0].graph
        return [graph.states[place] for place in graph.ends]

    def _at(self, state: State) -> SolvedTurn:
        if state.seat != self._seat:
            raise RoostError("this state is not part of the valued turn", position=str(state))
        for turn in reversed(self._turns):
            if turn.is_certain(state):
                return turn
        self._turns.append(self._solve(state))
        return self._turns[-1]

    def shares(self, state: State) -> Shares:
        if state.seat != self._seat:  # the state comes after this turn
            turn = next((turn for turn in self._turns if turn.knows(state)), None)
            return tuple(self._worth([state])[0].tolist() if turn is None else turn.value(state))
        turn = self._at(state)
        if turn.choices(state):
            return max(self.choices(state).items(), key=self._preference)[1]
        return tuple(turn.value(state))

    def choices(self, state: State) -> dict[Action, Shares]:
        turn = self._at(state)
        return {action: tuple(turn.values[place]) for action, place in turn.choices(state).items()}

    def results(self, state: State, action: Action | None = None) -> dict[Action, float]:
        turn = self._at(state)
        return turn.outlook(turn.place(state, action), action).results

    def _preference(self, choice: tuple[Action, Shares]) -> tuple[float, bool]:
        action, shares = choice
        return shares[self._seat], action.kind is not Kind.ROLL


class _LatestValuation:
    """Mutable cache entry: the turn searched most recently for one seat and one set of scores."""

    turn: Valuation | None = None

    @property
    def nbytes(self) -> int:
        return 0 if self.turn is None else self.turn.nbytes


def search(start: State, depth: int = 1) -> Valuation:
    """Value the turn that a position belongs to. If ``depth`` is greater than 1, search the following turns as well.

    The search is cached for the turn's later decisions, as long as it covers them.
    """
    model = learnt(start.game)
    if start.seat is None:
        return search_alone(start, model)
    key = (search, start.game, start.seat, start.heuristic(), depth, model.about.get("positions"))
    latest = MEMORY.recall(key, _LatestValuation, lambda entry: entry.nbytes)
    turn = latest.turn
    if turn is None or not turn.covers(start):
        turn = latest.turn = SearchedValuation(start, model, _deeper(depth, start.seat, model))
    return turn


def search_alone(start: State, model: Learnt) -> Valuation:
    """Use this model to value the turn that contains a position, ignoring all earlier searches."""
    if start.seat is None:
        return Draw(start, lambda states: [tuple(row) for row in model(states).tolist()])
    return SearchedValuation(start, model)


def _deeper(depth: int, seat: int, model: Learnt, check: Callable[[], None] = lambda: None) -> ArrayEvaluator | None:
    """Return an evaluator that searches the turns that follow a seat's turn; None for a depth of 1."""
    if depth == 1:
        return None

    def values(states: Sequence[State]) -> NDArray[np.float64]:
        shares = model(states)
        for row, state in enumerate(states):
            if state.seat is not None and state.seat != seat:
                check()
                shares[row] = SearchedValuation(state, model, _deeper(depth - 1, state.seat, model)).shares(state)
        return shares

    return values


class TooLongError(Exception):
    """Raised when the time limit has passed."""


def search_within(
    start: State, seconds: float, memory: MemoryBudget = MEMORY, clock: Callable[[], float] = perf_counter
) -> Valuation:
    """Value a turn; if time and memory suffice, also search the following turns, or more of this turn.

    This turn is searched in any case.
    """
    began, valuation = clock(), search(start)
    if not isinstance(valuation, SearchedValuation) or start.seat is None:
        return valuation
    model, following = learnt(start.game), [state for state in valuation.ends if state.node is not Node.OVER]
    if not following:
        return valuation

    def check() -> None:
        if clock() > began + 2 * seconds:
            raise TooLongError

    try:
        with memory.borrow(STATES * _BYTES):
            sampled = clock()
            SearchedValuation(following[0], model)
            seconds_each = clock() - sampled
            left = began + seconds - clock()
            if seconds_each * len(following) < left:
                return SearchedValuation(start, model, _deeper(2, start.seat, model, check))
            times = min(_MOST, int(left / seconds_each)) if seconds_each else 1
        if times > 1:
            with memory.borrow(times * STATES * _BYTES):
                return SearchedValuation(start, model, times=times)
    except (OutOfMemoryError, TooLongError):
        pass
    return valuation
