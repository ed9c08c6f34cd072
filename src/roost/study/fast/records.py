"""Data types of the kernels: records of whole numbers and short arrays.

Compiled code reads and writes a record in place; Python sees the same memory as a NumPy structured array. The rules of
a game are a record too, so all variants and numbers of players run the same compiled code.
"""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from roost.study.fast.chance import FACE_TABLE_SIZE

Record: TypeAlias = Any
"""A record inside compiled code, which has its own types."""
Records: TypeAlias = NDArray[np.void]
"""An array of records in Python."""

Field: TypeAlias = tuple[str, type[np.uint32]] | tuple[str, type[np.uint32], tuple[int]]
"""A field of a record: its name, its type and, for an array, its length."""

DRAW = 0
"""Node at which the first player is drawn."""
ROLL = 1
"""Node at which dice are rolled."""
OVER = 2
"""Node at the end of the game. Decision nodes have larger numbers."""

NOBODY = 255
"""Seat number that means no seat."""


def number(name: str) -> Field:
    """Declare a field with one whole number."""
    return (name, np.uint32)


def many(name: str, count: int) -> Field:
    """Declare a field with an array of whole numbers."""
    return (name, np.uint32, (count,))


RULES: tuple[Field, ...] = (
    number("players"),
    number("dice"),  # dice at the start of a turn
    many("faces", FACE_TABLE_SIZE),  # table that rolls are drawn from
)
"""Fields at the start of every game's rules record."""
