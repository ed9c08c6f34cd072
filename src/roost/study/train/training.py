"""A whole training: rounds of self-play and learning, kept after every round so that it can go on later.

A round plays a number of games for every number of players, every few rounds some more with other options, so that the
model knows the variants too. Then it learns from all their positions a few times over. All randomness of a round comes
from the plan's seed and the round's number: a training that was interrupted and resumed, or that plays in several
processes or on a cluster, ends with the same weights as one that was not.
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
from roost.study.models.features import features_of, fresh_net, network_leaf
from roost.study.models.learner import Learner
from roost.study.models.net import Net
from roost.study.train.face import training_face
from roost.study.train.self_play import Style, self_play

Weights = Mapping[str, NDArray[np.float32]]

_PLAN = "plan"
_STANDARD: Mapping[str, Any] = {}
_VARIANT_EVERY = 4
"""In every so many-th round a variant is played as well, in turn."""
_SMALLEST_RATE = 0.025


@dataclass(frozen=True)
class Plan:
    """Everything that decides what comes out of a training."""

    game: str
    seed: int = 1
    rounds: int = 100
    games: int = 64
    """How many games each number of players plays in a round."""
    passes: int = 3
    """How often a round's positions are learnt from."""
    batch: int = 256
    """From how many positions at once."""
    rate: float = 2e-3
    """How large the first steps are; they get smaller in the course of the training."""
    averaged: int = 500
    """The weights that play are an average over about the last so many steps."""
    explore: float = Style.explore
    trace: float = 0.6
    widths: tuple[int, int, int] = (64, 64, 32)
    """The widths of the network's layers."""
    players: int | None = None
    """Only tables of so many are played; without it, of every number."""

    def __post_init__(self) -> None:
        game_type(self.game)
        for name, least in (("seed", 0), ("rounds", 1), ("games", 1), ("passes", 1), ("batch", 1), ("averaged", 1)):
            if (number := getattr(self, name)) < least:
                raise OptionError(f"{name} must be at least {least}, not {quote(number)}", input=number)
        if not 0 <= self.trace <= 1:
            raise OptionError(f"trace lies between 0 and 1, not {quote(self.trace)}", input=self.trace)
        if self.players is not None:
            game(self.game, self.players)  # raises for a number that the game is not for

    def rate_in(self, number: int) -> float:
        """How large the steps are in a round: they fall from the plan's rate to a fortieth of it."""
        return self.rate * (_SMALLEST_RATE + (1 - _SMALLEST_RATE) * (1 + cos(pi * number / self.rounds)) / 2)

    def sittings(self, number: int) -> list[_Sitting]:
        """The games of a round, in parts that are played in lock-step."""
        found: list[_Sitting] = []
        face, options = training_face(game_type(self.game)), [_STANDARD]
        variants, size = face.VARIANTS, face.LOCKSTEP
        if variants and number % _VARIANT_EVERY == _VARIANT_EVERY - 1:
            options.append(variants[number // _VARIANT_EVERY % len(variants)])
        for players in game_type(self.game).player_range if self.players is None else (self.players,):
            for chosen in options:
                for start in range(0, self.games, size):
                    seed = (self.seed, number, players, len(found))
                    named = tuple(chosen.items())
                    found.append(_Sitting(self.game, players, named, min(size, self.games - start), seed))
        return found


class _Sitting(NamedTuple):
    """Some games of one kind."""

    game: str
    players: int
    options: tuple[tuple[str, Any], ...]
    games: int
    seed: tuple[int, ...]


class _Lesson(NamedTuple):
    """The lesson of some games: positions as the network sees them, and the shares that it should expect."""

    table: NDArray[np.float32]
    seats: NDArray[np.float32]
    wanted: NDArray[np.float64]


@lru_cache(maxsize=64)
def _packed(sits: str, players: int, options: tuple[tuple[str, Any], ...]) -> Packing[Any, Any]:
    return packing(game(sits, players, start=0, **dict(options)))


class _Moment(NamedTuple):
    """The common part of all lessons of a round."""

    weights: Weights
    style: Style


def _lesson(moment: _Moment, sitting: _Sitting) -> _Lesson:
    """Play some games and see what they teach."""
    weights, style = moment
    packed = _packed(sitting.game, sitting.players, sitting.options)
    rng = np.random.default_rng(sitting.seed)
    states, wanted = self_play(packed, network_leaf(Net(weights)), sitting.games, rng, style)
    seen = features_of(packed, states, states["seat"].astype(np.int64))
    return _Lesson(seen.table, seen.seats, wanted)


Answers: TypeAlias = Callable[[Callable[[Any, Any], Any], Any, Sequence[Any]], Iterable[Any]]
"""Other machines: what a function answers about something common and each of many pieces, in order."""
_Teachers: TypeAlias = Callable[[_Moment, Sequence[_Sitting]], Iterable[_Lesson]]
"""The makers of the lessons of a round, in order."""


@contextmanager
def _teachers(jobs: int, elsewhere: Answers | None) -> Iterator[_Teachers]:
    """This process, several others, or other machines."""
    if elsewhere is not None:
        yield partial(elsewhere, _lesson)
    elif jobs > 1:
        with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
            # Those of more players come last and take longest: they are played first, so that nobody waits for them.
            yield lambda moment, sittings: reversed(list(pool.map(partial(_lesson, moment), sittings[::-1])))
    else:
        yield lambda moment, sittings: map(partial(_lesson, moment), sittings)


def shipped_plan(
    name: str,
    *,
    seed: int = 1,
    rounds: int | None = None,
    games: int | None = None,
    width: int | None = None,
    players: int | None = None,
    trace: float | None = None,
) -> Plan:
    """The plan that made the shipped model of a game, or a variation of it.

    The first two layers are as wide as ``width`` says, the third half as wide.
    """
    widths = None if width is None else (width, width, width // 2)
    changes = {"rounds": rounds, "games": games, "widths": widths, "players": players, "trace": trace}
    wanted = {key: value for key, value in changes.items() if value is not None}
    return Plan(name, seed, **{**training_face(game_type(name)).SHIPPED, **wanted})


def command_of(plan: Plan) -> str:
    """The command that carries out a variation of a shipped plan."""
    shipped = shipped_plan(plan.game)
    words = [f"roost train {plan.game} --seed {plan.seed} --rounds {plan.rounds} --games {plan.games}"]
    words += [f"--width {plan.widths[0]}"] if plan.widths != shipped.widths else []
    words += [f"--players {plan.players}"] if plan.players is not None else []
    words += [f"--trace {plan.trace:g}"] if plan.trace != shipped.trace else []
    return " ".join(words)


class Progress(NamedTuple):
    """The state of a training after a round."""

    round: int
    loss: float
    """How far the network was from what the round taught, on average: the mean relative entropy."""
    positions: int
    """How many positions the round taught."""


class Training:
    """A training under way."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.round = 0
        """How many rounds are done."""
        self.learner = Learner(
            fresh_net(game_type(plan.game), np.random.default_rng([plan.seed]), plan.widths), plan.averaged
        )

    def run(
        self, keep: Callable[[Training], None] | None = None, jobs: int = 1, elsewhere: Answers | None = None
    ) -> Iterator[Progress]:
        """Do the rounds that are left, and tell how it goes; ``keep`` is called after each.

        With more than one job, games are played in so many other processes; ``elsewhere`` is, for example, the
        ``answers`` of a :class:`roost.lab.cluster.Cluster`.
        """
        with _teachers(jobs, elsewhere) as teachers:
            while self.round < self.plan.rounds:
                progress = self._one_round(teachers)
                if keep is not None:
                    keep(self)
                yield progress

    def _one_round(self, teachers: _Teachers) -> Progress:
        plan = self.plan
        moment = _Moment(self.learner.playing.weights, Style(plan.explore, plan.trace))
        lessons = list(teachers(moment, plan.sittings(self.round)))
        rng, rate = np.random.default_rng([plan.seed, self.round]), plan.rate_in(self.round)
        losses: list[float] = []
        for _ in range(plan.passes):
            parts = [(lesson, part) for lesson in lessons for part in self._parts(lesson, rng)]
            for place in rng.permutation(len(parts)):
                (table, seats, wanted), part = parts[place]
                losses.append(self.learner.learn(table[part], seats[part], wanted[part], rate))
        self.round += 1
        positions = sum(len(lesson.wanted) for lesson in lessons)
        return Progress(self.round, float(np.mean(losses[: len(losses) // plan.passes])), positions)

    def _parts(self, lesson: _Lesson, rng: np.random.Generator) -> list[NDArray[np.int64]]:
        count = len(lesson.wanted)
        return np.array_split(rng.permutation(count), max(1, count // self.plan.batch))

    # -- to be kept ----------------------------------------------------------------------------------------------------

    def save(self, path: Path) -> None:
        """Keep the training in a file, which is never left half-written."""
        with whole_file(path) as file:
            plan = json.dumps(asdict(self.plan))
            np.savez(file, allow_pickle=False, plan=np.array(plan), round=np.array(self.round), **self.learner.arrays())

    @classmethod
    def resumed(cls, plan: Plan, path: Path) -> Training:
        """The training that was kept in a file. It must have had the same plan."""
        training = cls(plan)
        try:
            with np.load(path, allow_pickle=False) as arrays:
                kept = json.loads(str(arrays[_PLAN]))
                training.round = int(arrays["round"])
                training.learner = Learner.restored(arrays, plan.averaged)
        except (OSError, ValueError, KeyError, EOFError) as why:
            raise OptionError(f"{quote(str(path))} holds no training: {why}", input=str(path)) from None
        if kept != json.loads(json.dumps(asdict(plan))):
            different = [f"{name}={kept.get(name)!r}" for name, now in asdict(plan).items() if kept.get(name) != now]
            message = f"{quote(str(path))} holds another training, with {', '.join(different)}"
            raise OptionError(message, input=str(path))
        return training
