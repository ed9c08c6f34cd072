"""Fast random numbers for kernels, documented here so that others can reproduce them.

* ``mix`` is the output function of SplitMix64; SplitMix64 started at ``z`` gives ``mix(z + G)``, ``mix(z + 2G)``, …
  with ``G = 0x9E3779B97F4A7C15``, all modulo 2^64.
* A *stream* is xoshiro256++, its four words the first four numbers of SplitMix64 started at the stream's seed.
* Game ``i`` of a run with seed ``s`` seeds its stream with number ``i`` of SplitMix64 started at ``s``. So no two games
  of a run share a stream, and each game can be replayed alone.
* A random integer below ``n`` takes the upper 32 bits ``x`` of the next word: the number is ``x * n >> 32``. To avoid
  bias, another word is taken while the lower 32 bits of ``x * n`` are below ``2^32 mod n``.
* A random first player is a random integer below the number of players.
* A roll of ``k`` dice takes one random integer below ``6^k``; its base-6 digits are the dice, lowest digit first. The
  faces of a die carry its symbols in order, each as often as it is printed.
* A uniformly random choice takes one random integer below the number of legal actions, as an index into their list.
"""

from functools import cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from roost.core.dice import Die
from roost.study.fast.compiler import inlined

Stream: TypeAlias = Any
"""A :data:`STREAM` record inside compiled code. Typed as Any, because compiled code has its own types."""

STREAM = np.dtype([(name, np.uint64) for name in ("s0", "s1", "s2", "s3")])
"""Data type of a random stream's state."""

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FACES = 6
_HALF = 4
"""Number of dice in each of two lookups. A table of 6^4 rolls fits into the fastest CPU cache, a table of 6^8 does
not."""
_HALF_WAYS = np.uint64(_FACES**_HALF)
_MOST_DICE = 8

_FIRST = [sum(_FACES**k for k in range(dice)) for dice in range(_HALF + 1)]
FACE_TABLE_SIZE = sum(_FACES**k for k in range(_HALF + 1))
"""Number of entries in the table of all rolls of up to four dice."""
_WAYS = np.array([_FACES**dice for dice in range(_MOST_DICE + 1)], np.uint64)
_LOW = np.array([_FIRST[min(dice, _HALF)] for dice in range(_MOST_DICE + 1)], np.uint64)
_HIGH = np.array([_FIRST[max(dice - _HALF, 0)] for dice in range(_MOST_DICE + 1)], np.uint64)

MASK_AT = 24
"""Index of the first bit of the symbol mask in a packed roll; the lower bits are six counts of four bits each."""
_COUNTS = np.uint32((1 << MASK_AT) - 1)


def pack_roll(counts: tuple[int, ...]) -> int:
    """Pack a roll into one number: four bits for each symbol's count, and from bit 24 on a bit per symbol present."""
    return sum(n << 4 * i | (n > 0) << MASK_AT + i for i, n in enumerate(counts))


@cache
def face_table(die: Die) -> NDArray[np.uint32]:
    """Return all packed rolls of zero to four dice, indexed by the random numbers that select them."""
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
    """Return the seed of game ``number`` in a run with the seed ``seed``."""
    return _mix(np.uint64(seed) + (np.uint64(number) + np.uint64(1)) * _GOLDEN)


@inlined
def start_stream(stream: Stream, seed: Any) -> None:
    """Set a compiled random stream to its first state for a seed."""
    first = np.uint64(seed) + _GOLDEN
    stream.s0 = _mix(first)
    stream.s1 = _mix(first + _GOLDEN)
    stream.s2 = _mix(first + _GOLDEN + _GOLDEN)
    stream.s3 = _mix(first + _GOLDEN + _GOLDEN + _GOLDEN)


@inlined
def next_word(stream: Stream) -> Any:
    """Return the next 64 random bits: one step of xoshiro256++."""
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
    """Return a uniformly random integer below ``limit``."""
    n = np.uint64(limit)
    while True:
        product = (next_word(stream) >> np.uint64(32)) * n
        low = product & np.uint64(0xFFFFFFFF)
        # The first comparison nearly always decides, which avoids the slow division.
        if low >= n or low >= np.uint64(1 << 32) % n:
            return product >> np.uint64(32)


@inlined
def throw(faces: Any, stream: Stream, dice: Any) -> Any:
    """Roll ``dice`` dice and return the packed roll; ``faces`` is the die's table from :func:`face_table`."""
    number = below(stream, _WAYS[dice])
    high = number // _HALF_WAYS
    first = faces[_LOW[dice] + number - high * _HALF_WAYS]
    second = faces[_HIGH[dice] + high]
    return np.uint32(((first + second) & _COUNTS) | ((first | second) & ~_COUNTS))
