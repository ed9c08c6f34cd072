"""The graph of a turn in any game: all states that the turn can reach, found by applying the rules.

The search expands likely states first, or those that the caller names. A roll is expanded together with the choices
after it, so all states that remain unexpanded when the budget is spent are rolls. Decisions between the same actions
that lead to the same states are one state of the graph.

The values of unexpanded rolls are unknown to the search, so the caller estimates or bounds them, and the probability
of reaching them is reported as :data:`~roost.study.odds.choice.UNSEEN`. If a roll has many results, all of them are
tried, so the probability of failing is exact. Results that continue the turn are all expanded if the roll is likely,
and otherwise only a sample of them, whose standard error is known. Samples come from a stream seeded by the position,
so the same question always gets the same answer. All choices use the same samples, which makes their comparison fair.

States that can repeat within the turn form groups, called loops. A loop is solved exactly, by elimination.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from heapq import heapify, heappop, heappush
from math import ceil
from operator import mul
from statistics import pvariance
from typing import NamedTuple, TypeAlias

from roost.core.cancellation import check_cancelled
from roost.core.dice import Dice, Roll
from roost.core.errors import RoostError
from roost.core.moves import Action, Kind
from roost.core.state import State
from roost.core.stream import Stream
from roost.study.odds.choice import ENDS, FAILS, UNSEEN, mover

MOST_STATES = 100_000
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
_EVEN = 1e-12
"""Maximum difference between equal values, relative to their size; it comes from rounding."""

Row: TypeAlias = Sequence[float]
"""The values of a position, one per column."""
Worth: TypeAlias = Callable[[Sequence[State]], Sequence[Row]]
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

    def half(self, parity: int) -> tuple[list[int], list[float]]:
        """Return the successors of a sampled roll in one half of the samples, with the probability of each."""
        assert self.chances is not None
        sure = len(self.after) - self.drawn
        after = self.after[:sure] + self.after[sure + parity :: 2]
        return after, [*self.chances[:sure], *[2 * self.chances[-1]] * (self.drawn // 2)]


class TurnGraph:
    """The graph of a turn, beginning at one of its states."""

    def __init__(
        self,
        start: State,
        most: int = MOST_STATES,
        rolls: int = ROLLS,
        fewest: int = _FEWEST_ROLLS,
        results: int | None = None,
    ) -> None:
        self.seat = mover(start)
        self._most = most
        self._rolls = rolls
        self._fewest = fewest
        self._chance = Stream(f"turn of {start}")
        self._draws: dict[tuple[Dice, int], list[Roll]] = {}
        self.states: list[State] = []
        self.places: dict[State, int] = {}
        """Index of each state, without decisions that equal another one: see :meth:`place`."""
        self._equal: dict[tuple[tuple[Action, State], ...], int] = {}
        """Index of the decision with each set of choices."""
        self.ways: dict[int, _Ways] = {}
        """Successors of each expanded state, by the state's index."""
        self.ends: list[int] = []
        """Indices of the states after the turn."""
        self.certain: set[int] = set()
        """Indices of the states reached by choices alone, for which a new search would not give better values."""
        self.results = 0
        """Number of results of rolls that were tried."""
        self._merged = 0
        """Number of decisions found to equal another one."""
        self._reach: dict[int, float] = {}
        """Probability of each unexpanded roll, by index, if the player aims for it."""
        self._waiting: list[tuple[float, int]] = []
        self._results = results
        self._find(start, 1.0)
        self._look()
        self._sort()

    def place(self, state: State) -> int | None:
        """Return the index of a state. Decisions with the same actions and the same next states share an index."""
        return self._known(state)[0]

    def _known(self, state: State) -> tuple[int | None, tuple[tuple[Action, State], ...]]:
        """Return the index of a state, if any, and the choices of a new state of the turn."""
        place = self.places.get(state)
        if place is not None or state.seat != self.seat or len(self.states) >= _ONLY_CHOICES * self._most:
            return place, ()
        choices = state.choices()
        return self._equal.get(choices) if choices else None, choices

    def _find(self, state: State, reach: float) -> int:
        """Return the index of a state.

        If the state is new, it is added, its choices are followed at once, and rolls are queued.
        """
        place, choices = self._known(state)
        if place is not None:
            self._merged += bool(choices)
            self._reach_again(place, reach)
            return place
        first = self._add(state, choices, reach)
        new = [] if state.seat != self.seat else [(first, choices)]
        while new:
            place, choices = new.pop()
            if not choices:
                self._reach[place] = reach
                heappush(self._waiting, (-reach, place))
                continue
            after = []
            for _, successor in choices:
                at, further = self._known(successor)
                if at is None:
                    at = self._add(successor, further, reach)
                    if successor.seat == self.seat:
                        new.append((at, further))
                after.append(at)
            self.ways[place] = _Ways(tuple(action for action, _ in choices), after, None)
        return first

    def _add(self, state: State, choices: tuple[tuple[Action, State], ...], reach: float) -> int:
        place = self.places[state] = len(self.states)
        self.states.append(state)
        if choices:
            self._equal[choices] = place
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
        """Expand rolls, most likely first, until the budget is spent."""
        while self._waiting and not self._is_spent():
            check_cancelled()
            _, place = heappop(self._waiting)
            reach = self._reach.pop(place, 0.0)
            if reach:
                self.ways[place] = self._rolled(self.states[place], reach)

    def _is_spent(self) -> bool:
        if self._results is None:
            return len(self.states) + self._merged >= self._most
        return len(self.states) >= self._most or self.results >= self._results

    def has_many_results(self) -> bool:
        """Whether an unexpanded roll has so many results that samples would help."""
        return any((dice := self.states[at].dice) is not None and len(dice.rolls) > _ALL_ROLLS for at in self.edges)

    def expand(self, places: Iterable[int]) -> None:
        """Expand more rolls, each with its probability if the player aims for it."""
        for place in places:
            check_cancelled()
            self.ways[place] = self._rolled(self.states[place], self._reach.pop(place))
        self._sort()

    def expand_levels(self, most: int) -> None:
        """Expand the next roll after every choice, then the second, and so on, until ``most`` states result.

        Choices compare well only if the search looks equally far ahead after each. So the first rolls are expanded in
        any case, and further ones only if all of the same number fit into the budget.
        """
        is_first = True
        while level := dict(self._reach):
            count = len(self.states)
            for place in level:
                if not is_first and len(self.states) >= most:
                    self._forget(count, level)
                    return
                self.ways[place] = self._rolled(self.states[place], self._reach.pop(place))
            is_first = False
            self._sort()

    def _forget(self, count: int, level: dict[int, float]) -> None:
        """Return to the first ``count`` states, when the rolls of ``level`` were not expanded."""
        for state in self.states[count:]:
            del self.places[state]
        del self.states[count:]
        self._equal = {choices: place for choices, place in self._equal.items() if place < count}
        self.ways = {place: ways for place, ways in self.ways.items() if place < count and place not in level}
        self.ends = [place for place in self.ends if place < count]
        self.certain = {place for place in self.certain if place < count}
        self._reach = level
        self._sort()

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
            self.results += len(dice.rolls)
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
        places = [self._find(successor, reach * part) for successor, part in ways]
        if drawn:
            return _Ways((), places, [part for _, part in ways], drawn)
        merged: dict[int, float] = {}
        for place, (_, part) in zip(places, ways, strict=True):
            merged[place] = merged.get(place, 0.0) + part
        return _Ways((), list(merged), list(merged.values()))

    def _drawn(self, dice: Dice, count: int) -> list[Roll]:
        """Return a cached sample of ``count`` rolls."""
        if (dice, count) not in self._draws:
            self._draws[dice, count] = [dice.draw(self._chance) for _ in range(count)]
        return self._draws[dice, count]

    def _sort(self) -> None:
        """Sort the expanded states into :attr:`order` and :attr:`loops`, and list the rolls that were not expanded."""
        self.edges = list(self._reach)
        """Indices of the rolls that were not expanded."""
        self.is_sampled = any(ways.drawn for ways in self.ways.values())
        """Whether only a sample of some roll's results was expanded."""
        self.is_exact = not self.edges and not self.is_sampled
        """Whether nothing was left out and nothing was sampled."""
        self.order: list[int] = []
        """Indices of expanded states, each after its successors, except those that lead to a loop."""
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
        while ready:
            place = ready.pop()
            self.order.append(place)
            for earlier in before.get(place, ()):
                open_ways[earlier] -= 1
                if not open_ways[earlier]:
                    ready.append(earlier)
        rest = {place for place, left in open_ways.items() if left}
        following_of = {place: [after for after in self.ways[place].after if after in rest] for place in rest}
        self.loops = list(_components(sorted(rest), following_of))
        """Groups of the other expanded states, each after the groups that it leads to.

        The states of one group can all reach each other. A group of a single state may also be a state that no path
        leads back to.
        """

    def solve(self, worth: Worth, column: int = 0, *, splits: bool = True) -> SolvedTurn:
        """Solve the turn, given that the mover maximises one column of the values.

        ``splits`` is False for a solution that chooses by the samples with which it values the choices, so its value is
        too high.
        """
        return SolvedTurn(self, worth, column, splits)


