"""Helpers of rule tests: set up a position and play a few moves."""

import roost
from roost.core.moves import Event
from roost.core.state import State, Step


def play(start: str | State, *moves: str) -> Step:
    """Play moves one after another, and return the last state with all events on the way."""
    state = roost.position(start) if isinstance(start, str) else start
    events: list[Event] = []
    for move in moves:
        state, more = state.play(move)
        events += more
    return Step(state, tuple(events))


def legal(position: str) -> list[str]:
    """Return the legal actions of a position, as tokens."""
    return [str(action) for action in roost.position(position).actions()]
