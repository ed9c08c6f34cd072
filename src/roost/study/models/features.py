"""Packed positions as a network sees them, and what it answers about them."""

from typing import Any, NamedTuple, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from roost.core.cancellation import check_cancelled
from roost.core.faces import need_face
from roost.core.game import Game
from roost.study.fast.packed import Packing
from roost.study.fast.records import Records
from roost.study.models.feature_kernel import see
from roost.study.models.net import Net

_WIDTHS = (64, 64, 32)


class Features(NamedTuple):
    """Some positions as a network sees them, their seats in the order of their turns."""

    table: NDArray[np.float32]
    seats: NDArray[np.float32]
    settled: NDArray[np.bool_]
    """The games that are over: their rows above are empty."""
    exact: NDArray[np.float64]
    """The shares of the win in those; meaningless elsewhere."""


class FeaturesFace(Protocol):
    """A network's view of a game: sizes, and the compiled ``see_table`` and ``see_seat`` that fill them in."""

    TABLE: int
    """How many numbers are seen of the table."""
    SEAT: int
    """How many numbers are seen of each seat."""
    POINTS: int
    """The place of the score among the numbers about a seat."""
    WORTH: float
    """The weight of that number in the logit of a network that has learnt nothing."""


def features(kind: type[Game]) -> FeaturesFace:
    """A network's view of a game."""
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


class Leaf(Protocol):
    """The worth of positions after a turn."""

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


def fresh_net(game: type[Game], rng: np.random.Generator, widths: tuple[int, int, int] = _WIDTHS) -> Net:
    """An untrained network for a game, which plays for points."""
    sees = features(game)
    return Net.fresh(sees.TABLE, sees.SEAT, sees.POINTS, sees.WORTH, widths, rng)
