"""Packed positions as a network sees them, in arrays that are made once and used again."""

from __future__ import annotations

from typing import NamedTuple, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from roost.core.faces import need_face
from roost.core.game import Game
from roost.study.fast.packed import Packing
from roost.study.fast.records import Records
from roost.study.models.feature_kernel import see
from roost.study.models.net import Net

__all__ = ["Features", "features_of", "fresh_net", "predict"]

_WIDTHS = (64, 64, 32)


class Features(NamedTuple):
    """Some positions as a network sees them, their seats in the order of their turns."""

    table: NDArray[np.float32]
    seats: NDArray[np.float32]
    settled: NDArray[np.bool_]
    """Which games are over: their rows above are empty."""
    exact: NDArray[np.float64]
    """The shares of the win in those; meaningless elsewhere."""


class FeaturesFace(Protocol):
    """What a network sees of a game: sizes, and the compiled ``see_table`` and ``see_seat`` that fill them in."""

    TABLE: int
    """How many numbers are seen of the table."""
    SEAT: int
    """How many numbers are seen of each seat."""
    POINTS: int
    """Which of the numbers about a seat is its score."""
    WORTH: float
    """What that number adds to the logit of a network that has learnt nothing."""


def features(kind: type[Game]) -> FeaturesFace:
    """What a network sees of a game."""
    return cast("FeaturesFace", need_face(kind, "features", "features that a network could learn from"))


def features_of(packed: Packing, states: Records, first: NDArray[np.int64]) -> Features:  # type: ignore[type-arg]  # of any game
    """Packed positions as a network sees them, their seats listed from ``first`` on."""
    sees, count, players = features(type(packed.game)), len(states), packed.game.players
    seen = Features(
        np.empty((count, sees.TABLE), np.float32),
        np.empty((count, players, sees.SEAT), np.float32),
        np.empty(count, np.bool_),
        np.empty((count, players)),
    )
    see(packed.rules, states, first, *seen)
    return seen


def predict(net: Net, seen: Features) -> NDArray[np.float64]:
    """Each seat's share of the win in the order of :class:`Features`: exact where the game is over."""
    shares = net.shares(seen.table, seen.seats)
    shares[seen.settled] = seen.exact[seen.settled]
    return shares


def fresh_net(game: type[Game], rng: np.random.Generator, widths: tuple[int, int, int] = _WIDTHS) -> Net:
    """An untrained network for a game, which plays for points."""
    sees = features(game)
    return Net.fresh(sees.TABLE, sees.SEAT, sees.POINTS, sees.WORTH, widths, rng)
