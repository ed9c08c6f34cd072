"""A network's view of a position of any game: the numbers of its declared fields, as ramps from 0 to 1.

The numbers come from :mod:`roost.study.declared`. Those of the table are one row, those of each seat another, the seat
that is to move first; so nothing depends on how seats are numbered, and the rules may exchange them. A seat also knows
its score and how many turns it has to wait, and the mover sees the table once more as their own. Where each seat has a
row of places and the table another of the same ones, that is where the mover is under way: they are seen as if they had
come there, and what they would gain stands beside the table. Each number becomes some ramps between the values that it
had in games: one for every step where there are few, else between evenly filled groups.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from roost.core.game import Game
from roost.core.notation import Codec, Seat
from roost.core.notation import Numbers as Places
from roost.core.state import State
from roost.study.declared import Reading, readings

_MOST_RAMPS = 16
"""Ramps of one number."""
_MOST_SEEN = 10_000
"""Values of a field whose numbers are kept."""

Floats = NDArray[np.float32]


class Numbers(NamedTuple):
    """Some positions as the numbers of their fields."""

    table: NDArray[np.int32]
    seats: NDArray[np.int32]
    """For each position a row for each seat, the mover first."""

    @classmethod
    def of(cls, game: Game, states: Sequence[State]) -> Numbers:
        """Read positions of one game that are somebody's turn."""
        players = game.players
        each, shared, whose, twins = _columns(type(game), players)
        table, seats = list[int](), list[int]()
        for state in states:
            values: dict[str, Any] = state.values()
            first, scores = state.seat, state.scores()
            assert first is not None
            for column in shared:
                table += column(values, first)
            for seat in (*range(first, players), *range(first)):
                for column in each:
                    seats += column(values, seat, seat)
                for column in whose:
                    seats += column(values, seat)
                seats.append(scores[seat])
        count = len(states)
        found = cls(np.array(table, np.int32).reshape(count, -1), np.array(seats, np.int32).reshape(count, players, -1))
        return found._kept(twins) if twins else found

    def _kept(self, twins: Sequence[_Twins]) -> Numbers:
        """The mover's rows as if they kept what is under way, and what they would keep of it beside the table."""
        gains = [self.table]
        for own, under_way in twins:
            mine = self.seats[:, 0, own]
            gains.append(np.maximum(self.table[:, under_way] - mine, 0))
            self.seats[:, 0, own] = mine + gains[-1]
        return Numbers(np.concatenate(gains, axis=1), self.seats)

    def some(self, some: NDArray[np.int64]) -> Numbers:
        """Some of the positions."""
        return Numbers(self.table[some], self.seats[some])


class _Column:
    """A field, and the numbers that its values were seen as before: from one position to the next most stay."""

    def __init__(self, reading: Reading) -> None:
        self._name = reading.field.name
        self._show = reading.way.show
        self._at_rest = reading.at_rest
        self._seen: dict[Hashable, Sequence[int]] = {}

    def __call__(self, values: Mapping[str, Any], seat: int, place: int | None = None) -> Sequence[int]:
        if self._name not in values:
            return self._at_rest
        value = values[self._name] if place is None else values[self._name][place]
        seen = self._seen.get((value, seat))
        if seen is None:
            if len(self._seen) > _MOST_SEEN:
                self._seen.clear()
            seen = self._seen[value, seat] = self._show(value, seat)
        return seen


class _Twins(NamedTuple):
    """The places of two rows that belong together: one that each seat has, and one that is the mover's under way."""

    own: slice
    under_way: slice


class _Columns(NamedTuple):
    """The fields of a game by whom they are about: each seat, the table, or one of the seats."""

    each: tuple[_Column, ...]
    shared: tuple[_Column, ...]
    whose: tuple[_Column, ...]
    twins: tuple[_Twins, ...]


