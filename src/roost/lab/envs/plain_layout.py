"""Observations of any game: its declared fields as numbers (:mod:`roost.study.declared`), in order.

Players' fields are in seat order, starting with the observer's. A number that may exceed 255 takes several bytes, with
the highest byte first.
"""

from typing import Any

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
    row: list[int] = []
    for reading in readings(type(game), game.players):
        name, (most, show) = reading.field.name, reading.way
        if name not in values:
            shown = [reading.at_rest] * (game.players if reading.is_each else 1)
        elif reading.is_each:
            shown = [show(value, seat) for value in (*values[name][seat:], *values[name][:seat])]
        else:
            shown = [show(values[name], seat)]
        for numbers in shown:
            for number, limit in zip(numbers, most, strict=True):
                row += number.to_bytes(_size(limit), "big")
    return np.array(row, np.uint8)


def _size(most: int) -> int:
    """Return the number of bytes that a number up to ``most`` takes."""
    return max(1, (most.bit_length() + 7) // 8)


def _highest(most: int) -> int:
    """Return the largest possible byte in the encoding of a number up to ``most``."""
    return most if most < 256 else 255
