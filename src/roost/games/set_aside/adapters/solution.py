"""A solved set-aside turn: the value of every choice, the best choice, and the turn's results under best play.

A :class:`Payoff` gives a value to everything that the turn can end on. :func:`payoff` makes it from the rules engine,
which says what each result may claim and what failing does, so no rule is repeated here.

Ties have one rule everywhere: values that differ by at most :data:`~roost.study.odds.choice.TIE` count as equal, and of
equals the solution prefers an action that ends the turn, then the first.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, Protocol, Self

from roost.core.dice import Roll
from roost.core.extras import uses_fast
from roost.core.moves import Action
from roost.core.state import Node, State
from roost.games.set_aside import ROLL_ON, Aside, RollOn, SetAside, SetAsideGame, SetAsideState
from roost.games.set_aside.adapters.graph import SetAsideGraph, turn_graph
from roost.study.odds.choice import FAILS, TIE, ActionOdds, Reaches, mover

_PLAIN_BYTES = 32
"""Approximate size in bytes of a number in a list."""

Table = Any
"""A number for each node or ending: a list, or an array if it comes from compiled code."""


class Sweeps(Protocol):
    """The sweeps over a turn graph, in compiled code (:mod:`.sweep`) or in plain Python (:mod:`.plain_sweep`)."""

    def solve(self, graph: SetAsideGraph, end: Table, stop: Table, dead: Table) -> tuple[Table, Table]:
        """Return the value of each node under best play, and that of rolling on from it."""

    def reach(
        self, graph: SetAsideGraph, stop: Table, best: Table, roll: Table, start: int, forced: int
    ) -> tuple[Table, Table]:
        """Return the probabilities of stopping and of a dead roll on each ending, from the node ``start``."""

    def sweep_shares(self, graph: SetAsideGraph, end: Table, stop: Table, dead: Table) -> tuple[Table, Table]:
        """Return like ``solve`` the players' values of each node one after another; the first player decides."""


def sweeps() -> Sweeps:
    """Return the compiled sweeps, or the plain ones where turns are solved in plain Python."""
    if uses_fast():
        from roost.games.set_aside.adapters import sweep

        return sweep
    from roost.games.set_aside.adapters import plain_sweep

    return plain_sweep


@dataclass(frozen=True)
class Payoff:
    """The value of each way to end a turn: three tables for the sweeps, and the claims from which they were made."""

    end: Sequence[float]
    """For each ending, the value of a turn that ends there because no roll is left."""
    stop: Sequence[float]
    """For each ending, the value of stopping; minus infinity where stopping is illegal."""
    dead: Sequence[float]
    """For each ending, the value of a dead roll (SA-5)."""
    claims: Sequence[tuple[Action, ...]]
    """For each ending, its claims; empty if the turn fails."""
    worth: Mapping[Action, float] | None
    """The value of each claim; None if only the result counts, not what it claims."""

    @classmethod
    def of(
        cls,
        game: SetAsideGame,
        claims: Sequence[tuple[Action, ...]],
        end: Sequence[float],
        fail: float,
        worth: Mapping[Action, float] | None,
    ) -> Self:
        """Return the payoff with these values, under the game's rules for stopping and for dead rolls."""
        stop = end
        if not game.may_stop_on_nothing:
            stop = [value if allowed else -inf for value, allowed in zip(end, claims, strict=True)]
        return cls(end, stop, end if game.dead_roll_counts else [fail] * len(end), claims, worth)

    def claim(self, ending: int) -> Action:
        """Return an ending's best claim, or a failure if there is none."""
        claims = self.claims[ending]
        return max(claims, key=lambda claim: self.value(ending, claim)) if claims else FAILS

    def value(self, ending: int, claim: Action) -> float:
        """Return what a claim, or a failure, is worth on an ending."""
        return self.worth[claim] if self.worth and claim in self.worth else self.end[ending]


def payoff(state: SetAsideState, value: Callable[[State], float]) -> Payoff:
    """Return the current turn's payoff, where ``value`` gives the value of the table after the turn."""
    return claim_payoff(state, lambda claim: value(state.claim(claim).state), value(state.fail(()).state))