@lru_cache(maxsize=64)
def _columns(kind: type[Game], players: int) -> _Columns:
    found = readings(kind, players)
    others = [item for item in found if not item.is_each and item.field.name != "turn"]
    each = [item for item in found if item.is_each]
    shared = [item for item in others if not isinstance(item.field.codec, Seat)]
    whose = [item for item in others if isinstance(item.field.codec, Seat)]
    twins = [
        _Twins(own, under_way)
        for one, own in _places(each)
        for other, under_way in _places(shared)
        if one == other and isinstance(one, Places) and one.places
    ]
    return _Columns(tuple(map(_Column, each)), tuple(map(_Column, shared)), tuple(map(_Column, whose)), tuple(twins))


def _places(items: Sequence[Reading]) -> list[tuple[Codec[Any], slice]]:
    """The codecs of some fields, and where their numbers stand in a row."""
    ends = list(accumulate((len(item.way.most) for item in items), initial=0))
    return [(item.field.codec, slice(*bounds)) for item, bounds in zip(items, pairwise(ends), strict=True)]


class Ramps(NamedTuple):
    """The rise of numbers from 0 to 1."""

    column: NDArray[np.int64]
    low: Floats
    high: Floats

    @classmethod
    def fitted(cls, numbers: NDArray[np.int32]) -> Self:
        """Ramps between the values that each column had."""
        found: list[tuple[int, float, float]] = []
        for column, had in enumerate(numbers.T):
            values = np.unique(had)
            if len(values) > _MOST_RAMPS + 1:
                values = np.unique(np.quantile(had, np.linspace(0, 1, _MOST_RAMPS + 1)))
            found += [(column, low, high) for low, high in zip(values[:-1].tolist(), values[1:].tolist(), strict=True)]
        columns, lows, highs = zip(*found, strict=True) if found else ((), (), ())
        return cls(np.array(columns, np.int64), np.array(lows, np.float32), np.array(highs, np.float32))

    def __call__(self, numbers: NDArray[np.int32]) -> Floats:
        risen: Floats = (numbers[..., self.column] - self.low) / (self.high - self.low)
        return np.clip(risen, 0, 1, out=risen)


class Sight:
    """The ramps of a game's numbers."""

    def __init__(self, players: int, table: Ramps, seat: Ramps) -> None:
        self.players = players
        self._table = table
        self._seat = seat

    @classmethod
    def fitted(cls, seen: Numbers) -> Self:
        """The sight for numbers like these."""
        players = seen.seats.shape[1]
        return cls(players, Ramps.fitted(seen.table), Ramps.fitted(seen.seats.reshape(len(seen.seats) * players, -1)))

    @property
    def sizes(self) -> tuple[int, int]:
        """How many numbers a network gets about the table and about each seat."""
        table, seat = len(self._table.column), len(self._seat.column)
        return table, seat + self.players + table

    def __call__(self, seen: Numbers) -> tuple[Floats, Floats]:
        """See a position as a network does: the table, and each seat."""
        count, held = len(seen.table), len(self._seat.column)
        table: Floats = self._table(seen.table)
        seats: Floats = np.zeros((count, self.players, self.sizes[1]), np.float32)
        seats[:, :, :held] = self._seat(seen.seats)
        seats[:, :, held : held + self.players] = np.eye(self.players, dtype=np.float32)
        seats[:, 0, held + self.players :] = table
        return table, seats

    # -- to be kept ----------------------------------------------------------------------------------------------------

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Everything that must be kept."""
        parts = {"table": self._table, "seat": self._seat}
        kept = {f"{part}.{name}": array for part, ramps in parts.items() for name, array in ramps._asdict().items()}
        return {**kept, "players": np.array(self.players)}

    @classmethod
    def restored(cls, arrays: Any) -> Self:
        """The sight that :meth:`arrays` describes."""
        table, seat = (Ramps(*(arrays[f"{part}.{name}"] for name in Ramps._fields)) for part in ("table", "seat"))
        return cls(int(arrays["players"]), table, seat)
