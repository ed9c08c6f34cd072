"""Compute network inputs in compiled code: features of positions, and exact win shares for finished games."""

from typing import Any

import numpy as np

from roost.study.fast.bits import bit, count_ones
from roost.study.fast.compiler import entry_point
from roost.study.fast.game_kernel import judge
from roost.study.fast.records import OVER, Record
from roost.study.fast.rules import by_rules


def fill_table_inputs(rules: Record, state: Record, row: Any) -> None:
    """Fill in the features that describe the table."""
    raise NotImplementedError


def fill_seat_inputs(rules: Record, state: Record, seat: Any, distance: Any, row: Any) -> None:
    """Fill in the features of one seat, whose next turn is ``distance`` turns away."""
    raise NotImplementedError


for _function in (fill_table_inputs, fill_seat_inputs):
    by_rules(_function, "features")


@entry_point
def see(rulebook: Any, states: Any, first: Any, table: Any, seats: Any, settled: Any, exact: Any) -> None:
    """Fill in the features of each position, with the seats listed from ``first`` on.

    For a finished game, the features stay empty, ``settled`` is set, and ``exact`` receives the win shares.
    """
    rules = rulebook[0]
    players = rules.players
    for i in range(len(states)):
        state = states[i]
        settled[i] = state.node == OVER
        if settled[i]:
            winners, _ = judge(rules, state)
            share = 1.0 / count_ones(winners)
            table[i] = 0.0
            seats[i] = 0.0
            for k in range(players):
                exact[i, k] = share if winners & bit((first[i] + k) % players) else 0.0
            continue
        fill_table_inputs(rules, state, table[i])
        for k in range(players):
            fill_seat_inputs(rules, state, np.uint32((first[i] + k) % players), np.int64(k), seats[i, k])
