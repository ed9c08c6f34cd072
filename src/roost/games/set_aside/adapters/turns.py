"""Solve many set-aside turns at once, exactly for a network's values, for training and deep search."""

from threading import local
from typing import Any

import numpy as np
from numpy.typing import NDArray

from roost.games.set_aside import SetAsideGame
from roost.games.set_aside.adapters.batch import WIDTH, TurnBatch
from roost.games.set_aside.adapters.graph import SetAsideGraph, turn_graph
from roost.games.set_aside.adapters.solved_play import ending_totals
from roost.games.set_aside.adapters.turn_ends import MOST_AFTERS, MOST_CLAIMS, ends, payoffs, spread
from roost.study.fast.packed import Packing
from roost.study.fast.records import Records
from roost.study.models.features import Evaluator
from roost.study.models.solved_turn import Turns

_room = local()  # one per thread, because a batch is filled in and solved in place


def _batch(graph: SetAsideGraph) -> TurnBatch:
    """Return the thread's cached batch for a graph."""
    batches: dict[int, TurnBatch] = _room.__dict__.setdefault("batches", {})
    if id(graph) not in batches:
        batches[id(graph)] = TurnBatch(graph)
    return batches[id(graph)]


def valued_ends(
    packed: Packing[Any, Any], states: Records, evaluator: Evaluator
) -> tuple[Records, NDArray[np.int64], NDArray[np.uint8], NDArray[np.float64]]:
    """List how turns can end, given packed positions at their starts, with each player's shares.

    Returns the positions, how many each turn has, what each ending may claim (:func:`.turn_ends.ends`), and the shares
    with the axes turn, position and player, the mover first.
    """
    game: SetAsideGame = packed.game
    players, size, totals = game.players, len(states), ending_totals(turn_graph(game.turn_dice))
    room: Records = np.empty((size, MOST_AFTERS + 1), packed.state_type)
    words = room.view(np.uint32).reshape(size, MOST_AFTERS + 1, -1)
    count = np.empty(size, np.int64)
    claims = np.empty((size, len(totals), MOST_CLAIMS), np.uint8)
    ends(packed.rules, states, totals, room, words, count, claims)

    row, place = np.nonzero(np.arange(MOST_AFTERS) < count[:, np.newaxis])
    movers = states["seat"].astype(np.int64)
    after = evaluator(packed, room[row, place], (movers[row] + 1) % players)
    shares = np.zeros((size, MOST_AFTERS, players))
    mover_first = np.arange(-1, players - 1)  # the mover is last in turn order after the turn, first before it
    shares[row, place] = after.take(mover_first, axis=1)
    return room, count, claims, shares


def solve_turns(packed: Packing[Any, Any], states: Records, evaluator: Evaluator) -> Turns:
    game: SetAsideGame = packed.game
    graph, size = turn_graph(game.turn_dice), len(states)
    endings = len(graph.endings)
    room, count, claims, shares = valued_ends(packed, states, evaluator)

    chance = np.empty((size, MOST_AFTERS))
    batch, rules = _batch(graph), (game.may_stop_on_nothing, game.dead_roll_counts)
    for start in range(0, size, WIDTH):
        part = slice(start, min(start + WIDTH, size))
        chosen = np.empty((part.stop - part.start, endings), np.uint8)
        payoffs(shares[part], claims[part], batch.end, batch.stop, batch.dead, chosen, rules)
        batch.solve()
        spread(chosen, batch.stopped, batch.died, game.dead_roll_counts, chance[part])
    expected = np.einsum("ta,tap->tp", chance, shares)
    return Turns(expected, room[:, :MOST_AFTERS], chance, shares, count)
