"""Further turns ahead, solved before the network is asked: what depth two and more is made of."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from roost.study.fast.packed import Packing
from roost.study.fast.records import OVER, Records
from roost.study.models.face import solve_turns
from roost.study.models.net import Net
from roost.study.models.turns import Leaf, network_leaf

__all__ = ["PIECE", "leaf_of"]

PIECE = 32
"""Turns that are solved together. Each can lead to thousands of positions: all at once would fill the memory."""


def leaf_of(net: Net, turns: int, ask: Leaf | None = None) -> Leaf:
    """What positions after a turn are worth, when so many turns more are solved before the network is asked.

    ``ask`` asks the network in another way, for example by counting what it is asked.
    """
    ask = network_leaf(net) if ask is None else ask
    if turns == 0:
        return ask
    below = leaf_of(net, turns - 1, ask)

    def solved(packed: Packing[Any, Any], states: Records, first: NDArray[np.int64]) -> NDArray[np.float64]:
        shares = np.empty((len(states), packed.game.players))
        over = states["node"] == OVER
        if over.any():
            shares[over] = ask(packed, states[over], first[over])
        going = np.flatnonzero(~over)
        if len(going):
            # Different ways lead to the same position: each is solved once.
            words = states[going].view(np.uint32).reshape(len(going), -1)
            _, once, which = np.unique(words, axis=0, return_index=True, return_inverse=True)
            shares[going] = _in_pieces(packed, states[going[once]], below)[which.ravel()]
        return shares

    return solved


def _in_pieces(packed: Packing[Any, Any], states: Records, below: Leaf) -> NDArray[np.float64]:
    """What each player may expect at the starts of some turns."""
    shares = np.empty((len(states), packed.game.players))
    for start in range(0, len(states), PIECE):
        part = slice(start, start + PIECE)
        shares[part] = solve_turns(packed, states[part], below).shares
    return shares
