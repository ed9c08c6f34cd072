"""Train players whose only aim is to beat the fox's network, in every game and at tables of two and three.

    python bench/best_response.py --log FILE.jsonl [--game junior --players 3] [--seeds 5] [--jobs 5] [--minutes 8]
    python bench/best_response.py --log FILE.jsonl --seeds 0 --write       # only write the table, from the log

A learner starts from the fox's own network and has seat 0. All other seats play by the shipped network, which never
changes. All turns are solved. The learner also solves the next player's turn, as the fox will play it, before its
network evaluates a position; ``--ahead 1`` omits this step. The network learns from the outcomes of the positions that
it evaluates. The luck of the fox's dice is subtracted using the fox's own evaluations, which does not change the mean.
Outcomes after the learner's own turns are partly replaced by the learner's evaluations.

Half of the time is for learning, the other half for a match against the fox with new dice. The share won in this match
is a lower bound on what can be won against the fox. Both sides play by their networks alone, whereas the bot ``fox``
plays the last tiles of Heckmeck and Junior exactly.
"""

import argparse
import json
import os
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # set before NumPy is loaded, because these networks are small

import numpy as np
from numpy.typing import NDArray

from matches import play_deals, share
from pages import markdown, write
from roost.core.registry import game, game_type
from roost.study.fast.packed import Packing, packing
from roost.study.fast.records import Records
from roost.study.models.features import Evaluator, Features, features_of, network_evaluator
from roost.study.models.learner import Learner
from roost.study.models.model import model
from roost.study.models.net import Net
from roost.study.models.solved_turn import evaluator_of
from roost.study.train.adapter import training_adapter
from roost.study.train.self_play import Style, self_play

GAMES = ("heckmeck", "junior", "barbecue", "picnic")
PLAYERS = (2, 3)
LEARNING = 0.5
"""Fraction of the time that is spent on learning."""
TRACE = 0.6
"""Weight of the outcome after a learner's turn; the rest is for the learner's own evaluation."""
RATES = 5e-4, 3e-5
"""Learning rates at the first and the last step."""
BATCH = 256
LOOKS = 4
"""Average number of times that each position is used for learning."""
AVERAGED = 300
"""Number of recent steps over which the playing weights are averaged."""
LEAST_DEALS = 10
CLOSE = 1e-4
"""Half-intervals up to this size are shown with an additional digit."""
WIDE = 1.96
"""Half-width of a 95 % interval, in standard errors."""


class Task(NamedTuple):
    """A learner at a table."""

    game: str
    players: int
    ahead: int
    """How many turns are solved before the learner's network evaluates."""
    seed: int
    seconds: float


