"""A small network that tells each seat's share of the win, evaluated with NumPy alone.

It sees a position as numbers about the table (one row for each position) and numbers about each seat (a row for each
seat, in the order in which they will move). Every seat goes through the same layers and hears of the others through
the mean over all seats, so that one network serves every number of players::

    one   = relu(table · A + seat · B + b)
    two   = relu(one · C + mean(one) · D + d)
    three = relu(two · E + e)
    logit = three · f + seat · g

The shares are the softmax of the logits over the seats: positive, and one in sum. The last term lets a network that
has learnt nothing yet play for points.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Shares = NDArray[np.float64]

_LARGEST_PRODUCT = 1 << 18
"""So many multiplications OpenBLAS does in the thread that asks for them."""
_LARGEST_GAP = 40.0
"""Logits further below the best one than this count as this far below, so that no share vanishes."""


def _product(rows: Floats, weights: Floats) -> Floats:
    """A matrix product, taken a few rows at a time.

    For larger ones the libraries under NumPy start threads, which wait for one another longer than these small layers
    take, and are in the way of whatever else runs.
    """
    count, step = len(rows), max(1, _LARGEST_PRODUCT // weights.size)
    if count <= step:
        return rows @ weights
    product: Floats = np.empty((count, weights.shape[1]), np.float32)
    for start in range(0, count, step):
        np.matmul(rows[start : start + step], weights, out=product[start : start + step])
    return product


def softmax(logits: NDArray[Any]) -> Shares:
    """Shares from logits, over the last axis."""
    wide = logits.astype(np.float64)
    gaps = np.maximum(wide - wide.max(axis=-1, keepdims=True), -_LARGEST_GAP)
    odds: Shares = np.exp(gaps)
    shares: Shares = odds / odds.sum(axis=-1, keepdims=True)
    return shares


class Layers(NamedTuple):
    """The layers of a network, for training: their outputs, and the logits."""

    one: Floats
    two: Floats
    three: Floats
    logits: Floats


class Net:
    """The network. Its weights are arrays of 32-bit floats by the letters of the formula above."""

    LETTERS = ("A", "B", "b", "C", "D", "d", "E", "e", "f", "g")

    def __init__(self, weights: Mapping[str, NDArray[Any]]) -> None:
        self.weights = {letter: np.ascontiguousarray(weights[letter], np.float32) for letter in self.LETTERS}

    @classmethod
    def fresh(
        cls, table: int, seat: int, points: int, worth: float, widths: tuple[int, int, int], rng: np.random.Generator
    ) -> Self:
        """An untrained network for so many numbers about the table and each seat.

        It plays for points: number ``points`` about a seat, each ``worth`` so much.
        """
        one, two, three = widths

        def drawn(inputs: int, outputs: int, fan: int) -> NDArray[np.float64]:
            return rng.normal(0.0, (2.0 / fan) ** 0.5, (inputs, outputs))

        skip = np.zeros(seat)
        skip[points] = worth
        return cls(
            {
                "A": drawn(table, one, table + seat),
                "B": drawn(seat, one, table + seat),
                "b": np.zeros(one),
                "C": drawn(one, two, 2 * one),
                "D": drawn(one, two, 2 * one),
                "d": np.zeros(two),
                "E": drawn(two, three, two),
                "e": np.zeros(three),
                "f": np.zeros(three),
                "g": skip,
            }
        )

    def layers(self, table: Floats, seats: Floats) -> Layers:
        """Every layer's output; ``table`` has the axes (position, number), ``seats`` (position, seat, number)."""
        w, (count, players, _) = self.weights, seats.shape
        flat = seats.reshape(count * players, -1)
        one = _product(flat, w["B"]).reshape(count, players, -1)
        one += (_product(table, w["A"]) + w["b"])[:, np.newaxis]
        np.maximum(one, 0.0, out=one)
        two = _product(one.reshape(count * players, -1), w["C"]).reshape(count, players, -1)
        mean = np.add.reduce(one, axis=1) / np.float32(players)  # NumPy's own takes longer for so few
        two += (_product(mean, w["D"]) + w["d"])[:, np.newaxis]
        np.maximum(two, 0.0, out=two)
        three = _product(two.reshape(count * players, -1), w["E"])
        three += w["e"]
        np.maximum(three, 0.0, out=three)
        logits: Floats = (three @ w["f"] + flat @ w["g"]).reshape(count, players)
        return Layers(one, two, three.reshape(count, players, -1), logits)

    def shares(self, table: Floats, seats: Floats) -> Shares:
        """Each seat's share of the win, a row for each position."""
        return softmax(self.layers(table, seats).logits)
