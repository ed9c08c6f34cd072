"""Solved turns of any game, and what their solution asks about the positions after them."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from roost.core.cancellation import check_cancelled
from roost.study.fast.packed import Packing
from roost.study.fast.records import Records
from roost.study.models.features import features_of, predict
from roost.study.models.net import Net

__all__ = ["Leaf", "Turns", "network_leaf"]


class Turns(NamedTuple):
    """Solved turns. Players are listed in the order of their turns, the mover first."""

    shares: NDArray[np.float64]
    """For each turn, what each player may expect at its start."""
    afters: Records
    """For each turn a row of positions that it may end on; the first is that after failing."""
    chance: NDArray[np.float64]
    """For each turn, how likely each of them is under the mover's best play; 0 beyond the last."""
    worth: NDArray[np.float64]
    """For each turn, what each player may expect after it, a row for each of them."""
    ends: NDArray[np.int64]
    """For each turn, how many of them there are."""


class Leaf(Protocol):
    """What positions after a turn are worth."""

    def __call__(self, packed: Packing[Any, Any], states: Records, first: NDArray[np.int64]) -> NDArray[np.float64]:
        """Each player's share of the win, a row for each packed position; players are listed from ``first`` on."""


_LOOK_AT_ONCE = 4_096
"""Positions that a network looks at together: its layers take some kilobytes for each."""


def network_leaf(net: Net) -> Leaf:
    """A network's answers."""

    def ask(packed: Packing[Any, Any], states: Records, first: NDArray[np.int64]) -> NDArray[np.float64]:
        check_cancelled()
        if len(states) <= _LOOK_AT_ONCE:
            return predict(net, features_of(packed, states, first))
        shares = np.empty((len(states), packed.game.players))
        for start in range(0, len(states), _LOOK_AT_ONCE):
            check_cancelled()
            part = slice(start, start + _LOOK_AT_ONCE)
            shares[part] = predict(net, features_of(packed, states[part], first[part]))
        return shares

    return ask
