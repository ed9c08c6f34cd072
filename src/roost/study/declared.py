"""Positions as numbers, read off the fields that a game declares.

Every field becomes some whole numbers, by its codec. A value that a position leaves out because it is at rest is all
zeros; so the values of such fields are counted from 1. Seats are counted from whoever looks. Dice are counted by their
symbols, and words go letter by letter. Observations of the environments and the inputs of networks are made of these.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from roost.core.game import Field, Game, PerSeat
from roost.core.notation import Choice, Codec, Flag, Integer, Numbers, Seat, Word
from roost.core.plain import DiceOf

_TEXT = 40
"""Places for a value that nothing better is known about than its text; more of it is not seen."""


class Way(NamedTuple):
    """The way in which values of one codec are shown."""

    most: tuple[int, ...]
    """The greatest of each number; the least is 0."""
    show: Callable[[Any, int], Sequence[int]]
    """The numbers for a value, as the seat sees it that is given."""


class Reading(NamedTuple):
    """A declared field, and how its values are shown."""

    field: Field
    way: Way

    @property
    def is_each(self) -> bool:
        """Whether there is a value for each seat."""
        return isinstance(self.field, PerSeat)

    @property
    def at_rest(self) -> Sequence[int]:
        """The numbers of a value that is left out."""
        return [0] * len(self.way.most)


@lru_cache(maxsize=64)
def readings(kind: type[Game], players: int) -> tuple[Reading, ...]:
    """The fields of a game's positions in their order. The first two are always given, the others may be at rest."""
    return tuple(Reading(item, way(item.codec, players, int(place > 1))) for place, item in enumerate(kind.layout()))


def way(codec: Codec[Any], players: int, above: int) -> Way:
    """The way in which the values of a codec are shown; numbers are counted from ``above``."""
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
                lambda value, seat: _padded([one - least + 1 for one in value], longest),
            )
    return Way((255,) * _TEXT, lambda value, seat: _padded(list(codec.text(value).encode()[:_TEXT]), _TEXT))


def _letters(value: str, characters: str, longest: int) -> list[int]:
    return _padded([characters.index(letter) + 1 for letter in value], longest)


def _padded(shown: list[int], length: int) -> list[int]:
    return shown + [0] * (length - len(shown))
