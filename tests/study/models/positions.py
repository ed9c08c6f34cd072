"""Starts of turns as they come up in random games, to be put to models."""

import roost
from policies import brisk
from roost.core.game import Game
from roost.core.state import Node, State
from roost.core.stream import Stream

CELLS = [(name, players) for name, kind in roost.all_games().items() for players in kind.player_range]
"""Every game with every number of players."""


def turn_starts(game: Game, count: int, seed: str = "models") -> list[State]:
    """Starts of turns of random games, every third one, the ends of games among them."""
    stream, turns = Stream(f"{seed}/{game.name}/{game.players}"), 0
    found: list[State] = []
    state = game.opening()
    while len(found) < count:
        if state.node is Node.OVER:
            found.append(state)
            state = game.opening()
        elif state.dice is not None and state.dice.count == game.dice_count and state.seat is not None:
            turns += 1
            if turns % 3 == 0:
                found.append(state)
        dice = state.dice
        state = state.play(brisk(state, stream) if dice is None else dice.draw(stream)).state
    return found
