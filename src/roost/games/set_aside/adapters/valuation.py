"""Value a set-aside turn for every seat, by solving it exactly given the values of the positions after it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from roost.core.moves import Action
from roost.core.state import Node, State
from roost.games.set_aside import ROLL_ON, Aside, SetAside, SetAsideState
from roost.games.set_aside.adapters.graph import turn_graph
from roost.games.set_aside.adapters.solution import Payoff, Table, TurnSolution, sweeps
from roost.study.models.valuation import Shares, StateEvaluator, Valuation, known_shares
from roost.study.odds.choice import FAILS
from roost.study.solve.exact import Exact

if TYPE_CHECKING:
    from roost.study.fast.packed import Packing
    from roost.study.fast.records import Records
    from roost.study.models.features import Evaluator
    from roost.study.models.solved_turn import Turns

_KNOWN_BYTES = 1_000
"""Approximate size in bytes of a position at the end of the turn with its shares.

A constant, because measuring each position would take a quarter of the time that solving the turn takes.
"""

_NUMBER_BYTES = 8


def turn_start(state: SetAsideState) -> SetAsideState:
    """Return the start of the turn, from which it is valued, because the table does not change until it ends."""
    return state.turn_start()


def value_turn(start: SetAsideState, evaluator: Evaluator) -> Valuation:
    from roost.study.models.model import shares_of

    return _SetAsideTurn(start, lambda states: [tuple(row) for row in shares_of(states, evaluator).tolist()])


def value_turn_by(start: SetAsideState, judge: StateEvaluator) -> Valuation:
    return _SetAsideTurn(start, judge)


def solve_turns(packed: Packing[Any, Any], states: Records, evaluator: Evaluator) -> Turns:
    from roost.games.set_aside.adapters import turns

    return turns.solve_turns(packed, states, evaluator)


def value_exactly(start: SetAsideState, known: Exact) -> Valuation:
    return _SetAsideTurn(start, lambda states: [known.shares(after) for after in states])


class _SetAsideTurn(Valuation):
    """A turn, with the shares of each node of its graph one after another, the mover's first."""

    def __init__(self, start: SetAsideState, judge: StateEvaluator) -> None:
        assert start.seat is not None
        self._start = start
        self._graph = graph = turn_graph(start.game.turn_dice)
        claims = [() if aside is None else start.claims_on(aside.total) for aside in graph.endings]
        failed = start.fail(()).state
        after = {claim: start.claim(claim).state for claim in dict.fromkeys(c for some in claims for c in some)}
        self._known = dict(zip([failed, *after.values()], judge([failed, *after.values()]), strict=True))
        self._failed = self._known[failed]
        self._claimed = {claim: self._known[state] for claim, state in after.items()}

        game, seat = start.game, start.seat
        worth: dict[Action, float] = {claim: shares[seat] for claim, shares in self._claimed.items()}
        best_claims = [max(some, key=worth.__getitem__, default=None) for some in claims]
        end = [self._failed if claim is None else self._claimed[claim] for claim in best_claims]
        shares = [Payoff.of(game, claims, [row[s] for row in end], self._failed[s], worth) for s in self._mover_first]
        tables = ([payoff.end for payoff in shares], [p.stop for p in shares], [p.dead for p in shares])
        end_rows, stop_rows, dead_rows = (list(zip(*table, strict=True)) for table in tables)
        self._best, self._roll = sweeps().sweep_shares(graph, end_rows, stop_rows, dead_rows)
        self._own = TurnSolution(graph, shares[0], (self._best[:: game.players], self._roll[:: game.players]))
        """The turn from the mover's point of view."""

    @property
    def _mover_first(self) -> list[int]:
        """All seats in turn order."""
        players, seat = self._start.game.players, self._start.seat or 0
        return [(seat + place) % players for place in range(players)]

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
        tables = _NUMBER_BYTES * (len(self._best) + len(self._roll))
        return tables + self._own.nbytes + _KNOWN_BYTES * len(self._known)  # without the graph, which all turns share

    def _of_turn(self, state: State) -> SetAsideState | None:
        if isinstance(state, SetAsideState) and state.seat == self._start.seat and state.turn_start() == self._start:
            return state
        return None

    def _row(self, table: Table, aside: Aside) -> Shares:
        players, mover = self._start.game.players, self._start.seat or 0
        first = players * self._graph.node(aside)
        row = table[first : first + players]
        return (*row[players - mover :], *row[: players - mover])
