"""Observations of any game: its declared fields as numbers (:mod:`roost.study.declared`), in order.

Players' fields are in seat order, starting with the observer's. A number that may exceed 255 takes several bytes, with
the highest byte first.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from roost.core.game import Game
from roost.core.state import State
from roost.lab.envs.fields import ObservationField
from roost.study.declared import readings


def fields(game: Game) -> tuple[ObservationField, ...]:
    """Return the fields of an observation in order."""
    layout = []
    for reading in readings(type(game), game.players):
        most = reading.way.most
        count = game.players if reading.is_each else 1
        meaning = f"{'for each player, one’s own first: ' if count > 1 else ''}{reading.field.codec.describe()}"
        layout.append(
            ObservationField(reading.field.name, count * sum(map(_size, most)), max(map(_highest, most)), meaning)
        )
    return tuple(layout)


def see(game: Game, state: State, seat: int) -> NDArray[np.uint8]:
    """Return the observation of a state from a seat."""
    values: dict[str, Any] = state.values()
    row = bytearray()
    for name, is_each, show, sizes in _encodings(type(game), game.players):
        value = values.get(name)
        if value is None:
            row += bytes(sum(sizes) * (game.players if is_each else 1))
            continue
        for own in (*value[seat:], *value[:seat]) if is_each else (value,):
            numbers = show(own, seat)
            if len(numbers) == sum(sizes):  # each number takes one byte
                row += bytes(numbers)
            else:
                row += b"".join(number.to_bytes(size, "big") for number, size in zip(numbers, sizes, strict=True))
    return np.frombuffer(row, np.uint8)


class _Encoding(NamedTuple):
    """How a declared field is written into an observation."""

    name: str
    is_each: bool
    show: Callable[[Any, int], Sequence[int]]
    sizes: tuple[int, ...]
    """Number of bytes of each number."""


@lru_cache(maxsize=64)
def _encodings(kind: type[Game], players: int) -> tuple[_Encoding, ...]:
    return tuple(
        _Encoding(reading.field.name, reading.is_each, reading.way.show, tuple(map(_size, reading.way.most)))
        for reading in readings(kind, players)
    )


def _size(most: int) -> int:
    """Return the number of bytes that a number up to ``most`` takes."""
    return max(1, (most.bit_length() + 7) // 8)


def _highest(most: int) -> int:
    """Return the largest possible byte in the encoding of a number up to ``most``."""
    return most if most < 256 else 255
