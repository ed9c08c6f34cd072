"""Tests of counts derived from positions, compared with the rules engine."""

from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

import roost
from roost.core.game import Game
from roost.core.moves import Action
from roost.core.state import State
from roost.games.barbecue.adapters.stats import CLOSED, OCCUPIED, SNAIL, STOLEN
from roost.games.barbecue.game import BarbecueState
from roost.games.barbecue.moves import Occupy, Protect, SnailFromSpot, Steal
from roost.games.set_aside import SetAsideState
from roost.games.tiles import Snatch, Take, TileState
from roost.games.tiles.adapters.stats import GRILL, KEPT, SNATCHED
from roost.study.fast import Histories, histories, packing
from roost.study.stats.counts import Counts
from roost.study.stats.turns import count, ones

GAMES = 4
TABLES = [
    roost.game("heckmeck", players=2),
    roost.game("heckmeck", players=4, short_game=True),
    roost.game("junior", players=3),
    roost.game("barbecue", players=2),
    roost.game("barbecue", players=5),
]
TOTALS = range(1, 49)
SPOTS = {Occupy: OCCUPIED, Steal: STOLEN, Protect: CLOSED, SnailFromSpot: SNAIL}


def explained(before: SetAsideState, after: State) -> Action | None:
    """Return the claim that leads from one turn to the next; None if only a failure does."""
    for total in TOTALS:
        for claim in before.claims_on(total):
            if before.claim(claim).state == after:
                return claim
    assert before.fail(()).state == after
    return None


def turns(history: Histories) -> Iterator[tuple[SetAsideState, State]]:
    """Yield each turn's first position and that of the next turn, or the final position."""
    packed = packing(history.game)
    states = [packed.unpack(history.positions[i : i + 1]) for i in range(len(history.positions))]
    for i in np.nonzero(~history.is_last)[0]:
        before, after = states[i], states[i + 1]
        yield before.turn_start(), after.turn_start() if after.seat is not None else after


def counted_by_the_rules(history: Histories) -> Counts:
    """Count a history turn by turn with the rules engine."""
    counts = Counts(history.game.players, len(history))
    for before, after in turns(history):
        claim = explained(before, after)
        assert isinstance(before, TileState | BarbecueState)
        free = len(before.grill) if isinstance(before, TileState) else before.grill.count("")
        counts.faced[free] += 1
        if claim is None:
            counts.failed[free] += 1
        elif isinstance(claim, Take | Snatch):
            counts.pieces[claim.tile, GRILL if isinstance(claim, Take) else SNATCHED] += 1
        elif isinstance(claim, Occupy | Steal | Protect | SnailFromSpot):
            counts.pieces[claim.spot, SPOTS[type(claim)]] += 1
        if isinstance(after, TileState) and after.seat is None:
            counts.pieces += Counter((tile, KEPT) for stack in after.stacks for tile in stack)
    return counts


@pytest.mark.parametrize("game", TABLES, ids=str)
def test_counts_agree_with_the_rules_engine(game: Game) -> None:
    """Counts of claims, failures and situations equal the counts made with the rules engine."""
    history = next(histories(game, GAMES, seed=3))
    counts, expected = count(history), counted_by_the_rules(history)
    assert counts.faced == expected.faced
    assert counts.failed == expected.failed
    assert counts.pieces == expected.pieces
    assert counts.turns.total() == counts.winners.total() == counts.best_scores.total() == GAMES


def test_bits_are_counted_up_to_the_highest_bit() -> None:
    assert ones(np.array([0, 1, 0b1011, 2**32 - 1], np.uint32)).tolist() == [0, 1, 3, 32]
