"""A documented random number generator: SHA-256 in counter mode.

The same seed gives the same bytes on every platform and in every version of Python. A few lines in any language
reproduce them:

* ``key = SHA-256("roost stream 1:" + seed)``, with the seed as UTF-8 text;
* the stream is ``SHA-256(key + counter)`` for counter 0, 1, 2, … as 8 bytes, big-endian, concatenated;
* to draw an integer below ``n``, read the fewest bytes that can hold ``n`` values, big-endian, as a number; read again
  while it is not below the largest multiple of ``n`` that fits; then take it modulo ``n`` (so all are equally likely);
* to roll, draw an integer below the number of faces for each die in turn.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Self, TypeVar

_Item = TypeVar("_Item")
_BLOCKS_AT_ONCE = 16


class Stream:
    """A reproducible random number generator. Unlike games and states, a stream is mutable."""

    __slots__ = ("_at", "_buffer", "_counter", "_key")

    def __init__(self, seed: int | str) -> None:
        self._start(sha256(f"roost stream 1:{seed}".encode()).digest())

    @classmethod
    def from_key(cls, key: bytes) -> Self:
        """Make a stream from a key instead of a seed; used by verifiable dice."""
        stream = cls.__new__(cls)
        stream._start(key)
        return stream

    def _start(self, key: bytes) -> None:
        self._key = key
        self._counter = 0
        self._buffer = b""
        self._at = 0

    def read(self, count: int) -> bytes:
        """Return the next ``count`` bytes."""
        end = self._at + count
        while end > len(self._buffer):
            self._refill()
            end = self._at + count
        chunk = self._buffer[self._at : end]
        self._at = end
        return chunk

    def _refill(self) -> None:
        # Hash only one block at first, because many streams are made for a single roll.
        first, self._counter = self._counter, self._counter + (_BLOCKS_AT_ONCE if self._counter else 1)
        key = self._key
        blocks = [sha256(key + n.to_bytes(8, "big")).digest() for n in range(first, self._counter)]
        self._buffer = self._buffer[self._at :] + b"".join(blocks)
        self._at = 0

    def below(self, limit: int) -> int:
        """Return a random integer from 0 to ``limit - 1``, each equally likely."""
        if limit == 1:
            return 0  # no byte is needed to hold one value
        if limit <= 256:  # fast path for the most common case: one byte, read directly from the buffer
            fair = 256 - 256 % limit
            while True:
                if self._at == len(self._buffer):
                    self._refill()
                number = self._buffer[self._at]
                self._at += 1
                if number < fair:
                    return number % limit
        size = ((limit - 1).bit_length() + 7) // 8
        fair = 256**size // limit * limit
        while True:
            number = int.from_bytes(self.read(size), "big")
            if number < fair:
                return number % limit

    def choice(self, items: Sequence[_Item]) -> _Item:
        """Return one of ``items`` at random, each equally likely."""
        return items[self.below(len(items))]

    def translated(self, count: int, table: bytes, rejected: bytes) -> bytes:
        """Return ``count`` bytes mapped through ``table``, skipping the ``rejected`` bytes.

        Dice are drawn with this method. It gives the same result as mapping byte by byte, much faster.
        """
        end = self._at + count
        if end <= len(self._buffer):
            chunk, self._at = self._buffer[self._at : end].translate(table, rejected), end
        else:
            chunk = self.read(count).translate(table, rejected)
        while len(chunk) < count:
            chunk += self.read(count - len(chunk)).translate(table, rejected)
        return chunk
