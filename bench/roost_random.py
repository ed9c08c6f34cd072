"""Roost: uniformly random games of one kind, all seats played. Speaks the protocol of `worker`.

A decision is one action: setting a symbol aside and rolling on or stopping are two.
"""

import sys
from itertools import count
from time import perf_counter

import roost
from roost.core.state import Node, State
from roost.core.stream import Stream
from worker import Play, serve


def player(game: str) -> Play:
    """Make a `play` whose rounds go on from game to game of one long sequence of seeds."""
    opening = roost.game(game, players=2).opening()
    seeds = count()

    def play(deadline: float) -> tuple[int, int]:
        decisions = games = 0
        while perf_counter() < deadline:
            state: State = opening
            stream = Stream(next(seeds))
            while (node := state.node) is not Node.OVER:
                if node is Node.ROLL:
                    dice = state.dice
                    assert dice is not None
                    state = state.play(dice.draw(stream)).state
                else:
                    state = state.play(stream.choice(state.actions())).state
                    decisions += 1
            games += 1
        return decisions, games

    return play


if __name__ == "__main__":
    serve("roost", roost.__version__, player(sys.argv[1]))
