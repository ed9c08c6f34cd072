"""The adapter for a game's own statistics."""

from dataclasses import dataclass, field
from typing import Any, Protocol, cast

from roost.core.adapters import find_adapter
from roost.core.game import Game
from roost.study.fast.records import Records
from roost.study.stats.counts import Counts


@dataclass(frozen=True)
class ExactFacts:
    """Exact probabilities that turns fail, computed over all rolls."""

    fails_first: float | None = None
    """Probability that the first turn of a game fails if the rooster plays it."""
    fails_by_lowest: dict[int, float] = field(default_factory=dict)
    """Probability that a turn fails, by the lowest tile on the grill. All higher tiles are there, and no player has a
    tile."""
    dead_rolls: dict[int, tuple[float, ...]] = field(default_factory=dict)
    """Probability that all dice show symbols already set aside, by number of symbols set aside (1 to 5), then by number
    of dice."""


class StatsAdapter(Protocol):
    """A game's own statistics, beyond winners and lengths."""

    PLAYER: str
    """Name of the bot that plays all seats."""
    KINDS: tuple[str, ...]
    """Kinds of events that can happen to a piece, in display order."""

    def exact(self, game: Any) -> ExactFacts:
        """Return the facts that can be computed without playing games."""

    def count(self, game: Any, before: Records, after: Records, ends: Records, counts: Counts) -> None:
        """Count events in turns, given by the packed positions before and after each, and in final positions."""


def stats_adapter(game: Game) -> StatsAdapter | None:
    """Return a game's adapter for statistics; None if it has none."""
    return cast("StatsAdapter | None", find_adapter(type(game), "stats"))
