"""A small neural network that estimates each seat's win share, evaluated with NumPy alone.

The inputs are numbers that describe the table (one row per position) and each seat (one row per seat, in turn order).
All seats use the same layers, and see the other seats only through the mean over all seats. So one network serves every
number of players::

    first  = relu(table · A + seat · B + b)
    second = relu(first · C + mean(first) · D + d)
    third  = relu(second · E + e)
    logit  = third · f + seat · g

The shares are the softmax of the logits over the seats, so they are positive and sum to one. The last term lets an
untrained network play for points.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Shares = NDArray[np.float64]

_LARGEST_PRODUCT = 1 << 18
"""Maximum number of multiplications for which OpenBLAS uses only the calling thread."""
_LARGEST_GAP = 40.0
"""Maximum difference between the best logit and any other. Larger differences are reduced to this, so no share becomes
zero."""


def _product(rows: Floats, weights: Floats) -> Floats:
    """Multiply matrices in blocks of a few rows.

    For larger products, NumPy's libraries start several threads. These threads wait for each other longer than it takes
    to compute such small layers, and they slow down other work.
    """
    size = max(1, weights.size)  # 0 for the table of a game that declares only fields of seats
    count, step = len(rows), max(1, _LARGEST_PRODUCT // size)
    if count <= step:
        return rows @ weights
    product: Floats = np.empty((count, weights.shape[1]), np.float32)
    for start in range(0, count, step):
        np.matmul(rows[start : start + step], weights, out=product[start : start + step])
    return product


def softmax(logits: NDArray[Any]) -> Shares:
    """Convert logits to shares that sum to 1 over the last axis."""
    wide = logits.astype(np.float64)
    gaps = np.maximum(wide - wide.max(axis=-1, keepdims=True), -_LARGEST_GAP)
    odds: Shares = np.exp(gaps)
    shares: Shares = odds / odds.sum(axis=-1, keepdims=True)
    return shares


class Layers(NamedTuple):
    """Outputs of a network's layers and its logits, kept for training."""

    first: Floats
    second: Floats
    third: Floats
    logits: Floats


class Net:
    """A network with 32-bit float weights, each named by its letter in the formula of the module's docstring."""

    LETTERS = ("A", "B", "b", "C", "D", "d", "E", "e", "f", "g")

    def __init__(self, weights: Mapping[str, NDArray[Any]]) -> None:
        self.weights = {letter: np.ascontiguousarray(weights[letter], np.float32) for letter in self.LETTERS}

    @classmethod
    def fresh(
        cls, table: int, seat: int, points: int, worth: float, widths: tuple[int, int, int], rng: np.random.Generator
    ) -> Self:
        """Create an untrained network with ``table`` inputs for the table and ``seat`` inputs for each seat.

        At first the network plays for points: the input with the index ``points`` among a seat's inputs has the weight
        ``worth``.
        """
        first, second, third = widths

        def drawn(inputs: int, outputs: int, fan: int) -> NDArray[np.float64]:
            return rng.normal(0.0, (2.0 / fan) ** 0.5, (inputs, outputs))

        skip = np.zeros(seat)
        skip[points] = worth
        return cls(
            {
                "A": drawn(table, first, table + seat),
                "B": drawn(seat, first, table + seat),
                "b": np.zeros(first),
                "C": drawn(first, second, 2 * first),
                "D": drawn(first, second, 2 * first),
                "d": np.zeros(second),
                "E": drawn(second, third, second),
                "e": np.zeros(third),
                "f": np.zeros(third),
                "g": skip,
            }
        )

    def layers(self, table: Floats, seats: Floats) -> Layers:
        """Return every layer's output; ``table`` has axes (position, input), ``seats`` (position, seat, input)."""
        w, (count, players, _) = self.weights, seats.shape
        flat = seats.reshape(count * players, -1)
        first = _product(flat, w["B"]).reshape(count, players, -1)
        first += (_product(table, w["A"]) + w["b"])[:, np.newaxis]
        np.maximum(first, 0.0, out=first)
        second = _product(first.reshape(count * players, -1), w["C"]).reshape(count, players, -1)
        mean = np.add.reduce(first, axis=1) / np.float32(players)  # np.mean would be slower for so few players
        second += (_product(mean, w["D"]) + w["d"])[:, np.newaxis]
        np.maximum(second, 0.0, out=second)
        third = _product(second.reshape(count * players, -1), w["E"])
        third += w["e"]
        np.maximum(third, 0.0, out=third)
        logits: Floats = (third @ w["f"] + flat @ w["g"]).reshape(count, players)
        return Layers(first, second, third.reshape(count, players, -1), logits)

    def shares(self, table: Floats, seats: Floats) -> Shares:
        """Return win shares, one row per position."""
        return softmax(self.layers(table, seats).logits)
