"""Games that set dice aside, played by the rooster in compiled code."""

from __future__ import annotations

from roost.core.game import Game
from roost.study.fast import histories
from roost.study.stats.counts import Counts
from roost.study.stats.turns import count

__all__ = ["count_part"]


def count_part(game: Game, player: str, seed: int, first: int, games: int) -> Counts:
    """The games from number ``first`` on."""
    counts = Counts(game.players)
    for history in histories(game, games, seed=seed, first=first):
        counts.add(count(history))
    return counts
