"""Starts of turns as they come up in random games, to be put to models."""

import roost
from policies import walked
from roost.core.game import Game
from roost.core.state import Node, State
from roost.core.stream import Stream

CELLS = [(name, players) for name, kind in roost.all_games().items() for players in kind.player_range]
"""Every game with every number of players."""


def turn_starts(game: Game, count: int, seed: str = "models") -> list[State]:
    """Starts of turns of random games, every third one, the ends of games among them."""
    stream, turns = Stream(f"{seed}/{game.name}/{game.players}"), 0
    found: list[State] = []
    while len(found) < count:
        for state, (_, after, _) in walked(game.opening(), stream):
            if state.dice is not None and state.dice.count == game.dice_count and state.seat is not None:
                turns += 1
                if turns % 3 == 0:
                    found.append(state)
            if after.node is Node.OVER:
                found.append(after)
    return found[:count]
