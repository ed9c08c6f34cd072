"""Fast random numbers for kernels, documented here so that others can reproduce them.

* ``mix`` is the output function of SplitMix64; SplitMix64 started at ``z`` gives ``mix(z + G)``, ``mix(z + 2G)``, …
  with ``G = 0x9E3779B97F4A7C15``, all modulo 2^64.
* A *stream* is xoshiro256++, its four words the first four numbers of SplitMix64 started at the stream's seed.
* Game ``i`` of a run with seed ``s`` seeds its stream with number ``i`` of SplitMix64 started at ``s``. So no two games
  of a run share a stream, and each game can be replayed alone.
* A whole number below ``n`` takes the upper 32 bits ``x`` of the next word: the number is ``x * n >> 32``. To avoid
  bias, another word is taken while the lower 32 bits of ``x * n`` are below ``2^32 mod n``.
* A random first player is a whole number below the number of players.
* A roll of ``k`` dice takes one whole number below ``6^k``; its base-6 digits are the dice, the lowest digit first. The
  faces of a die carry its symbols in order, each as often as it is printed.
* A uniformly random choice takes one whole number below the number of legal actions, in the order of their numbers.
"""

from functools import cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from roost.core.dice import Die
from roost.study.fast.compiler import inlined

Stream: TypeAlias = Any
"""A :data:`STREAM` record inside compiled code, which has its own types."""

STREAM = np.dtype([(name, np.uint64) for name in ("s0", "s1", "s2", "s3")])
"""The state of a stream."""

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FACES = 6
_HALF = 4
"""Number of dice in each of two lookups: a table of 6^4 rolls fits into the fastest cache, a table of 6^8 does not."""
_HALF_WAYS = np.uint64(_FACES**_HALF)
_MOST_DICE = 8

_FIRST = [sum(_FACES**k for k in range(dice)) for dice in range(_HALF + 1)]
FACE_TABLE_SIZE = sum(_FACES**k for k in range(_HALF + 1))
"""Number of entries in a table of rolls."""
_WAYS = np.array([_FACES**dice for dice in range(_MOST_DICE + 1)], np.uint64)
_LOW = np.array([_FIRST[min(dice, _HALF)] for dice in range(_MOST_DICE + 1)], np.uint64)
_HIGH = np.array([_FIRST[max(dice - _HALF, 0)] for dice in range(_MOST_DICE + 1)], np.uint64)

MASK_AT = 24
"""First bit of the mask of symbols in a packed roll, after six counts of four bits each."""
_COUNTS = np.uint32((1 << MASK_AT) - 1)


def pack_roll(counts: tuple[int, ...]) -> int:
    """Pack a roll into one number: four bits per count of a symbol, and from bit 24 on a bit per symbol in the roll."""
    return sum(n << 4 * i | (n > 0) << MASK_AT + i for i, n in enumerate(counts))


@cache
def face_table(die: Die) -> NDArray[np.uint32]:
    """Return every packed roll of zero to four dice, in the order of the numbers that draw them."""
    symbols = [i for i, weight in enumerate(die.weights) for _ in range(weight)]
    table: list[int] = []
    for dice in range(_HALF + 1):
        for number in range(_FACES**dice):
            rolled = [symbols[number // _FACES**place % _FACES] for place in range(dice)]
            table.append(pack_roll(tuple(map(rolled.count, range(len(die.symbols))))))
    return np.array(table, np.uint32)


@inlined
def _mix(z: Any) -> Any:
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@inlined
def game_seed(seed: Any, number: Any) -> Any:
    """Return the seed of game ``number`` of a run."""
    return _mix(np.uint64(seed) + (np.uint64(number) + np.uint64(1)) * _GOLDEN)


@inlined
def start_stream(stream: Stream, seed: Any) -> None:
    """Set a compiled random stream to the start of a seed."""
    first = np.uint64(seed) + _GOLDEN
    stream.s0 = _mix(first)
    stream.s1 = _mix(first + _GOLDEN)
    stream.s2 = _mix(first + _GOLDEN + _GOLDEN)
    stream.s3 = _mix(first + _GOLDEN + _GOLDEN + _GOLDEN)


@inlined
def next_word(stream: Stream) -> Any:
    """Return the next 64 bits: one step of xoshiro256++."""
    s0, s1, s2, s3 = stream.s0, stream.s1, stream.s2, stream.s3
    total = s0 + s3
    word = ((total << np.uint64(23)) | (total >> np.uint64(41))) + s0
    s2 ^= s0
    s3 ^= s1
    stream.s0 = s0 ^ s3
    stream.s1 = s1 ^ s2
    stream.s2 = s2 ^ (s1 << np.uint64(17))
    stream.s3 = (s3 << np.uint64(45)) | (s3 >> np.uint64(19))
    return word


@inlined
def below(stream: Stream, limit: Any) -> Any:
    """Return a uniformly random whole number below ``limit``."""
    n = np.uint64(limit)
    while True:
        product = (next_word(stream) >> np.uint64(32)) * n
        low = product & np.uint64(0xFFFFFFFF)
        # The first comparison almost always decides and avoids the division.
        if low >= n or low >= np.uint64(1 << 32) % n:
            return product >> np.uint64(32)


@inlined
def throw(faces: Any, stream: Stream, dice: Any) -> Any:
    """Roll ``dice`` dice and return the packed roll; ``adapters`` is the die's table."""
    number = below(stream, _WAYS[dice])
    high = number // _HALF_WAYS
    first = faces[_LOW[dice] + number - high * _HALF_WAYS]
    second = faces[_HIGH[dice] + high]
    return np.uint32(((first + second) & _COUNTS) | ((first | second) & ~_COUNTS))
