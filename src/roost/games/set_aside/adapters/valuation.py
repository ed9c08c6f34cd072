"""Value a set-aside turn for every seat, by solving it exactly given the values of the positions after it."""

from functools import partial

import numpy as np
from numpy.typing import NDArray

from roost.core.moves import Action
from roost.core.state import Node, State
from roost.games.set_aside import ROLL_ON, Aside, SetAside, SetAsideState
from roost.games.set_aside.adapters.graph import turn_graph
from roost.games.set_aside.adapters.shares_sweep import sweep_shares
from roost.games.set_aside.adapters.solution import Payoff, TurnSolution
from roost.games.set_aside.adapters.turns import solve_turns
from roost.study.models.features import Evaluator
from roost.study.models.model import shares_of
from roost.study.models.valuation import Shares, StateEvaluator, Valuation, known_shares
from roost.study.odds.choice import FAILS
from roost.study.solve.exact import Exact

__all__ = ["solve_turns", "turn_start", "value_exactly", "value_turn"]

_KNOWN_BYTES = 1_000
"""Approximate size in bytes of a position at the end of the turn with its shares.

A constant, because measuring each position would take a quarter of the time that solving the turn takes.
"""


def turn_start(state: SetAsideState) -> SetAsideState:
    """Return the start of the turn, from which it is valued, because the table does not change until it ends."""
    return state.turn_start()


def value_turn(start: SetAsideState, evaluator: Evaluator) -> Valuation:
    return _SetAsideTurn(start, partial(shares_of, evaluator=evaluator))


def value_exactly(start: SetAsideState, known: Exact) -> Valuation:
    return _SetAsideTurn(start, lambda states: np.array([known.shares(after) for after in states]))


class _SetAsideTurn(Valuation):
    """A turn, with a row of shares for each node of its graph."""

    def __init__(self, start: SetAsideState, judge: StateEvaluator) -> None:
        assert start.seat is not None
        self._start = start
        self._graph = graph = turn_graph(start.game.turn_dice)
        claims = [() if aside is None else start.claims_on(aside.total) for aside in graph.endings]
        failed = start.fail(()).state
        after = {claim: start.claim(claim).state for claim in dict.fromkeys(c for some in claims for c in some)}
        rows = judge([failed, *after.values()])
        self._known = dict(zip([failed, *after.values()], map(tuple, rows.tolist()), strict=True))
        self._failed = self._known[failed]
        self._claimed = {claim: self._known[state] for claim, state in after.items()}

        seat, game = start.seat, start.game
        self._order = np.roll(np.arange(game.players), -seat)  # the mover first
        fail, places = rows[0], {claim: place for place, claim in enumerate(after, 1)}
        chosen = [max((places[c] for c in some), key=lambda place: rows[place, seat], default=0) for some in claims]
        worth: dict[Action, float] = {claim: rows[place, seat].item() for claim, place in places.items()}
        payoff = Payoff.of(game, claims, rows[chosen][:, self._order], fail[self._order], worth)
        best, roll = sweep_shares(graph, payoff.end, payoff.stop, payoff.dead)
        back = np.argsort(self._order)
        self._best, self._roll = best[:, back], roll[:, back]
        solved = np.ascontiguousarray(best[:, 0]), np.ascontiguousarray(roll[:, 0])
        self._own = TurnSolution(graph, payoff.of_player(0), solved)
        """The turn from the mover's point of view."""

    def shares(self, state: State) -> Shares:
        turn = self._of_turn(state)
        if turn is None:
            return known_shares(self._known, state)
        if turn.node is Node.ROLL:
            return self._row(self._roll, turn.turn.aside)
        return self.choices(turn)[self.best(turn)]

    def choices(self, state: State) -> dict[Action, Shares]:
        turn = self._of_turn(state)
        if turn is None:
            known_shares(self._known, state)
            return {}
        _, aside, roll = turn.turn
        shares: dict[Action, Shares] = {}
        for action in turn.actions():
            if isinstance(action, SetAside):
                assert roll is not None
                symbol = roll.die.index[action.symbol]
                shares[action] = self._row(self._best, aside.add(symbol, roll.counts[symbol]))
            elif action is ROLL_ON:
                shares[action] = self._row(self._roll, aside)
            else:
                shares[action] = self._claimed.get(action, self._failed)
        return shares

    def results(self, state: State, action: Action | None = None) -> dict[Action, float]:
        turn = self._of_turn(state)
        if turn is None:
            return {FAILS: 1.0}
        return self._own.results(turn, self.best(turn) if action is None and turn.node is Node.DECIDE else action)

    @property
    def nbytes(self) -> int:
        return (
            self._best.nbytes + self._roll.nbytes + self._own.nbytes + _KNOWN_BYTES * len(self._known)
        )  # without the graph, which all turns share

    def _of_turn(self, state: State) -> SetAsideState | None:
        if isinstance(state, SetAsideState) and state.seat == self._start.seat and state.turn_start() == self._start:
            return state
        return None

    def _row(self, table: NDArray[np.float64], aside: Aside) -> Shares:
        return tuple(table[self._graph.node(aside)].tolist())
