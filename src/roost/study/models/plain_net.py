"""A model evaluated in plain Python, where NumPy is not installed; :mod:`.net` explains the network.

A position takes about a millisecond. Sums are taken in 64-bit floats, so shares differ from those of :mod:`.net` by
about 1e-7.
"""

import json
import sys
from array import array
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from hashlib import sha256
from io import BytesIO
from math import exp, prod
from operator import mul
from struct import unpack
from typing import Any, Protocol, TypeAlias, cast
from zipfile import ZipFile

from roost.core.adapters import adapter_files, has_adapter, require_adapter
from roost.core.cancellation import check_cancelled
from roost.core.errors import UnsupportedError
from roost.core.game import Game
from roost.core.state import State

if sys.version_info >= (3, 12):
    from math import sumprod as _dot
else:

    def _dot(row: Sequence[float], other: Sequence[float], /) -> float:
        return float(sum(map(mul, row, other)))


Shares: TypeAlias = tuple[float, ...]
_Columns: TypeAlias = list[tuple[float, ...]]

_LARGEST_GAP = 40.0
"""See :mod:`.net`."""
_MOST_ROWS = 4_096
"""Number of layer outputs that are kept for positions with the same table or seat."""


class PlainFeaturesAdapter(Protocol):
    """A game's features in plain Python, the same as those of the adapter ``features``."""

    def table_inputs(self, state: Any) -> list[float]:
        """Return the features that describe the table."""

    def seat_inputs(self, state: Any, seat: int, distance: int) -> list[float]:
        """Return the features of one seat, whose next turn is ``distance`` turns away."""


class PlainNet:
    """A network whose weights are lists of columns."""

    def __init__(self, weights: Mapping[str, _Columns]) -> None:
        self._table, self._seat, self._first_bias = weights["A"], weights["B"], weights["b"][0]
        self._own, self._mean, self._second_bias = weights["C"], weights["D"], weights["d"][0]
        self._third, self._third_bias = weights["E"], weights["e"][0]
        self._logit, self._skip = weights["f"][0], weights["g"][0]

    def shares(self, table: Sequence[float], seats: Sequence[Sequence[float]]) -> list[float]:
        """Return win shares in the order of the seats."""
        of_table = [_dot(table, column) + bias for column, bias in zip(self._table, self._first_bias, strict=True)]
        first = [
            [max(_dot(seat, column) + shared, 0.0) for column, shared in zip(self._seat, of_table, strict=True)]
            for seat in seats
        ]
        mean = [sum(column) / len(seats) for column in zip(*first, strict=True)]
        of_mean = [_dot(mean, column) + bias for column, bias in zip(self._mean, self._second_bias, strict=True)]
        logits = []
        for seat, inputs in zip(seats, first, strict=True):
            second = [
                max(_dot(inputs, column) + shared, 0.0) for column, shared in zip(self._own, of_mean, strict=True)
            ]
            third = [
                max(_dot(second, column) + bias, 0.0)
                for column, bias in zip(self._third, self._third_bias, strict=True)
            ]
            logits.append(_dot(third, self._logit) + _dot(seat, self._skip))
        highest = max(logits)
        odds = [exp(max(logit - highest, -_LARGEST_GAP)) for logit in logits]
        total = sum(odds)
        return [share / total for share in odds]


def has_plain_model(kind: type[Game]) -> bool:
    """Whether a game's model can be evaluated without NumPy."""
    return has_adapter(kind, "plain_features")


@cache
def plain_net(kind: type[Game]) -> PlainNet:
    """Return the cached network that comes with the package for a game."""
    return PlainNet(
        {letter: [numbers[column::width] for column in range(width)] for letter, width, numbers in _weights(kind)}
    )


@cache
def weights_digest(kind: type[Game]) -> str:
    """Return a hash of the weights of the network that comes with the package for a game."""
    digest = sha256()
    for letter, _, numbers in _weights(kind):
        digest.update(letter.encode() + array("f", numbers).tobytes())
    return digest.hexdigest()


def _weights(kind: type[Game]) -> list[tuple[str, int, tuple[float, ...]]]:
    """Return each array of weights: its letter, its width (1 if it is a list) and its numbers row by row."""
    files = adapter_files(kind, "model.npz")
    if not files:
        raise UnsupportedError(kind.name, "model of who is going to win")
    weights = []
    with ZipFile(BytesIO(files[0].read_bytes())) as file:
        for name in sorted(file.namelist()):
            shape, numbers = _array(file.read(name))
            if shape:
                weights.append((name.removesuffix(".npy"), shape[1] if len(shape) == 2 else 1, numbers))
    return weights


def _array(content: bytes) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """Return the shape and the numbers of an array of half-precision floats in NumPy's format, version 1.

    A string has an empty shape.
    """
    (length,) = unpack("<H", content[8:10])
    header = content[10 : 10 + length].decode()
    shape = json.loads("[" + header.partition("(")[2].partition(")")[0].strip().rstrip(",") + "]")
    return tuple(shape), unpack(f"<{prod(shape)}e", content[10 + length :]) if shape else ()


def plain_shares(states: Sequence[State]) -> list[Shares]:
    """Return each seat's win share in positions of one game at the start of a turn; exact if the game is over."""
    check_cancelled()
    return [_shares(state) for state in states]


@lru_cache(maxsize=_MOST_ROWS)
def _shares(state: State) -> Shares:
    game, outcome = state.game, state.outcome
    if outcome is not None:
        return tuple(map(float, outcome.shares))
    adapter = cast(
        "PlainFeaturesAdapter", require_adapter(type(game), "plain_features", "model that needs no compiled code")
    )
    first, players = state.seat or 0, game.players
    ordered = [(first + place) % players for place in range(players)]
    seats = [adapter.seat_inputs(state, seat, distance) for distance, seat in enumerate(ordered)]
    shares = plain_net(type(game)).shares(adapter.table_inputs(state), seats)
    return tuple([shares[(seat - first) % players] for seat in range(players)])
