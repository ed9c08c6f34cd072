"""Peer: OpenSpiel's `pig`, played uniformly at random through its Python API.

Runs in the bench environment and speaks the protocol of `worker`. Dice rolls are chance nodes here;
they cost time but are nobody's decision, so they are not counted as one.
"""

from importlib.metadata import version
from random import Random
from time import perf_counter

import pyspiel  # type: ignore[import-not-found, unused-ignore]

from worker import Play, serve

SEED = 20_240


def player() -> Play:
    """Make a `play` whose rounds continue one fixed stream of random numbers."""
    game = pyspiel.load_game("pig")
    rng = Random(SEED)

    def play(deadline: float) -> tuple[int, int]:
        decisions = games = 0
        while perf_counter() < deadline:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    # OpenSpiel's own sampler: about half as fast again as `Random.choices`.
                    action, _ = pyspiel.sample_action(state.chance_outcomes(), rng.random())
                else:
                    action = rng.choice(state.legal_actions())
                    decisions += 1
                state.apply_action(action)
            games += 1
        return decisions, games

    return play


if __name__ == "__main__":
    serve("open_spiel", version("open_spiel"), player())