def claim_payoff(state: SetAsideState, worth: Callable[[Action], float], fail: float) -> Payoff:
    """Return the current turn's payoff, where ``worth`` gives the value of ending the turn with a claim."""
    values: dict[Action, float] = {}  # cached, because the position after a claim does not depend on how the turn ended
    claims = _claims(state)
    ends: list[float] = []
    for allowed in claims:
        best = -inf if allowed else fail
        for claim in allowed:
            value = values.get(claim)
            if value is None:
                value = values[claim] = worth(claim)
            if value > best:
                best = value
        ends.append(best)
    return Payoff.of(state.game, claims, ends, fail, values)


def result_payoff(state: SetAsideState, value: Callable[[int], float]) -> Payoff:
    """Return the payoff that depends only on the dice: the result's ``value``, or 0 without a worm (SA-7)."""
    endings = turn_graph(state.game.turn_dice).endings
    ends = [0.0 if aside is None else value(aside.total) for aside in endings]
    return Payoff.of(state.game, _claims(state), ends, 0.0, None)


def _claims(state: SetAsideState) -> list[tuple[Action, ...]]:
    """Return each ending's claims at this table; empty for the ending without a worm."""
    claims_on = state.claims_on
    return [() if aside is None else claims_on(aside.total) for aside in turn_graph(state.game.turn_dice).endings]