def learner_evaluator(net: Net, fox: Net, ahead: int) -> Evaluator:
    """Return the evaluator for positions after a turn of a learner that looks one or two turns ahead."""
    learner_net, fox_net = network_evaluator(net), network_evaluator(fox)
    if ahead == 1:
        return learner_net

    def mixed(packed: Packing[Any, Any], states: Records, first: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the shares after the fox's turn, in which the learner's own share is the learner's estimate."""
        shares, learner = fox_net(packed, states, first), packed.game.players - 2  # the learner moved before the fox
        shares[:, learner] = learner_net(packed, states, first)[:, learner]
        return shares

    deeper = evaluator_of(fox, 1, mixed)

    def ask(packed: Packing[Any, Any], states: Records, first: NDArray[np.int64]) -> NDArray[np.float64]:
        shares = deeper(packed, states, first)
        fox_shares = shares[:, :-1]  # the learner has just moved and so comes last
        fox_shares *= ((1 - shares[:, -1]) / np.maximum(fox_shares.sum(axis=1), 1e-12))[:, np.newaxis]
        return shares

    return ask


def against(learner: Evaluator, fox: Evaluator) -> Evaluator:
    """Return the evaluator for positions after a turn by the learner on seat 0 or by the fox on another seat."""

    def ask(packed: Packing[Any, Any], states: Records, first: NDArray[np.int64]) -> NDArray[np.float64]:
        shares, mine = np.empty((len(states), packed.game.players)), first == 1
        for rows, evaluator in ((mine, learner), (~mine, fox)):
            if rows.any():
                shares[rows] = evaluator(packed, states[rows], first[rows])
        return shares

    return ask


class Lesson(NamedTuple):
    """Positions for the learner's network to evaluate, with each player's target share."""

    seen: Features
    wanted: NDArray[np.float64]


def lesson(packed: Packing[Any, Any], evaluator: Evaluator, ahead: int, rng: np.random.Generator) -> Lesson:
    """Play some games and return the lesson to learn from them."""
    style = Style(explore=0.0, trace=(TRACE, *[1.0] * (packed.game.players - 1)))
    states, wanted = self_play(packed, evaluator, training_adapter(type(packed.game)).LOCKSTEP, rng, style)
    after = states["seat"] == ahead % packed.game.players
    return Lesson(features_of(packed, states[after], states["seat"][after].astype(np.int64)), wanted[after])


def learn(task: Task, fox: Net, seconds: float) -> tuple[Net, int]:
    """Train a learner for some seconds; return its network and how many positions it learnt from."""
    tables = [packing(game(task.game, task.players, start=seat)) for seat in range(task.players)]
    rng = np.random.default_rng([task.seed, task.players])
    learner = Learner(Net({letter: array.copy() for letter, array in fox.weights.items()}), AVERAGED)
    evaluator = against(learner_evaluator(learner.playing, fox, task.ahead), network_evaluator(fox))
    began, lessons, positions = monotonic(), list[Lesson](), 0
    while (progress := (monotonic() - began) / seconds) < 1:
        lessons.append(lesson(tables[len(lessons) % len(tables)], evaluator, task.ahead, rng))
        positions += len(lessons[-1].wanted)
        recent = lessons[len(lessons) // 3 :]
        rate = RATES[0] * (RATES[1] / RATES[0]) ** progress
        for _ in range(max(1, LOOKS * len(lessons[-1].wanted) // BATCH)):
            inputs, wanted = recent[rng.integers(len(recent))]
            rows = rng.integers(len(wanted), size=BATCH)
            learner.learn(inputs.table[rows], inputs.seats[rows], wanted[rows], rate)
    return learner.playing, positions


def train_and_measure(task: Task) -> dict[str, Any]:
    """Train a learner and play it against the fox; return a line for the log."""
    fox = model(task.game).net
    play = packing(game(task.game, task.players, start=0))
    lesson(play, network_evaluator(fox), 1, np.random.default_rng(0))  # compiles everything before time is measured
    began = monotonic()
    net, positions = learn(task, fox, LEARNING * task.seconds)
    rng, size = (
        np.random.default_rng([task.seed, task.players, 1]),
        training_adapter(game_type(task.game)).LOCKSTEP // 2,
    )
    learner, fox_leaf = learner_evaluator(net, fox, task.ahead), network_evaluator(fox)
    won, luck = np.empty((2, 0))
    while monotonic() - began < task.seconds or len(won) < LEAST_DEALS:
        deals = play_deals(play, learner, fox_leaf, fox_leaf, size, rng)
        won, luck = np.append(won, deals.won), np.append(luck, deals.luck)
    result = share(won, luck)
    return {
        **task._asdict(), "positions": positions, "deals": len(won),
        "share": round(result.value, 6), "standard_error": round(result.error, 6),
    }  # fmt: skip


def table(lines: list[dict[str, Any]]) -> str:
    """Return a Markdown table with a row for each size of table: the learners' range, and all of them together."""
    rows = []
    for name, players in product(GAMES, PLAYERS):
        results = [line for line in lines if (line["game"], line["players"]) == (name, players)]
        if not results:
            continue
        shares, errors = (np.array([line[part] for line in results]) for part in ("share", "standard_error"))
        weights = errors**-2
        mean, half = float(weights @ shares / weights.sum()), WIDE * float(weights.sum() ** -0.5)
        digits = 2 if half > CLOSE else 3
        cells = f"{shares.min():.2%} to {shares.max():.2%}", f"{mean:.{digits}%} ± {half:.{digits}%}"
        rows.append((name, players, *cells, f"{1 / players:.2%}", f"{sum(line['deals'] for line in results):,}"))
    return markdown(["game", "players", "learners", "all together, 95 %", "even", "deals"], rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--log", type=Path, required=True, help="file to which each learner's line is appended")
    parser.add_argument("--game", action="append", choices=GAMES, help="only this game; may be repeated")
    parser.add_argument(
        "--players", action="append", type=int, choices=PLAYERS, help="only this number of players; may be repeated"
    )
    parser.add_argument("--seeds", type=int, default=5, help="learners at each table (default 5)")
    parser.add_argument("--jobs", type=int, default=5, help="processes (default 5)")
    parser.add_argument("--ahead", type=int, choices=[1, 2], default=2, help="turns that a learner solves (default 2)")
    parser.add_argument("--minutes", type=float, default=8, help="minutes for each learner (default 8)")
    parser.add_argument("--write", action="store_true", help="write the table into docs/benchmark.md")
    options = parser.parse_args()
    tables = product(options.game or GAMES, options.players or PLAYERS, range(1, options.seeds + 1))
    tasks = [Task(name, players, options.ahead, seed, 60 * options.minutes) for name, players, seed in tables]
    if tasks:
        with ProcessPoolExecutor(options.jobs, get_context("spawn")) as pool:
            for done in as_completed([pool.submit(train_and_measure, task) for task in tasks]):
                line = json.dumps(done.result())
                print(line, flush=True)
                with options.log.open("a", encoding="utf-8") as log:
                    print(line, file=log)
    text = table([json.loads(line) for line in options.log.read_text(encoding="utf-8").splitlines()])
    print(text)
    if options.write:
        write("benchmark.md", "best response", text)


if __name__ == "__main__":
    main()
