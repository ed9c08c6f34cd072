"""A table to set positions up on and play a few moves: what rule tests are written with."""

import roost
from roost.core.moves import Event
from roost.core.state import State, Step


def play(start: str | State, *moves: str) -> Step:
    """Play the moves one after another; the step tells the last state and everything that happened on the way."""
    state = roost.position(start) if isinstance(start, str) else start
    events: list[Event] = []
    for move in moves:
        state, more = state.play(move)
        events += more
    return Step(state, tuple(events))


def legal(position: str) -> list[str]:
    """The legal actions of a position, as tokens."""
    return [str(action) for action in roost.position(position).actions()]
