"""Learners against bots: how many steps a second, with the bots thinking in Python and playing inside the kernel.

    python bench/learners.py [--rounds 5] [--seconds 0.5] [--write]

Prints a Markdown table, and with `--write` puts it into docs/environments.md. Learners play at random among the legal
actions; choosing is left out. Rounds of all rows alternate, and processor time is measured, so that a busy machine
disturbs less. It is the time of one core: nothing here starts threads.
"""

import argparse
import os
import sys
from collections.abc import Callable
from time import process_time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np  # after the number of threads is set

import roost
from interleave import Results, Row, table
from pages import write
from roost.bots import Bot, bot
from roost.core.moves import Action
from roost.core.state import State
from roost.core.stream import Stream
from roost.envs import RoostEnv, Vector

MANY = 1024
OPPONENTS = {
    "heckmeck": ("chick", "hen", "rooster", "fox"),
    "junior": ("hen", "rooster", "fox"),
    "barbecue": ("hen", "rooster", "fox"),
    "picnic": ("chick",),
}
GOALS = (
    "Goals on one core: 120 k, 40 k and 8 k steps for one learner against hen, rooster and fox of Heckmeck; "
    "2 M, 150 k and 50 k for 1,024."
)


class InPython:
    """A bot as it is, which the kernel cannot know."""

    def __init__(self, name: str) -> None:
        self.name = f"{name} in Python"
        self._bot: Bot = bot(name)

    def choose(self, state: State, rng: Stream) -> Action:
        """What the bot chooses."""
        return self._bot.choose(state, rng)


def one(name: str, opponent: str | Bot) -> Callable[[float], float]:
    """Steps of one learner."""
    env, rng = RoostEnv(name, opponents=opponent), np.random.default_rng(1)
    _, info = env.reset(seed=1)

    def run(seconds: float) -> float:
        nonlocal info
        spent, steps = 0.0, 0
        while spent < seconds:
            legal = np.flatnonzero(info["action_mask"])
            action = legal[int(rng.random() * len(legal))]
            started = process_time()
            _, _, over, _, info = env.step(action)
            if over:
                _, info = env.reset()
            spent += process_time() - started
            steps += 1
        return steps / spent

    return run


def many(name: str, opponent: str) -> Callable[[float], float]:
    """Steps of many learners at once."""
    env = Vector(name, num_envs=MANY, opponents=opponent)
    env.reset(seed=1)
    for _ in range(60):  # into the games: openings are alike
        env.step(env.sample())

    def run(seconds: float) -> float:
        spent, steps = 0.0, 0
        while spent < seconds:
            actions = env.sample()
            started = process_time()
            env.step(actions)
            spent += process_time() - started
            steps += MANY
        return steps / spent

    return run


def measure(games: list[str], rounds: int, seconds: float) -> str:
    """All rows, round by round, as tables: one for each game and opponent, beside the bot in Python."""
    engine, parts = f"roost {roost.__version__}", list[str]()
    for game in games:
        for opponent in OPPONENTS[game]:
            slow = f"{game}, one learner, {opponent} in Python"
            rows = {slow: one(game, InPython(opponent)), f"{game}, one learner, {opponent}": one(game, opponent)}
            rows[f"{game}, {MANY:,} learners, {opponent}"] = many(game, opponent)
            for run in rows.values():
                run(0.05)
            rates: dict[str, list[float]] = {label: [] for label in rows}
            for _ in range(rounds):
                for label, run in rows.items():
                    rates[label].append(run(seconds))
            print(f"bench: {game} against {opponent}", file=sys.stderr, flush=True)
            found = table(Results([Row(label, engine, rate) for label, rate in rates.items()], {}), [slow])
            lines = found.replace(f"x {slow}", "x the bot in Python").splitlines()
            parts += lines if not parts else lines[2:]
    return "\n".join(parts)


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description="Measure learners against bots.")
    parser.add_argument("--rounds", type=int, default=5, help="alternating rounds (default 5)")
    parser.add_argument("--seconds", type=float, default=0.5, help="per row and round (default 0.5)")
    parser.add_argument("--write", action="store_true", help="write the table into docs/environments.md")
    parser.add_argument("--game", action="append", choices=list(OPPONENTS), help="this game, and others named so")
    options = parser.parse_args()
    note = f"{options.rounds} rounds of {options.seconds:g} s each, interleaved, by processor time. {GOALS}"
    text = f"{measure(options.game or list(OPPONENTS), options.rounds, options.seconds)}\n\n{note}"
    print(text)
    if options.write:
        write("environments.md", "learners", text)


if __name__ == "__main__":
    main()
