"""Codecs write and read values: as text for people, and as JSON with a JSON Schema for programs.

Options, positions and moves are declared as named values with a codec each. The command line, records, the API and
the published schema are all derived from these declarations, so they cannot disagree.

A codec raises :class:`ValueError` with half a sentence ("must be 5 to 11"). The caller adds the name and the
position, and raises one of Roost's errors.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement, product
from typing import Any, Generic, TypeAlias, TypeVar

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
"""A value as JSON."""

SEATS = "ABCDEFG"
"""The seats' letters in text. In code, seats are numbers from 0."""

EMPTY = "-"
"""The text of an empty value: no dice, no tiles, an empty stack."""

_Value = TypeVar("_Value")
_INTEGER = re.compile(r"[0-9]{1,6}")
_WORD = re.compile(r"[^\s=]+")
_FEW = 1_000
"""Maximum number of values that a codec lists."""
_RANGE = re.compile(r"([0-9]{1,6})(?:-([0-9]{1,6}))?")


def seat_letter(seat: int) -> str:
    """Return a seat's letter: A for seat 0."""
    return SEATS[seat]


class Codec(ABC, Generic[_Value]):
    """A codec writes and reads one kind of value, as text and as JSON."""

    @abstractmethod
    def text(self, value: _Value) -> str:
        """Return the value as people type it: never empty, and without spaces or characters special to a shell."""

    @abstractmethod
    def parse(self, text: str) -> _Value:
        """Read what :meth:`text` writes."""

    @abstractmethod
    def check(self, value: object) -> _Value:
        """Return the value if it is valid for this codec; raise ``ValueError`` otherwise."""

    def json(self, value: _Value) -> Json:
        """Return the value as JSON."""
        return value  # type: ignore[return-value]  # true for every codec that keeps this default

    def from_json(self, data: Json) -> _Value:
        """Read what :meth:`json` writes."""
        return self.check(data)

    @abstractmethod
    def schema(self) -> dict[str, Any]:
        """The JSON Schema of :meth:`json`."""

    @abstractmethod
    def describe(self) -> str:
        """Describe the allowed values in words."""

    @property
    @abstractmethod
    def pattern(self) -> str:
        """Return a regular expression for the values' texts, to be matched without regard to case."""

    def every(self) -> Sequence[_Value] | None:
        """Return every value in order, or None if there are too many to list."""
        return None

    def examples(self) -> Sequence[_Value]:
        """Return sample values to test reading and writing, including those with the shortest and longest text."""
        values = self.every()
        if values is None:
            raise TypeError(f"{type(self).__name__} must give examples of its values")
        return [*values[:3], *values[3:][-3:]]


def check_codec(codec: Codec[Any], whose: str, reserved: str = "") -> None:
    """Raise ``TypeError`` if an example of a codec cannot be read back from its text, or has a reserved character."""
    for value in codec.examples():
        text = codec.text(value)
        try:
            again = codec.parse(text)
        except ValueError as why:
            raise TypeError(f"{whose} is written {text!r}, which cannot be read: {why}") from None
        if again != value:
            raise TypeError(f"{whose} is written {text!r}, which is read as {again!r}, not {value!r}")
        if reserved and reserved in text:
            raise TypeError(f"{whose} is written {text!r}, but {reserved!r} separates the seats' values")
        if not re.fullmatch(codec.pattern, text, re.IGNORECASE | re.ASCII) or not _WORD.fullmatch(text):
            raise TypeError(f"{whose} is written {text!r}, which is not one word of the pattern {codec.pattern!r}")


def read_integer(text: str) -> int:
    """Read an integer in plain digits. Python's ``int`` would also accept ``1_0``, ``+1`` and ``٣``."""
    if not _INTEGER.fullmatch(text):
        raise ValueError(f"{text!r} is not a whole number")
    return int(text)


