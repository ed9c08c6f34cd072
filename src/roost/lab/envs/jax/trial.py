"""Train a learner for some minutes, and measure it in the arena from time to time.

The learners in ``examples/`` use this module. To use it, your own learner needs the members of :class:`TrialLearner`.
"""

import argparse
import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter
from typing import Any, Protocol, TypeVar

import numpy as np

from roost.core.extras import needing
from roost.core.game import Game
from roost.lab.arena import Tournament, run
from roost.study.bots import Bot

with needing("jax"):
    import jax

_MEASUREMENTS = 16


class TrialLearner(Protocol):
    """A learner for a two-player game."""

    name: str
    decisions: int
    """Number of decisions played so far."""

    def iterate(self, left: float) -> None:
        """Play and learn for one iteration. ``left`` is the fraction of time that is left, from 1 to 0."""

    def bot(self) -> Bot:
        """Return a bot that plays with the learner's current weights."""

    def weights(self) -> list[Any]:
        """Return the arrays that determine the bot's play."""

    def take(self, weights: list[Any]) -> None:
        """Continue from arrays that :meth:`weights` returned."""


_Learner = TypeVar("_Learner", bound=TrialLearner)


def arguments(description: str, envs: int, steps: int, hidden: int) -> argparse.ArgumentParser:
    """Return the command-line parser of a trial, with a learner's usual sizes as defaults."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--game", default="heckmeck", help="a two-player game (default heckmeck)")
    parser.add_argument("--minutes", type=float, default=4.0, help="minutes of learning (default 4)")
    parser.add_argument("--opponent", default="hen", help="bot to measure against (default hen)")
    parser.add_argument("--games", type=int, default=1000, help="games of the final measurement (default 1000)")
    parser.add_argument("--checks", type=int, default=100, help="games of each earlier measurement (default 100)")
    parser.add_argument("--envs", type=int, default=envs, help=f"games played in parallel (default {envs})")
    parser.add_argument(
        "--steps", type=int, default=steps, help=f"steps of each game between updates (default {steps})"
    )
    parser.add_argument("--hidden", type=int, default=hidden, help=f"width of the network (default {hidden})")
    parser.add_argument(
        "--seed", type=int, default=1, help="seed of the learning and of the measurements' dice (default 1)"
    )
    parser.add_argument("--log", type=Path, help="write the measurements to this file as JSON")
    parser.add_argument("--save", type=Path, help="save the network to this file (.npz) at every measurement")
    parser.add_argument(
        "--load", type=Path, help="start from the network in this file; with --minutes 0 only measure it"
    )
    return parser


def measured(bot: Bot, game: Game, opponent: str, games: int, seed: str) -> dict[str, Any]:
    """Measure a bot's win share against an opponent, with the arena's confidence interval."""
    result = run(Tournament(game, (bot.name, opponent), seed=seed, games=games), bots={bot.name: lambda: bot})
    share = next(standing.share for standing in result.standings if standing.bot == bot.name)
    low, high = share.low or 0.0, 1.0 if share.high is None else share.high
    return {"games": result.games, "wins": share.value, "low": low, "high": high}


def trial(
    options: argparse.Namespace, learner: _Learner, game: Game, *, last: Callable[[_Learner], Bot] | None = None
) -> None:
    """Train for the given minutes, print the progress, and measure at the end.

    ``last`` makes another bot from the learner, which is measured at the very end. The minutes do not include
    measurements or the compilation of the first step.
    """
    device = jax.devices()[0].device_kind
    print(f"{device}, {game}", flush=True)
    spent, limit, rows = 0.0, 60 * options.minutes, []

    def measure(bot: Bot, games: int) -> None:
        if options.save is not None:
            np.savez(options.save, *learner.weights())
        row = measured(bot, game, options.opponent, games, f"{options.seed}/{learner.decisions}")
        rows.append({"seconds": spent, "decisions": learner.decisions, "bot": bot.name, **row})
        print(
            f"{spent:4.0f} s  {learner.decisions / 1e6:7.1f} M decisions  {bot.name} wins {row['wins']:.1%} "
            f"({row['low']:.1%} to {row['high']:.1%}) of {row['games']} games against {options.opponent}",
            flush=True,
        )
        if options.log is not None:
            log = {"learner": learner.name, "game": str(game), "device": device, "jax": jax.__version__,
                    "when": f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC", "opponent": options.opponent,
                    "options": {name: str(value) if isinstance(value, Path) else value
                                for name, value in vars(options).items() if value is not None},
                    "measurements": rows}  # fmt: skip
            options.log.write_text(json.dumps(log, indent=2) + "\n", encoding="utf-8")

    if options.load is not None:
        _load(learner, options.load)
    if limit > 0:
        measure(learner.bot(), options.checks)
        started = perf_counter()
        learner.iterate(1.0)
        print(f"compiled in {perf_counter() - started:.0f} s", flush=True)
    while spent < limit:
        started = perf_counter()
        learner.iterate(1 - spent / limit)
        spent += perf_counter() - started
        if spent < limit and spent * _MEASUREMENTS >= limit * len(rows):
            measure(learner.bot(), options.checks)
    measure(learner.bot(), options.games)
    if last is not None:
        measure(last(learner), options.games)


def _load(learner: TrialLearner, path: Path) -> None:
    """Load a network from a file into a learner; exit with an error if the shapes of the weights differ."""
    with np.load(path) as file:
        weights = [file[name] for name in file.files]
    shapes, expected = ([array.shape for array in arrays] for arrays in (weights, learner.weights()))
    if shapes != expected:
        raise SystemExit(
            f"{path} holds a network of another shape: {shapes}, not {expected}; use its game and --hidden"
        )
    learner.take(weights)
