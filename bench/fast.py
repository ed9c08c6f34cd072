"""Measure the speed of Roost's kernels, vector environments and adapters, beside other projects' engines.

    python bench/fast.py [--rounds 5] [--seconds 0.4] [--write]

Prints a Markdown table, and with `--write` puts it into docs/performance.md. Rounds of all rows alternate, so that a
shared machine's drift affects all rows equally. All times are wall-clock times.
"""

import argparse
from collections.abc import Callable
from itertools import count
from random import Random
from time import perf_counter
from typing import Any

import numpy as np

import roost
from interleave import Results, Run, measure, table, timed
from pages import write
from roost.core.state import Node, State
from roost.core.stream import Stream
from roost.lab.envs import AllSeats
from roost.lab.envs.zoo import RoostAEC
from roost.study.fast import packing, play
from roost.study.fast.solved import solved_play

GAMES = {"heckmeck": 1_000, "junior": 40_000, "barbecue": 10_000, "picnic": 6_000}
"""Number of games that together have about 1.5 million decisions, enough to make the set-up time negligible."""
SOLVED_GAMES = {"heckmeck": 50, "junior": 1_000, "barbecue": 50}
"""Number of games for each game whose turns recur, so that solutions are cached."""
SIZES = (1, 64, 1024, 16_384)
PEER = "pickomino-env, one learner's steps"
ROUNDS, SECONDS = 5, 0.4
PEERS = {PEER: "pickomino", "OpenSpiel pig from Python": "pig", "OpenSpiel backgammon from Python": "backgammon"}


def rules_engine(name: str) -> Run:
    """Measure decisions of uniformly random two-player games in plain Python, with a new seed for each game."""
    opening, seeds = roost.game(name, players=2).opening(), count()

    def game() -> int:
        state: State = opening
        stream, decisions = Stream(next(seeds)), 0
        while (node := state.node) is not Node.OVER:
            if node is Node.ROLL:
                dice = state.dice
                assert dice is not None
                state = state.play(dice.draw(stream)).state
            else:
                state = state.play(stream.choice(state.actions())).state
                decisions += 1
        return decisions

    return timed(game)


def whole_games(name: str, threads: int, games: int, by: str = "chick") -> Run:
    """Measure decisions of two-player games between copies of a bot."""
    game, seeds = roost.game(name, players=2), count()
    play(game, 1, by=by)
    return timed(lambda: int(play(game, games, seed=next(seeds), threads=threads, by=by).decisions.sum()))


def solved_games(name: str) -> Run:
    """Measure decisions of two-player games in which every turn is solved exactly."""
    packed = packing(roost.game(name, players=2))
    opening, rooster, seeds, size = packed.opening(), solved_play(packed), count(), SOLVED_GAMES[name]
    results = (np.empty(size, np.int64), np.empty(size, np.int64), np.empty(size, np.uint8))
    places = (*results, np.empty((size, 2), np.int32), np.empty(size, np.uint8))

    def games() -> int:
        rooster.play(opening, next(seeds), 0, places, packed.empty()[:0])
        return int(places[0].sum())

    return timed(games)


def stepping(env: Any, clock: Callable[[], float]) -> Run:
    """Measure a vector environment's steps, excluding the choice of random legal actions."""

    def run(seconds: float) -> float:
        spent, steps = 0.0, 0
        while spent < seconds:
            actions = env.sample()
            started = clock()
            env.step(actions)
            spent += clock() - started
            steps += env.num_envs
        return steps / spent

    return run


def vector(name: str, size: int) -> Run:
    """Measure the environment's steps when all seats are played."""
    env = AllSeats(name, players=2, num_envs=size)
    env.reset(seed=1)
    env.step(env.sample())
    return stepping(env, perf_counter)


def open_spiel() -> Run:
    """Measure decisions through OpenSpiel's interface, when all seats and chance nodes are played."""
    import pyspiel  # type: ignore[import-not-found, unused-ignore]  # a compiled module without types

    import roost.lab.envs.open_spiel  # noqa: F401  # registers the games

    game, rng = pyspiel.load_game("roost_heckmeck"), Random(1)
    state = game.new_initial_state()

    def step() -> int:
        nonlocal state
        if state.is_terminal():
            state = game.new_initial_state()
        elif state.is_chance_node():
            state.apply_action(state.draw(rng.random()))
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            return 1
        return 0

    return timed(step)


def pettingzoo() -> Run:
    """Measure the PettingZoo environment's steps when all seats are played."""
    env, rng = RoostAEC("heckmeck"), np.random.default_rng(1)
    env.reset(seed=1)

    def step() -> int:
        observation, _, over, _, _ = env.last()
        if over:
            env.reset()
            return 0
        legal = np.flatnonzero(observation["action_mask"])
        env.step(int(legal[rng.integers(len(legal))]))
        return 1

    return timed(step)


def rows() -> dict[str, Run]:
    """Return all of Roost's rows by label."""
    runs: dict[str, Run] = {}
    for name in GAMES:
        runs[f"Roost {name}, whole games"] = whole_games(name, 1, GAMES[name])
        runs[f"Roost {name}, whole games, two threads"] = whole_games(name, 2, 2 * GAMES[name])
    for name in SOLVED_GAMES:
        runs[f"Roost {name}, every turn solved"] = solved_games(name)
    runs["Roost picnic, every turn solved"] = whole_games("picnic", 1, 50, by="rooster")
    for name in GAMES:
        for size in SIZES:
            runs[f"Roost {name}, vector of {size:,}"] = vector(name, size)
    runs["Roost heckmeck, PettingZoo, all seats"] = pettingzoo()
    runs["Roost heckmeck, OpenSpiel, all seats"] = open_spiel()
    return runs


def engines() -> dict[str, Run]:
    """Return each game's row for the rules engine, by label."""
    return {f"Roost {name}": rules_engine(name) for name in GAMES}


def section(results: Results, rounds: int, seconds: float) -> str:
    """Return the table and its note for the documentation."""
    note = f"{rounds} rounds of {seconds:g} s each, interleaved, by the clock."
    return f"{table(results, PEER)}\n\n{note}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the kernels and the environments.")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"alternating rounds (default {ROUNDS})")
    parser.add_argument("--seconds", type=float, default=SECONDS, help=f"seconds per row and round (default {SECONDS})")
    parser.add_argument("--write", action="store_true", help="write the table into docs/performance.md")
    options = parser.parse_args()
    results = measure(rows(), f"roost {roost.__version__}", PEERS, options.rounds, options.seconds)
    text = section(results, options.rounds, options.seconds)
    print(text)
    if options.write:
        write("performance.md", "fast", text)


if __name__ == "__main__":
    main()