def _components(places: Iterable[int], following: Mapping[int, Sequence[int]]) -> Iterator[list[int]]:
    """Yield the strongly connected components of a graph, each after those that it leads to (Tarjan's algorithm).

    The states of a component are listed so that most come after their successors, which keeps elimination sparse.
    """
    number: dict[int, int] = {}
    lowest: dict[int, int] = {}
    stack: list[int] = []
    finished: list[int] = []
    """Visited states in the order in which their successors were exhausted."""
    on_stack: set[int] = set()
    for root in places:
        if root in number:
            continue
        path = [(root, iter(following[root]))]
        while path:
            place, left = path[-1]
            if place not in number:
                number[place] = lowest[place] = len(number)
                stack.append(place)
                on_stack.add(place)
            after = next(left, None)
            if after is None:
                path.pop()
                finished.append(place)
                if path:
                    parent = path[-1][0]
                    lowest[parent] = min(lowest[parent], lowest[place])
                if lowest[place] == number[place]:
                    members = set()
                    while place not in members:
                        members.add(stack.pop())
                    on_stack -= members
                    yield [member for member in finished if member in members]
                    del finished[-len(members) :]
            elif after not in number:
                path.append((after, iter(following[after])))
            elif after in on_stack:
                lowest[place] = min(lowest[place], number[after])


