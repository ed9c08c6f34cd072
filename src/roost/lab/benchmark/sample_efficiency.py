"""Sample efficiency: the strength of a learner after fixed numbers of training decisions."""

from collections.abc import Callable, Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import NamedTuple, Protocol, cast

from roost.core.errors import OptionError, quote
from roost.core.game import Game
from roost.lab.arena import Estimate, Tournament, run
from roost.lab.benchmark.protocol import SEED
from roost.study.bots import Bot

BUDGETS = (100_000, 300_000, 1_000_000, 3_000_000)
"""Numbers of training decisions after which a learner is measured. Decisions in every seat it learns from count."""
OPPONENTS = ("hen", "rooster")
"""Bots that a learner plays against to be measured."""
LEARNING_DEALS = 50
"""Number of deals against each opponent; each deal is played from both seats."""


class BenchmarkLearner(Protocol):
    """A learner for a two-player game."""

    name: str

    def learn(self, decisions: int) -> None:
        """Continue training until the total number of decisions is exactly ``decisions``."""

    def bot(self) -> Bot:
        """Return a bot that plays with the learner's current strength."""


LearnerMaker = Callable[[Game, int], BenchmarkLearner]
"""Factory that returns an untrained learner for a game and a seed."""


class LearnerStrength(NamedTuple):
    """A learner's win share against one opponent after a number of training decisions."""

    decisions: int
    opponent: str
    share: Estimate


def learner_from(reference: str) -> LearnerMaker:
    """Import the factory for learners that is given as ``FILE.py:NAME``."""
    file, _, name = reference.rpartition(":")
    path = Path(file)
    spec = spec_from_file_location(path.stem, path) if path.is_file() else None
    if spec is None or spec.loader is None:
        raise OptionError(f"a learner is given as FILE.py:NAME, not {quote(reference)}", input=reference)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    if not callable(maker := getattr(module, name, None)):
        raise OptionError(f"{file} has no callable {quote(name)} that makes learners", input=reference)
    return cast("LearnerMaker", maker)


def learning_curve(
    learner: BenchmarkLearner,
    game: Game,
    *,
    budgets: tuple[int, ...] = BUDGETS,
    opponents: tuple[str, ...] = OPPONENTS,
    deals: int = LEARNING_DEALS,
) -> Iterator[LearnerStrength]:
    """Train a learner, and measure it at each budget with luck taken out."""
    for budget in budgets:
        learner.learn(budget)
        for opponent in opponents:
            tournament = Tournament(game, (learner.name, opponent), SEED, 2 * deals, control=True)
            standing = run(tournament, bots={learner.name: learner.bot}).standing(learner.name)
            assert standing.controlled is not None
            yield LearnerStrength(budget, opponent, standing.controlled)
