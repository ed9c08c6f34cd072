"""Dice and rolls. A roll is a multiset, because only the number of dice showing each symbol matters.

A :class:`Die` knows its symbols and the number of faces that show each. :class:`Dice` are several equal dice rolled
together; :class:`MixedDice` are of several kinds, or drawn from a bag first. Both can list all distinct rolls with
exact integer weights, or draw one roll without listing any.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import combinations_with_replacement, product
from math import comb, factorial, lcm, prod
from operator import add, sub
from typing import Any, NamedTuple

from roost.core.errors import NotationError, quote
from roost.core.stream import Stream

_MOST_FACES = _LARGEST_BAG = 256
"""Maximum number of a die's faces, and of the dice in a bag: as many as a byte can choose between."""
_MOST_MIXED = 99
_MOST_CACHED = 2_000
"""Maximum number of sets of dice that a die caches."""


class Symbol(NamedTuple):
    """A symbol on a die's face: its character in text, its name and its value in points."""

    char: str
    name: str
    value: int


class Roll:
    """The result of rolling some dice. Equal rolls of one die are the same object: see :meth:`Die.roll`."""

    __slots__ = ("_hash", "counts", "die", "mask", "size", "text", "total")

    die: Die
    counts: tuple[int, ...]
    """How many dice show each of the die's symbols."""
    size: int
    mask: int
    """Bit ``i`` is set if symbol ``i`` is shown."""
    text: str
    total: int
    """The sum of the dice's values."""

    def __init__(self, die: Die, counts: tuple[int, ...]) -> None:
        self.die = die
        self.counts = counts
        self.size = sum(counts)
        self.mask = sum(1 << i for i, n in enumerate(counts) if n)
        self.text = "".join(s.char * n for s, n in zip(die.symbols, counts, strict=True)) or "-"
        self.total = sum(n * s.value for s, n in zip(die.symbols, counts, strict=True))
        self._hash = hash((die, counts))

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
        return self.die.roll(map(add, self.counts, other.counts))

    def __sub__(self, other: Roll) -> Roll:
        return self.die.roll(map(sub, self.counts, other.counts))

    def __reduce__(self) -> tuple[Any, ...]:
        return (Die.roll, (self.die, self.counts))


@dataclass(frozen=True)
class Die:
    """One kind of die: its symbols and the number of faces that show each (``weights``).

    A die without weights only lists the symbols of a game whose dice depend on the position (:meth:`mixed`).
    """

    symbols: tuple[Symbol, ...]
    weights: tuple[int, ...] = ()
    _rolls: dict[object, Roll] = field(default_factory=dict, init=False, repr=False, compare=False)
    _dice: dict[object, Dice] = field(default_factory=dict, init=False, repr=False, compare=False)

    @cached_property
    def faces(self) -> int:
        """The number of faces."""
        return sum(self.weights)

    @cached_property
    def sides(self) -> tuple[Symbol, ...]:
        """The symbol on each face, in order. A die without weights has each symbol once."""
        weights = self.weights or (1,) * len(self.symbols)
        return tuple(symbol for symbol, weight in zip(self.symbols, weights, strict=True) for _ in range(weight))

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

    def mixed(self, *draws: tuple[int, Mapping[str, int]]) -> MixedDice:
        """Return dice of several kinds that are rolled together and show symbols of this die.

        Each draw is a number of dice, and a bag: how many dice of each kind are in it. A kind is written as the symbols
        on its faces, such as ``"aab"``. The dice of a draw leave its bag at random, none is put back, and then all are
        rolled. To roll certain dice, draw a whole bag. A card is a kind with one face.
        """
        parts = tuple((count, tuple((faces, n) for faces, n in bag.items() if n)) for count, bag in draws if count)
        dice = self._dice.get(parts)
        if dice is None:
            if len(self._dice) >= _MOST_CACHED:
                self._dice.clear()
            dice = self._dice.setdefault(parts, MixedDice(self, sum(count for count, _ in parts), parts))
        assert isinstance(dice, MixedDice)
        return dice

    def __reduce__(self) -> tuple[Any, ...]:
        return (Die, (self.symbols, self.weights))  # pickled without the cached rolls and dice


@dataclass(frozen=True)
class Dice:
    """Equal dice that are rolled together. Use :meth:`Die.dice` to make them."""

    die: Die
    count: int

    @property
    def text(self) -> str:
        """The dice as text if they depend on the position (:class:`MixedDice`), else empty."""
        return ""

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

    def draw(self, chance: Stream) -> Roll:
        """Draw a random roll with every face equally likely. Fast for any number of dice, as no rolls are listed."""
        die = self.die
        shown = bytes(sorted(chance.translated(self.count, die._table, die._rejected)))
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


