"""Value turns exactly, given a model's values of the positions after the turn, in games that have a solver.

The mover maximises their own win share; the other players' win shares follow from the mover's choices. At the end of
the turn, the model estimates each seat's share, or the rules determine it if the game is over. If the depth is greater
than 1, the next players' turns are solved first.

Without NumPy and Numba, turns are valued one turn deep, in games whose model can be evaluated in plain Python.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, cast

from roost.core.adapters import adapter_files, has_adapter, require_adapter
from roost.core.errors import OptionError, quote
from roost.core.extras import missing_extra, needing, uses_fast
from roost.core.game import Game
from roost.core.memory import MEMORY
from roost.core.state import State
from roost.study.models.plain_net import has_plain_model, plain_shares
from roost.study.models.valuation import Draw, StateEvaluator, Valuation
from roost.study.solve.exact import Exact

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from roost.study.fast.packed import Packing
    from roost.study.fast.records import Records
    from roost.study.models.features import Evaluator
    from roost.study.models.model import Model
    from roost.study.models.net import Net

DEEPEST = 4
"""Maximum number of turns to solve ahead. Each additional turn takes about twenty times as long as the previous one."""
PIECE = 32
"""Number of turns per batch. Each turn can lead to thousands of positions, so a larger batch would need too much
memory."""


class Turns(NamedTuple):
    """Solved turns. Players are listed in turn order, the mover first."""

    shares: NDArray[np.float64]
    """For each turn, the players' expected win shares at its start."""
    afters: Records
    """For each turn, the positions at which it may end; the first is the position after a failure."""
    chance: NDArray[np.float64]
    """For each turn, the probability of each final position under the mover's best play; 0 in unused columns."""
    worth: NDArray[np.float64]
    """For each turn, the players' expected win shares at each final position."""
    ends: NDArray[np.int64]
    """For each turn, the number of final positions."""


class ValuationAdapter(Protocol):
    """A game's adapter for valuing turns."""

    def turn_start(self, state: Any) -> State:
        """Return the position from which the turn is valued: the table as it is now, but at the start of the turn."""

    def value_turn(self, start: Any, evaluator: Evaluator) -> Valuation:
        """Value a turn, using ``evaluator`` for the packed positions after the turn."""

    def value_turn_by(self, start: Any, judge: StateEvaluator) -> Valuation:
        """Value a turn, using ``judge`` for the positions after the turn."""

    def value_exactly(self, start: Any, exact: Exact) -> Valuation:
        """Value a turn exactly, given the exact win shares of all positions after it."""

    def solve_turns(self, packed: Packing[Any, Any], states: Records, evaluator: Evaluator) -> Turns:
        """Solve many turns of one game, given the packed positions at their starts."""


def has_model(kind: type[Game]) -> bool:
    """Whether a game has a model and a solver to value turns with; in other games, turns are valued by search."""
    return has_adapter(kind, "valuation") and bool(adapter_files(kind, "model.npz"))


def valuation_adapter(game: Game) -> ValuationAdapter:
    """Return the game's adapter for valuing turns."""
    return cast("ValuationAdapter", require_adapter(type(game), "valuation", "model of who is going to win"))


def solve_turns(packed: Packing[Any, Any], states: Records, evaluator: Evaluator) -> Turns:
    """Solve turns of one game, given the packed positions at their starts; ``evaluator`` values the final ones."""
    return valuation_adapter(packed.game).solve_turns(packed, states, evaluator)


def turn_start(state: State) -> State:
    """Return the position from which the turn is valued: the table as it is now, but at the start of the turn."""
    if state.seat is None or not has_model(type(state.game)):
        return state  # states of games without a solver do not say where the turn began
    return valuation_adapter(state.game).turn_start(state)


