"""Turns of any game, valued by searching them: what comes after is estimated by whole games played on the spot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from roost.core.errors import RoostError
from roost.core.memory import MEMORY, Memory, OutOfMemoryError, size_of
from roost.core.moves import Action, Kind
from roost.core.state import Node, State
from roost.study.models.rollouts import Estimate, estimate
from roost.study.models.valuation import Draw, Shares, Valuation
from roost.study.odds.turn_graph import MOST_STATES, SolvedTurn, TurnGraph, Worth

__all__ = ["SearchedValuation", "search", "search_within"]

_BYTES = 1_000
"""About what a state of a turn takes while the turn is searched."""


class SearchedValuation(Valuation):
    """A turn that was searched. States that the search did not come to are searched when somebody asks."""

    def __init__(self, start: State, worth: Worth, rollouts: int, error: float) -> None:
        assert start.seat is not None
        self._worth = worth
        self._seat = start.seat
        self._turns = [self._solve(start)]
        self.rollouts = rollouts
        """How many whole games the estimate was fitted to."""
        self.error = error
        """The standard error of the estimate."""

    def _solve(self, state: State) -> SolvedTurn:
        return TurnGraph(state, MOST_STATES).solve(self._worth, self._seat)

    def covers(self, state: State) -> bool:
        return self._turns[0].graph.is_exact and not self._is_over(state) and self._turns[0].knows(state)

    @property
    def nbytes(self) -> int:
        """About how much memory it takes."""
        return sum(size_of(turn.graph.states, turn.halves) for turn in self._turns)

    @property
    def ends(self) -> list[State]:
        """The positions that the turn may end on, as far as they were looked at."""
        graph = self._turns[0].graph
        return [graph.states[place] for place in graph.ends]

    def _knowing(self, state: State) -> SolvedTurn:
        for turn in self._turns:
            if turn.knows(state):
                return turn
        self._turns.append(self._solve(state))
        return self._turns[-1]

    def _is_over(self, state: State) -> bool:
        return state.seat != self._seat or state.node is Node.OVER

    def shares(self, state: State) -> Shares:
        if state.node is Node.DECIDE and not self._is_over(state):
            return max(self.choices(state).items(), key=self._liking)[1]
        if self._is_over(state):
            known = next((turn for turn in self._turns if turn.knows(state)), None)
            return tuple((self._worth([state])[0] if known is None else known.value(state)).tolist())
        return tuple(self._knowing(state).value(state).tolist())

    def choices(self, state: State) -> dict[Action, Shares]:
        if self._is_over(state):
            raise RoostError("this is no state of the turn that was valued", position=str(state))
        return {action: self.shares(state.play(action).state) for action in state.actions()}

    def _liking(self, choice: tuple[Action, Shares]) -> tuple[float, bool]:
        action, shares = choice
        return shares[self._seat], action.kind is not Kind.ROLL


class _Latest:
    """The turn that was searched last with these scores."""

    def __init__(self) -> None:
        self.start: State | None = None
        self.turn: Valuation | None = None

    @property
    def nbytes(self) -> int:
        return 0 if self.turn is None else self.turn.nbytes


def search(start: State, depth: int = 1) -> Valuation:
    """Value the turn that a position belongs to; with a greater depth the next turns are searched as well.

    A turn is asked about at each of its decisions, and kept as long as it answers for them.
    """
    known = estimate(start.game)
    if start.seat is None:
        return Draw(start, known)
    key = (search, start.game, start.seat, start.scores(), depth)
    latest = MEMORY.recall(key, _Latest, lambda kept: kept.nbytes)
    turn = latest.turn
    if turn is None or not (latest.start == start or turn.covers(start)):
        turn = _searched(start, depth, known)
        latest.start, latest.turn = start, turn
    return turn


def _searched(start: State, depth: int, known: Estimate) -> SearchedValuation:
    return SearchedValuation(start, known if depth == 1 else _deeper(depth, known), known.rollouts, known.error)


def _deeper(depth: int, known: Estimate, check: Callable[[], None] = lambda: None) -> Worth:
    """What positions after a turn are worth, when their own turns are searched first."""

    def worth(states: Sequence[State]) -> NDArray[np.float64]:
        found = known(states)
        for row, state in enumerate(states):
            if state.node is not Node.OVER:
                check()
                found[row] = _searched(state, depth - 1, known).shares(state)
        return found

    return worth


class _TooLongError(Exception):
    """The time is up."""


def search_within(
    start: State, seconds: float, memory: Memory = MEMORY, clock: Callable[[], float] = perf_counter
) -> Valuation:
    """Value a turn, and the next one as well if the time and the memory suffice; one turn always."""
    began, found = clock(), search(start)
    if not isinstance(found, SearchedValuation):
        return found
    known, following = estimate(start.game), [state for state in found.ends if state.node is not Node.OVER]
    if not following:
        return found

    def check() -> None:
        if clock() > began + 2 * seconds:
            raise _TooLongError

    try:
        with memory.borrow(MOST_STATES * _BYTES):
            sampled = clock()
            _searched(following[0], 1, known)
            each = clock() - sampled
            if clock() - began + each * len(following) > seconds:
                return found
            return SearchedValuation(start, _deeper(2, known, check), known.rollouts, known.error)
    except (OutOfMemoryError, _TooLongError):
        return found
