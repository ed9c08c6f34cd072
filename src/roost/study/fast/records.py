"""Data types of the kernels: records of integers and short arrays.

Compiled code reads and writes a record in place; Python sees the same memory as a NumPy structured array. A game's
rules are also stored in a record, so all variants and numbers of players run the same compiled code.
"""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from roost.study.fast.chance import FACE_TABLE_SIZE

Record: TypeAlias = Any
"""A record inside compiled code. Typed as Any, because compiled code has its own types."""
Records: TypeAlias = NDArray[np.void]
"""An array of records, as Python sees it."""

Field: TypeAlias = tuple[str, type[np.uint32]] | tuple[str, type[np.uint32], tuple[int]]
"""A field of a record: its name, its type and, for an array, its length."""

DRAW = 0
"""Code of the node at which the first player is drawn."""
ROLL = 1
"""Code of a node at which dice are rolled."""
OVER = 2
"""Code of the node at the end of the game. Decisions have larger codes."""

NOBODY = 255
"""Value of a seat field that means no seat."""


def number(name: str) -> Field:
    """Declare a field that contains one integer."""
    return (name, np.uint32)


def many(name: str, count: int) -> Field:
    """Declare a field that contains an array of integers."""
    return (name, np.uint32, (count,))


RULES: tuple[Field, ...] = (
    number("players"),
    number("dice"),  # number of dice at the start of a turn
    many("faces", FACE_TABLE_SIZE),  # table with all rolls of up to four dice
)
"""Fields at the beginning of every game's rules record."""
