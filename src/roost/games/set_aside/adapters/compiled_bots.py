"""The hen's rules of thumb for the set-aside turn in compiled form; :mod:`.bots` explains them.

Both modules compute every number in the same order, so they break ties alike.
"""

from typing import Any

import numpy as np

from roost.games.set_aside.adapters.bots import BEARABLE_RISK, WANTED_WORM
from roost.games.set_aside.adapters.packed_turn import PICK, fresh_symbols, has_worm, is_complete
from roost.study.fast.bits import highest
from roost.study.fast.chance import MASK_AT
from roost.study.fast.compiler import called
from roost.study.fast.records import Record
from roost.study.fast.rules import by_rules

_FACES = 6
_ONE_DIE = 1
"""Index of a single die's first roll in the table of faces; index 0 is the roll of no dice."""


def claims(rules: Record, state: Record) -> Any:
    """Return bit 0 if a tile can be taken from the grill, and bit ``k`` if one can be snatched ``k`` seats on."""
    raise NotImplementedError


by_rules(claims, "compiled")


@called
def hen(rules: Record, state: Record) -> Any:
    symbols = np.int64(rules.symbols)
    if state.node == PICK:
        return _pick(rules, state)
    earned = np.int64(claims(rules, state))
    rolls_on = state.roll == 0 and not is_complete(rules, state)
    if rolls_on and (earned == 0 or (earned >> 1 == 0 and _risk(rules, state) <= BEARABLE_RISK)):
        return symbols
    players, seat = np.int64(rules.players), np.int64(state.seat)
    for owner in range(players):
        distance = (owner - seat) % players
        if distance and earned >> distance & 1:
            return symbols + 1 + distance
    return symbols + 1


@called
def _pick(rules: Record, state: Record) -> Any:
    """Return the symbol that gains most compared with the average result of rolling its dice again."""
    points = np.int64(0)
    for face in range(_ONE_DIE, _ONE_DIE + _FACES):
        points += np.int64(rules.values) >> 4 * np.int64(highest(np.uint64(rules.faces[face] >> MASK_AT))) & 15
    average = points / np.int64(_FACES)
    wanted = 0.0 if has_worm(rules, state) else WANTED_WORM * average / 3
    fresh, chosen, top = np.int64(fresh_symbols(state, state.roll)), 0, -np.inf
    for symbol in range(np.int64(rules.symbols)):
        if fresh >> symbol & 1:
            count = np.int64(state.roll) >> 4 * symbol & 15
            value = np.int64(rules.values) >> 4 * symbol & 15
            appeal = count * (value - average) + (wanted if symbol == rules.worm else 0.0)
            if appeal > top:
                chosen, top = symbol, appeal
    return chosen


@called
def _risk(rules: Record, state: Record) -> Any:
    if rules.dead_roll_counts:
        return 0.0
    used = np.int64(0)
    for face in range(_ONE_DIE, _ONE_DIE + _FACES):
        used += (rules.faces[face] & state.aside) >> MASK_AT != 0
    return (used / np.int64(_FACES)) ** np.int64(state.left)
