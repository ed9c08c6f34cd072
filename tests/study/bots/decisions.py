"""Decisions as they come up in random games, to be put to bots."""

import roost
from policies import brisk
from roost.core.state import Node, State
from roost.core.stream import Stream

_EVERY = 7
"""Every so many-th decision is taken."""


def decisions(name: str, players: int, count: int) -> list[State]:
    """So many decisions of random games."""
    stream = Stream(f"bots/{name}/{players}")
    found: list[State] = []
    seen = 0
    state = roost.game(name, players).opening()
    while len(found) < count:
        dice = state.dice
        if state.node is Node.OVER:
            state = roost.game(name, players).opening()
            continue
        if dice is None:
            seen += 1
            if seen % _EVERY == 0:
                found.append(state)
        state = state.play(brisk(state, stream) if dice is None else dice.draw(stream)).state
    return found
