"""Convert positions to numbers, according to the fields that a game declares.

Each field becomes one or more integers, depending on its codec. If a field may be omitted, an omitted value becomes
zeros and all other values are counted from 1. Seats are counted from the viewer's seat. A set of dice becomes one count
per symbol, and a word becomes one number per letter. Observations for learners and network inputs are built from these
integers.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from roost.core.game import Field, Game, PerSeat
from roost.core.notation import Choice, Codec, Flag, Integer, Numbers, Seat, Word
from roost.core.plain import DiceOf

_TEXT = 40
"""Length of the encoding for a codec whose only encoding is its text; longer texts are cut off."""


class Way(NamedTuple):
    """The encoding of one codec's values."""

    most: tuple[int, ...]
    """Maximum of each number; the minimum is 0."""
    show: Callable[[Any, int], Sequence[int]]
    """Function that encodes a value as seen from a given seat."""


class Reading(NamedTuple):
    """A declared field, with the encoding of its values."""

    field: Field
    way: Way

    @property
    def is_each(self) -> bool:
        """Whether the field has a value for each seat."""
        return isinstance(self.field, PerSeat)

    @property
    def at_rest(self) -> Sequence[int]:
        """The encoding used when the value is omitted."""
        return [0] * len(self.way.most)


@lru_cache(maxsize=64)
def readings(kind: type[Game], players: int) -> tuple[Reading, ...]:
    """Return the fields of a game's positions in order. Positions always have the first two, but may omit others."""
    return tuple(Reading(item, way(item.codec, players, int(place > 1))) for place, item in enumerate(kind.layout()))


def way(codec: Codec[Any], players: int, above: int) -> Way:
    """Return the encoding of a codec's values.

    Its numbers start at ``above``, which is 1 for values that may be omitted.
    """
    match codec:
        case Integer(least, most):
            return Way((most - least + above,), lambda value, seat: (value - least + above,))
        case Flag():
            return Way((1 + above,), lambda value, seat: (value + above,))
        case Choice(words):
            return Way((len(words) - 1 + above,), lambda value, seat: (words.index(value) + above,))
        case Seat(words):
            return Way(
                (players + len(words) - 1 + above,),
                lambda value, seat: (
                    above + (players + words.index(value) if isinstance(value, str) else (value - seat) % players),
                ),
            )
        case Word(characters, longest):
            return Way((len(characters),) * longest, lambda value, seat: _letters(value, characters, longest))
        case DiceOf(die, most):
            return Way((most,) * len(die.symbols), lambda value, seat: value.counts)
        case Numbers(least, most, longest):
            return Way(
                (most - least + 1,) * longest,
                lambda value, seat: _padded([number - least + 1 for number in value], longest),
            )
    return Way((255,) * _TEXT, lambda value, seat: _padded(list(codec.text(value).encode()[:_TEXT]), _TEXT))


def _letters(value: str, characters: str, longest: int) -> list[int]:
    return _padded([characters.index(letter) + 1 for letter in value], longest)


def _padded(numbers: list[int], length: int) -> list[int]:
    return numbers + [0] * (length - len(numbers))
