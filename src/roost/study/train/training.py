"""Train a model in rounds of self-play and learning, with a checkpoint after every round.

In each round, games are played for every number of players. Every few rounds, games with other options are played as
well, so that the model learns the variants. Then the network learns from all positions of the round, several times. All
random numbers in a round are determined by the plan's seed and the number of the round. So interruptions and the choice
of processes and machines do not change the resulting weights.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import lru_cache, partial
from math import cos, pi
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from roost.core.errors import OptionError, quote
from roost.core.registry import game, game_type
from roost.core.whole_file import whole_file
from roost.study.fast.packed import Packing, packing
from roost.study.models.features import features_of, fresh_net, network_evaluator
from roost.study.models.learner import Learner
from roost.study.models.net import Net
from roost.study.train.adapter import training_adapter
from roost.study.train.self_play import Style, self_play

Weights = Mapping[str, NDArray[np.float32]]

_PLAN = "plan"
_STANDARD: Mapping[str, Any] = {}
_VARIANT_EVERY = 4
"""Interval, in rounds, at which one of the variants is also played; the variants take turns."""
_SMALLEST_RATE = 0.025


@dataclass(frozen=True)
class TrainingPlan:
    """The parameters that determine the result of a training run."""

    game: str
    seed: int = 1
    rounds: int = 100
    games: int = 64
    """Number of games per round, for each number of players."""
    passes: int = 3
    """Number of times that each position of a round is used in training."""
    batch: int = 256
    """Number of positions per batch."""
    rate: float = 2e-3
    """Initial learning rate, which falls during training."""
    averaged: int = 500
    """Number of recent steps over which weights are averaged for play."""
    explore: float = Style.explore
    trace: float = 0.6
    widths: tuple[int, int, int] = (64, 64, 32)
    """Widths of the network's layers."""
    players: int | None = None
    """The only number of players to train for; None to train for every number."""

    def __post_init__(self) -> None:
        game_type(self.game)
        for name, least in (("seed", 0), ("rounds", 1), ("games", 1), ("passes", 1), ("batch", 1), ("averaged", 1)):
            if (number := getattr(self, name)) < least:
                raise OptionError(f"{name} must be at least {least}, not {quote(number)}", input=number)
        if not 0 <= self.trace <= 1:
            raise OptionError(f"trace must be between 0 and 1, not {quote(self.trace)}", input=self.trace)
        if self.players is not None:
            game(self.game, self.players)  # raises an error if the game does not support the number of players

    def rate_in(self, number: int) -> float:
        """Return the learning rate of a round, which falls from the plan's rate to a fortieth of it."""
        return self.rate * (_SMALLEST_RATE + (1 - _SMALLEST_RATE) * (1 + cos(pi * number / self.rounds)) / 2)

    def chunks(self, number: int) -> list[_Chunk]:
        """Split the games of a round into chunks that are played in lockstep."""
        chunks: list[_Chunk] = []
        adapter, options = training_adapter(game_type(self.game)), [_STANDARD]
        variants, size = adapter.VARIANTS, adapter.LOCKSTEP
        if variants and number % _VARIANT_EVERY == _VARIANT_EVERY - 1:
            options.append(variants[number // _VARIANT_EVERY % len(variants)])
        for players in game_type(self.game).player_range if self.players is None else (self.players,):
            for chosen in options:
                for start in range(0, self.games, size):
                    seed = (self.seed, number, players, len(chunks))
                    named = tuple(chosen.items())
                    chunks.append(_Chunk(self.game, players, named, min(size, self.games - start), seed))
        return chunks


class _Chunk(NamedTuple):
    """Games with the same rules that are played in lockstep."""

    game: str
    players: int
    options: tuple[tuple[str, Any], ...]
    games: int
    seed: tuple[int, ...]


class _Examples(NamedTuple):
    """Training examples from some games: network inputs, and target win shares."""

    table: NDArray[np.float32]
    seats: NDArray[np.float32]
    wanted: NDArray[np.float64]


@lru_cache(maxsize=64)
def _packed(name: str, players: int, options: tuple[tuple[str, Any], ...]) -> Packing[Any, Any]:
    return packing(game(name, players, start=0, **dict(options)))


class _RoundSetup(NamedTuple):
    """The parameters that are the same for all chunks of a round."""

    weights: Weights
    style: Style


def _examples(setup: _RoundSetup, chunk: _Chunk) -> _Examples:
    """Play a chunk of games, and return training examples from it."""
    weights, style = setup
    packed = _packed(chunk.game, chunk.players, chunk.options)
    rng = np.random.default_rng(chunk.seed)
    states, wanted = self_play(packed, network_evaluator(Net(weights)), chunk.games, rng, style)
    inputs = features_of(packed, states, states["seat"].astype(np.int64))
    return _Examples(inputs.table, inputs.seats, wanted)


Answers: TypeAlias = Callable[[Callable[[Any, Any], Any], Any, Sequence[Any]], Iterable[Any]]
"""Function that calls another function on other machines, with a common value and each of many pieces, and yields the
results in order."""
_Teacher: TypeAlias = Callable[[_RoundSetup, Sequence[_Chunk]], Iterable[_Examples]]
"""Function that makes the training examples of a round, in order."""


@contextmanager
def _teacher(jobs: int, elsewhere: Answers | None) -> Iterator[_Teacher]:
    """Yield a function that makes training examples in this process, in several processes, or on other machines."""
    if elsewhere is not None:
        yield partial(elsewhere, _examples)
    elif jobs > 1:
        with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
            # The last chunks have the most players and take longest, so start with them.
            yield lambda setup, chunks: reversed(list(pool.map(partial(_examples, setup), chunks[::-1])))
    else:
        yield lambda setup, chunks: map(partial(_examples, setup), chunks)


def shipped_plan(
    name: str,
    *,
    seed: int = 1,
    rounds: int | None = None,
    games: int | None = None,
    width: int | None = None,
    players: int | None = None,
    trace: float | None = None,
) -> TrainingPlan:
    """Return the plan that made a game's shipped model, or a variation of that plan.

    The first two layers have ``width`` units, the third half as many.
    """
    widths = None if width is None else (width, width, width // 2)
    changes = {"rounds": rounds, "games": games, "widths": widths, "players": players, "trace": trace}
    wanted = {key: value for key, value in changes.items() if value is not None}
    return TrainingPlan(name, seed, **{**training_adapter(game_type(name)).SHIPPED, **wanted})


def command_of(plan: TrainingPlan) -> str:
    """Return the command that runs a variation of a shipped plan."""
    shipped = shipped_plan(plan.game)
    words = [f"roost train {plan.game} --seed {plan.seed} --rounds {plan.rounds} --games {plan.games}"]
    words += [f"--width {plan.widths[0]}"] if plan.widths != shipped.widths else []
    words += [f"--players {plan.players}"] if plan.players is not None else []
    words += [f"--trace {plan.trace:g}"] if plan.trace != shipped.trace else []
    return " ".join(words)


class TrainingProgress(NamedTuple):
    """A progress report after a round of training."""

    round: int
    loss: float
    """Mean relative entropy between the target win shares and the network's."""
    positions: int
    """Number of positions in the round."""


class Training:
    """A training run, which can be interrupted and resumed."""

    def __init__(self, plan: TrainingPlan) -> None:
        self.plan = plan
        self.round = 0
        """Number of finished rounds."""
        self.learner = Learner(
            fresh_net(game_type(plan.game), np.random.default_rng([plan.seed]), plan.widths), plan.averaged
        )

    def run(
        self, keep: Callable[[Training], None] | None = None, jobs: int = 1, elsewhere: Answers | None = None
    ) -> Iterator[TrainingProgress]:
        """Run the remaining rounds and yield a progress report after each; ``keep`` is called after each round.

        With ``jobs`` greater than 1, games are played in that many processes. If ``elsewhere`` is given, it distributes
        the games to other machines, like the method ``answers`` of a :class:`roost.lab.cluster.Cluster`.
        """
        with _teacher(jobs, elsewhere) as teacher:
            while self.round < self.plan.rounds:
                progress = self._one_round(teacher)
                if keep is not None:
                    keep(self)
                yield progress

    def _one_round(self, teacher: _Teacher) -> TrainingProgress:
        plan = self.plan
        setup = _RoundSetup(self.learner.playing.weights, Style(plan.explore, plan.trace))
        lessons = list(teacher(setup, plan.chunks(self.round)))
        rng, rate = np.random.default_rng([plan.seed, self.round]), plan.rate_in(self.round)
        losses: list[float] = []
        for _ in range(plan.passes):
            parts = [(lesson, part) for lesson in lessons for part in self._parts(lesson, rng)]
            for place in rng.permutation(len(parts)):
                (table, seats, wanted), part = parts[place]
                losses.append(self.learner.learn(table[part], seats[part], wanted[part], rate))
        self.round += 1
        positions = sum(len(lesson.wanted) for lesson in lessons)
        return TrainingProgress(self.round, float(np.mean(losses[: len(losses) // plan.passes])), positions)

    def _parts(self, lesson: _Examples, rng: np.random.Generator) -> list[NDArray[np.int64]]:
        count = len(lesson.wanted)
        return np.array_split(rng.permutation(count), max(1, count // self.plan.batch))

    def save(self, path: Path) -> None:
        """Write a checkpoint to a file atomically."""
        with whole_file(path) as file:
            plan = json.dumps(asdict(self.plan))
            np.savez(file, allow_pickle=False, plan=np.array(plan), round=np.array(self.round), **self.learner.arrays())

    @classmethod
    def resumed(cls, plan: TrainingPlan, path: Path) -> Training:
        """Resume training from a checkpoint, which must have the same plan."""
        training = cls(plan)
        try:
            with np.load(path, allow_pickle=False) as arrays:
                saved_plan = json.loads(str(arrays[_PLAN]))
                training.round = int(arrays["round"])
                training.learner = Learner.restored(arrays, plan.averaged)
        except (OSError, ValueError, KeyError, EOFError) as error:
            raise OptionError(f"{quote(str(path))} contains no training: {error}", input=str(path)) from None
        if saved_plan != json.loads(json.dumps(asdict(plan))):
            saved = [
                f"{name}={saved_plan.get(name)!r}" for name, now in asdict(plan).items() if saved_plan.get(name) != now
            ]
            message = f"{quote(str(path))} contains another training, with {', '.join(saved)}"
            raise OptionError(message, input=str(path))
        return training
