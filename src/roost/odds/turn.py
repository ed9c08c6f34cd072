"""A set-aside turn, solved: the value of every choice, the best one, and how the turn ends under best play.

What a turn is played for is a :class:`Payoff`: a value for everything it can end on. :func:`payoff` makes one by asking
the rules engine what each result may claim and what failing does, so that no rule is repeated here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from roost.core.errors import RoostError
from roost.core.moves import Action
from roost.core.state import Node, State
from roost.games.set_aside import RollOn, SetAside, SetAsideGame, SetAsideState
from roost.odds.choice import FAILS, Choice
from roost.odds.graph import TurnGraph, turn_graph

__all__ = ["Payoff", "TurnSolution", "claim_payoff", "payoff", "result_payoff", "solve_result", "solve_turn"]

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Payoff:
    """What a turn is worth on each of a graph's endings: the three tables of the kernel, and the claims behind them."""

    end: Floats
    """The value of a turn that ends there because no roll is left."""
    stop: Floats
    """The value of stopping there; minus infinity where that is not allowed."""
    dead: Floats
    """The value of a dead roll there (SA-5)."""
    claims: tuple[Mapping[Action, float], ...]
    """The value of every claim that the ending allows; none where the turn fails."""

    @classmethod
    def of(
        cls, game: SetAsideGame, claims: Sequence[Mapping[Action, float]], end: Sequence[float], fail: float
    ) -> Self:
        """The payoff with these values, under the game's rules for stopping and for dead rolls."""
        ends = np.array(end)
        barred = [not game.may_stop_on_nothing and not allowed for allowed in claims]
        dead = ends if game.dead_roll_counts else np.full(len(ends), fail)
        return cls(ends, np.where(barred, -np.inf, ends), dead, tuple(claims))


def payoff(state: SetAsideState, value: Callable[[State], float]) -> Payoff:
    """The payoff of the turn under way, when ``value`` tells what the table is worth after it."""

    def worth(ended: SetAsideState, claim: Action) -> float:
        return value(ended.play(claim).state)

    return claim_payoff(state, worth, value(state.fail(()).state))


def claim_payoff(state: SetAsideState, worth: Callable[[SetAsideState, Action], float], fail: float) -> Payoff:
    """The payoff of the turn under way, when ``worth`` tells what a claim is worth to a turn that ends with it."""
    known: dict[Action, float] = {}
    claims: list[dict[Action, float]] = []
    for ended in _endings(state):
        mine: dict[Action, float] = {}
        if ended is not None:
            for claim in ended.claims():
                if claim not in known:
                    known[claim] = worth(ended, claim)
                mine[claim] = known[claim]
        claims.append(mine)
    return Payoff.of(state.game, claims, [max(mine.values(), default=fail) for mine in claims], fail)


def result_payoff(state: SetAsideState, value: Callable[[int], float]) -> Payoff:
    """The payoff that looks at the dice alone: ``value`` of the result, nothing without a worm (SA-7)."""
    claims: list[dict[Action, float]] = []
    ends = []
    for ended in _endings(state):
        worth = 0.0 if ended is None else value(ended.turn.aside.total)
        claims.append({} if ended is None else dict.fromkeys(ended.claims(), worth))
        ends.append(worth)
    return Payoff.of(state.game, claims, ends, 0.0)


def _endings(state: SetAsideState) -> Iterator[SetAsideState | None]:
    """The table as it is, with each ending's dice aside; nothing for the ending without a worm."""
    for aside in turn_graph(state.game.turn_dice).endings:
        yield None if aside is None else state.at(aside.deciding)


