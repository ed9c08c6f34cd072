"""A set-aside turn, solved: the value of every choice, the best one, and how the turn ends under best play.

What a turn is played for is a :class:`Payoff`: a value for everything it can end on. :func:`payoff` makes one by asking
the rules engine what each result may claim and what failing does, so that no rule is repeated here.
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
from roost.games.set_aside.faces.graph import TurnGraph, turn_graph
from roost.study.odds.choice import FAILS, Choice, Reaches, mover

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Payoff:
    """The worth of a turn on each of a graph's endings: the three tables of the kernel, and the claims behind them."""

    end: Floats
    """The value of a turn that ends there because no roll is left."""
    stop: Floats
    """The value of stopping there; minus infinity where that is not allowed."""
    dead: Floats
    """The value of a dead roll there (SA-5)."""
    claims: Sequence[tuple[Action, ...]]
    """The claims that each ending allows; none where the turn fails."""
    worth: Mapping[Action, float] | None
    """The value of each claim; nothing where only the result counts, whatever it may claim."""

    @classmethod
    def of(
        cls,
        game: SetAsideGame,
        claims: Sequence[tuple[Action, ...]],
        end: Sequence[float] | Floats,
        fail: float | Floats,
        worth: Mapping[Action, float] | None,
    ) -> Self:
        """The payoff with these values, under the game's rules for stopping and for dead rolls.

        A value may be a row with a number for each player.
        """
        ends = np.array(end)
        nothing = [not allowed if ends.ndim == 1 else [not allowed] for allowed in claims]
        stop = ends if game.may_stop_on_nothing else np.where(nothing, -np.inf, ends)
        dead = ends if game.dead_roll_counts else np.full(ends.shape, fail)
        return cls(ends, stop, dead, claims, worth)

    def of_player(self, column: int) -> Self:
        """The payoff of one player, where values are rows."""
        end, stop, dead = (np.ascontiguousarray(part[:, column]) for part in (self.end, self.stop, self.dead))
        return replace(self, end=end, stop=stop, dead=dead)

    def claim(self, ending: int) -> Action:
        """The best claim on an ending, or that the turn fails there."""
        claims = self.claims[ending]
        return max(claims, key=lambda claim: self.value(ending, claim)) if claims else FAILS

    def value(self, ending: int, claim: Action) -> float:
        """The value of a claim, or of failing, on an ending."""
        return self.worth[claim] if self.worth and claim in self.worth else self.end.item(ending)


def payoff(state: SetAsideState, value: Callable[[State], float]) -> Payoff:
    """The payoff of the turn under way, when ``value`` tells what the table is worth after it."""
    return claim_payoff(state, lambda claim: value(state.claim(claim).state), value(state.fail(()).state))


def claim_payoff(state: SetAsideState, worth: Callable[[Action], float], fail: float) -> Payoff:
    """The payoff of the turn under way, when ``worth`` tells what a claim is worth to a turn that ends with it."""
    known: dict[Action, float] = {}  # the same claim on another ending leaves the same table
    claims = _claims(state)
    ends: list[float] = []
    for allowed in claims:
        best = -np.inf if allowed else fail
        for claim in allowed:
            value = known.get(claim)
            if value is None:
                value = known[claim] = worth(claim)
            if value > best:
                best = value
        ends.append(best)
    return Payoff.of(state.game, claims, ends, fail, known)


def result_payoff(state: SetAsideState, value: Callable[[int], float]) -> Payoff:
    """The payoff that looks at the dice alone: ``value`` of the result, nothing without a worm (SA-7)."""
    endings = turn_graph(state.game.turn_dice).endings
    ends = [0.0 if aside is None else value(aside.total) for aside in endings]
    return Payoff.of(state.game, _claims(state), ends, 0.0, None)


def _claims(state: SetAsideState) -> list[tuple[Action, ...]]:
    """The claims of each ending at this table; none for the ending without a worm."""
    claims_on = state.claims_on
    return [() if aside is None else claims_on(aside.total) for aside in turn_graph(state.game.turn_dice).endings]


