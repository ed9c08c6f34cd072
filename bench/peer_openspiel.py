"""Peer: a game of OpenSpiel, played uniformly at random through its Python API, or wholly in C++ with `--cpp`.

    peer_openspiel.py [pig|yacht|backgammon] [--cpp]

Runs in the bench environment and speaks the protocol of `worker`. Dice rolls are chance nodes here;
they cost time but are nobody's decision, so they are not counted as one.
"""

import sys
from importlib.metadata import version
from random import Random
from statistics import fmean
from time import perf_counter

import pyspiel  # type: ignore[import-not-found, unused-ignore]

from worker import Play, serve

SEED = 20_240
SAMPLE = 100


def player(name: str) -> Play:
    """Make a `play` whose rounds continue one fixed stream of random numbers."""
    game = pyspiel.load_game(name)
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


def compiled_player(name: str) -> Play:
    """Make a `play` in which OpenSpiel's own random bots play whole games without coming back to Python.

    How many decisions they made is not told, so that the average of a sample of games stands for it.
    """
    game = pyspiel.load_game(name)
    slow, per_game = player(name), list[float]()
    for _ in range(SAMPLE):
        decisions, games = slow(perf_counter() + 1e-4)
        per_game.append(decisions / games if games else 0.0)
    average = fmean(n for n in per_game if n)
    bots = [pyspiel.make_uniform_random_bot(seat, SEED + seat) for seat in range(game.num_players())]
    seeds = iter(range(SEED, 1 << 40))

    def play(deadline: float) -> tuple[int, int]:
        games = 0
        while perf_counter() < deadline:
            pyspiel.evaluate_bots(game.new_initial_state(), bots, next(seeds))
            games += 1
        return round(average * games), games

    return play


if __name__ == "__main__":
    named = [word for word in sys.argv[1:] if not word.startswith("--")] or ["pig"]
    make = compiled_player if "--cpp" in sys.argv[1:] else player
    serve("open_spiel", version("open_spiel"), make(named[0]))
