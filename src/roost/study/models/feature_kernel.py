"""Positions as a network sees them, and the exact shares of those that are settled."""

from typing import Any

import numpy as np

from roost.study.fast.bits import bit, count_ones
from roost.study.fast.compiler import entry_point
from roost.study.fast.game_kernel import judge
from roost.study.fast.records import OVER, Record
from roost.study.fast.rules import by_rules


def see_table(rules: Record, state: Record, row: Any) -> None:
    """Fill in what is seen of the table."""
    raise NotImplementedError


def see_seat(rules: Record, state: Record, seat: Any, distance: Any, row: Any) -> None:
    """Fill in what is seen of a seat that is so many turns away from its next one."""
    raise NotImplementedError


for _function in (see_table, see_seat):
    by_rules(_function, "features")


@entry_point
def see(rulebook: Any, states: Any, first: Any, table: Any, seats: Any, settled: Any, exact: Any) -> None:
    """Fill in what is seen of each position; seats are listed from ``first`` on.

    Where the game is over there is nothing to see: ``settled`` is set, and ``exact`` gets the shares of the win.
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
        see_table(rules, state, table[i])
        for k in range(players):
            see_seat(rules, state, np.uint32((first[i] + k) % players), np.int64(k), seats[i, k])