@dataclass(frozen=True)
class Integer(Codec[int]):
    """Codec for an integer within bounds."""

    least: int
    most: int

    def text(self, value: int) -> str:
        return str(value)

    def parse(self, text: str) -> int:
        return self.check(int(text) if _INTEGER.fullmatch(text) else text)

    def check(self, value: object) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not self.least <= value <= self.most:
            raise ValueError(f"must be {self.describe()}")
        return value

    @property
    def pattern(self) -> str:
        return r"\d+"

    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}

    def describe(self) -> str:
        return f"{self.least} to {self.most}"

    def every(self) -> Sequence[int] | None:
        return range(self.least, self.most + 1)


@dataclass(frozen=True)
class Flag(Codec[bool]):
    """Codec for yes or no."""

    def text(self, value: bool) -> str:
        return "yes" if value else "no"

    def parse(self, text: str) -> bool:
        match text.lower():
            case "yes" | "true" | "on" | "1":
                return True
            case "no" | "false" | "off" | "0":
                return False
        raise ValueError(f"must be {self.describe()}")

    def check(self, value: object) -> bool:
        if not isinstance(value, bool):
            raise ValueError(f"must be {self.describe()}")
        return value

    @property
    def pattern(self) -> str:
        return "yes|no|true|false|on|off|1|0"

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}

    def describe(self) -> str:
        return "yes or no"

    def every(self) -> Sequence[bool] | None:
        return (False, True)


@dataclass(frozen=True)
class Choice(Codec[str]):
    """Codec for one of a few words."""

    words: tuple[str, ...]

    def text(self, value: str) -> str:
        return value

    def parse(self, text: str) -> str:
        return self.check(text.lower())

    def check(self, value: object) -> str:
        if value not in self.words:
            raise ValueError(f"must be {self.describe()}")
        return str(value)

    @property
    def pattern(self) -> str:
        return "|".join(map(re.escape, self.words))

    def schema(self) -> dict[str, Any]:
        return {"enum": list(self.words)}

    def describe(self) -> str:
        return " or ".join((", ".join(self.words[:-1]), self.words[-1])) if self.words[1:] else self.words[0]

    def every(self) -> Sequence[str] | None:
        return self.words


@dataclass(frozen=True)
class Word(Codec[str]):
    """Codec for a word made of certain characters, such as the dice of a roll."""

    characters: str
    longest: int
    what: str

    def text(self, value: str) -> str:
        return value

    def parse(self, text: str) -> str:
        return self.check(text.lower())

    def check(self, value: object) -> str:
        if not isinstance(value, str) or not re.fullmatch(self.pattern, value):
            raise ValueError(f"must be {self.describe()}")
        return value

    @cached_property
    def pattern(self) -> str:
        return f"[{re.escape(self.characters)}]{{1,{self.longest}}}"

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "pattern": f"^{self.pattern}$"}

    def describe(self) -> str:
        count = f"1 to {self.longest}" if self.longest > 1 else "one"
        return f"{self.what}, {count} of {' '.join(self.characters)}"

    def every(self) -> Sequence[str] | None:
        return self.characters if self.longest == 1 else None

    def examples(self) -> Sequence[str]:
        ends = (self.characters[0], self.characters[-1])
        return [*ends, *(char * self.longest for char in ends)]


@dataclass(frozen=True)
class SomeOf(Word):
    """Codec for some of the dice on the table, by their characters in the die's order: ``115``."""

    def check(self, value: object) -> str:
        return "".join(sorted(super().check(value), key=self.characters.index))

    def every(self) -> Sequence[str] | None:
        sizes = range(1, self.longest + 1)
        return ["".join(some) for size in sizes for some in combinations_with_replacement(self.characters, size)]


@dataclass(frozen=True)
class Seat(Codec["int | str"]):
    """Codec for a seat, or for one of a few words instead of a seat (``random``)."""

    words: tuple[str, ...] = ()
    seats: str = SEATS

    def text(self, value: int | str) -> str:
        return value if isinstance(value, str) else seat_letter(value)

    def parse(self, text: str) -> int | str:
        if text.lower() in self.words:
            return text.lower()
        if len(text) == 1 and text.upper() in self.seats:
            return self.seats.index(text.upper())
        raise ValueError(f"must be {self.describe()}")

    def check(self, value: object) -> int | str:
        if isinstance(value, str):
            return self.parse(value)
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < len(self.seats):
            raise ValueError(f"must be {self.describe()}")
        return value

    @property
    def pattern(self) -> str:
        return "|".join((f"[{self.seats}]", *map(re.escape, self.words)))

    def schema(self) -> dict[str, Any]:
        seat: dict[str, Any] = {"type": "integer", "minimum": 0, "maximum": len(self.seats) - 1}
        return {"anyOf": [seat, {"enum": list(self.words)}]} if self.words else seat

    def describe(self) -> str:
        return " or ".join((f"a seat {self.seats[0]} to {self.seats[-1]}", *self.words))

    def every(self) -> Sequence[int | str] | None:
        return (*range(len(self.seats)), *self.words)


