"""Learners against bots: how many steps a second, with the bots thinking in Python and playing inside the kernel.

`make bench` measures them, and writes the table of docs/environments.md. Learners play at
random among the legal actions; choosing is left out. Rounds of all rows alternate, and processor time is measured, so
that a busy machine disturbs less. It is the time of one core: nothing here starts threads.
"""

import sys
from collections.abc import Callable, Sequence
from statistics import median
from time import process_time

import numpy as np

import roost
from interleave import Row, measure
from roost.core.moves import Action
from roost.core.state import State
from roost.core.stream import Stream
from roost.lab.envs import RoostEnv, Vector
from roost.lab.envs.opponents import Opponents
from roost.lab.envs.step_kernel import WAITS
from roost.study.bots import Bot, bot
from roost.study.fast import packing

MANY = 1024
GAMES = ("heckmeck", "junior", "barbecue", "picnic")
OPPONENTS = ("chick", "hen", "rooster", "fox")


class InPython:
    """A bot as it is, which the kernel cannot know."""

    def __init__(self, name: str) -> None:
        self.name = f"{name} in Python"
        self._bot: Bot = bot(name)

    def choose(self, state: State, rng: Stream) -> Action:
        """The bot's choice."""
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


def plays_in_the_kernel(name: str, opponent: str) -> bool:
    """Whether there is compiled code for a bot; otherwise many learners would wait for it one after another."""
    game = roost.game(name)
    opponents = Opponents(game, opponent)
    return bool(opponents.players(packing(game))) or (opponents.policies[1:] != WAITS).all()


def measure_against(game: str, opponent: str, rounds: int, seconds: float) -> list[Row]:
    """One learner against the bot in Python; the same and many against the bot in the kernel, if there is one."""
    engine = f"roost {roost.__version__}"
    runs = {f"{game}, one learner, {opponent} in Python": one(game, InPython(opponent))}
    if plays_in_the_kernel(game, opponent):
        runs[f"{game}, one learner, {opponent}"] = one(game, opponent)
        runs[f"{game}, {MANY:,} learners, {opponent}"] = many(game, opponent)
    for run in runs.values():
        run(0.05)
    return measure(runs, engine, {}, rounds, seconds).rows


def section(games: Sequence[str], rounds: int, seconds: float) -> str:
    """The tables as they stand in the documentation."""
    lines = [
        f"| Opponent | one learner, bot in Python | one learner | {MANY:,} learners |",
        "| --- | ---: | ---: | ---: |",
    ]
    for game in games:
        for opponent in OPPONENTS:
            print(f"bench: {game} against {opponent}", file=sys.stderr, flush=True)
            slow, *fast = measure_against(game, opponent, rounds, seconds)
            cells = [f"{row.median:,.0f} (x {median(row.ratios(slow)):.3g})" for row in fast] or ["", ""]
            lines.append(f"| {game}, {opponent} | {slow.median:,.0f} | {' | '.join(cells)} |")
    note = (
        f"roost {roost.__version__}, medians of {rounds} rounds of {seconds:g} s each, interleaved, by processor time."
    )
    return "\n".join([*lines, "", note])
