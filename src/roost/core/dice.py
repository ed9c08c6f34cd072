"""Dice and rolls. A roll is a multiset, because only the number of dice showing each symbol matters.

A :class:`Die` knows its symbols and the number of faces that show each. :class:`Dice` are several equal dice rolled
together. They can list all distinct rolls with exact integer weights, or draw one roll without listing any.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import combinations_with_replacement, product
from math import factorial, prod
from typing import Any, NamedTuple

from roost.core.errors import NotationError, quote
from roost.core.stream import Stream


class Symbol(NamedTuple):
    """A symbol on a die's face: its character in text, its name and its value in points."""

    char: str
    name: str
    value: int


class Roll:
    """The result of rolling some dice. Equal rolls of one die are the same object: see :meth:`Die.roll`."""

    __slots__ = ("_hash", "counts", "die", "mask", "size", "text")

    die: Die
    counts: tuple[int, ...]
    """How many dice show each of the die's symbols."""
    size: int
    mask: int
    """Bit ``i`` is set if symbol ``i`` is shown."""
    text: str

    def __init__(self, die: Die, counts: tuple[int, ...]) -> None:
        self.die = die
        self.counts = counts
        self.size = sum(counts)
        self.mask = sum(1 << i for i, n in enumerate(counts) if n)
        self.text = "".join(s.char * n for s, n in zip(die.symbols, counts, strict=True)) or "-"
        self._hash = hash((die, counts))

    @property
    def total(self) -> int:
        """The sum of the dice's values."""
        return sum(n * s.value for s, n in zip(self.die.symbols, self.counts, strict=True))

    @property
    def weight(self) -> int:
        """The number of ways in which distinguishable dice can show this roll, out of ``faces ** size``."""
        ways = factorial(self.size) // prod(map(factorial, self.counts))
        return ways * prod(int(w**n) for w, n in zip(self.die.weights, self.counts, strict=True))

    def parts(self, most: int) -> Iterator[Roll]:
        """Yield every distinct selection of 1 to ``most`` of these dice, in a stable order."""
        for counts in product(*(range(n + 1) for n in self.counts)):
            if 0 < sum(counts) <= most:
                yield self.die.roll(counts)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Roll({self.text!r})"

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Roll) and self.counts == other.counts and self.die == other.die

    def __hash__(self) -> int:
        return self._hash

    def __add__(self, other: Roll) -> Roll:
        return self.die.roll(a + b for a, b in zip(self.counts, other.counts, strict=True))

    def __sub__(self, other: Roll) -> Roll:
        return self.die.roll(a - b for a, b in zip(self.counts, other.counts, strict=True))

    def __reduce__(self) -> tuple[Any, ...]:
        return (Die.roll, (self.die, self.counts))


@dataclass(frozen=True)
class Die:
    """One kind of die: its symbols and the number of faces that show each (``weights``)."""

    symbols: tuple[Symbol, ...]
    weights: tuple[int, ...]
    _rolls: dict[object, Roll] = field(default_factory=dict, init=False, repr=False, compare=False)
    _dice: dict[int, Dice] = field(default_factory=dict, init=False, repr=False, compare=False)

    @cached_property
    def faces(self) -> int:
        """The number of faces."""
        return sum(self.weights)

    @cached_property
    def average(self) -> float:
        """The average value of one rolled die."""
        return sum(s.value * w for s, w in zip(self.symbols, self.weights, strict=True)) / self.faces

    @cached_property
    def index(self) -> Mapping[str, int]:
        """The index of each symbol by its character."""
        return {symbol.char: i for i, symbol in enumerate(self.symbols)}

    @cached_property
    def _table(self) -> bytes:
        """The symbol index for each byte value of a stream. Rejected bytes have an entry only to fill the table."""
        faces = [i for i, weight in enumerate(self.weights) for _ in range(weight)]
        return bytes(faces[byte % len(faces)] for byte in range(256))

    @cached_property
    def _rejected(self) -> bytes:
        return bytes(range(256 // self.faces * self.faces, 256))

    def roll(self, counts: Iterable[int]) -> Roll:
        """Return the roll with ``counts[i]`` dice of symbol ``i``; the same object each time for the same counts."""
        key = tuple(counts)
        roll = self._rolls.get(key)
        if roll is None:
            roll = self._rolls.setdefault(key, Roll(self, key))
        return roll

    @cached_property
    def nothing(self) -> Roll:
        """The empty roll, which has no dice."""
        return self.roll((0,) * len(self.symbols))

    def parse(self, text: str) -> Roll:
        """Read a roll of any size: the symbols' characters in any order, ``-`` for no dice."""
        counts = [0] * len(self.symbols)
        if text != "-":
            for char in text.lower():
                index = self.index.get(char, self.index.get(char.upper()))
                if index is None:
                    known = " ".join(self.index)
                    raise NotationError(
                        f"{quote(text)} is not a roll: no face shows {char!r}; faces: {known}", input=text
                    )
                counts[index] += 1
        return self.roll(counts)

    def dice(self, count: int) -> Dice:
        """Return ``count`` dice of this kind."""
        dice = self._dice.get(count)
        return dice if dice is not None else self._dice.setdefault(count, Dice(self, count))

    def __reduce__(self) -> tuple[Any, ...]:
        return (Die, (self.symbols, self.weights))  # pickled without the cached rolls and dice


@dataclass(frozen=True)
class Dice:
    """Equal dice that are rolled together. Use :meth:`Die.dice` to make them."""

    die: Die
    count: int

    @property
    def ways(self) -> int:
        """The number of ways in which distinguishable dice can fall: the sum of all weights."""
        return int(self.die.faces**self.count)

    @cached_property
    def rolls(self) -> tuple[tuple[Roll, int], ...]:
        """Every distinct roll with its weight, in a stable order."""
        die, places = self.die, range(len(self.die.symbols))
        multisets = combinations_with_replacement(places, self.count)
        rolls = [die.roll(map(shown.count, places)) for shown in multisets]
        return tuple((roll, roll.weight) for roll in rolls)

    def draw(self, stream: Stream) -> Roll:
        """Draw a random roll with every face equally likely. Fast for any number of dice, as no rolls are listed."""
        die = self.die
        shown = bytes(sorted(stream.translated(self.count, die._table, die._rejected)))
        roll = die._rolls.get(shown)
        if roll is None:
            roll = die._rolls[shown] = die.roll(map(shown.count, range(len(die.symbols))))
        return roll

    def parse(self, text: str) -> Roll:
        """Read a roll from text; it must be a roll of exactly these dice."""
        shown = 0 if text == "-" else len(text)
        if shown != self.count:  # checked first, so that a long text cannot create a huge roll
            raise NotationError(f"{quote(text)} shows {shown} dice where {self.count} are rolled", input=text)
        return self.die.parse(text)

    def __contains__(self, roll: object) -> bool:
        if not isinstance(roll, Roll) or roll.size != self.count:
            return False
        return roll.die is self.die or roll.die == self.die

    def __str__(self) -> str:
        return f"{self.count} {'die' if self.count == 1 else 'dice'}"


@cache
def seat_die(seats: str) -> Die:
    """Return the die that decides which player goes first, with one face for each seat's letter."""
    symbols = tuple(Symbol(char, f"seat {char}", i) for i, char in enumerate(seats))
    return Die(symbols, (1,) * len(seats))


@cache
def standard_die() -> Die:
    """Return the ordinary die with faces 1 to 6."""
    return Die(tuple(Symbol(str(n), str(n), n) for n in range(1, 7)), (1,) * 6)