class TurnSolution:
    """The solution of a turn for one payoff. It answers for every state of that turn."""

    def __init__(self, graph: TurnGraph, payoff: Payoff, solved: tuple[Floats, Floats] | None = None) -> None:
        """``solved`` are the sweep's tables, where they are known."""
        from roost.games.set_aside.faces.sweep import solve

        self.graph = graph
        self.payoff = payoff
        self._best, self._roll = solve(graph, payoff.end, payoff.stop, payoff.dead) if solved is None else solved

    @property
    def nbytes(self) -> int:
        """About how much memory it takes, without the graph, which is everybody's."""
        return self._best.nbytes + self._roll.nbytes + 4 * self.payoff.end.nbytes

    def value(self, state: SetAsideState) -> float:
        """The worth of the turn at ``state`` under best play."""
        if state.node is Node.ROLL:
            return self._roll.item(self.graph.node(state.turn.aside))
        return max(value for _, value in self._valued(state))

    def values(self, state: SetAsideState) -> dict[Action, float]:
        """The worth of each legal action under best play from then on."""
        return dict(self._valued(state))

    def best(self, state: SetAsideState) -> Action:
        """The best action; of equals, one that ends the turn, or else the first."""
        (best, top), *others = self._valued(state)
        for action, value in others:
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
        """How likely the turn is to stop, and to roll dead, on each of the graph's endings under best play.

        With ``action``, after that; otherwise after the best one.
        """
        from roost.games.set_aside.faces.sweep import reach

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
        """How likely the turn is to end with each claim, or to fail, under best play (after ``action``, if given).

        Where only the number counts, how likely it is to end on each.
        """
        likely: dict[Action, float] = {FAILS: 0.0}
        for aside, result, chance in self._judged(state, action):
            if self.payoff.worth is None:
                result = FAILS if aside is None else Reaches(aside.total)
            likely[result] = likely.get(result, 0.0) + chance
        return likely

    def totals(self, state: SetAsideState, action: Action | None = None) -> dict[int, float]:
        """How likely the turn is to end on each result with a worm (0: none, or a dead roll that fails)."""
        likely = {0: 0.0}
        for aside, _, chance in self._judged(state, action):
            total = 0 if aside is None else aside.total
            likely[total] = likely.get(total, 0.0) + chance
        return likely

    def expect(
        self, state: SetAsideState, value: Callable[[State], Sequence[float]], action: Action | None = None
    ) -> tuple[float, ...]:
        """The expectation of each seat from the turn as the mover plays it (after ``action``, if given).

        ``value`` tells what a table is worth to each seat. The mover plays for the payoff that was solved, whatever
        that means for the others.
        """
        expected = np.zeros(state.game.players)
        after: dict[Action, Sequence[float]] = {}
        for aside, result, chance in self._judged(state, action):
            if result not in after:
                step = state.fail(()) if aside is None or result is FAILS else state.at(aside.deciding).claim(result)
                after[result] = value(step.state)
            expected += chance * np.asarray(after[result])
        return tuple(expected.tolist())

    def _judged(self, state: SetAsideState, action: Action | None) -> Iterator[tuple[Aside | None, Action, float]]:
        """The ends of the turn: the dice that are judged, if any; the claim that they make, or none; how likely."""
        stopped, died = self.endings(state, action)
        if state.game.dead_roll_counts:  # SA-5: then a dead roll is judged like a stop
            stopped += died
        else:
            yield None, FAILS, float(died.sum())
        for ending, chance in enumerate(stopped.tolist()):
            if chance:
                claim = action if action in self.payoff.claims[ending] else self.payoff.claim(ending)
                assert claim is not None
                yield self.graph.endings[ending], claim, chance

    def choices(self, state: SetAsideState) -> tuple[Choice, ...]:
        """Every legal action with its value and how the turn would end, the best first."""
        found = [Choice(action, value, self.results(state, action)) for action, value in self._valued(state)]
        return tuple(sorted(found, key=lambda choice: (-choice.value, choice.action is ROLL_ON)))


def _after(aside: Aside, roll: Roll | None, action: SetAside) -> Aside:
    """The dice aside after a choice of SA-2."""
    assert roll is not None
    symbol = roll.die.index[action.symbol]
    return aside.add(symbol, roll.counts[symbol])


def solve_turn(state: SetAsideState, value: Callable[[State], float]) -> TurnSolution:
    """Solve the turn under way, when ``value`` tells what the table is worth after it."""
    mover(state)
    return TurnSolution(turn_graph(state.game.turn_dice), payoff(state, value))


def solve_result(state: SetAsideState, value: Callable[[int], float]) -> TurnSolution:
    """Solve the turn under way for a ``value`` of its result, whatever the table offers."""
    mover(state)
    return TurnSolution(turn_graph(state.game.turn_dice), result_payoff(state, value))
