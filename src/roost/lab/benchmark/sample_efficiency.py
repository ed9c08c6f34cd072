"""Sample efficiency: how strong a learner is after fixed numbers of decisions of their own."""

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
"""Decisions after which a learner is measured. All seats' decisions count that it learnt from."""
OPPONENTS = ("hen", "rooster")
"""The opponents that measure it."""
LEARNING_DEALS = 50
"""Deals against each of them, every deal from both seats."""


class Learner(Protocol):
    """Somebody who learns a game of two."""

    name: str

    def learn(self, decisions: int) -> None:
        """Go on until so many decisions have been seen in all, and not one more."""

    def bot(self) -> Bot:
        """The bot that plays as they would now."""


LearnerMaker = Callable[[Game, int], Learner]
"""Makes a learner of a game, who knows nothing yet, from a seed."""


class Learnt(NamedTuple):
    """How strong a learner is."""

    decisions: int
    opponent: str
    share: Estimate


def learner_from(where: str) -> LearnerMaker:
    """The maker of learners that ``FILE.py:NAME`` names."""
    file, _, name = where.rpartition(":")
    path = Path(file)
    spec = spec_from_file_location(path.stem, path) if path.is_file() else None
    if spec is None or spec.loader is None:
        raise OptionError(f"a learner is FILE.py:NAME, not {quote(where)}", input=where)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    if not callable(made := getattr(module, name, None)):
        raise OptionError(f"{file} has nothing of the name {quote(name)} that makes learners", input=where)
    return cast("LearnerMaker", made)


def learning_curve(
    learner: Learner,
    game: Game,
    *,
    budgets: tuple[int, ...] = BUDGETS,
    opponents: tuple[str, ...] = OPPONENTS,
    deals: int = LEARNING_DEALS,
) -> Iterator[Learnt]:
    """Let somebody learn, and measure them at each of the budgets, the luck of the dice taken out."""
    for budget in budgets:
        learner.learn(budget)
        for opponent in opponents:
            tournament = Tournament(game, (learner.name, opponent), SEED, 2 * deals, control=True)
            standing = run(tournament, bots={learner.name: learner.bot}).standing(learner.name)
            assert standing.controlled is not None
            yield Learnt(budget, opponent, standing.controlled)
