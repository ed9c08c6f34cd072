"""The turn under way of any game as a graph: every state that it can come to, found by playing.

Likely states are looked at first. Dice that can fall in many ways are all looked at where the turn is likely to come,
and sampled elsewhere. When the budget is spent, whatever was not looked at is played to the end of the turn, twice,
by a player who stops as soon as they may. A graph without sampled parts is exact; another one knows its standard error.
The samples come from a stream of the position itself, so that the same question always has the same answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from math import ceil
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from roost.core.dice import Dice, Roll
from roost.core.errors import RoostError
from roost.core.moves import Action, Kind
from roost.core.state import Node, State
from roost.core.stream import Stream
from roost.study.odds.choice import FAILS, mover

__all__ = ["MOST_STATES", "Outlook", "SolvedTurn", "TurnGraph", "Worth", "stop_soon"]

MOST_STATES = 4_000
"""States that are looked at before the rest is sampled."""
_ALL_ROLLS = 21
"""So few distinct rolls are never sampled: those of two usual dice."""
_ROLLS = 600
"""Rolls that are looked at where the turn comes for certain; elsewhere in proportion."""
_FEWEST_ROLLS = 8
_LONGEST_TURN = 10_000
_SWEEPS = 10_000
_ROUNDS = 100
"""How often states may come again before the rest of their chance is neglected."""
_STEADY = 1e-12

Worth: TypeAlias = Callable[[Sequence[State]], NDArray[np.float64]]
"""Tells what positions after a turn are worth, a row for each."""


class _Ways(NamedTuple):
    """How a state goes on."""

    actions: tuple[Action, ...]
    """The choices, each leading to one of ``after``; none at a roll."""
    after: NDArray[np.int64]
    chances: NDArray[np.float64] | None
    """At a roll, how likely each of ``after`` is."""
    is_sampled: bool = False


class _Sample(NamedTuple):
    """One way in which a turn went on that was not looked at."""

    after: State
    action: Action
    """The choice that ended the turn, or that it failed."""


def stop_soon(state: State, chance: Stream) -> Action:
    """Any choice, each as likely as the next, but rolling on only where there is no other."""
    actions = state.actions()
    others = [action for action in actions if action.kind is not Kind.ROLL]
    return chance.choice(others or actions)


class TurnGraph:
    """A turn from one of its states on."""

    def __init__(self, start: State, most: int = MOST_STATES) -> None:
        self.seat = mover(start)
        self._chance = Stream(f"turn of {start}")
        self.states: list[State] = []
        self.places: dict[State, int] = {}
        self.ways: dict[int, _Ways] = {}
        """How the states go on that were looked at."""
        self.ends: list[int] = []
        """The states after the turn."""
        self.samples: dict[int, tuple[_Sample, _Sample]] = {}
        """Two ends for each state that was not looked at."""
        self._reach: dict[int, float] = {}
        """How likely the turn is to come to the states that wait to be looked at, if its player wants to."""
        self._waiting: list[tuple[float, int]] = []
        self._find(start, 1.0)
        self._look(most)
        for place in self._reach:
            self.samples[place] = self._sample(self.states[place]), self._sample(self.states[place])
        self.circles: list[int] = []
        """Places that may come again."""
        self.order = self._order()
        self.is_exact = not self.samples and not any(ways.is_sampled for ways in self.ways.values())
        """Whether every way was looked at."""

    def _is_over(self, state: State) -> bool:
        return state.seat != self.seat or state.node is Node.OVER

    def _find(self, state: State, reach: float) -> int:
        place = self.places.get(state)
        if place is None:
            place = self.places[state] = len(self.states)
            self.states.append(state)
            if self._is_over(state):
                self.ends.append(place)
            else:
                self._reach[place] = 0.0
        if place in self._reach:
            self._reach[place] += reach
            heappush(self._waiting, (-self._reach[place], place))
        return place

    def _look(self, most: int) -> None:
        while self._waiting and len(self.states) < most:
            _, place = heappop(self._waiting)
            reach = self._reach.pop(place, 0.0)
            if not reach:
                continue  # looked at already
            state = self.states[place]
            dice = state.dice
            if dice is None:
                actions = state.actions()
                after = [self._find(state.play(action).state, reach) for action in actions]
                self.ways[place] = _Ways(actions, np.array(after), None)
                continue
            rolls, is_sampled = self._rolls(dice, reach)
            after = [self._find(state.play(roll).state, reach * chance) for roll, chance in rolls]
            chances = np.array([chance for _, chance in rolls])
            self.ways[place] = _Ways((), np.array(after), chances, is_sampled)

    def _rolls(self, dice: Dice, reach: float) -> tuple[list[tuple[Roll, float]], bool]:
        wanted = max(_FEWEST_ROLLS, 2 * ceil(_ROLLS / 2 * reach))
        if dice.count > 2 and dice.die.faces**2 > _ALL_ROLLS and len(dice.rolls) > wanted:
            return [(dice.draw(self._chance), 1 / wanted) for _ in range(wanted)], True
        return [(roll, weight / dice.ways) for roll, weight in dice.rolls], False

    def _sample(self, state: State) -> _Sample:
        action: Action = FAILS
        for _ in range(_LONGEST_TURN):
            if self._is_over(state):
                return _Sample(state, action)
            dice = state.dice
            if dice is not None:
                state, action = state.play(dice.draw(self._chance)).state, FAILS
            else:
                action = stop_soon(state, self._chance)
                state = state.play(action).state
        raise RoostError("this turn does not end", position=str(state))

    def _order(self) -> list[int]:
        """The places that were looked at, each after those that it leads to; places in circles come last."""
        before: dict[int, list[int]] = {}
        open_ways = {}
        ready = []
        for place, ways in self.ways.items():
            following = {after for after in ways.after.tolist() if after in self.ways}
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
        """Find the best play, when the mover plays for a column of what the positions after the turn are worth."""
        return SolvedTurn(self, worth, column)


class Outlook(NamedTuple):
    """How a turn may end."""

    results: dict[Action, float]
    """How likely it is to end with each action, or without one."""
    error: float
    """The standard error of what the turn is worth; 0 where nothing was sampled."""


class SolvedTurn:
    """A turn with what each of its states is worth under best play.

    To choose the best of some sampled values and then believe the value is too hopeful. So the samples are
    parted into two halves: each chooses by the values of the other, and what a state is worth is the mean of both.
    """

    def __init__(self, graph: TurnGraph, worth: Worth, column: int) -> None:
        self.graph = graph
        self._column = column
        sampled = list(graph.samples)
        ends = [graph.states[place] for place in graph.ends]
        known = worth([*ends, *(sample.after for place in sampled for sample in graph.samples[place])])
        self.halves = np.zeros((1 if graph.is_exact else 2, len(graph.states), known.shape[1]))
        self.halves[:, graph.ends] = known[: len(ends)]
        self._doubts: dict[int, float] = {}
        """The variance that sampling brings into a state's value, beside what comes from the states after it."""
        if sampled:
            self.halves[0, sampled] = known[len(ends) :: 2]
            self.halves[1, sampled] = known[len(ends) + 1 :: 2]
            self._doubts = dict.fromkeys(sampled, float(known[len(ends) :, column].var()) / 2)
        self._best: dict[int, int] = {}
        for place in graph.order:
            self._settle(place)
        if graph.circles:
            self._settle_circles()
        self.values: NDArray[np.float64] = self.halves.mean(axis=0)

    def _settle(self, place: int) -> None:
        ways = self.graph.ways[place]
        after = self.halves[:, ways.after]
        if ways.chances is None:
            by_half = [self._first_best(ways.actions, half[:, self._column].tolist()) for half in after]
            for half, chosen in enumerate(reversed(by_half)):
                self.halves[half, place] = after[half, chosen]
            best = by_half[0]
            if len(set(by_half)) > 1:
                best = self._first_best(ways.actions, after[:, :, self._column].mean(axis=0).tolist())
            self._best[place] = best
        elif ways.is_sampled:
            seen = after[:, :, self._column].mean(axis=0)
            self._doubts[place] = float(((seen - seen.mean()) ** 2).sum()) / len(seen) / (len(seen) - 1)
            self.halves[0, place] = after[0, ::2].mean(axis=0)
            self.halves[1, place] = after[1, 1::2].mean(axis=0)
        else:
            self.halves[:, place] = ways.chances @ after

    @staticmethod
    def _first_best(actions: Sequence[Action], worths: Sequence[float]) -> int:
        """Of equals the first, but rather one that ends the turn than rolling on."""
        return max(range(len(worths)), key=lambda i: (worths[i], actions[i].kind is not Kind.ROLL, -i))

    def _settle_circles(self) -> None:
        """States that may come again are worth what repeated sweeps settle on."""
        for _ in range(_SWEEPS):
            before = self.halves[:, self.graph.circles].copy()
            for place in reversed(self.graph.circles):
                self._settle(place)
            if np.abs(self.halves[:, self.graph.circles] - before).max() < _STEADY:
                return

    # -- answers -------------------------------------------------------------------------------------------------------

    def knows(self, state: State) -> bool:
        """Whether the state was looked at, or comes after the turn."""
        place = self.graph.places.get(state)
        return place is not None and place not in self.graph.samples

    def value(self, state: State) -> NDArray[np.float64]:
        """What a state is worth, by columns."""
        found: NDArray[np.float64] = self.values[self.graph.places[state]]
        return found

    def choices(self, state: State) -> dict[Action, int]:
        """The places that the legal actions lead to."""
        place = self.graph.places[state]
        ways = self.graph.ways.get(place)
        return {} if ways is None else dict(zip(ways.actions, ways.after.tolist(), strict=False))

    def best(self, state: State) -> Action:
        """The best action."""
        place = self.graph.places[state]
        return self.graph.ways[place].actions[self._best[place]]

    def outlook(self, state: State, action: Action | None = None) -> Outlook:
        """How the turn may end under best play, after ``action`` if given."""
        graph, place = self.graph, self.graph.places[state]
        likely: dict[Action, float] = {FAILS: 0.0}
        arriving: dict[int, float] = {}
        variance = 0.0
        if action is None:
            self._arrive(place, 1.0, FAILS, likely, arriving)
        else:
            self._arrive(self.choices(state)[action], 1.0, action, likely, arriving)
        for at in (*reversed(graph.order), *graph.circles * _ROUNDS):
            chance = arriving.pop(at, 0.0)
            if not chance:
                continue
            ways = graph.ways[at]
            if ways.chances is None:
                best = self._best[at]
                self._arrive(int(ways.after[best]), chance, ways.actions[best], likely, arriving)
                continue
            variance += chance**2 * self._doubts.get(at, 0.0)
            for after, part in zip(ways.after.tolist(), ways.chances.tolist(), strict=True):
                self._arrive(after, chance * part, FAILS, likely, arriving)
        for at, chance in arriving.items():
            variance += chance**2 * self._doubts[at]
            for sample in graph.samples[at]:
                likely[sample.action] = likely.get(sample.action, 0.0) + chance / 2
        return Outlook(likely, variance**0.5)

    def _arrive(
        self, place: int, chance: float, action: Action, likely: dict[Action, float], arriving: dict[int, float]
    ) -> None:
        if place in self.graph.ways or place in self.graph.samples:
            arriving[place] = arriving.get(place, 0.0) + chance
        else:
            likely[action] = likely.get(action, 0.0) + chance
