"""Turns of any game, valued by searching them against the model that was learnt from its declared fields."""

from collections.abc import Callable, Sequence
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from roost.core.errors import RoostError
from roost.core.memory import MEMORY, Memory, OutOfMemoryError
from roost.core.moves import Action, Kind
from roost.core.state import Node, State
from roost.study.models.learnt import STATES, Learnt, searched
from roost.study.models.shelf import learnt
from roost.study.models.valuation import Draw, Shares, Valuation
from roost.study.odds.turn_graph import SolvedTurn, Worth

_MOST = 16
"""However much time there is, no more than so many times as much is looked at."""
_BYTES = 1_000
"""About what a state of a turn takes while the turn is searched."""


class SearchedValuation(Valuation):
    """A turn that was searched, from the first position that was asked about on.

    Where chance has come between, the turn is searched again from there: likely states were looked at more closely.
    """

    def __init__(self, start: State, known: Learnt, worth: Worth | None = None, times: int = 1) -> None:
        assert start.seat is not None
        self._worth = known if worth is None else worth
        self._times = times
        self._seat = start.seat
        self._turns = [self._solve(start)]
        # The model's error; more, where the search finds that it was further off.
        self.error = max(known.error, self._gap(known))
        self.is_known = known.is_known

    def _solve(self, state: State) -> SolvedTurn:
        return searched(state, self._worth, self._times)

    def _gap(self, known: Learnt) -> float:
        """How far the model was from what the search says of the rolls that come next."""
        turn = self._turns[0]
        rolls = [
            place for place in turn.graph.certain if place in turn.graph.ways and not turn.graph.ways[place].actions
        ]
        if not rolls:
            return 0.0
        guessed = known([turn.graph.states[place] for place in rolls])[:, self._seat]
        return float(np.abs(guessed - turn.values[rolls, self._seat]).mean())

    def covers(self, state: State) -> bool:
        return state.seat == self._seat and self._turns[0].is_certain(state)

    @property
    def nbytes(self) -> int:
        """About how much memory it takes."""
        return sum(turn.nbytes + _BYTES // 2 * len(turn.graph.states) for turn in self._turns)

    @property
    def ends(self) -> list[State]:
        """The positions that the turn may end on, as far as they were looked at."""
        graph = self._turns[0].graph
        return [graph.states[place] for place in graph.ends]

    def _at(self, state: State) -> SolvedTurn:
        if state.seat != self._seat:
            raise RoostError("this is no state of the turn that was valued", position=str(state))
        for turn in reversed(self._turns):
            if turn.is_certain(state):
                return turn
        self._turns.append(self._solve(state))
        return self._turns[-1]

    def shares(self, state: State) -> Shares:
        if state.seat != self._seat:  # after the turn
            known = next((turn for turn in self._turns if turn.knows(state)), None)
            return tuple((self._worth([state])[0] if known is None else known.value(state)).tolist())
        turn = self._at(state)
        if turn.choices(state):
            return max(self.choices(state).items(), key=self._liking)[1]
        return tuple(turn.value(state).tolist())

    def choices(self, state: State) -> dict[Action, Shares]:
        turn = self._at(state)
        return {action: tuple(turn.values[place].tolist()) for action, place in turn.choices(state).items()}

    def results(self, state: State, action: Action | None = None) -> dict[Action, float]:
        return self._at(state).outlook(state, action).results

    def _liking(self, choice: tuple[Action, Shares]) -> tuple[float, bool]:
        action, shares = choice
        return shares[self._seat], action.kind is not Kind.ROLL


class _Latest:
    """The turn that was searched last with this progress."""

    turn: Valuation | None = None

    @property
    def nbytes(self) -> int:
        return 0 if self.turn is None else self.turn.nbytes


def search(start: State, depth: int = 1) -> Valuation:
    """Value the turn that a position belongs to; with a greater depth the next turns are searched as well.

    A turn is asked about at each of its decisions, and kept as long as it answers for them.
    """
    known = learnt(start.game)
    if start.seat is None:
        return Draw(start, known)
    key = (search, start.game, start.seat, start.progress(), depth, known.about.get("positions"))
    latest = MEMORY.recall(key, _Latest, lambda kept: kept.nbytes)
    turn = latest.turn
    if turn is None or not turn.covers(start):
        turn = latest.turn = SearchedValuation(start, known, _deeper(depth, start.seat, known))
    return turn


def _deeper(depth: int, seat: int, known: Learnt, check: Callable[[], None] = lambda: None) -> Worth | None:
    """The worth of positions after a seat's turn, when the turns that begin there are searched first."""
    if depth == 1:
        return None

    def worth(states: Sequence[State]) -> NDArray[np.float64]:
        found = known(states)
        for row, state in enumerate(states):
            if state.seat is not None and state.seat != seat:
                check()
                found[row] = SearchedValuation(state, known, _deeper(depth - 1, state.seat, known)).shares(state)
        return found

    return worth


class _TooLongError(Exception):
    """The time is up."""


def search_within(
    start: State, seconds: float, memory: Memory = MEMORY, clock: Callable[[], float] = perf_counter
) -> Valuation:
    """Value a turn, and the next one as well if the time and the memory suffice; else this one more closely.

    One turn is always searched.
    """
    began, found = clock(), search(start)
    if not isinstance(found, SearchedValuation) or start.seat is None:
        return found
    known, following = learnt(start.game), [state for state in found.ends if state.node is not Node.OVER]
    if not following:
        return found

    def check() -> None:
        if clock() > began + 2 * seconds:
            raise _TooLongError

    try:
        with memory.borrow(STATES * _BYTES):
            sampled = clock()
            SearchedValuation(following[0], known)
            each = clock() - sampled
            left = began + seconds - clock()
            if each * len(following) < left:
                return SearchedValuation(start, known, _deeper(2, start.seat, known, check))
            times = min(_MOST, int(left / each)) if each else 1
        if times > 1:
            with memory.borrow(times * STATES * _BYTES):
                return SearchedValuation(start, known, times=times)
    except (OutOfMemoryError, _TooLongError):
        pass
    return found
