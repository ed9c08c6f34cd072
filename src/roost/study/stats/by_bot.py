"""Games without a compiled player, played by a bot through the rules engine."""

from __future__ import annotations

from collections import Counter

from roost.core.game import Game
from roost.core.sources import SeededDice
from roost.core.state import Node, State
from roost.core.stream import Stream
from roost.study.bots import bot
from roost.study.stats.counts import Counts

__all__ = ["count_part"]


def count_part(game: Game, player: str, seed: int, first: int, games: int) -> Counts:
    """The games from number ``first`` on. Game ``i`` rolls the dice of the seed ``SEED/i``, as in `roost simulate`."""
    counts, chooser = Counts(game.players), bot(player)
    for number in range(first, first + games):
        dice, chance = SeededDice(f"{seed}/{number}"), Stream(f"{seed}/{number}/choices")
        state: State = game.opening()
        turns, seat = 0, None
        while state.node is not Node.OVER:
            if state.seat != seat:
                seat, turns = state.seat, turns + 1
            due = state.dice
            state, _ = state.play(dice.roll(due) if due is not None else chooser.choose(state, chance))
        outcome = state.outcome
        assert outcome is not None
        won = sum(1 << winner for winner in outcome.winners)
        counts.add(Counts(game.players, 1, Counter([turns]), Counter([won]), Counter([max(outcome.scores)])))
    return counts
