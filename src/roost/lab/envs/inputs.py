"""The input of learners: where a game is to begin, and which action is meant. Whatever is unclear is refused."""

from collections.abc import Mapping
from operator import index
from typing import Any

from roost.core.errors import IllegalMoveError, OptionError, quote
from roost.core.game import Game
from roost.core.registry import position
from roost.core.state import Node, State

POSITION = "position"
"""The option of ``reset`` that says where games begin: a state of the same game, or its text."""


def start_of(game: Game, options: Mapping[str, Any] | None, *others: str) -> State | None:
    """The position to begin at; nothing, if at the opening. ``others`` are further options that the caller knows."""
    known = (POSITION, *others)
    for name in options or {}:
        if name not in known:
            raise OptionError(f"reset knows no option {quote(name)}, only {', '.join(known)}", input=name)
    given = (options or {}).get(POSITION)
    if given is None:
        return None
    state = given if isinstance(given, State) else position(given)
    if state.game != game:
        raise OptionError(f"the position is one of {state.game}, not of {game}", input=str(state))
    if state.node is Node.OVER:
        raise OptionError("the game is over in this position", input=str(state))
    return state


def action_number(action: Any) -> int:
    """An action as a whole number. A fraction is a mistake, not the number below it."""
    try:
        return index(action)
    except TypeError:
        raise IllegalMoveError(f"an action is a whole number, not {quote(action)}", input=action) from None
