"""Players whose only job is to beat the fox's network, in every game and at tables of two and three.

    python bench/best_response.py --log FILE.jsonl [--game junior --players 3] [--seeds 5] [--jobs 5] [--minutes 8]
    python bench/best_response.py --log FILE.jsonl --seeds 0 --write       # only the table, from what the file says

A learner begins with the fox's own network and has seat 0; everybody else plays by the network that ships, which never
changes. All turns are solved. The learner solves the next player's turn too, as the fox will play it, before their own
network is asked; ``--ahead 1`` leaves that out. At these positions it learns what came of them. The luck of the fox's
dice is taken out by what the fox thinks of it, which leaves the mean as it is, and a part of what comes after a turn of
the learner's own is replaced by what they think of it.

Half of the time is for learning, the other half for a match against the fox with dice that nobody has learnt from. The
share that a learner wins there, there is to win at least. Networks alone play on both sides: the bot ``fox`` plays the
last tiles of Heckmeck and Junior exactly.
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

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy is loaded: these networks are small

import numpy as np
from numpy.typing import NDArray

from matches import play_deals, share
from pages import write
from roost.core.registry import game, game_type
from roost.study.fast.packed import Packing, packing
from roost.study.fast.records import Records
from roost.study.models.features import Features, Leaf, features_of, network_leaf
from roost.study.models.learner import Learner
from roost.study.models.model import model
from roost.study.models.net import Net
from roost.study.models.solved_turn import leaf_of
from roost.study.train.face import training_face
from roost.study.train.self_play import Style, self_play

GAMES = ("heckmeck", "junior", "barbecue", "picnic")
PLAYERS = (2, 3)
LEARNING = 0.5
"""The part of the time for learning."""
TRACE = 0.6
"""The part of what came after a turn of the learner's own that counts beside what they think of it."""
RATES = 5e-4, 3e-5
"""How large the first and the last steps are."""
BATCH = 256
LOOKS = 4
"""How often each position is learnt from, on average."""
AVERAGED = 300
"""The weights that play are an average over about the last so many steps."""
LEAST_DEALS = 10
CLOSE = 1e-4
"""An interval that is told with one more digit."""
WIDE = 1.96
"""Half of a 95 % interval, in standard errors."""


class Task(NamedTuple):
    """A learner at a table."""

    game: str
    players: int
    ahead: int
    """How many turns are solved before the learner's network is asked."""
    seed: int
    seconds: float


def learner_leaf(net: Net, fox: Net, ahead: int) -> Leaf:
    """The worth of positions after a turn of a learner with this network, who thinks one turn ahead or two."""
    own, other = network_leaf(net), network_leaf(fox)
    if ahead == 1:
        return own

    def mixed(packed: Packing[Any, Any], states: Records, first: NDArray[np.int64]) -> NDArray[np.float64]:
        """The learner's estimate of their own share after a turn of the fox, who chooses by the fox's estimates."""
        shares, learner = other(packed, states, first), packed.game.players - 2  # who moved before the last
        shares[:, learner] = own(packed, states, first)[:, learner]
        return shares

    below = leaf_of(fox, 1, mixed)

    def ask(packed: Packing[Any, Any], states: Records, first: NDArray[np.int64]) -> NDArray[np.float64]:
        shares = below(packed, states, first)
        others = shares[:, :-1]  # the learner, who has just moved, comes last
        others *= ((1 - shares[:, -1]) / np.maximum(others.sum(axis=1), 1e-12))[:, np.newaxis]
        return shares

    return ask


def against(learner: Leaf, fox: Leaf) -> Leaf:
    """The worth of positions after a turn, by whoever had it: the learner on seat 0, or the fox on another."""

    def ask(packed: Packing[Any, Any], states: Records, first: NDArray[np.int64]) -> NDArray[np.float64]:
        shares, mine = np.empty((len(states), packed.game.players)), first == 1
        for some, leaf in ((mine, learner), (~mine, fox)):
            if some.any():
                shares[some] = leaf(packed, states[some], first[some])
        return shares

    return ask


class Lesson(NamedTuple):
    """Positions that the learner's network is asked about, and what each player should expect there."""

    seen: Features
    wanted: NDArray[np.float64]


def lesson(packed: Packing[Any, Any], leaf: Leaf, ahead: int, rng: np.random.Generator) -> Lesson:
    """The lesson of some games."""
    style = Style(explore=0.0, trace=(TRACE, *[1.0] * (packed.game.players - 1)))
    states, wanted = self_play(packed, leaf, training_face(type(packed.game)).LOCKSTEP, rng, style)
    after = states["seat"] == ahead % packed.game.players
    return Lesson(features_of(packed, states[after], states["seat"][after].astype(np.int64)), wanted[after])


