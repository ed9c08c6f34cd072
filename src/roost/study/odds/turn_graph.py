"""The graph of a turn in any game: all states that the turn can reach, found by applying the rules.

The search expands likely states first. A roll is expanded together with the choices after it, so all states that remain
unexpanded when the budget is spent are rolls, whose values the caller estimates. If a roll has many results, all of
them are tried, so the probability of failing is exact. Results that continue the turn are all expanded if the roll is
likely, and otherwise only a sample of them. A graph without omissions and samples is exact; for any other graph, the
standard error is known. Samples come from a stream seeded by the position, so the same question always gets the same
answer. All choices use the same samples, which makes their comparison fair.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from math import ceil
from operator import mul
from statistics import pvariance
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from roost.core.cancellation import check_cancelled
from roost.core.dice import Dice, Roll
from roost.core.moves import Action, Kind
from roost.core.state import State
from roost.core.stream import Stream
from roost.study.odds.choice import ENDS, FAILS, mover

MOST_STATES = 4_000
"""Maximum number of states; the search stops when it is reached."""
_ALL_ROLLS = 24
"""Rolls with at most this many distinct results are never sampled."""
ROLLS = 600
"""Number of results to expand for a roll that is certain to happen; proportionally fewer for less likely rolls."""
_FEWEST_ROLLS = 8
"""Minimum number of results to expand at a roll, for callers that cannot estimate unexpanded rolls well."""
_TRIED = 8
"""A roll is sampled without trying every result if it has more than this many times the sample size in results."""
_ONLY_CHOICES = 10
"""Following choices stops when the number of states exceeds the state budget by this factor."""
_SWEEPS = 10_000
_ROUNDS = 100
"""Number of passes over states that can repeat; the small probability that remains after them is ignored."""
_STEADY = 1e-12

Worth: TypeAlias = Callable[[Sequence[State]], NDArray[np.float64]]
"""Function that values positions, one row each: positions after the turn, and unexpanded rolls within it."""


class _Ways(NamedTuple):
    """The successors of a state."""

    actions: tuple[Action, ...]
    """Possible actions, in the same order as ``after``; empty at a roll."""
    after: list[int]
    chances: list[float] | None
    """Probability of each successor at a roll; None at a decision."""
    drawn: int = 0
    """Number of successors that were sampled, which are the last in ``after``; always even."""


class TurnGraph:
    """The graph of a turn, beginning at one of its states."""

    def __init__(self, start: State, most: int = MOST_STATES, rolls: int = ROLLS, fewest: int = _FEWEST_ROLLS) -> None:
        self.seat = mover(start)
        self._most = most
        self._rolls = rolls
        self._fewest = fewest
        self._chance = Stream(f"turn of {start}")
        self._draws: dict[tuple[Dice, int], list[Roll]] = {}
        self.states: list[State] = []
        self.places: dict[State, int] = {}
        self.ways: dict[int, _Ways] = {}
        """Successors of each expanded state, by the state's index."""
        self.ends: list[int] = []
        """Indices of the states after the turn."""
        self.certain: set[int] = set()
        """Indices of the states reached by choices alone, for which a new search would not give better values."""
        self._reach: dict[int, float] = {}
        """Probability of each unexpanded roll, by index, if the player aims for it."""
        self._waiting: list[tuple[float, int]] = []
        self._find(start, 1.0)
        self._look()
        self.edges = list(self._reach)
        """Indices of the rolls that were not expanded."""
        self.circles: list[int] = []
        """Indices of the states that can repeat within the turn."""
        self.order = self._order()
        self.is_exact = not self.edges and not any(ways.drawn for ways in self.ways.values())
        """Whether nothing was left out and nothing was sampled."""

    def _find(self, state: State, reach: float) -> int:
        """Return the index of a state.

        If the state is new, it is added, its choices are followed at once, and rolls are queued.
        """
        place = self.places.get(state)
        if place is not None:
            self._reach_again(place, reach)
            return place
        first = self._add(state, reach)
        new = [] if state.seat != self.seat else [first]
        while new:
            place = new.pop()
            choices = self.states[place].choices() if len(self.states) < _ONLY_CHOICES * self._most else ()
            if not choices:
                self._reach[place] = reach
                heappush(self._waiting, (-reach, place))
                continue
            after = []
            for _, successor in choices:
                at = self.places.get(successor)
                if at is None:
                    at = self._add(successor, reach)
                    if successor.seat == self.seat:
                        new.append(at)
                after.append(at)
            self.ways[place] = _Ways(tuple(action for action, _ in choices), after, None)
        return first

    def _add(self, state: State, reach: float) -> int:
        place = self.places[state] = len(self.states)
        self.states.append(state)
        if state.seat != self.seat:
            self.ends.append(place)
        elif reach == 1.0:
            self.certain.add(place)
        return place

    def _reach_again(self, place: int, reach: float) -> None:
        """Add the probability of another path to a state, and to the rolls that choices lead to from there."""
        visited, waiting = {place}, [place]
        while waiting:
            at = waiting.pop()
            ways = self.ways.get(at)
            if at in self._reach:
                self._reach[at] += reach
                heappush(self._waiting, (-self._reach[at], at))
            elif ways is not None and ways.chances is None:
                waiting += [after for after in ways.after if after not in visited]
                visited.update(ways.after)

    def _look(self) -> None:
        while self._waiting and len(self.states) < self._most:
            check_cancelled()
            _, place = heappop(self._waiting)
            reach = self._reach.pop(place, 0.0)
            if reach:
                self.ways[place] = self._rolled(self.states[place], reach)

    def _rolled(self, state: State, reach: float) -> _Ways:
        dice = state.dice
        assert dice is not None
        wanted = max(self._fewest, 2 * ceil(self._rolls / 2 * reach))
        ends: list[tuple[State, float]] = []
        if (
            _ALL_ROLLS < len(dice.rolls) > _TRIED * wanted
        ):  # trying every result would take longer than expanding a sample of them
            continuing = state.throws(self._drawn(dice, wanted))
            parts = [1 / wanted] * wanted
            drawn = wanted
        else:
            after = state.throws(roll for roll, _ in dice.rolls)
            tried = dict(zip((roll for roll, _ in dice.rolls), after, strict=True))
            chances = [weight / dice.ways for _, weight in dice.rolls]
            goes_on = [successor.seat == self.seat for successor in after]
            continuing, parts, drawn = after, chances, 0
            if len(dice.rolls) > _ALL_ROLLS and sum(goes_on) > wanted:
                left = [
                    successor for roll in self._drawn(dice, 2 * wanted) if (successor := tried[roll]).seat == self.seat
                ]
                drawn = min(wanted, len(left) // 2 * 2)
            if drawn:
                ends = [
                    (successor, part)
                    for successor, part in zip(after, chances, strict=True)
                    if successor.seat != self.seat
                ]
                continuing, parts = left[:drawn], [(1 - sum(part for _, part in ends)) / drawn] * drawn
        ways = [*ends, *zip(continuing, parts, strict=True)]
        return _Ways(
            (), [self._find(successor, reach * part) for successor, part in ways], [part for _, part in ways], drawn
        )

    def _drawn(self, dice: Dice, count: int) -> list[Roll]:
        """Return a cached sample of ``count`` rolls."""
        if (dice, count) not in self._draws:
            self._draws[dice, count] = [dice.draw(self._chance) for _ in range(count)]
        return self._draws[dice, count]

    def _order(self) -> list[int]:
        """Sort the indices of expanded states so that each follows its successors; states in cycles are left out."""
        before: dict[int, list[int]] = {}
        open_ways = {}
        ready = []
        for place, ways in self.ways.items():
            following = {after for after in ways.after if after in self.ways}
            open_ways[place] = len(following)
            for after in following:
                before.setdefault(after, []).append(place)
            if not following:
                ready.append(place)
        order = []
        while ready:
            place = ready.pop()
            order.append(place)
            for earlier in before.get(place, ()):
                open_ways[earlier] -= 1
                if not open_ways[earlier]:
                    ready.append(earlier)
        self.circles = [place for place, left in open_ways.items() if left]
        return order

    def solve(self, worth: Worth, column: int = 0) -> SolvedTurn:
        """Solve the turn, given that the mover maximises one column of the values."""
        return SolvedTurn(self, worth, column)


class Outlook(NamedTuple):
    """The likely endings of a turn."""

    results: dict[Action, float]
    """Probability of each ending, given as an action or, if there was none, as a result."""
    error: float
    """Standard error of the turn's value; 0 if nothing was sampled."""


class SolvedTurn:
    """A turn with the value of each of its states under best play.

    The best of several sampled values is biased upwards. To avoid this bias, the samples are split into two halves. In
    each half, choices are made by the values of the other half, and a state's value is the mean of both halves.
    """

    def __init__(self, graph: TurnGraph, worth: Worth, column: int) -> None:
        self.graph = graph
        self._column = column
        known = [*graph.ends, *graph.edges]
        rows = worth([graph.states[place] for place in known]).tolist()
        zeros = [0.0] * (len(rows[0]) if rows else 1)
        self._halves: list[list[list[float]]] = [[zeros] * len(graph.states) for _ in range(1 if graph.is_exact else 2)]
        for half in self._halves:
            for place, row in zip(known, rows, strict=True):
                half[place] = row
        self._doubts: dict[int, float] = {}
        """Variance that sampling at a state adds to its value, beyond the variance of its successors; by index."""
        if graph.edges:
            self._doubts = dict.fromkeys(graph.edges, pvariance(row[column] for row in rows) / 2)
        self._best: dict[int, int] = {}
        for place in graph.order:
            self._settle(place)
        if graph.circles:
            self._settle_circles()
        self.values: NDArray[np.float64] = np.mean(self._halves, axis=0)

    @property
    def nbytes(self) -> int:
        """Approximate memory use in bytes."""
        return 3 * self.values.nbytes + 300 * len(self.graph.states)

    def _settle(self, place: int) -> None:
        _, after, chances, drawn = ways = self.graph.ways[place]
        if chances is None:
            self._choose(place, ways)
        elif not drawn:
            for half in self._halves:
                half[place] = _mean(chances, [half[at] for at in after])
        else:
            sure, part = len(after) - drawn, 2 * chances[-1]
            sampled = [sum(half[at][self._column] for half in self._halves) / 2 for at in after[sure:]]
            self._doubts[place] = pvariance(sampled) / (drawn - 1) * (drawn * chances[-1]) ** 2
            for parity, half in enumerate(self._halves):
                places = after[:sure] + after[sure + parity :: 2]
                half[place] = _mean([*chances[:sure], *[part] * (drawn // 2)], [half[at] for at in places])

    def _choose(self, place: int, ways: _Ways) -> None:
        worths = [[half[at][self._column] for at in ways.after] for half in self._halves]
        by_half = [_first_best(ways.actions, values) for values in worths]
        for half, chosen in zip(self._halves, reversed(by_half), strict=True):
            half[place] = half[ways.after[chosen]]
        best = by_half[0]
        if len(set(by_half)) > 1:
            best = _first_best(ways.actions, [sum(both) for both in zip(*worths, strict=True)])
        self._best[place] = best

    def _settle_circles(self) -> None:
        """Solve states that can repeat, by sweeping over them until their values no longer change."""
        for _ in range(_SWEEPS):
            before = [half[place] for half in self._halves for place in self.graph.circles]
            for place in reversed(self.graph.circles):
                self._settle(place)
            now = [half[place] for half in self._halves for place in self.graph.circles]
            if np.abs(np.subtract(now, before)).max() < _STEADY:
                return

    def knows(self, state: State) -> bool:
        """Whether the state was expanded or comes after the turn."""
        place = self.graph.places.get(state)
        return place is not None and (place in self.graph.ways or state.seat != self.graph.seat)

    def is_certain(self, state: State) -> bool:
        """Whether a new search from the state would not give a better value."""
        place = self.graph.places.get(state)
        return place is not None and (place in self.graph.certain if not self.graph.is_exact else self.knows(state))

    def value(self, state: State) -> NDArray[np.float64]:
        """Return the values of a state, one per column."""
        values: NDArray[np.float64] = self.values[self.graph.places[state]]
        return values

    def choices(self, state: State) -> dict[Action, int]:
        """Return, for each legal action, the index of the state that it leads to."""
        place = self.graph.places[state]
        ways = self.graph.ways.get(place)
        return {} if ways is None else dict(zip(ways.actions, ways.after, strict=False))

    def best(self, state: State) -> Action:
        place = self.graph.places[state]
        return self.graph.ways[place].actions[self._best[place]]

    def outlook(self, state: State, action: Action | None = None) -> Outlook:
        """Return the probabilities of the turn's endings under best play, after ``action`` if given."""
        graph, place = self.graph, self.graph.places[state]
        likely: dict[Action, float] = {FAILS: 0.0}
        arriving: dict[int, float] = {}
        variance = 0.0
        if action is None:
            self._arrive(place, 1.0, None, likely, arriving)
        else:
            self._arrive(self.choices(state)[action], 1.0, action, likely, arriving)
        for at in (*reversed(graph.order), *graph.circles * _ROUNDS):
            chance = arriving.pop(at, 0.0)
            if not chance:
                continue
            ways = graph.ways[at]
            if ways.chances is None:
                best = self._best[at]
                self._arrive(ways.after[best], chance, ways.actions[best], likely, arriving)
                continue
            variance += chance**2 * self._doubts.get(at, 0.0)
            for after, part in zip(ways.after, ways.chances, strict=True):
                self._arrive(after, chance * part, None, likely, arriving)
        for at, chance in arriving.items():  # count unexpanded rolls as failures
            variance += chance**2 * self._doubts.get(at, 0.0)
            likely[FAILS] += chance
        return Outlook(likely, variance**0.5)

    def _arrive(
        self, place: int, chance: float, action: Action | None, likely: dict[Action, float], arriving: dict[int, float]
    ) -> None:
        if place in self.graph.ways or self.graph.states[place].seat == self.graph.seat:
            arriving[place] = arriving.get(place, 0.0) + chance
        else:
            result = self._by_dice(place) if action is None else action
            likely[result] = likely.get(result, 0.0) + chance

    def _by_dice(self, place: int) -> Action:
        """Return the result of a turn that ended without a choice by the player."""
        before, after = (self.graph.states[at].progress()[self.graph.seat] for at in (0, place))
        return ENDS if after > before else FAILS


def _first_best(actions: Sequence[Action], worths: Sequence[float]) -> int:
    """Return the index of the best action.

    Among equally good actions, prefer one that ends the turn, then the first.
    """
    best = max(worths)
    if worths.count(best) == 1:
        return worths.index(best)
    return max(range(len(worths)), key=lambda i: (worths[i], actions[i].kind is not Kind.ROLL, -i))


def _mean(chances: Sequence[float], rows: Sequence[Sequence[float]]) -> list[float]:
    """Return the expected value of each column."""
    return [sum(map(mul, chances, column)) for column in zip(*rows, strict=True)]
