"""Speed of the kernels and the environments: whole games, vector environments of four sizes, the adapters.

    python bench/fast.py [--rounds 7] [--seconds 0.5]

Prints a Markdown table. Rounds of all rows alternate, and the medians of processor time are told, so that a shared
machine's drift falls on all rows alike; only the rows with two threads are measured by the clock.
"""

import argparse
import sys
from collections.abc import Callable
from itertools import count
from statistics import median
from time import perf_counter, process_time

import numpy as np

import roost
from roost.envs import RoostEnv, Vector
from roost.envs.zoo import RoostAEC
from roost.fast import play

GAMES = {"heckmeck": 1_000, "junior": 40_000, "barbecue": 10_000, "picnic": 6_000}
"""How many games make about one and a half million decisions: enough that setting up a run does not count."""
SIZES = (1, 64, 1024, 16_384)

Row = Callable[[float], float]
"""Works for about so many seconds; returns how many units a second."""


def whole_games(name: str, threads: int) -> Row:
    """Decisions of uniformly random two-player games."""
    game, clock = roost.game(name, players=2), process_time if threads == 1 else perf_counter
    games, seeds = GAMES[name] * threads, count()
    play(game, 1)

    def run(seconds: float) -> float:
        started, decisions = clock(), 0
        while clock() - started < seconds:
            decisions += int(play(game, games, seed=next(seeds), threads=threads).decisions.sum())
        return decisions / (clock() - started)

    return run


def vector(name: str, size: int) -> Row:
    """Steps of a vector environment, the choice of random legal actions left out."""
    env = Vector(name, players=2, num_envs=size)
    env.reset(seed=1)
    env.step(env.sample())

    def run(seconds: float) -> float:
        spent, steps = 0.0, 0
        while spent < seconds:
            actions = env.sample()
            started = process_time()
            env.step(actions)
            spent += process_time() - started
            steps += size
        return steps / spent

    return run


def gymnasium(opponents: str) -> Row:
    """Steps of the Gymnasium environment against a bot."""
    env = RoostEnv("heckmeck", opponents=opponents)
    _, info = env.reset(seed=1)

    def run(seconds: float) -> float:
        nonlocal info
        started, steps = process_time(), 0
        while process_time() - started < seconds:
            _, _, over, _, info = env.step(info["action_mask"].argmax())
            steps += 1
            if over:
                _, info = env.reset()
        return steps / (process_time() - started)

    return run


def pettingzoo() -> Row:
    """Steps of the PettingZoo environment, all seats played."""
    env = RoostAEC("heckmeck")
    env.reset(seed=1)

    def run(seconds: float) -> float:
        started, steps = process_time(), 0
        while process_time() - started < seconds:
            observation, _, over, _, _ = env.last()
            if over:
                env.reset()
                continue
            env.step(int(np.argmax(observation["action_mask"])))
            steps += 1
        return steps / (process_time() - started)

    return run


def rows() -> dict[str, Row]:
    """Everything that is measured, by name."""
    found: dict[str, Row] = {}
    for name in GAMES:
        found[f"{name}, whole games, one thread (decisions/s)"] = whole_games(name, 1)
        found[f"{name}, whole games, two threads (decisions/s)"] = whole_games(name, 2)
    for name in GAMES:
        for size in SIZES:
            found[f"{name}, vector of {size:,} (steps/s)"] = vector(name, size)
    found["heckmeck, Gymnasium against chick (steps/s)"] = gymnasium("chick")
    found["heckmeck, Gymnasium against hen (steps/s)"] = gymnasium("hen")
    found["heckmeck, PettingZoo, all seats (steps/s)"] = pettingzoo()
    return found


def measure(rounds: int, seconds: float) -> str:
    """The table of all rows."""
    competitors = rows()
    rates: dict[str, list[float]] = {label: [] for label in competitors}
    for number in range(rounds):
        print(f"bench: round {number + 1} of {rounds}", file=sys.stderr, flush=True)
        for label, run in competitors.items():
            rates[label].append(run(seconds))
    lines = ["| | median | min..max |", "| --- | ---: | ---: |"]
    lines += [f"| {label} | {median(r):,.0f} | {min(r):,.0f}..{max(r):,.0f} |" for label, r in rates.items()]
    return "\n".join(lines)


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description="Measure the kernels and the environments.")
    parser.add_argument("--rounds", type=int, default=7, help="alternating rounds (default 7)")
    parser.add_argument("--seconds", type=float, default=0.5, help="seconds per row and round (default 0.5)")
    options = parser.parse_args()
    print(measure(options.rounds, options.seconds))


if __name__ == "__main__":
    main()
