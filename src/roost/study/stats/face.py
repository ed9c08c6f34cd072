"""A game's part in its statistics."""

from dataclasses import dataclass, field
from typing import Any, Protocol, cast

from roost.core.faces import find_face
from roost.core.game import Game
from roost.study.fast.records import Records
from roost.study.stats.counts import Counts


@dataclass(frozen=True)
class ExactFacts:
    """How likely a turn is to fail, exactly: solved over all rolls, nothing simulated."""

    fails_first: float | None = None
    """The first turn of a game, under the rooster's play."""
    fails_by_lowest: dict[int, float] = field(default_factory=dict)
    """The same by the lowest tile on the grill, when all higher ones lie there and nobody has any."""
    dead_rolls: dict[int, tuple[float, ...]] = field(default_factory=dict)
    """For one to five faces whose symbols lie aside: how likely one die, two dice, … show nothing else."""


class StatsFace(Protocol):
    """The facts of a game beyond who wins and how long it takes."""

    PLAYER: str
    """The bot that plays all seats."""
    KINDS: tuple[str, ...]
    """The events of a piece, in the order in which they are told."""

    def exact(self, game: Any) -> ExactFacts:
        """The facts that are known without playing."""

    def count(self, game: Any, before: Records, after: Records, ends: Records, counts: Counts) -> None:
        """Count what happened in turns, given by the packed positions before and after each, and at ends of games."""


def stats_face(game: Game) -> StatsFace | None:
    """The statistics' face of a game, if it brings one."""
    return cast("StatsFace | None", find_face(type(game), "stats"))
