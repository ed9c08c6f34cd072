"""Speed of the kernels and the environments beside others': whole games, vector environments, the adapters.

    python bench/fast.py [--rounds 5] [--seconds 0.4] [--write]

Prints a Markdown table, and with `--write` puts it into docs/performance.md. Rounds of all rows alternate, so that a
shared machine's drift falls on all alike. Everything is measured by the clock.
"""

import argparse
from itertools import count
from random import Random
from time import perf_counter

import numpy as np

import roost
from interleave import Results, Run, measure, table
from pages import write
from roost.core.state import Node, State
from roost.core.stream import Stream
from roost.lab.envs import AllSeats
from roost.lab.envs.zoo import RoostAEC
from roost.study.fast import packing, play
from roost.study.fast.solved import solved_play

GAMES = {"heckmeck": 1_000, "junior": 40_000, "barbecue": 10_000, "picnic": 6_000}
"""How many games make about one and a half million decisions: enough that setting up a run does not count."""
SOLVED_GAMES = {"heckmeck": 50, "junior": 1_000, "barbecue": 50}
"""Of the games whose turns come again, so that solutions are kept."""
SIZES = (1, 64, 1024, 16_384)
PEER = "pickomino-env, one learner's steps"
ROUNDS, SECONDS = 5, 0.4
PEERS = {PEER: "pickomino", "OpenSpiel pig from Python": "pig", "OpenSpiel backgammon from Python": "backgammon"}


def reference_engine(name: str) -> Run:
    """Decisions of uniformly random two-player games in plain Python; rounds go on through one sequence of seeds."""
    opening, seeds = roost.game(name, players=2).opening(), count()

    def run(seconds: float) -> float:
        started, decisions = perf_counter(), 0
        while perf_counter() - started < seconds:
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
        return decisions / (perf_counter() - started)

    return run


def whole_games(name: str, threads: int, games: int, by: str = "chick") -> Run:
    """Decisions of two-player games: uniformly random ones, or another player's."""
    game, seeds = roost.game(name, players=2), count()
    play(game, 1, by=by)

    def run(seconds: float) -> float:
        started, decisions = perf_counter(), 0
        while perf_counter() - started < seconds:
            decisions += int(play(game, games, seed=next(seeds), threads=threads, by=by).decisions.sum())
        return decisions / (perf_counter() - started)

    return run


def solved_games(name: str) -> Run:
    """Decisions of two-player games in which every turn is solved exactly."""
    packed = packing(roost.game(name, players=2))
    opening, rooster, seeds, size = packed.opening(), solved_play(packed), count(), SOLVED_GAMES[name]
    results = (np.empty(size, np.int64), np.empty(size, np.int64), np.empty(size, np.uint8))
    places = (*results, np.empty((size, 2), np.int32), np.empty(size, np.uint8))

    def run(seconds: float) -> float:
        started, decisions = perf_counter(), 0
        while perf_counter() - started < seconds:
            rooster.play(opening, next(seeds), 0, places, packed.empty()[:0])
            decisions += int(places[0].sum())
        return decisions / (perf_counter() - started)

    return run


def vector(name: str, size: int) -> Run:
    """Steps of a vector environment, the choice of random legal actions left out."""
    env = AllSeats(name, players=2, num_envs=size)
    env.reset(seed=1)
    env.step(env.sample())

    def run(seconds: float) -> float:
        spent, steps = 0.0, 0
        while spent < seconds:
            actions = env.sample()
            started = perf_counter()
            env.step(actions)
            spent += perf_counter() - started
            steps += size
        return steps / spent

    return run


def open_spiel() -> Run:
    """Decisions through OpenSpiel's interface, all seats and chance played."""
    import pyspiel  # type: ignore[import-not-found, unused-ignore]  # a compiled module without types

    import roost.lab.envs.open_spiel  # noqa: F401  # registers the games

    game, rng = pyspiel.load_game("roost_heckmeck"), Random(1)
    state = game.new_initial_state()

    def run(seconds: float) -> float:
        nonlocal state
        started, steps = perf_counter(), 0
        while perf_counter() - started < seconds:
            if state.is_terminal():
                state = game.new_initial_state()
            elif state.is_chance_node():
                state.apply_action(state.draw(rng.random()))
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                steps += 1
        return steps / (perf_counter() - started)

    return run


def pettingzoo() -> Run:
    """Steps of the PettingZoo environment, all seats played."""
    env, rng = RoostAEC("heckmeck"), np.random.default_rng(1)
    env.reset(seed=1)

    def run(seconds: float) -> float:
        started, steps = perf_counter(), 0
        while perf_counter() - started < seconds:
            observation, _, over, _, _ = env.last()
            if over:
                env.reset()
                continue
            legal = np.flatnonzero(observation["action_mask"])
            env.step(int(legal[rng.integers(len(legal))]))
            steps += 1
        return steps / (perf_counter() - started)

    return run


def rows() -> dict[str, Run]:
    """Everything of Roost's that is measured, by name."""
    found: dict[str, Run] = {}
    for name in GAMES:
        found[f"Roost {name}, whole games"] = whole_games(name, 1, GAMES[name])
        found[f"Roost {name}, whole games, two threads"] = whole_games(name, 2, 2 * GAMES[name])
    for name in SOLVED_GAMES:
        found[f"Roost {name}, every turn solved"] = solved_games(name)
    found["Roost picnic, every turn solved"] = whole_games("picnic", 1, 50, by="rooster")
    for name in GAMES:
        for size in SIZES:
            found[f"Roost {name}, vector of {size:,}"] = vector(name, size)
    found["Roost heckmeck, PettingZoo, all seats"] = pettingzoo()
    found["Roost heckmeck, OpenSpiel, all seats"] = open_spiel()
    return found


def engines() -> dict[str, Run]:
    """The rules engine in each game, by name."""
    return {f"Roost {name}": reference_engine(name) for name in GAMES}


def section(results: Results, rounds: int, seconds: float) -> str:
    """The table as it stands in the documentation."""
    note = f"{rounds} rounds of {seconds:g} s each, interleaved, by the clock."
    return f"{table(results, PEER)}\n\n{note}"


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description="Measure the kernels and the environments.")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"alternating rounds (default {ROUNDS})")
    parser.add_argument("--seconds", type=float, default=SECONDS, help=f"per row and round (default {SECONDS})")
    parser.add_argument("--write", action="store_true", help="write the table into docs/performance.md")
    options = parser.parse_args()
    results = measure(rows(), f"roost {roost.__version__}", PEERS, options.rounds, options.seconds)
    text = section(results, options.rounds, options.seconds)
    print(text)
    if options.write:
        write("performance.md", "fast", text)


if __name__ == "__main__":
    main()
