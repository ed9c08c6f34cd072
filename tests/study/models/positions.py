"""Turn starts from random games, for tests of models."""

import roost
from policies import walked
from roost.core.game import Game
from roost.core.state import Node, State
from roost.core.stream import Stream

CELLS = [(name, players) for name, kind in roost.all_games().items() for players in kind.player_range]
"""Every game with every number of players."""


def turn_starts(game: Game, count: int, seed: str = "models") -> list[State]:
    """Return every third turn start of random games, and the ends of these games."""
    stream, turns = Stream(f"{seed}/{game.name}/{game.players}"), 0
    states: list[State] = []
    while len(states) < count:
        for state, (_, after, _) in walked(game.opening(), stream):
            if state.dice is not None and state.dice.count == game.dice_count and state.seat is not None:
                turns += 1
                if turns % 3 == 0:
                    states.append(state)
            if after.node is Node.OVER:
                states.append(after)
    return states[:count]
