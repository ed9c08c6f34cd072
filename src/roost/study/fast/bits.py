"""Bit operations that Numba lacks: count the set bits of a word, and find the highest or the k-th set bit."""

from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic

from roost.study.fast.compiler import inlined


def _machine_instruction(instruction: str, *flags: bool) -> Any:
    """Return a compiled function of one word that consists of a single machine instruction."""

    def typed(typing_context: Any, word: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            constants = [context.get_constant(types.boolean, flag) for flag in flags]
            return getattr(builder, instruction)(arguments[0], *constants)

        return types.uint64(types.uint64), generate

    return intrinsic(typed)


count_ones = _machine_instruction("ctpop")
"""Function that returns the number of set bits in a word."""
_leading_zeros = _machine_instruction("ctlz", True)  # the flag promises that the word is not 0


@inlined
def highest(word: Any) -> Any:
    """Return the index of the highest set bit of a word, which must not be 0."""
    return np.uint64(63) - _leading_zeros(word)


@inlined
def bit(place: Any) -> Any:
    """Return a word with only the bit at this index set."""
    return np.uint64(1) << np.uint64(place)


@inlined
def select(word: Any, number: Any) -> Any:
    """Return the index of the set bit that has ``number`` set bits below it. This bit must exist."""
    rest, below, place = np.uint64(word), np.uint64(number), np.uint64(0)
    for width in (np.uint64(32), np.uint64(16), np.uint64(8), np.uint64(4), np.uint64(2), np.uint64(1)):
        low = count_ones(rest & ((np.uint64(1) << width) - np.uint64(1)))
        if below >= low:
            below -= low
            rest >>= width
            place += width
    return place