@dataclass(frozen=True)
class MixedDice(Dice):
    """Dice of several kinds rolled together, each drawn from a bag first. Use :meth:`Die.mixed` to make them."""

    draws: tuple[tuple[int, tuple[tuple[str, int], ...]], ...]
    """Number of dice for each draw, with the bag: the faces and the number of each kind of dice in it."""

    def __post_init__(self) -> None:
        for count, bag in self.draws:
            in_bag = sum(number for _, number in bag)
            if not 0 < count <= in_bag <= _LARGEST_BAG or any(number < 0 for _, number in bag):
                raise ValueError(f"cannot draw {count} dice from a bag of {in_bag}; a bag has 1 to {_LARGEST_BAG}")
            for faces, _ in bag:
                if not faces or len(faces) > _MOST_FACES or not self.die.index.keys() >= set(faces):
                    raise ValueError(f"{faces!r} is no kind of dice: each face is one of {' '.join(self.die.index)}")
        if not 0 < self.count <= _MOST_MIXED:
            raise ValueError(f"a roll has 1 to {_MOST_MIXED} mixed dice, not {self.count}")

    @property
    def text(self) -> str:
        """The dice as text: ``2:aab*3,cd*1+1:ef*1`` draws two of four dice, and rolls them with an ``ef``."""
        bags = [(count, ",".join(f"{faces}*{number}" for faces, number in bag)) for count, bag in self.draws]
        return "+".join(f"{count}:{bag}" for count, bag in bags)

    @property
    def ways(self) -> int:
        return prod(comb(sum(number for _, number in bag), count) * _common(bag) ** count for count, bag in self.draws)

    @cached_property
    def rolls(self) -> tuple[tuple[Roll, int], ...]:
        weights = self._weights(None)
        return tuple((self.die.roll(counts), weights[counts]) for counts in sorted(weights, reverse=True))

    def draw(self, chance: Stream) -> Roll:
        """Draw a random roll. Each die takes a random byte to leave the bag, unless all do, and a byte for its face."""
        counts = [0] * len(self.die.symbols)
        for count, bag in self.draws:
            inside = [faces for faces, number in bag for _ in range(number)]
            is_whole = count == len(inside)
            for _ in range(count):
                faces = inside.pop(0 if is_whole else _byte_below(len(inside), chance))
                counts[self.die.index[faces[_byte_below(len(faces), chance)]]] += 1
        roll = self.__dict__["_drawn"] = self.die.roll(counts)
        return roll

    def __contains__(self, roll: object) -> bool:
        if roll is self.__dict__.get("_drawn"):  # the usual case; the general check takes long
            return True
        return super().__contains__(roll) and isinstance(roll, Roll) and roll.counts in self._weights(roll.counts)

    def _weights(self, most: tuple[int, ...] | None) -> dict[tuple[int, ...], int]:
        """Return the weight of each roll by its counts; if ``most`` is given, of rolls with at most these counts."""
        rolls = {(0,) * len(self.die.symbols): 1}
        for count, bag in self.draws:
            by_drawn: list[dict[tuple[int, ...], int]] = [rolls, *({} for _ in range(count))]
            common = _common(bag)
            for faces, number in bag:
                before, by_drawn = by_drawn, [dict(known) for known in by_drawn]
                sides = {face: faces.count(face) * common // len(faces) for face in dict.fromkeys(faces)}
                for drawn, thrown in enumerate(before):
                    for more in range(1, min(number, count - drawn) + 1):
                        thrown = self._thrown(thrown, sides, most)
                        chosen = by_drawn[drawn + more]
                        for counts, weight in thrown.items():
                            chosen[counts] = chosen.get(counts, 0) + weight * comb(number, more)
            rolls = by_drawn[count]
        return rolls

    def _thrown(
        self, rolls: dict[tuple[int, ...], int], sides: Mapping[str, int], most: tuple[int, ...] | None
    ) -> dict[tuple[int, ...], int]:
        """Return the weights after one more die with these sides is thrown."""
        thrown: dict[tuple[int, ...], int] = {}
        for counts, weight in rolls.items():
            for face, ways in sides.items():
                place = self.die.index[face]
                if most is None or counts[place] < most[place]:
                    after = (*counts[:place], counts[place] + 1, *counts[place + 1 :])
                    thrown[after] = thrown.get(after, 0) + weight * ways
        return thrown


def _common(bag: Iterable[tuple[str, int]]) -> int:
    """Return a number of faces that the number of faces of every kind in a bag divides."""
    return lcm(*(len(faces) for faces, _ in bag))


def _byte_below(limit: int, chance: Stream) -> int:
    """Return a random number below ``limit``, from one byte; bytes that would favour some numbers are skipped."""
    while (byte := chance.read(1)[0]) >= 256 - 256 % limit:
        pass
    return byte % limit


@cache
def seat_die(seats: str) -> Die:
    """Return the die that decides which player goes first, with one face for each seat's letter."""
    symbols = tuple(Symbol(char, f"seat {char}", i) for i, char in enumerate(seats))
    return Die(symbols, (1,) * len(seats))


@cache
def standard_die() -> Die:
    """Return the ordinary die with faces 1 to 6."""
    return Die(tuple(Symbol(str(n), str(n), n) for n in range(1, 7)), (1,) * 6)
