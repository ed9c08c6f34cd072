"""The value of a turn for a game with a solver: exact, against what a model says of the positions after it.

The mover plays for their own share of the win, and what that means for the others follows from their choices. Where the
turn ends, the model tells what each seat may expect (or the rules do, if the game is over); with a greater depth the
turns of the next players are solved as well before it is asked.
"""

from functools import partial
from typing import Any, NamedTuple, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from roost.core.errors import OptionError, quote
from roost.core.faces import face_files, has_face, need_face
from roost.core.game import Game
from roost.core.state import State
from roost.study.fast.packed import Packing
from roost.study.fast.records import OVER, Records
from roost.study.models.features import Leaf, network_leaf
from roost.study.models.model import Model, shares_of
from roost.study.models.net import Net
from roost.study.models.valuation import Draw, Valuation
from roost.study.solve.exact import Exact

DEEPEST = 4
"""How many turns ahead can be solved: each takes twenty times as long as the last."""
PIECE = 32
"""Turns that are solved together. Each can lead to thousands of positions: all at once would fill the memory."""


class Turns(NamedTuple):
    """Solved turns. Players are listed in the order of their turns, the mover first."""

    shares: NDArray[np.float64]
    """For each turn, what each player may expect at its start."""
    afters: Records
    """For each turn a row of positions that it may end on; the first is that after failing."""
    chance: NDArray[np.float64]
    """For each turn, how likely each of them is under the mover's best play; 0 beyond the last."""
    worth: NDArray[np.float64]
    """For each turn, what each player may expect after it, a row for each of them."""
    ends: NDArray[np.int64]
    """For each turn, how many of them there are."""


class ValuationFace(Protocol):
    """A game's turns, valued."""

    def turn_start(self, state: Any) -> State:
        """The position that the turn under way is valued from: the table as it is now, at the start of the turn."""

    def value_turn(self, start: Any, leaf: Leaf) -> Valuation:
        """Value a turn against ``leaf``, which tells what packed positions after it are worth."""

    def value_exactly(self, start: Any, known: Exact) -> Valuation:
        """Value a turn where all that comes after it is solved."""

    def solve_turns(self, packed: Packing[Any, Any], states: Records, leaf: Leaf) -> Turns:
        """Solve many turns of one game, given by packed positions at their starts."""


def has_model(kind: type[Game]) -> bool:
    """Whether a game brings a model, and what it takes to value turns with it; others are searched."""
    return has_face(kind, "valuation") and bool(face_files(kind, "model.npz"))


def valuation_face(game: Game) -> ValuationFace:
    """The valuation's face of a game."""
    return cast("ValuationFace", need_face(type(game), "valuation", "model of who is going to win"))


def solve_turns(packed: Packing[Any, Any], states: Records, leaf: Leaf) -> Turns:
    """Solve turns of one game, given by packed positions at their starts, when ``leaf`` values what comes after."""
    return valuation_face(packed.game).solve_turns(packed, states, leaf)


def turn_start(state: State) -> State:
    """The position that the turn under way is valued from: with the table as it is now, at the start of the turn."""
    if state.seat is None or not has_model(type(state.game)):
        return state  # where a turn began is not told by the states of every game
    return valuation_face(state.game).turn_start(state)


def value_with(known: Model, state: State, depth: int = 1, ask: Leaf | None = None) -> Valuation:
    """Value the turn that ``state`` belongs to with a model of one's own. ``ask`` is another way to ask its network."""
    check_depth(depth)
    leaf, start = leaf_of(known.net, depth - 1, ask), turn_start(state)
    if start.seat is None:
        return Draw(start, partial(shares_of, leaf=leaf))
    return valuation_face(start.game).value_turn(start, leaf)


def value_exactly(state: State, known: Exact) -> Valuation:
    """Value the turn that ``state`` belongs to where all that comes after it is solved."""
    start = turn_start(state)
    if start.seat is None:
        raise OptionError(f"there are no exact values for this position of {start.game.title}", position=str(start))
    return valuation_face(start.game).value_exactly(start, known)


def check_depth(depth: int) -> None:
    """Refuse a depth that cannot be solved."""
    if depth not in range(1, DEEPEST + 1):
        raise OptionError(f"the depth is a number of turns from 1 to {DEEPEST}, not {quote(depth)}", input=depth)


def leaf_of(net: Net, turns: int, ask: Leaf | None = None) -> Leaf:
    """The worth of positions after a turn, when so many turns more are solved before the network is asked.

    ``ask`` asks the network in another way, for example by counting what it is asked.
    """
    ask = network_leaf(net) if ask is None else ask
    if turns == 0:
        return ask
    below = leaf_of(net, turns - 1, ask)

    def solved(packed: Packing[Any, Any], states: Records, first: NDArray[np.int64]) -> NDArray[np.float64]:
        shares = np.empty((len(states), packed.game.players))
        over = states["node"] == OVER
        if over.any():
            shares[over] = ask(packed, states[over], first[over])
        going = np.flatnonzero(~over)
        if len(going):
            # Different ways lead to the same position: each is solved once.
            words = states[going].view(np.uint32).reshape(len(going), -1)
            _, once, which = np.unique(words, axis=0, return_index=True, return_inverse=True)
            shares[going] = _in_pieces(packed, states[going[once]], below)[which.ravel()]
        return shares

    return solved


def _in_pieces(packed: Packing[Any, Any], states: Records, below: Leaf) -> NDArray[np.float64]:
    """The expectations of the players at the starts of some turns."""
    shares = np.empty((len(states), packed.game.players))
    for start in range(0, len(states), PIECE):
        part = slice(start, start + PIECE)
        shares[part] = solve_turns(packed, states[part], below).shares
    return shares
