"""Observations of any game: the fields of its positions, one after another.

Whatever belongs to players comes in the order of seats, one's own first, and seats are counted from one's own. A value
that a position leaves out because it is at rest is all zeros; so the values of such fields are counted from 1. Numbers
beyond 255 take several places, the highest first. Dice are counted by their symbols, and words go letter by letter.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from roost.core.game import Game, PerSeat
from roost.core.notation import Choice, Codec, Flag, Integer, Numbers, Seat, Word
from roost.core.plain import DiceOf
from roost.core.state import State
from roost.lab.envs.fields import Field

__all__ = ["fields", "see"]

_TEXT = 40
"""Places for a value that nothing better is known about than its text; more of it is not seen."""


class _Way(NamedTuple):
    """How values of one codec are shown."""

    most: tuple[int, ...]
    """The greatest number in each place."""
    show: Callable[[Any, int], Sequence[int]]
    """The numbers for a value, as the seat sees it that is given."""


def fields(game: Game) -> tuple[Field, ...]:
    """The fields of an observation, in their order."""
    found = []
    for place, item in enumerate(game.layout()):
        way = _way(item.codec, game.players, int(place > 1))
        count = game.players if isinstance(item, PerSeat) else 1
        meaning = f"{'for each player, one’s own first: ' if count > 1 else ''}{item.codec.describe()}"
        found.append(Field(item.name, count * len(way.most), max(way.most), meaning))
    return tuple(found)


def see(game: Game, state: State, seat: int) -> NDArray[np.uint8]:
    """What a seat sees of a state."""
    values, players = state.values(), game.players
    row: list[int] = []
    for place, item in enumerate(game.layout()):
        way = _way(item.codec, players, int(place > 1))
        is_each = isinstance(item, PerSeat)
        if item.name not in values:
            row += [0] * (len(way.most) * (players if is_each else 1))
            continue
        value: Any = values[item.name]
        for one in (*value[seat:], *value[:seat]) if is_each else (value,):
            row += way.show(one, seat)
    return np.array(row, np.uint8)


def _way(codec: Codec[Any], players: int, above: int) -> _Way:
    match codec:
        case Integer(least, most):
            size = _size(most - least + above)
            return _Way(_most(most - least + above, size), lambda value, seat: _digits(value - least + above, size))
        case Flag():
            return _Way((1 + above,), lambda value, seat: [value + above])
        case Choice(words):
            return _Way((len(words) - 1 + above,), lambda value, seat: [words.index(value) + above])
        case Seat(words):
            return _Way(
                (players + len(words) - 1 + above,),
                lambda value, seat: [
                    above + (players + words.index(value) if isinstance(value, str) else (value - seat) % players)
                ],
            )
        case Word(characters, longest):
            return _Way((len(characters),) * longest, lambda value, seat: _letters(value, characters, longest))
        case DiceOf(die, most):
            return _Way((most,) * len(die.symbols), lambda value, seat: value.counts)
        case Numbers(least, most, longest):
            size = _size(most - least + 1)
            return _Way(
                _most(most - least + 1, size) * longest,
                lambda value, seat: _padded(
                    [digit for one in value for digit in _digits(one - least + 1, size)], size * longest
                ),
            )
    return _Way((255,) * _TEXT, lambda value, seat: _padded(list(codec.text(value).encode()[:_TEXT]), _TEXT))


def _size(most: int) -> int:
    return max(1, (most.bit_length() + 7) // 8)


def _most(most: int, size: int) -> tuple[int, ...]:
    return (most >> 8 * (size - 1), *(255,) * (size - 1))


def _digits(value: int, size: int) -> list[int]:
    return list(value.to_bytes(size, "big"))


def _letters(value: str, characters: str, longest: int) -> list[int]:
    return _padded([characters.index(letter) + 1 for letter in value], longest)


def _padded(shown: list[int], length: int) -> list[int]:
    return shown + [0] * (length - len(shown))