def value(state: State, depth: int = 1) -> Valuation:
    """Value the turn of ``state``, ``depth`` turns deep, with the model that comes with the package for the game.

    If there is no such model, the turn is searched with a model learnt from the game's declared fields. The valuation
    is cached for the turn's later decisions.
    """
    check_depth(depth)
    if not has_model(type(state.game)):
        with needing("fast", f"Estimating who wins in {state.game.title}"):
            from roost.study.models.searched_turn import search

        return search(state, depth)
    if not uses_fast() and not has_plain_model(type(state.game)):
        raise missing_extra("fast", f"Estimating who wins in {state.game.title}", "NumPy")
    start = turn_start(state)
    return MEMORY.recall(
        (value, start, depth), lambda: _value_by_model(start, depth), lambda valuation: valuation.nbytes
    )


def _value_by_model(start: State, depth: int) -> Valuation:
    if uses_fast():
        from roost.study.models.model import model

        return value_with(model(start.game), start, depth)
    if depth > 1:
        raise missing_extra("fast", f"Looking {depth} turns ahead", "NumPy")
    if start.seat is None:
        return Draw(start, plain_shares)
    return valuation_adapter(start.game).value_turn_by(start, plain_shares)


def value_with(model: Model, state: State, depth: int = 1, ask: Evaluator | None = None) -> Valuation:
    """Value the turn of ``state`` with a given model.

    If ``ask`` is given, it replaces the evaluator that uses the network.
    """
    from roost.study.models.model import shares_of

    check_depth(depth)
    evaluator, start = evaluator_of(model.net, depth - 1, ask), turn_start(state)
    if start.seat is None:
        return Draw(start, lambda states: [tuple(row) for row in shares_of(states, evaluator).tolist()])
    return valuation_adapter(start.game).value_turn(start, evaluator)


def value_exactly(state: State, exact: Exact) -> Valuation:
    """Value the turn of ``state`` exactly, given the exact win shares of all positions after it."""
    start = turn_start(state)
    if start.seat is None:
        raise OptionError(f"this position of {start.game.title} has no exact values", position=str(start))
    return valuation_adapter(start.game).value_exactly(start, exact)


def check_depth(depth: int) -> None:
    """Raise an error if a depth is too large to solve."""
    if depth not in range(1, DEEPEST + 1):
        raise OptionError(f"the depth must be from 1 to {DEEPEST} turns, not {quote(depth)}", input=depth)


def evaluator_of(net: Net, turns: int, ask: Evaluator | None = None) -> Evaluator:
    """Return an evaluator that solves ``turns`` more turns before it uses the network.

    If ``ask`` is given, it replaces the evaluator that uses the network, for example to count its calls.
    """
    import numpy as np

    from roost.study.fast.records import OVER
    from roost.study.models.features import network_evaluator

    ask = network_evaluator(net) if ask is None else ask
    if turns == 0:
        return ask
    below = evaluator_of(net, turns - 1, ask)

    def solved(packed: Packing[Any, Any], states: Records, first: NDArray[np.int64]) -> NDArray[np.float64]:
        shares = np.empty((len(states), packed.game.players))
        over = states["node"] == OVER
        if over.any():
            shares[over] = ask(packed, states[over], first[over])
        open_rows = np.flatnonzero(~over)
        if len(open_rows):
            # Different turns can lead to the same position, so solve each position only once.
            words = states[open_rows].view(np.uint32).reshape(len(open_rows), -1)
            _, once, which = np.unique(words, axis=0, return_index=True, return_inverse=True)
            shares[open_rows] = _in_pieces(packed, states[open_rows[once]], below)[which.ravel()]
        return shares

    return solved


def _in_pieces(packed: Packing[Any, Any], states: Records, below: Evaluator) -> NDArray[np.float64]:
    """Return the players' expected win shares at the starts of turns, solving the turns in batches."""
    import numpy as np

    shares = np.empty((len(states), packed.game.players))
    for start in range(0, len(states), PIECE):
        part = slice(start, start + PIECE)
        shares[part] = solve_turns(packed, states[part], below).shares
    return shares