def learn(task: Task, fox: Net, seconds: float) -> tuple[Net, int]:
    """A learner's network after so many seconds, and how many positions it learnt from."""
    tables = [packing(game(task.game, task.players, start=seat)) for seat in range(task.players)]
    rng = np.random.default_rng([task.seed, task.players])
    learner = Learner(Net({letter: array.copy() for letter, array in fox.weights.items()}), AVERAGED)
    leaf = against(learner_leaf(learner.playing, fox, task.ahead), network_leaf(fox))
    began, lessons, positions = monotonic(), list[Lesson](), 0
    while (part := (monotonic() - began) / seconds) < 1:
        lessons.append(lesson(tables[len(lessons) % len(tables)], leaf, task.ahead, rng))
        positions += len(lessons[-1].wanted)
        recent = lessons[len(lessons) // 3 :]
        rate = RATES[0] * (RATES[1] / RATES[0]) ** part
        for _ in range(max(1, LOOKS * len(lessons[-1].wanted) // BATCH)):
            seen, wanted = recent[rng.integers(len(recent))]
            some = rng.integers(len(wanted), size=BATCH)
            learner.learn(seen.table[some], seen.seats[some], wanted[some], rate)
    return learner.playing, positions


def held(task: Task) -> dict[str, Any]:
    """Learn, and meet the fox: a line of the log."""
    fox = model(task.game).net
    play = packing(game(task.game, task.players, start=0))
    lesson(play, network_leaf(fox), 1, np.random.default_rng(0))  # compiles all, before time is counted
    began = monotonic()
    net, positions = learn(task, fox, LEARNING * task.seconds)
    rng, size = np.random.default_rng([task.seed, task.players, 1]), training_face(game_type(task.game)).LOCKSTEP // 2
    own, others = learner_leaf(net, fox, task.ahead), network_leaf(fox)
    won, luck = np.empty((2, 0))
    while monotonic() - began < task.seconds or len(won) < LEAST_DEALS:
        deals = play_deals(play, own, others, others, size, rng)
        won, luck = np.append(won, deals.won), np.append(luck, deals.luck)
    found = share(won, luck)
    return {
        **task._asdict(), "positions": positions, "deals": len(won),
        "share": round(found.value, 6), "standard_error": round(found.error, 6),
    }  # fmt: skip


def table(lines: list[dict[str, Any]]) -> str:
    """A row for each table: the learners one by one, and all together."""
    rows = ["| game | players | learners | all together, 95 % | even | deals |", "| --- |" + " ---: |" * 5]
    for name, players in product(GAMES, PLAYERS):
        found = [line for line in lines if (line["game"], line["players"]) == (name, players)]
        if not found:
            continue
        shares, errors = (np.array([line[part] for line in found]) for part in ("share", "standard_error"))
        weights = errors**-2
        mean, reach = float(weights @ shares / weights.sum()), WIDE * float(weights.sum() ** -0.5)
        digits = 2 if reach > CLOSE else 3
        rows.append(
            f"| {name} | {players} | {shares.min():.2%} to {shares.max():.2%} | "
            f"{mean:.{digits}%} ± {reach:.{digits}%} | {1 / players:.2%} | {sum(line['deals'] for line in found):,} |"
        )
    return "\n".join(rows)


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--log", type=Path, required=True, help="the file that each learner's line is added to")
    parser.add_argument("--game", action="append", choices=GAMES, help="only this one; may be repeated")
    parser.add_argument(
        "--players", action="append", type=int, choices=PLAYERS, help="only this table; may be repeated"
    )
    parser.add_argument("--seeds", type=int, default=5, help="learners at each table (default 5)")
    parser.add_argument("--jobs", type=int, default=5, help="processes (default 5)")
    parser.add_argument("--ahead", type=int, choices=[1, 2], default=2, help="turns that a learner solves (default 2)")
    parser.add_argument("--minutes", type=float, default=8, help="for each learner (default 8)")
    parser.add_argument("--write", action="store_true", help="write the table into docs/benchmark.md")
    options = parser.parse_args()
    tables = product(options.game or GAMES, options.players or PLAYERS, range(1, options.seeds + 1))
    tasks = [Task(name, players, options.ahead, seed, 60 * options.minutes) for name, players, seed in tables]
    if tasks:
        with ProcessPoolExecutor(options.jobs, get_context("spawn")) as pool:
            for done in as_completed([pool.submit(held, task) for task in tasks]):
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
