"""What a position is worth to every seat anywhere inside a turn: the turn solved exactly against a model.

The mover plays for his own share of the win, and what that means for the others follows from his choices. Where the
turn ends, the model tells what each seat may expect (or the rules do, if the game is over); with a greater depth the
turns of the next players are solved as well before it is asked.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from roost.core.errors import OptionError, RoostError, quote
from roost.core.memory import MEMORY, size_of
from roost.core.moves import Action
from roost.core.state import Node, State
from roost.games.picnic.state import PicnicState
from roost.games.picnic.turn import START
from roost.games.set_aside import ROLL_ON, SetAside, SetAsideState
from roost.models.model import Model, model, shares_of
from roost.odds.graph import turn_graph
from roost.solve.exact import Exact

if TYPE_CHECKING:
    from roost.models.turns import Leaf

__all__ = ["DEEPEST", "Valuation", "value", "value_exactly"]

DEEPEST = 4
"""How many turns ahead can be solved: each takes twenty times as long as the last."""

Shares = tuple[float, ...]

_Judge: TypeAlias = Callable[[Sequence[State]], NDArray[np.float64]]
"""Tells each seat's share of the win in positions of one game, at the start of a turn or at the end."""


class Valuation(ABC):
    """A solved turn. It answers for every state of that turn, and for the positions right after it."""

    @abstractmethod
    def shares(self, state: State) -> Shares:
        """What each seat may expect at a state: before a roll, before a choice, or when the turn has ended."""

    @abstractmethod
    def choices(self, state: State) -> dict[Action, Shares]:
        """What each seat may expect after every legal action, in the order of ``state.actions()``."""

    @property
    def nbytes(self) -> int:
        """About how much memory it takes, which may grow when it is asked."""
        return size_of(vars(self))

    def best(self, state: State) -> Action:
        """What the mover plays: the first action that is worth most to him; if equal, rather to end the turn."""
        seat, choices = state.seat, self.choices(state)
        if seat is None or not choices:
            raise RoostError("there is nothing to choose here", position=str(state))
        return max(choices, key=lambda action: (choices[action][seat], action is not ROLL_ON))


class _Draw(Valuation):
    """Before the first player is drawn, or after the end: there is nothing to choose."""

    def __init__(self, state: State, judge: _Judge) -> None:
        starts = [state.play(roll).state for roll, _ in state.rolls()] or [state]
        found = judge(starts)
        self._known = {start: tuple(row) for start, row in zip(starts, found.tolist(), strict=True)}
        self._known[state] = tuple(found.mean(axis=0).tolist())

    def shares(self, state: State) -> Shares:
        return _known(self._known, state)

    def choices(self, state: State) -> dict[Action, Shares]:
        self.shares(state)
        return {}


class _SetAsideTurn(Valuation):
    """A turn of Heckmeck, Junior or Barbecue."""

    def __init__(self, start: SetAsideState, judge: _Judge) -> None:
        from roost.odds.led import lead

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
        end = rows[chosen][:, self._order]
        stop, dead = end, end
        if not game.may_stop_on_nothing:
            stop = np.where([[not some] for some in claims], -np.inf, end)
        if not game.dead_roll_counts:
            dead = np.broadcast_to(fail[self._order], end.shape).copy()
        best, roll = lead(graph, end, stop, dead)
        back = np.argsort(self._order)
        self._best, self._roll = best[:, back], roll[:, back]

    def shares(self, state: State) -> Shares:
        turn = self._of_turn(state)
        if turn is None:
            return _known(self._known, state)
        if turn.node is Node.ROLL:
            return self._row(self._roll, turn.turn.aside)
        return self.choices(turn)[self.best(turn)]

    def choices(self, state: State) -> dict[Action, Shares]:
        turn = self._of_turn(state)
        if turn is None:
            _known(self._known, state)
            return {}
        _, aside, roll = turn.turn
        found: dict[Action, Shares] = {}
        for action in turn.actions():
            if isinstance(action, SetAside):
                assert roll is not None
                symbol = roll.die.index[action.symbol]
                found[action] = self._row(self._best, aside.add(symbol, roll.counts[symbol]))
            elif action is ROLL_ON:
                found[action] = self._row(self._roll, aside)
            else:
                found[action] = self._claimed.get(action, self._failed)
        return found

    @property
    def nbytes(self) -> int:
        return self._best.nbytes + self._roll.nbytes + size_of(self._known)  # the graph is everybody's

    def _of_turn(self, state: State) -> SetAsideState | None:
        """The state, if it belongs to this turn."""
        if isinstance(state, SetAsideState) and state.seat == self._start.seat and state.turn_start() == self._start:
            return state
        return None

    def _row(self, table: NDArray[np.float64], aside: Any) -> Shares:
        return tuple(table[self._graph.node(aside)].tolist())


def _known(known: dict[State, Shares], state: State) -> Shares:
    if state not in known:
        raise RoostError("this is no state of the turn that was valued", position=str(state))
    return known[state]


def turn_start(state: State) -> State:
    """The position that the turn under way is valued from: with the table as it is now, at the start of the turn."""
    if isinstance(state, SetAsideState) and state.seat is not None:
        return state.turn_start()
    if isinstance(state, PicnicState) and state.seat is not None:
        return state.at(START)
    return state


def value_with(known: Model, state: State, depth: int = 1, ask: Leaf | None = None) -> Valuation:
    """Value the turn that ``state`` belongs to with a model of one's own. ``ask`` is another way to ask its network."""
    if depth not in range(1, DEEPEST + 1):
        raise OptionError(f"the depth is a number of turns from 1 to {DEEPEST}, not {quote(depth)}", input=depth)
    from roost.models.ahead import leaf_of

    leaf = leaf_of(known.net, depth - 1, ask)
    judge, start = partial(shares_of, leaf=leaf), turn_start(state)
    if start.seat is None:
        return _Draw(start, judge)
    if isinstance(start, SetAsideState):
        return _SetAsideTurn(start, judge)
    if isinstance(start, PicnicState):
        from roost.models.picnic import PicnicTurn

        return PicnicTurn(start, leaf)
    raise OptionError(f"there is no solver for {start.game.name}", input=start.game.name)


def value_exactly(state: State, known: Exact) -> Valuation:
    """Value the turn that ``state`` belongs to where all that comes after it is solved."""
    start = turn_start(state)
    if not isinstance(start, SetAsideState) or start.seat is None:
        raise OptionError(f"there are no exact values for this position of {start.game.title}", position=str(start))
    return _SetAsideTurn(start, lambda states: np.array([known.shares(after) for after in states]))


def value(state: State, depth: int = 1) -> Valuation:
    """Value the turn that ``state`` belongs to, ``depth`` turns deep, with the model that ships for the game.

    A turn is asked about at each of its decisions, so its valuation is kept while there is room.
    """
    start = turn_start(state)
    return MEMORY.recall(
        (value, start, depth), lambda: value_with(model(start.game), start, depth), lambda solved: solved.nbytes
    )
