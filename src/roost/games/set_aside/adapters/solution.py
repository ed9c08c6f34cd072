"""A solved set-aside turn: the value of every choice, the best choice, and the turn's results under best play.

A :class:`Payoff` gives a value to everything that the turn can end on. :func:`payoff` makes it from the rules engine,
which says what each result may claim and what failing does, so no rule is repeated here.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

import numpy as np
from numpy.typing import NDArray

from roost.core.dice import Roll
from roost.core.moves import Action
from roost.core.state import Node, State
from roost.games.set_aside import ROLL_ON, Aside, RollOn, SetAside, SetAsideGame, SetAsideState
from roost.games.set_aside.adapters.graph import SetAsideGraph, turn_graph
from roost.study.odds.choice import FAILS, ActionOdds, Reaches, mover

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Payoff:
    """The value of each way to end a turn: three tables for the kernel, and the claims from which they were made."""

    end: Floats
    """For each ending, the value of a turn that ends there because no roll is left."""
    stop: Floats
    """For each ending, the value of stopping; minus infinity where stopping is illegal."""
    dead: Floats
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
        end: Sequence[float] | Floats,
        fail: float | Floats,
        worth: Mapping[Action, float] | None,
    ) -> Self:
        """Return the payoff with these values, under the game's rules for stopping and for dead rolls.

        A value may be a row with an entry for each player.
        """
        ends = np.array(end)
        is_empty = [not allowed if ends.ndim == 1 else [not allowed] for allowed in claims]
        stop = ends if game.may_stop_on_nothing else np.where(is_empty, -np.inf, ends)
        dead = ends if game.dead_roll_counts else np.full(ends.shape, fail)
        return cls(ends, stop, dead, claims, worth)

    def of_player(self, column: int) -> Self:
        """Return one player's payoff, if the values are rows."""
        end, stop, dead = (np.ascontiguousarray(part[:, column]) for part in (self.end, self.stop, self.dead))
        return replace(self, end=end, stop=stop, dead=dead)

    def claim(self, ending: int) -> Action:
        """Return an ending's best claim, or a failure if there is none."""
        claims = self.claims[ending]
        return max(claims, key=lambda claim: self.value(ending, claim)) if claims else FAILS

    def value(self, ending: int, claim: Action) -> float:
        """Return what a claim, or a failure, is worth on an ending."""
        return self.worth[claim] if self.worth and claim in self.worth else self.end.item(ending)


def payoff(state: SetAsideState, value: Callable[[State], float]) -> Payoff:
    """Return the current turn's payoff, where ``value`` gives the value of the table after the turn."""
    return claim_payoff(state, lambda claim: value(state.claim(claim).state), value(state.fail(()).state))


def claim_payoff(state: SetAsideState, worth: Callable[[Action], float], fail: float) -> Payoff:
    """Return the current turn's payoff, where ``worth`` gives the value of ending the turn with a claim."""
    values: dict[Action, float] = {}  # a claim leads to the same table whatever the ending
    claims = _claims(state)
    ends: list[float] = []
    for allowed in claims:
        best = -np.inf if allowed else fail
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

    def __init__(self, graph: SetAsideGraph, payoff: Payoff, solved: tuple[Floats, Floats] | None = None) -> None:
        """Use the sweep's tables from ``solved`` if they are given, instead of computing them."""
        from roost.games.set_aside.adapters.sweep import solve

        self.graph = graph
        self.payoff = payoff
        self._best, self._roll = solve(graph, payoff.end, payoff.stop, payoff.dead) if solved is None else solved

    @property
    def nbytes(self) -> int:
        """Approximate size in bytes, without the graph, which all solutions share."""
        return self._best.nbytes + self._roll.nbytes + 4 * self.payoff.end.nbytes

    def value(self, state: SetAsideState) -> float:
        """Return the value of the turn at ``state`` under best play."""
        if state.node is Node.ROLL:
            return self._roll.item(self.graph.node(state.turn.aside))
        return max(value for _, value in self._valued(state))

    def values(self, state: SetAsideState) -> dict[Action, float]:
        """Return the value of each legal action if best play follows."""
        return dict(self._valued(state))

    def best(self, state: SetAsideState) -> Action:
        """Return the best action; among equals, one that ends the turn, or else the first."""
        (best, top), *rest = self._valued(state)
        for action, value in rest:
            if value > top or (value == top and best is ROLL_ON):
                best, top = action, value
        return best

    def _valued(self, state: SetAsideState) -> list[tuple[Action, float]]:
        _, aside, roll = state.turn
        node, best = self.graph.node, self._best.item
        valued: list[tuple[Action, float]] = []
        for action in state.actions():
            if isinstance(action, SetAside):
                value = best(node(_after(aside, roll, action)))
            elif action is ROLL_ON:
                value = self._roll.item(node(aside))
            else:
                value = self.payoff.value(self.graph.ending.item(node(aside)), action)
            valued.append((action, value))
        return valued

    def endings(self, state: SetAsideState, action: Action | None = None) -> tuple[Floats, Floats]:
        """Return the probabilities of stopping, and of a dead roll, on each of the graph's endings under best play.

        The probabilities hold after ``action`` if it is given, otherwise after the best action.
        """
        from roost.games.set_aside.adapters.sweep import reach

        graph, forced = self.graph, -1
        aside, roll = state.turn.aside, state.turn.roll
        if action is None and state.node is Node.DECIDE:
            action = self.best(state)
        if isinstance(action, SetAside):
            aside = _after(aside, roll, action)
        elif action is None or isinstance(action, RollOn):
            forced = graph.node(aside)
        else:
            stopped = np.zeros(len(graph.endings))
            stopped[graph.ending[graph.node(aside)]] = 1.0
            return stopped, np.zeros(len(graph.endings))
        start = np.zeros(len(graph))
        start[graph.node(aside)] = 1.0
        return reach(graph, self.payoff.stop, self._best, self._roll, start, forced)

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
        expected = np.zeros(state.game.players)
        after: dict[Action, Sequence[float]] = {}
        for aside, result, chance in self._outcomes(state, action):
            if result not in after:
                step = state.fail(()) if aside is None or result is FAILS else state.at(aside.deciding).claim(result)
                after[result] = value(step.state)
            expected += chance * np.asarray(after[result])
        return tuple(expected.tolist())

    def _outcomes(self, state: SetAsideState, action: Action | None) -> Iterator[tuple[Aside | None, Action, float]]:
        """Yield each way to end the turn: the final dice if they count, the claim or failure, and the probability."""
        stopped, died = self.endings(state, action)
        if state.game.dead_roll_counts:  # SA-5: a dead roll ends the turn like a stop
            stopped += died
        else:
            yield None, FAILS, float(died.sum())
        for ending, chance in enumerate(stopped.tolist()):
            if chance:
                claim = action if action in self.payoff.claims[ending] else self.payoff.claim(ending)
                assert claim is not None
                yield self.graph.endings[ending], claim, chance

    def choices(self, state: SetAsideState) -> tuple[ActionOdds, ...]:
        """Return every legal action with its value and the turn's results, best first."""
        choices = [ActionOdds(action, value, self.results(state, action)) for action, value in self._valued(state)]
        return tuple(sorted(choices, key=lambda choice: (-choice.value, choice.action is ROLL_ON)))


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
