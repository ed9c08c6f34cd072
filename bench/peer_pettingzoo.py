"""Peer: PettingZoo's own connect four through its AEC interface, uniformly random among legal actions.

Runs in the bench environment and speaks the protocol of `worker`. It is another, simpler game, without dice; its row
shows what steps of the interface cost.
"""

import os
from importlib.metadata import version
from random import Random
from time import perf_counter

os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"  # Else pygame greets on stdout, among the answers.

from pettingzoo.classic import connect_four_v3  # type: ignore[import-untyped, import-not-found, unused-ignore]

from worker import Play, serve

SEED = 20_240


def player() -> Play:
    """Make a `play` whose rounds continue one fixed stream of random numbers."""
    env = connect_four_v3.raw_env()
    rng = Random(SEED)

    def play(deadline: float) -> tuple[int, int]:
        decisions = games = 0
        while perf_counter() < deadline:
            env.reset(seed=SEED)
            while True:
                observation, _, over, _, _ = env.last()
                if over:
                    break
                env.step(rng.choice(observation["action_mask"].nonzero()[0]))
                decisions += 1
            games += 1
        return decisions, games

    return play


if __name__ == "__main__":
    serve("pettingzoo", version("pettingzoo"), player())
