"""The turn under way of any game as a graph: every state that it can come to, found by playing.

Likely states are looked at first. A roll is looked at together with the choices after it, so that whatever is left out
when the budget is spent is a roll that nobody made: it is worth what the asker says of such a position. Of a roll that
can fall in many ways every way is tried, so that the chance to fail is exact. Of those that go on all are looked at
where the turn is likely to come, and some are drawn elsewhere. A graph with nothing left out and nothing drawn is
exact; another one knows its standard error. The draws come from a stream of the position itself, so that the same
question always has the same answer. All choices get the same draws, so that they are compared fairly.
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
"""States that are looked at before the rest is left out."""
_ALL_ROLLS = 24
"""So few distinct rolls are never drawn from."""
ROLLS = 600
"""Rolls that are looked at where the turn comes for certain; elsewhere in proportion."""
_FEWEST_ROLLS = 8
"""Rolls that are looked at however unlikely the turn is to come there, if the asker knows no better."""
_TRIED = 8
"""Where there are more rolls than so many times those that are looked at, they are not even tried."""
_ONLY_CHOICES = 10
"""Choices without end are given up at so many times the budget."""
_SWEEPS = 10_000
_ROUNDS = 100
"""How often states may come again before the rest of their chance is neglected."""
_STEADY = 1e-12

Worth: TypeAlias = Callable[[Sequence[State]], NDArray[np.float64]]
"""Tells what positions are worth, a row for each: those after the turn, and rolls of it that were not looked at."""


class _Ways(NamedTuple):
    """The ways in which a state goes on."""

    actions: tuple[Action, ...]
    """The choices, each leading to one of ``after``; none at a roll."""
    after: list[int]
    chances: list[float] | None
    """At a roll, how likely each of ``after`` is."""
    drawn: int = 0
    """So many of the last of them were drawn, an even number."""


class TurnGraph:
    """A turn from one of its states on."""

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
        """The ways in which the states go on that were looked at."""
        self.ends: list[int] = []
        """The states after the turn."""
        self.certain: set[int] = set()
        """The places that choices alone lead to: what is known there is as good as if the turn were searched anew."""
        self._reach: dict[int, float] = {}
        """How likely the turn is to come to the rolls that wait to be looked at, if its player wants to."""
        self._waiting: list[tuple[float, int]] = []
        self._find(start, 1.0)
        self._look()
        self.edges = list(self._reach)
        """The rolls that were not looked at."""
        self.circles: list[int] = []
        """Places that may come again."""
        self.order = self._order()
        self.is_exact = not self.edges and not any(ways.drawn for ways in self.ways.values())
        """Whether every way was looked at."""

    def _find(self, state: State, reach: float) -> int:
        """The place of a state that the turn comes to. Choices are looked through at once; a roll waits."""
        found = self.places.get(state)
        if found is not None:
            self._reach_again(found, reach)
            return found
        found = self._add(state, reach)
        new = [] if state.seat != self.seat else [found]
        while new:
            place = new.pop()
            choices = self.states[place].choices() if len(self.states) < _ONLY_CHOICES * self._most else ()
            if not choices:
                self._reach[place] = reach
                heappush(self._waiting, (-reach, place))
                continue
            after = []
            for _, one in choices:
                at = self.places.get(one)
                if at is None:
                    at = self._add(one, reach)
                    if one.seat == self.seat:
                        new.append(at)
                after.append(at)
            self.ways[place] = _Ways(tuple(action for action, _ in choices), after, None)
        return found

    def _add(self, state: State, reach: float) -> int:
        place = self.places[state] = len(self.states)
        self.states.append(state)
        if state.seat != self.seat:
            self.ends.append(place)
        elif reach == 1.0:
            self.certain.add(place)
        return place

    def _reach_again(self, place: int, reach: float) -> None:
        """There is one more way to a place, and by choices to the rolls after it."""
        found, waiting = {place}, [place]
        while waiting:
            at = waiting.pop()
            ways = self.ways.get(at)
            if at in self._reach:
                self._reach[at] += reach
                heappush(self._waiting, (-self._reach[at], at))
            elif ways is not None and ways.chances is None:
                waiting += [after for after in ways.after if after not in found]
                found.update(ways.after)

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
        if _ALL_ROLLS < len(dice.rolls) > _TRIED * wanted:  # to try them all would take longer than to look at some
            going = state.throws(self._drawn(dice, wanted))
            parts = [1 / wanted] * wanted
            drawn = wanted
        else:
            after = state.throws(roll for roll, _ in dice.rolls)
            tried = dict(zip((roll for roll, _ in dice.rolls), after, strict=True))
            chances = [weight / dice.ways for _, weight in dice.rolls]
            goes_on = [one.seat == self.seat for one in after]
            going, parts, drawn = after, chances, 0
            if len(dice.rolls) > _ALL_ROLLS and sum(goes_on) > wanted:
                left = [one for roll in self._drawn(dice, 2 * wanted) if (one := tried[roll]).seat == self.seat]
                drawn = min(wanted, len(left) // 2 * 2)
            if drawn:
                ends = [(one, part) for one, part in zip(after, chances, strict=True) if one.seat != self.seat]
                going, parts = left[:drawn], [(1 - sum(part for _, part in ends)) / drawn] * drawn
        ways = [*ends, *zip(going, parts, strict=True)]
        return _Ways((), [self._find(one, reach * part) for one, part in ways], [part for _, part in ways], drawn)

    def _drawn(self, dice: Dice, count: int) -> list[Roll]:
        """So many rolls, drawn once."""
        if (dice, count) not in self._draws:
            self._draws[dice, count] = [dice.draw(self._chance) for _ in range(count)]
        return self._draws[dice, count]

    def _order(self) -> list[int]:
        """The places that were looked at, each after those that it leads to; places in circles come last."""
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
        """Find the best play, when the mover plays for a column of what positions are worth."""
        return SolvedTurn(self, worth, column)


class Outlook(NamedTuple):
    """The ends that a turn may have."""

    results: dict[Action, float]
    """How likely it is to end with each action, or without one."""
    error: float
    """The standard error of what the turn is worth; 0 where nothing was sampled."""


class SolvedTurn:
    """A turn with what each of its states is worth under best play.

    To choose the best of some sampled values and then believe the value is too hopeful. So what was drawn is parted
    into two halves: each chooses by the values of the other, and what a state is worth is the mean of both.
    """

    def __init__(self, graph: TurnGraph, worth: Worth, column: int) -> None:
        self.graph = graph
        self._column = column
        known = [*graph.ends, *graph.edges]
        rows = worth([graph.states[place] for place in known]).tolist()
        nothing = [0.0] * (len(rows[0]) if rows else 1)
        self._halves: list[list[list[float]]] = [
            [nothing] * len(graph.states) for _ in range(1 if graph.is_exact else 2)
        ]
        for half in self._halves:
            for place, row in zip(known, rows, strict=True):
                half[place] = row
        self._doubts: dict[int, float] = {}
        """The variance that drawing brings into a state's value, beside what comes from the states after it."""
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
        """About how much memory it takes."""
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
            seen = [sum(half[at][self._column] for half in self._halves) / 2 for at in after[sure:]]
            self._doubts[place] = pvariance(seen) / (drawn - 1) * (drawn * chances[-1]) ** 2
            for own, half in enumerate(self._halves):
                mine = after[:sure] + after[sure + own :: 2]
                half[place] = _mean([*chances[:sure], *[part] * (drawn // 2)], [half[at] for at in mine])

    def _choose(self, place: int, ways: _Ways) -> None:
        worths = [[half[at][self._column] for at in ways.after] for half in self._halves]
        by_half = [_first_best(ways.actions, one) for one in worths]
        for half, chosen in zip(self._halves, reversed(by_half), strict=True):
            half[place] = half[ways.after[chosen]]
        best = by_half[0]
        if len(set(by_half)) > 1:
            best = _first_best(ways.actions, [sum(both) for both in zip(*worths, strict=True)])
        self._best[place] = best

    def _settle_circles(self) -> None:
        """States that may come again are worth what repeated sweeps settle on."""
        for _ in range(_SWEEPS):
            before = [half[place] for half in self._halves for place in self.graph.circles]
            for place in reversed(self.graph.circles):
                self._settle(place)
            now = [half[place] for half in self._halves for place in self.graph.circles]
            if np.abs(np.subtract(now, before)).max() < _STEADY:
                return

    # -- answers -------------------------------------------------------------------------------------------------------

    def knows(self, state: State) -> bool:
        """Whether the state was looked at, or comes after the turn."""
        place = self.graph.places.get(state)
        return place is not None and (place in self.graph.ways or state.seat != self.graph.seat)

    def is_certain(self, state: State) -> bool:
        """Whether the state is known as well as if the turn were searched from there."""
        place = self.graph.places.get(state)
        return place is not None and (place in self.graph.certain if not self.graph.is_exact else self.knows(state))

    def value(self, state: State) -> NDArray[np.float64]:
        """The worth of a state, by columns."""
        found: NDArray[np.float64] = self.values[self.graph.places[state]]
        return found

    def choices(self, state: State) -> dict[Action, int]:
        """The places that the legal actions lead to."""
        place = self.graph.places[state]
        ways = self.graph.ways.get(place)
        return {} if ways is None else dict(zip(ways.actions, ways.after, strict=False))

    def best(self, state: State) -> Action:
        """The best action."""
        place = self.graph.places[state]
        return self.graph.ways[place].actions[self._best[place]]

    def outlook(self, state: State, action: Action | None = None) -> Outlook:
        """The ends that the turn may have under best play, after ``action`` if given."""
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
        for at, chance in arriving.items():  # a roll that was not looked at, for which nobody has a better word
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
        """The end of a turn that no choice has ended."""
        before, after = (self.graph.states[at].progress()[self.graph.seat] for at in (0, place))
        return ENDS if after > before else FAILS


def _first_best(actions: Sequence[Action], worths: Sequence[float]) -> int:
    """Of equals the first, but rather one that ends the turn than rolling on."""
    best = max(worths)
    if worths.count(best) == 1:
        return worths.index(best)
    return max(range(len(worths)), key=lambda i: (worths[i], actions[i].kind is not Kind.ROLL, -i))


def _mean(chances: Sequence[float], rows: Sequence[Sequence[float]]) -> list[float]:
    """The expectation, by columns."""
    return [sum(map(mul, chances, column)) for column in zip(*rows, strict=True)]
