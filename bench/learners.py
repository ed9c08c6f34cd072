"""Measure learners' steps per second against bots, with the bots run in Python and inside the kernel.

`make bench` runs this and writes the table in docs/environments.md. Learners choose random legal actions; the time
spent choosing is excluded. Rounds of all rows alternate, and processor time is measured, so that a busy machine
distorts the results less. All work runs in one thread.
"""

from collections.abc import Sequence
from itertools import product
from statistics import median
from time import process_time

import numpy as np

import roost
from fast import stepping
from interleave import Row, Run, measure
from pages import markdown, progress
from roost.core.moves import Action
from roost.core.state import State
from roost.core.stream import Stream
from roost.lab.envs import RoostEnv, Vector
from roost.lab.envs.opponents import Opponents
from roost.lab.envs.step_kernel import WAITS
from roost.study.bots import Bot, bot
from roost.study.fast import packing

MANY = 1024
OPPONENTS = ("chick", "hen", "rooster", "fox")


class InPython:
    """A bot wrapped so that the kernel does not recognise it."""

    def __init__(self, name: str) -> None:
        self.name = f"{name} in Python"
        self._bot: Bot = bot(name)

    def choose(self, state: State, chance: Stream) -> Action:
        return self._bot.choose(state, chance)


def single(name: str, opponent: str | Bot) -> Run:
    """Measure a single learner's steps."""
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


def many(name: str, opponent: str) -> Run:
    """Measure the steps of many learners at once."""
    env = Vector(name, num_envs=MANY, opponents=opponent)
    env.reset(seed=1)
    for _ in range(60):  # plays on, because all games are alike at first
        env.step(env.sample())
    return stepping(env, process_time)


def plays_in_the_kernel(name: str, opponent: str) -> bool:
    """Whether a bot has compiled code.

    Without compiled code, many learners would wait for the bot one after another.
    """
    game = roost.game(name)
    opponents = Opponents(game, opponent)
    return bool(opponents.players(packing(game))) or (opponents.policies[1:] != WAITS).all()


def measure_against(game: str, opponent: str, rounds: int, seconds: float) -> list[Row]:
    """Measure one learner against the bot in Python; if it is compiled, also one and many learners in the kernel."""
    engine = f"roost {roost.__version__}"
    runs = {f"{game}, one learner, {opponent} in Python": single(game, InPython(opponent))}
    if plays_in_the_kernel(game, opponent):
        runs[f"{game}, one learner, {opponent}"] = single(game, opponent)
        runs[f"{game}, {MANY:,} learners, {opponent}"] = many(game, opponent)
    for run in runs.values():
        run(0.05)
    return measure(runs, engine, {}, rounds, seconds).rows


def section(games: Sequence[str], rounds: int, seconds: float) -> str:
    """Return the tables for the documentation."""
    rows = []
    for game, opponent in product(games, OPPONENTS):
        progress(f"{game} against {opponent}")
        slow, *fast = measure_against(game, opponent, rounds, seconds)
        cells = [f"{row.median:,.0f} (x {median(row.ratios(slow)):.3g})" for row in fast] or ["", ""]
        rows.append((f"{game}, {opponent}", f"{slow.median:,.0f}", *cells))
    table = markdown(["Opponent", "one learner, bot in Python", "one learner", f"{MANY:,} learners"], rows)
    note = f"medians of {rounds} rounds of {seconds:g} s each, interleaved, by processor time."
    return f"{table}\n\nroost {roost.__version__}, {note}"