@dataclass(frozen=True)
class Numbers(Codec[tuple[int, ...]]):
    """Codec for a list of integers. With ``ranges``, runs of consecutive numbers are joined by a dash: ``21-24,26``.

    ``places`` is for lists of fixed length: it gives each number a label for screens, such as a column of a board.
    """

    least: int
    most: int
    longest: int
    shortest: int = 0
    ranges: bool = False
    places: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.places and not len(self.places) == self.shortest == self.longest:
            raise TypeError(f"{len(self.places)} places for {self.describe()}")

    def text(self, value: tuple[int, ...]) -> str:
        return _join(value, self.ranges)

    def parse(self, text: str) -> tuple[int, ...]:
        numbers: list[int] = []
        for part in () if text == EMPTY else text.split(","):
            match = _RANGE.fullmatch(part)
            if not match or (match[2] and not self.ranges):
                raise ValueError(f"must be {self.describe()}")
            low, high = int(match[1]), int(match[2] or match[1])
            if not self.least <= low <= high <= self.most:
                raise ValueError(f"{part!r} must be within {self.least} to {self.most}")
            numbers.extend(range(low, high + 1))
        return self.check(tuple(numbers))

    def check(self, value: object) -> tuple[int, ...]:
        if not isinstance(value, list | tuple) or not self.shortest <= len(value) <= self.longest:
            raise ValueError(f"must be {self.describe()}")
        return tuple(map(Integer(self.least, self.most).check, value))

    def json(self, value: tuple[int, ...]) -> Json:
        return list(value)

    @property
    def pattern(self) -> str:
        some = rf"\d+(?:[,{EMPTY if self.ranges else ''}]\d+)*"
        return some if self.shortest else f"{some}|{EMPTY}"

    def every(self) -> Sequence[tuple[int, ...]] | None:
        values, lengths = range(self.least, self.most + 1), range(self.shortest, self.longest + 1)
        if sum(len(values) ** length for length in lengths) > _FEW:
            return None
        return [numbers for length in lengths for numbers in product(values, repeat=length)]

    def examples(self) -> Sequence[tuple[int, ...]]:
        run = tuple(range(self.least, self.most + 1))[: self.longest]
        constant = [(n,) * length for n in (self.least, self.most) for length in (self.shortest, self.longest)]
        return [*constant, run] if len(run) >= self.shortest else constant

    def schema(self) -> dict[str, Any]:
        items = Integer(self.least, self.most).schema()
        return {"type": "array", "items": items, "minItems": self.shortest, "maxItems": self.longest}

    def describe(self) -> str:
        count = f"{self.shortest} to {self.longest}" if self.shortest < self.longest else f"{self.longest}"
        return f"{count} numbers of {self.least} to {self.most}"


@lru_cache(4_096)  # cached because most lists stay the same from one position to the next
def _join(numbers: tuple[int, ...], ranges: bool) -> str:
    if not ranges:
        return ",".join(map(str, numbers)) or EMPTY
    return ",".join([f"{a}" if a == b else f"{a}-{b}" for a, b in _runs(numbers)]) or EMPTY


def _runs(numbers: Sequence[int]) -> Iterable[tuple[int, int]]:
    """Yield the first and last number of each run of consecutive numbers: ``21 22 23 26`` is 21–23 and 26–26."""
    start = 0
    for i in range(1, len(numbers) + 1):
        if i == len(numbers) or numbers[i] != numbers[i - 1] + 1:
            yield numbers[start], numbers[i - 1]
            start = i
