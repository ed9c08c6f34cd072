"""Check a learner's input: the position where a game begins, and action numbers."""

from collections.abc import Mapping
from operator import index
from typing import Any

from roost.core.errors import IllegalMoveError, OptionError, quote
from roost.core.game import Game
from roost.core.registry import position
from roost.core.state import Node, State

POSITION = "position"
"""Key in the options of ``reset`` for the position where games begin: a state of the same game, or its text."""


def start_of(game: Game, options: Mapping[str, Any] | None, *others: str) -> State | None:
    """Return the position to begin at; None for the opening.

    ``others`` lists further option keys that the caller accepts.
    """
    known = (POSITION, *others)
    for name in options or {}:
        if name not in known:
            raise OptionError(f"reset has no option {quote(name)}, only {', '.join(known)}", input=name)
    value = (options or {}).get(POSITION)
    if value is None:
        return None
    state = value if isinstance(value, State) else position(value)
    if state.game != game:
        raise OptionError(f"the position is of {state.game}, not of {game}", input=str(state))
    if state.node is Node.OVER:
        raise OptionError("the game is over in this position", input=str(state))
    return state


def action_number(action: Any) -> int:
    """Return an action number as an integer. Fractions are refused instead of rounded."""
    try:
        return index(action)
    except TypeError:
        raise IllegalMoveError(f"an action must be a whole number, not {quote(action)}", input=action) from None
