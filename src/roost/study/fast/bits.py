"""Bits of a word that Numba has no name for: how many are set, the highest one, the k-th one."""

from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic

from roost.study.fast.compiler import inlined


def _one_instruction(instruction: str, *flags: bool) -> Any:
    """A compiled function of one word that is a single instruction of the machine."""

    def typed(typing_context: Any, word: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            constants = [context.get_constant(types.boolean, flag) for flag in flags]
            return getattr(builder, instruction)(arguments[0], *constants)

        return types.uint64(types.uint64), generate

    return intrinsic(typed)


count_ones = _one_instruction("ctpop")
"""How many bits of a word are set."""
_leading_zeros = _one_instruction("ctlz", True)  # the flag says that the word is never 0


@inlined
def highest(word: Any) -> Any:
    """The place of the highest bit that is set. There must be one."""
    return np.uint64(63) - _leading_zeros(word)


@inlined
def bit(place: Any) -> Any:
    """The word in which only the bit at this place is set."""
    return np.uint64(1) << np.uint64(place)


@inlined
def select(word: Any, number: Any) -> Any:
    """The place of the set bit that has ``number`` set bits below it. There must be one."""
    rest, below, place = np.uint64(word), np.uint64(number), np.uint64(0)
    for width in (np.uint64(32), np.uint64(16), np.uint64(8), np.uint64(4), np.uint64(2), np.uint64(1)):
        low = count_ones(rest & ((np.uint64(1) << width) - np.uint64(1)))
        if below >= low:
            below -= low
            rest >>= width
            place += width
    return place
