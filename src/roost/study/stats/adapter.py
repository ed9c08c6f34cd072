"""The adapter for a game's own statistics."""

from dataclasses import dataclass, field
from typing import Any, Protocol, cast

from roost.core.adapters import find_adapter
from roost.core.game import Game
from roost.study.fast.records import Records
from roost.study.stats.counts import Counts


@dataclass(frozen=True)
class ExactFacts:
    """Exact probabilities that a turn fails, solved over all rolls."""

    fails_first: float | None = None
    """Probability that the first turn of a game fails under the rooster's play."""
    fails_by_lowest: dict[int, float] = field(default_factory=dict)
    """Probability of a failure by the lowest tile on the grill, if all higher tiles are there and no player has one."""
    dead_rolls: dict[int, tuple[float, ...]] = field(default_factory=dict)
    """Probability that all dice show symbols already set aside: by number of faces set aside (1 to 5), then of dice."""


class StatsAdapter(Protocol):
    """A game's statistics beyond winners and lengths."""

    PLAYER: str
    """Name of the bot that plays all seats."""
    KINDS: tuple[str, ...]
    """Kinds of events of a piece, in display order."""

    def exact(self, game: Any) -> ExactFacts:
        """Return the facts that need no games."""

    def count(self, game: Any, before: Records, after: Records, ends: Records, counts: Counts) -> None:
        """Count events in turns, given as packed positions before and after each, and in final positions."""


def stats_adapter(game: Game) -> StatsAdapter | None:
    """Return a game's adapter for statistics, if it has one."""
    return cast("StatsAdapter | None", find_adapter(type(game), "stats"))
