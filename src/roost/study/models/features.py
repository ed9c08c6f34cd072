"""Compute features of packed positions, and a network's predictions from them."""

from typing import Any, NamedTuple, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from roost.core.adapters import require_adapter
from roost.core.cancellation import check_cancelled
from roost.core.game import Game
from roost.study.fast.packed import Packing
from roost.study.fast.records import Records
from roost.study.models.feature_kernel import see
from roost.study.models.net import Net

_WIDTHS = (64, 64, 32)


class Features(NamedTuple):
    """Features of several positions, with the seats in turn order."""

    table: NDArray[np.float32]
    seats: NDArray[np.float32]
    settled: NDArray[np.bool_]
    """Marks finished games, whose features are empty."""
    exact: NDArray[np.float64]
    """Win shares in finished games; meaningless for other positions."""


class FeaturesAdapter(Protocol):
    """A game's features: how many there are, and the compiled functions that fill them in."""

    TABLE: int
    """Number of features that describe the table."""
    SEAT: int
    """Number of features per seat."""
    POINTS: int
    """Index of the feature for the score among the features of a seat."""
    WORTH: float
    """Weight that the score has in the logits of an untrained network."""


def features(kind: type[Game]) -> FeaturesAdapter:
    """Return the game's adapter for network features."""
    return cast("FeaturesAdapter", require_adapter(kind, "features", "features for a network"))


def features_of(packed: Packing, states: Records, first: NDArray[np.int64]) -> Features:  # type: ignore[type-arg]  # of any game
    """Compute the features of packed positions, with seats listed from ``first`` on."""
    sizes, count, players = features(type(packed.game)), len(states), packed.game.players
    inputs = Features(
        np.empty((count, sizes.TABLE), np.float32),
        np.empty((count, players, sizes.SEAT), np.float32),
        np.empty(count, np.bool_),
        np.empty((count, players)),
    )
    see(packed.rules, states, first, *inputs)
    return inputs


def predict(net: Net, inputs: Features) -> NDArray[np.float64]:
    """Return win shares, with the seats in the order of :class:`Features`; exact for finished games."""
    shares = net.shares(inputs.table, inputs.seats)
    shares[inputs.settled] = inputs.exact[inputs.settled]
    return shares


class Evaluator(Protocol):
    """Function that evaluates positions after a turn."""

    def __call__(self, packed: Packing[Any, Any], states: Records, first: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return win shares, with one row per packed position and the players listed from ``first`` on."""


_LOOK_AT_ONCE = 4_096
"""Number of positions that a network evaluates per batch; its layers take some kilobytes per position."""


def network_evaluator(net: Net) -> Evaluator:
    """Return an evaluator that evaluates positions with a network."""

    def evaluate(packed: Packing[Any, Any], states: Records, first: NDArray[np.int64]) -> NDArray[np.float64]:
        check_cancelled()
        if len(states) <= _LOOK_AT_ONCE:
            return predict(net, features_of(packed, states, first))
        shares = np.empty((len(states), packed.game.players))
        for start in range(0, len(states), _LOOK_AT_ONCE):
            check_cancelled()
            part = slice(start, start + _LOOK_AT_ONCE)
            shares[part] = predict(net, features_of(packed, states[part], first[part]))
        return shares

    return evaluate


def fresh_net(game: type[Game], rng: np.random.Generator, widths: tuple[int, int, int] = _WIDTHS) -> Net:
    """Create an untrained network for a game. Its initial weights prefer points."""
    sizes = features(game)
    return Net.fresh(sizes.TABLE, sizes.SEAT, sizes.POINTS, sizes.WORTH, widths, rng)