class TurnSolution:
    """A turn's solution for one payoff, valid for every state of that turn."""

    def __init__(
        self,
        graph: SetAsideGraph,
        payoff: Payoff,
        solved: tuple[Table, Table] | None = None,
        by: Sweeps | None = None,
    ) -> None:
        """Use the sweep's tables from ``solved`` if they are given, instead of computing them.

        ``by`` computes them, by default the fastest sweeps that are installed.
        """
        self.graph = graph
        self.payoff = payoff
        self._sweeps = sweeps() if by is None else by
        tables = self._sweeps.solve(graph, payoff.end, payoff.stop, payoff.dead) if solved is None else solved
        self._best, self._roll = tables
        self._best_at, self._roll_at = map(_lookup, tables)

    @property
    def nbytes(self) -> int:
        """Approximate size in bytes, without the graph, which all solutions share."""
        return (2 * len(self.graph) + 4 * len(self.payoff.end)) * (_PLAIN_BYTES if type(self._best) is list else 8)

    def value(self, state: SetAsideState) -> float:
        """Return the value of the turn at ``state`` under best play."""
        if state.node is Node.ROLL:
            return self._roll_at(self.graph.node(state.turn.aside))
        return max(value for _, value in self._valued(state))

    def values(self, state: SetAsideState) -> dict[Action, float]:
        """Return the value of each legal action if best play follows."""
        return dict(self._valued(state))

    def best(self, state: SetAsideState) -> Action:
        """Return the best action; among equals, one that ends the turn, or else the first."""
        valued = self._valued(state)
        enough = max(value for _, value in valued) - TIE
        return min((action for action, value in valued if value >= enough), key=lambda action: action is ROLL_ON)

    def _valued(self, state: SetAsideState) -> list[tuple[Action, float]]:
        _, aside, roll = state.turn
        node = self.graph.node
        valued: list[tuple[Action, float]] = []
        for action in state.actions():
            if isinstance(action, SetAside):
                value = self._best_at(node(_after(aside, roll, action)))
            elif action is ROLL_ON:
                value = self._roll_at(node(aside))
            else:
                value = self.payoff.value(self.graph.ending[node(aside)], action)
            valued.append((action, value))
        return valued

    def endings(self, state: SetAsideState, action: Action | None = None) -> tuple[Table, Table]:
        """Return the probabilities of stopping, and of a dead roll, on each of the graph's endings under best play.

        The probabilities hold after ``action`` if it is given, otherwise after the best action.
        """
        graph, forced = self.graph, -1
        aside, roll = state.turn.aside, state.turn.roll
        if action is None and state.node is Node.DECIDE:
            action = self.best(state)
        if isinstance(action, SetAside):
            aside = _after(aside, roll, action)
        elif action is None or isinstance(action, RollOn):
            forced = graph.node(aside)
        else:
            stopped = [0.0] * len(graph.endings)
            stopped[graph.ending[graph.node(aside)]] = 1.0
            return stopped, [0.0] * len(graph.endings)
        return self._sweeps.reach(graph, self.payoff.stop, self._best, self._roll, graph.node(aside), forced)

    def results(self, state: SetAsideState, action: Action | None = None) -> dict[Action, float]:
        """Return the probability of each claim that may end the turn, and of failing, under best play.

        The probabilities hold after ``action`` if it is given. If only the number counts, the keys are the numbers.
        """
        likely: dict[Action, float] = {FAILS: 0.0}
        for aside, result, chance in self._outcomes(state, action):
            if self.payoff.worth is None:
                result = FAILS if aside is None else Reaches(aside.total)
            likely[result] = likely.get(result, 0.0) + chance
        return likely

    def totals(self, state: SetAsideState, action: Action | None = None) -> dict[int, float]:
        """Return each result's probability; key 0 stands for a result without a worm and a dead roll that fails."""
        likely = {0: 0.0}
        for aside, _, chance in self._outcomes(state, action):
            total = 0 if aside is None else aside.total
            likely[total] = likely.get(total, 0.0) + chance
        return likely

    def expect(
        self, state: SetAsideState, value: Callable[[State], Sequence[float]], action: Action | None = None
    ) -> tuple[float, ...]:
        """Return each seat's expected value of the turn as the mover plays it (after ``action``, if given).

        ``value`` gives each seat's value of a table. The mover plays to maximise the solved payoff, regardless of the
        other seats.
        """
        expected = [0.0] * state.game.players
        after: dict[Action, Sequence[float]] = {}
        for aside, result, chance in self._outcomes(state, action):
            if result not in after:
                step = state.fail(()) if aside is None or result is FAILS else state.at(aside.deciding).claim(result)
                after[result] = value(step.state)
            expected = [total + chance * share for total, share in zip(expected, after[result], strict=True)]
        return tuple(expected)

    def _outcomes(self, state: SetAsideState, action: Action | None) -> Iterator[tuple[Aside | None, Action, float]]:
        """Yield each way to end the turn: the final dice if they count, the claim or failure, and the probability."""
        stopped, died = self.endings(state, action)
        if state.game.dead_roll_counts:  # SA-5: a dead roll ends the turn like a stop
            stopped = [chance + more for chance, more in zip(stopped, died, strict=True)]
        else:
            yield None, FAILS, float(sum(died))
        for ending, chance in enumerate(map(float, stopped)):
            if chance:
                claim = action if action in self.payoff.claims[ending] else self.payoff.claim(ending)
                assert claim is not None
                yield self.graph.endings[ending], claim, chance

    def choices(self, state: SetAsideState) -> tuple[ActionOdds, ...]:
        """Return every legal action with its value and the turn's results, best first."""
        choices = [ActionOdds(action, value, self.results(state, action)) for action, value in self._valued(state)]
        best = self.best(state) if choices else None
        return tuple(sorted(choices, key=lambda choice: (choice.action != best, -choice.value)))


def _lookup(table: Table) -> Callable[[int], float]:
    """Return a function that looks up a plain number in a table."""
    item: Callable[[int], float] = getattr(table, "item", table.__getitem__)
    return item


def _after(aside: Aside, roll: Roll | None, action: SetAside) -> Aside:
    """Return the dice that are set aside after a choice of SA-2."""
    assert roll is not None
    symbol = roll.die.index[action.symbol]
    return aside.add(symbol, roll.counts[symbol])


def solve_turn(state: SetAsideState, value: Callable[[State], float]) -> TurnSolution:
    """Solve the current turn, where ``value`` gives the value of the table after the turn."""
    mover(state)
    return TurnSolution(turn_graph(state.game.turn_dice), payoff(state, value))


def solve_result(state: SetAsideState, value: Callable[[int], float]) -> TurnSolution:
    """Solve the current turn, where ``value`` gives the value of its result, regardless of the table."""
    mover(state)
    return TurnSolution(turn_graph(state.game.turn_dice), result_payoff(state, value))
