"""Packed positions as a network sees them, in arrays that are made once and used again."""

from __future__ import annotations

from types import ModuleType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from roost.core.errors import OptionError
from roost.fast.packing import Packing
from roost.fast.records import Records
from roost.models.kernels import barbecue, picnic, tiles
from roost.models.kernels.seeing import see
from roost.models.net import Net

__all__ = ["Seen", "fresh_net", "look", "predict"]

_FAMILIES: dict[str, ModuleType] = {"heckmeck": tiles, "junior": tiles, "barbecue": barbecue, "picnic": picnic}
_WIDTHS = (64, 64, 32)


class Seen(NamedTuple):
    """Some positions as a network sees them, their seats in the order of their turns."""

    table: NDArray[np.float32]
    seats: NDArray[np.float32]
    settled: NDArray[np.bool_]
    """Which games are over: their rows above are empty."""
    exact: NDArray[np.float64]
    """The shares of the win in those; meaningless elsewhere."""


def family(game: str) -> ModuleType:
    """What a network sees of a game."""
    if game not in _FAMILIES:
        raise OptionError(f"there is no model of {game}; there are models of {', '.join(_FAMILIES)}", input=game)
    return _FAMILIES[game]


def look(packed: Packing, states: Records, first: NDArray[np.int64]) -> Seen:  # type: ignore[type-arg]  # of any game
    """Packed positions as a network sees them, their seats listed from ``first`` on."""
    sees, count, players = family(packed.game.name), len(states), packed.game.players
    seen = Seen(
        np.empty((count, sees.TABLE), np.float32),
        np.empty((count, players, sees.SEAT), np.float32),
        np.empty(count, np.bool_),
        np.empty((count, players)),
    )
    see(packed.rules, states, first, *seen)
    return seen


def predict(net: Net, seen: Seen) -> NDArray[np.float64]:
    """Each seat's share of the win in the order of :class:`Seen`: exact where the game is over."""
    shares = net.shares(seen.table, seen.seats)
    shares[seen.settled] = seen.exact[seen.settled]
    return shares


def fresh_net(game: str, rng: np.random.Generator, widths: tuple[int, int, int] = _WIDTHS) -> Net:
    """An untrained network for a game, which plays for points."""
    sees = family(game)
    return Net.fresh(sees.TABLE, sees.SEAT, sees.POINTS, sees.WORTH, widths, rng)
