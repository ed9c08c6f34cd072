"""Games without a compiled player, played by a bot through the rules engine."""

from __future__ import annotations

from collections import Counter

from roost.core.game import Game
from roost.core.playout import play_once
from roost.study.bots import bot
from roost.study.stats.counts import Counts

__all__ = ["count_part"]


def count_part(game: Game, player: str, seed: int, first: int, games: int) -> Counts:
    """The games from number ``first`` on. Game ``i`` rolls the dice of the seed ``SEED/i``, as in `roost simulate`."""
    counts, chooser = Counts(game.players), bot(player)
    for number in range(first, first + games):
        playout = play_once(game, f"{seed}/{number}", chooser.choose)
        outcome = playout.outcome
        won = sum(1 << winner for winner in outcome.winners)
        counts.add(Counts(game.players, 1, Counter([playout.turns]), Counter([won]), Counter([max(outcome.scores)])))
    return counts
