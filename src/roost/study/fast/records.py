"""The data of the kernels: records, whose fields are whole numbers or short lists of them.

Compiled code reads and writes a record in place, and Python sees the same memory as a NumPy structured array. A
game's rules are a record too, so that every variant and every number of players runs the same compiled code.
"""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from roost.study.fast.chance import FACE_TABLE_SIZE

Record: TypeAlias = Any
"""A record inside compiled code, which has its own types."""
Records: TypeAlias = NDArray[np.void]
"""Records as Python sees them."""

Field: TypeAlias = tuple[str, type[np.uint32]] | tuple[str, type[np.uint32], tuple[int]]
"""A field of a record: its name, its type and, for a list, its length."""

DRAW = 0
"""The next step: the first player is drawn."""
ROLL = 1
"""The next step: dice are rolled."""
OVER = 2
"""Nothing comes next: the game is over. Decisions count on from here."""

NOBODY = 255
"""Stands for a seat where there is none."""


def number(name: str) -> Field:
    """A whole number."""
    return (name, np.uint32)


def many(name: str, count: int) -> Field:
    """A list of whole numbers."""
    return (name, np.uint32, (count,))


RULES: tuple[Field, ...] = (
    number("players"),
    number("dice"),  # how many are rolled at the start of a turn
    many("faces", FACE_TABLE_SIZE),  # what dice are drawn from
)
"""The fields that the rules of every game begin with."""