class Outlook(NamedTuple):
    """The likely endings of a turn."""

    results: dict[Action, float]
    """Probability of each ending, given as an action or, if there was none, as a result."""
    error: float
    """Standard error of the turn's value because of sampling; 0 if nothing was sampled."""


class _Eliminated(NamedTuple):
    """A state of a loop after elimination: its value in terms of the states that are eliminated later."""

    place: int
    earlier: list[tuple[int, float]]
    """States eliminated before it, with the factor with which each was inserted."""
    pivot: float
    later: dict[int, float]
    """Probability of each state that is eliminated after it; still to be divided by ``pivot``."""


class SolvedTurn:
    """A turn with the value of each of its states under best play.

    The best of several sampled values is biased upwards. To avoid this bias, the samples are split into two halves. In
    each half, choices are made by the values of the other half, and a state's value is the mean of both halves. Within
    a loop, both halves make the same choices, those that are best on average.
    """

    def __init__(self, graph: TurnGraph, worth: Worth, column: int, splits: bool) -> None:
        self.graph = graph
        self._column = column
        known = [*graph.ends, *graph.edges]
        rows = [list(row) for row in worth([graph.states[place] for place in known])]
        zeros = [0.0] * (len(rows[0]) if rows else 1)
        is_sampled = splits and graph.is_sampled
        self._halves: list[list[list[float]]] = [[zeros] * len(graph.states) for _ in range(2 if is_sampled else 1)]
        for half in self._halves:
            for place, row in zip(known, rows, strict=True):
                half[place] = row
        self._doubts: dict[int, float] = {}
        """Variance that sampling at a state adds to its value, beyond the variance of its successors; by index."""
        self._best: dict[int, int] = {}
        for place in graph.order:
            self._settle(place)
        for loop in graph.loops:
            self._settle_loop(loop)
        self.values: list[list[float]] = self._halves[0]
        """The values of each state, one per column."""
        if is_sampled:
            self.values = [
                [(a + b) / 2 for a, b in zip(*both, strict=True)] for both in zip(*self._halves, strict=True)
            ]

    @property
    def nbytes(self) -> int:
        """Approximate memory use in bytes."""
        return (100 * len(self._halves) + 300) * len(self.graph.states)

    def _settle(self, place: int) -> None:
        """Value a state whose successors are valued."""
        ways = self.graph.ways[place]
        if ways.chances is None:
            self._choose(place, ways)
        elif not ways.drawn or len(self._halves) == 1:
            for half in self._halves:
                half[place] = _mean(ways.chances, [half[at] for at in ways.after])
        else:
            self._note_doubt(place, ways)
            for parity, half in enumerate(self._halves):
                after, chances = ways.half(parity)
                half[place] = _mean(chances, [half[at] for at in after])

    def _note_doubt(self, place: int, ways: _Ways) -> None:
        assert ways.chances is not None
        drawn, sure = ways.drawn, len(ways.after) - ways.drawn
        sampled = [sum(half[at][self._column] for half in self._halves) / 2 for at in ways.after[sure:]]
        self._doubts[place] = pvariance(sampled) / (drawn - 1) * (drawn * ways.chances[-1]) ** 2

    def _choose(self, place: int, ways: _Ways) -> None:
        worths = [[half[at][self._column] for at in ways.after] for half in self._halves]
        by_half = [_first_best(ways.actions, values) for values in worths]
        for half, chosen in zip(self._halves, reversed(by_half), strict=True):
            half[place] = half[ways.after[chosen]]
        best = by_half[0]
        if len(set(by_half)) > 1:
            best = _first_best(ways.actions, [sum(both) for both in zip(*worths, strict=True)])
        self._best[place] = best

    # -- loops: states that can repeat within the turn ---------------------------------------------------------------

    def _settle_loop(self, loop: list[int]) -> None:
        """Value the states of a loop: begin with choices that leave it, and improve them until none can be improved."""
        if len(loop) == 1 and loop[0] not in self.graph.ways[loop[0]].after:
            self._settle(loop[0])
            return
        self._leave(loop)
        decisions = [place for place in loop if self.graph.ways[place].chances is None]
        is_improved = True
        while is_improved:
            check_cancelled()
            for parity in range(len(self._halves)):
                self._evaluate(loop, parity)
            is_improved = False
            for place in decisions:
                worths = self._worths(place)
                chosen, best = worths[self._best[place]], max(worths)
                if best - chosen > _EVEN * max(1.0, abs(best)):  # a smaller gain might be rounding, and go in circles
                    self._best[place], is_improved = worths.index(best), True
        self._prefer_ends(set(loop), decisions)
        for place in loop:
            if self.graph.ways[place].drawn and len(self._halves) > 1:
                self._note_doubt(place, self.graph.ways[place])

    def _leave(self, loop: list[int]) -> None:
        """In each decision of a loop, choose an action from which the loop can be left."""
        before: dict[int, list[int]] = {}
        leaving = []
        for place in loop:
            for after in self.graph.ways[place].after:
                before.setdefault(after, []).append(place)
        waiting = [after for after in before if after not in set(loop)]
        while waiting:
            after = waiting.pop()
            for place in before.pop(after, ()):
                if place not in self._best:
                    self._best[place] = self.graph.ways[place].after.index(after)
                    leaving.append(place)
                    waiting.append(place)
        if len(leaving) < len(loop):
            stuck = next(place for place in loop if place not in self._best)
            raise RoostError("the turn can never end from this position", position=str(self.graph.states[stuck]))

    def _ways_on(self, place: int, parity: int | None) -> tuple[Sequence[int], Sequence[float]]:
        """Return the successors of a state under the current choices, with the probability of each.

        ``parity`` chooses one half of the samples; None uses all of them.
        """
        ways = self.graph.ways[place]
        if ways.chances is None:
            return [ways.after[self._best[place]]], [1.0]
        is_split = ways.drawn and parity is not None and len(self._halves) > 1
        return ways.half(parity or 0) if is_split else (ways.after, ways.chances)

    def _eliminate(self, loop: list[int], parity: int | None) -> list[_Eliminated]:
        """Eliminate the states of a loop one after the other, under the current choices.

        ``parity`` chooses one half of the samples; None uses all of them.
        """
        rank = {place: index for index, place in enumerate(loop)}
        done: dict[int, _Eliminated] = {}
        for place in loop:
            row: dict[int, float] = {}
            for after, chance in zip(*self._ways_on(place, parity), strict=True):
                if after in rank:
                    row[after] = row.get(after, 0.0) + chance
            earlier = []
            inserted = [rank[after] for after in row if rank[after] < rank[place]]
            heapify(inserted)
            while inserted:
                known = done[loop[heappop(inserted)]]
                factor = row.pop(known.place) / known.pivot
                earlier.append((known.place, factor))
                for after, chance in known.later.items():
                    if after not in row and rank[after] < rank[place]:
                        heappush(inserted, rank[after])
                    row[after] = row.get(after, 0.0) + factor * chance
            done[place] = _Eliminated(place, earlier, 1.0 - row.pop(place, 0.0), row)
        return list(done.values())

    def _evaluate(self, loop: list[int], parity: int) -> None:
        """Value the states of a loop in one half of the samples, under the current choices."""
        half, inside = self._halves[parity], set(loop)
        eliminated = self._eliminate(loop, parity)
        columns = range(len(half[loop[0]]))
        sums: dict[int, list[float]] = {}
        for place, earlier, _, _ in eliminated:
            outside = [way for way in zip(*self._ways_on(place, parity), strict=True) if way[0] not in inside]
            total = [sum(chance * half[after][column] for after, chance in outside) for column in columns]
            for other, factor in earlier:
                total = [old + factor * more for old, more in zip(total, sums[other], strict=True)]
            sums[place] = total
        for place, _, pivot, later in reversed(eliminated):
            half[place] = [
                (sums[place][column] + sum(chance * half[after][column] for after, chance in later.items())) / pivot
                for column in columns
            ]

    def _worths(self, place: int) -> list[float]:
        """Return the value of each choice, averaged over the halves."""
        after = self.graph.ways[place].after
        return [sum(half[at][self._column] for half in self._halves) / len(self._halves) for at in after]

    def _prefer_ends(self, inside: set[int], decisions: Iterable[int]) -> None:
        """Among equally good actions of a loop, prefer one that leaves the loop without a roll."""
        for place in decisions:
            ways, worths = self.graph.ways[place], self._worths(place)
            enough = max(worths) - _EVEN * max(1.0, abs(max(worths)))
            for index, (action, after) in enumerate(zip(ways.actions, ways.after, strict=True)):
                if worths[index] >= enough and after not in inside and action.kind is not Kind.ROLL:
                    self._best[place] = index
                    break

    # -- questions ---------------------------------------------------------------------------------------------------

    def knows(self, state: State) -> bool:
        """Whether the state was expanded or comes after the turn."""
        place = self.graph.place(state)
        return place is not None and (place in self.graph.ways or state.seat != self.graph.seat)

    def is_certain(self, state: State) -> bool:
        """Whether a new search from the state would not give a better value."""
        place = self.graph.place(state)
        return place is not None and (place in self.graph.certain if not self.graph.is_exact else self.knows(state))

    def value(self, state: State) -> list[float]:
        """Return the values of a state, one per column."""
        return self.values[self.place(state)]

    def choices(self, state: State) -> dict[Action, int]:
        """Return, for each legal action, the index of the state that it leads to."""
        ways = self.graph.ways.get(self.place(state))
        return {} if ways is None else dict(zip(ways.actions, ways.after, strict=False))

    def best(self, state: State) -> Action:
        place = self.place(state)
        return self.graph.ways[place].actions[self._best[place]]

    def place(self, state: State, action: Action | None = None) -> int:
        """Return the index of a state that the graph has, or of the state that one of its actions leads to."""
        if action is not None:
            return self.choices(state)[action]
        place = self.graph.place(state)
        assert place is not None
        return place

    def outlook(self, place: int, action: Action | None = None) -> Outlook:
        """Return the probabilities of the turn's endings under best play from a place; ``action`` led there if given.

        If the search was cut, the result :data:`~roost.study.odds.choice.UNSEEN` has the probability of the rolls that
        were not expanded.
        """
        likely: dict[Action, float] = {FAILS: 0.0}
        arriving: dict[int, float] = {}
        self._arrive(place, 1.0, action, likely, arriving)
        variance = self._follow(likely, arriving)
        if arriving:
            likely[UNSEEN] = sum(arriving.values())
        return Outlook(likely, variance**0.5)

    def unseen(self, places: Iterable[int]) -> dict[int, float]:
        """Return how likely best play from these places reaches each roll that was not expanded."""
        arriving: dict[int, float] = {}
        for place in places:
            self._arrive(place, 1.0, FAILS, {}, arriving)
        self._follow({}, arriving)
        return arriving

    def _follow(self, likely: dict[Action, float], arriving: dict[int, float]) -> float:
        """Follow best play to the ends of the turn, and to unexpanded rolls, which remain ``arriving``.

        Return the variance of the value because of sampling.
        """
        graph, variance = self.graph, 0.0
        for loop in reversed(graph.loops):
            inside = set(loop)
            for at, visits in self._visits(loop, arriving).items():
                variance += visits**2 * self._doubts.get(at, 0.0)
                self._pass_on(at, visits, likely, arriving, inside)
        for at in reversed(graph.order):
            chance = arriving.pop(at, 0.0)
            if chance:
                variance += chance**2 * self._doubts.get(at, 0.0)
                self._pass_on(at, chance, likely, arriving)
        return variance

    def _visits(self, loop: list[int], arriving: dict[int, float]) -> dict[int, float]:
        """Return how often each state of a loop is visited, given the probabilities of arriving there."""
        visits = {place: arriving.pop(place) for place in loop if place in arriving}
        if len(loop) == 1 or not visits:
            first = loop[0]
            stays = sum(part for after, part in zip(*self._ways_on(first, None), strict=True) if after == first)
            return {place: chance / (1.0 - stays) for place, chance in visits.items()}
        eliminated = self._eliminate(loop, None)
        for place, _, pivot, later in eliminated:
            visits[place] = visits.get(place, 0.0) / pivot
            for after, chance in later.items():
                visits[after] = visits.get(after, 0.0) + visits[place] * chance
        for place, earlier, _, _ in reversed(eliminated):
            for other, factor in earlier:
                visits[other] += factor * visits[place]
        return visits

    def _pass_on(
        self,
        place: int,
        chance: float,
        likely: dict[Action, float],
        arriving: dict[int, float],
        inside: Container[int] = (),
    ) -> None:
        """Add the probability of a state to its successors under best play, except those ``inside`` a loop."""
        ways = self.graph.ways[place]
        if ways.chances is None:
            best = self._best[place]
            if ways.after[best] not in inside:
                self._arrive(ways.after[best], chance, ways.actions[best], likely, arriving)
            return
        for after, part in zip(ways.after, ways.chances, strict=True):
            if after not in inside:
                self._arrive(after, chance * part, None, likely, arriving)

    def _arrive(
        self, place: int, chance: float, action: Action | None, likely: dict[Action, float], arriving: dict[int, float]
    ) -> None:
        if self.graph.states[place].seat == self.graph.seat:
            arriving[place] = arriving.get(place, 0.0) + chance
        else:
            result = self._by_dice(place) if action is None else action
            likely[result] = likely.get(result, 0.0) + chance

    def _by_dice(self, place: int) -> Action:
        """Return the result of a turn that ended without a choice by the player."""
        before, after = (self.graph.states[at].heuristic()[self.graph.seat] for at in (0, place))
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