class TurnSolution:
    """The solution of a turn for one payoff. It answers for every state of that turn."""

    def __init__(self, graph: TurnGraph, payoff: Payoff) -> None:
        from roost.odds.kernel import solve

        self.graph = graph
        self.payoff = payoff
        self._best, self._roll = solve(graph, payoff.end, payoff.stop, payoff.dead)

    def value(self, state: SetAsideState) -> float:
        """What the turn is worth at ``state`` under best play."""
        node, aside, _ = state.turn
        if node is Node.ROLL:
            return float(self._roll[self.graph.node(aside)])
        return max(self.values(state).values())

    def values(self, state: SetAsideState) -> dict[Action, float]:
        """What each legal action is worth under best play from then on."""
        _, aside, roll = state.turn
        graph, values = self.graph, {}
        for action in state.actions():
            if isinstance(action, SetAside):
                assert roll is not None
                symbol = aside.dice.die.index[action.symbol]
                child = graph.node(aside.add(symbol, roll.counts[symbol]))
                values[action] = float(self._best[child])
            elif isinstance(action, RollOn):
                values[action] = float(self._roll[graph.node(aside)])
            else:
                ending = graph.ending[graph.node(aside)]
                values[action] = self.payoff.claims[ending].get(action, float(self.payoff.end[ending]))
        return values

    def best(self, state: SetAsideState) -> Action:
        """The best action; of equals, one that ends the turn, or else the first."""
        values = self.values(state)
        return max(values, key=lambda action: (values[action], not isinstance(action, RollOn)))

    def endings(self, state: SetAsideState, action: Action | None = None) -> tuple[Floats, Floats]:
        """How likely the turn is to stop, and to roll dead, on each of the graph's endings under best play.

        With ``action``, after that; otherwise after the best one.
        """
        from roost.odds.kernel import reach

        graph, forced = self.graph, -1
        aside, roll = state.turn.aside, state.turn.roll
        if action is None and state.node is Node.DECIDE:
            action = self.best(state)
        if isinstance(action, SetAside):
            assert roll is not None
            symbol = aside.dice.die.index[action.symbol]
            aside = aside.add(symbol, roll.counts[symbol])
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
        """How likely the turn is to end with each claim, or to fail, under best play (after ``action``, if given)."""
        stopped, died = self.endings(state, action)
        likely = {FAILS: 0.0}
        for claims, chance in zip(self.payoff.claims, self._judged(state, stopped, died), strict=True):
            claim = FAILS
            if claims:
                claim = action if action in claims else max(claims, key=claims.__getitem__)
            likely[claim] = likely.get(claim, 0.0) + chance
        likely[FAILS] += 1.0 - sum(likely.values())
        return {claim: chance for claim, chance in likely.items() if chance > 0.0 or claim is FAILS}

    def totals(self, state: SetAsideState, action: Action | None = None) -> dict[int, float]:
        """How likely the turn is to end on each result with a worm (0: none, or a dead roll that fails)."""
        stopped, died = self.endings(state, action)
        likely = {0: 1.0}
        for aside, chance in zip(self.graph.endings, self._judged(state, stopped, died), strict=True):
            if aside is not None and chance:
                likely[aside.total] = chance
                likely[0] -= chance
        return likely

    def _judged(self, state: SetAsideState, stopped: Floats, died: Floats) -> list[float]:
        """The chances to be judged on each ending: a dead roll that counts (SA-5) is judged like a stop."""
        judged: list[float] = (stopped + died if state.game.dead_roll_counts else stopped).tolist()
        return judged

    def choices(self, state: SetAsideState) -> tuple[Choice, ...]:
        """Every legal action with its value and how the turn would end, the best first."""
        values = self.values(state)
        found = [Choice(action, value, self.results(state, action)) for action, value in values.items()]
        return tuple(sorted(found, key=lambda choice: -choice.value))


def solve_turn(state: SetAsideState, value: Callable[[State], float]) -> TurnSolution:
    """Solve the turn under way, when ``value`` tells what the table is worth after it."""
    return TurnSolution(turn_graph(_in_turn(state).game.turn_dice), payoff(state, value))


def solve_result(state: SetAsideState, value: Callable[[int], float]) -> TurnSolution:
    """Solve the turn under way for a ``value`` of its result, whatever the table offers."""
    return TurnSolution(turn_graph(_in_turn(state).game.turn_dice), result_payoff(state, value))


def _in_turn(state: SetAsideState) -> SetAsideState:
    if state.seat is None:
        raise RoostError("there is no turn to solve: the game is over or has not begun", position=str(state))
    return state
