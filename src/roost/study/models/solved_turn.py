"""A turn solved exactly against a model, so that the share of every seat is known anywhere inside it.

The mover plays for their own share of the win, and what that means for the others follows from their choices. Where the
turn ends, the model tells what each seat may expect (or the rules do, if the game is over); with a greater depth the
turns of the next players are solved as well before it is asked.
"""

from __future__ import annotations

from functools import partial

from roost.core.errors import OptionError, quote
from roost.core.memory import MEMORY
from roost.core.state import State
from roost.study.models.face import has_model, valuation_face
from roost.study.models.look_ahead import leaf_of
from roost.study.models.model import Model, model, shares_of
from roost.study.models.searched_turn import search
from roost.study.models.turns import Leaf
from roost.study.models.valuation import Draw, Valuation
from roost.study.solve.exact import Exact

__all__ = ["DEEPEST", "turn_start", "value", "value_exactly", "value_with"]

DEEPEST = 4
"""How many turns ahead can be solved: each takes twenty times as long as the last."""


def turn_start(state: State) -> State:
    """The position that the turn under way is valued from: with the table as it is now, at the start of the turn."""
    if state.seat is None or not has_model(type(state.game)):
        return state  # where a turn began is not told by the states of every game
    return valuation_face(state.game).turn_start(state)


def value_with(known: Model, state: State, depth: int = 1, ask: Leaf | None = None) -> Valuation:
    """Value the turn that ``state`` belongs to with a model of one's own. ``ask`` is another way to ask its network."""
    _check_depth(depth)
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


def value(state: State, depth: int = 1) -> Valuation:
    """Value the turn that ``state`` belongs to, ``depth`` turns deep, with the model that ships for the game.

    Without a model the turn is searched, and what comes after it estimated by roll-outs. A turn is asked about at each
    of its decisions, so its valuation is kept while there is room.
    """
    if not has_model(type(state.game)):
        _check_depth(depth)
        return search(state, depth)
    start = turn_start(state)
    return MEMORY.recall(
        (value, start, depth), lambda: value_with(model(start.game), start, depth), lambda solved: solved.nbytes
    )


def _check_depth(depth: int) -> None:
    if depth not in range(1, DEEPEST + 1):
        raise OptionError(f"the depth is a number of turns from 1 to {DEEPEST}, not {quote(depth)}", input=depth)
