"""Encode positions of any game as network inputs: their declared fields, as ramps from 0 to 1.

:mod:`roost.study.declared` converts the fields to numbers. One row describes the table and one row each seat, with the
seat to move first, so the inputs do not depend on how seats are numbered. A seat's row also contains its score and how
many turns away its turn is, and the row of the seat to move repeats the table's row.

If a field lists places for each seat and another lists the same places for the table, the table's field is the mover's
progress in this turn. The mover is then shown as if they had kept this progress, and the gain is added to the table's
row. Each number becomes a few ramps between the values that occur in games: one ramp per step if there are few values,
else one per quantile group.
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
"""Maximum number of ramps for one number."""
_MOST_SEEN = 10_000
"""Maximum number of encoded values cached per field."""

Floats = NDArray[np.float32]


class FieldNumbers(NamedTuple):
    """The fields of several positions, as numbers."""

    table: NDArray[np.int32]
    seats: NDArray[np.int32]
    """For each position, one row per seat, beginning with the mover."""

    @classmethod
    def of(cls, game: Game, states: Sequence[State]) -> FieldNumbers:
        """Convert positions of one game, in each of which a seat is to move."""
        players = game.players
        per_seat, shared, of_a_seat, twins = _columns(type(game), players)
        table, seats = list[int](), list[int]()
        for state in states:
            values: dict[str, Any] = state.values()
            first, scores = state.seat, state.scores()
            assert first is not None
            for column in shared:
                table += column(values, first)
            for seat in (*range(first, players), *range(first)):
                for column in per_seat:
                    seats += column(values, seat, seat)
                for column in of_a_seat:
                    seats += column(values, seat)
                seats.append(scores[seat])
        count = len(states)
        numbers = cls(
            np.array(table, np.int32).reshape(count, -1), np.array(seats, np.int32).reshape(count, players, -1)
        )
        return numbers._with_progress(twins) if twins else numbers

    def _with_progress(self, twins: Sequence[_Twins]) -> FieldNumbers:
        """Show the mover as if they had kept their progress in this turn, and add the gain to the table's numbers."""
        gains = [self.table]
        for seat_row, under_way in twins:
            before = self.seats[:, 0, seat_row]
            gains.append(np.maximum(self.table[:, under_way] - before, 0))
            self.seats[:, 0, seat_row] = before + gains[-1]
        return FieldNumbers(np.concatenate(gains, axis=1), self.seats)

    def some(self, indices: NDArray[np.int64]) -> FieldNumbers:
        return FieldNumbers(self.table[indices], self.seats[indices])


class _Column:
    """A declared field that caches its encoded values, because most values recur from one position to the next."""

    def __init__(self, reading: Reading) -> None:
        self._name = reading.field.name
        self._show = reading.way.show
        self._at_rest = reading.at_rest
        self._cache: dict[Hashable, Sequence[int]] = {}

    def __call__(self, values: Mapping[str, Any], seat: int, place: int | None = None) -> Sequence[int]:
        if self._name not in values:
            return self._at_rest
        value = values[self._name] if place is None else values[self._name][place]
        encoded = self._cache.get((value, seat))
        if encoded is None:
            if len(self._cache) > _MOST_SEEN:
                self._cache.clear()
            encoded = self._cache[value, seat] = self._show(value, seat)
        return encoded


class _Twins(NamedTuple):
    """Two matching groups of columns: places in a seat's row, and the mover's progress on them in the table's row."""

    seat_row: slice
    under_way: slice


class _Columns(NamedTuple):
    """A game's fields, grouped by what they describe: every seat, the table, or one particular seat."""

    per_seat: tuple[_Column, ...]
    shared: tuple[_Column, ...]
    of_a_seat: tuple[_Column, ...]
    twins: tuple[_Twins, ...]


@lru_cache(maxsize=64)
def _columns(kind: type[Game], players: int) -> _Columns:
    fields = readings(kind, players)
    single = [item for item in fields if not item.is_each and item.field.name != "turn"]
    per_seat = [item for item in fields if item.is_each]
    shared = [item for item in single if not isinstance(item.field.codec, Seat)]
    of_a_seat = [item for item in single if isinstance(item.field.codec, Seat)]
    twins = [
        _Twins(seat_row, under_way)
        for seat_codec, seat_row in _places(per_seat)
        for codec, under_way in _places(shared)
        if seat_codec == codec and isinstance(seat_codec, Places) and seat_codec.places
    ]
    return _Columns(
        tuple(map(_Column, per_seat)), tuple(map(_Column, shared)), tuple(map(_Column, of_a_seat)), tuple(twins)
    )


def _places(items: Sequence[Reading]) -> list[tuple[Codec[Any], slice]]:
    """Return each field's codec with the columns that its numbers occupy."""
    ends = list(accumulate((len(item.way.most) for item in items), initial=0))
    return [(item.field.codec, slice(*bounds)) for item, bounds in zip(items, pairwise(ends), strict=True)]


class Ramps(NamedTuple):
    """Piecewise linear ramps from 0 to 1 for columns of numbers."""

    column: NDArray[np.int64]
    low: Floats
    high: Floats

    @classmethod
    def fitted(cls, numbers: NDArray[np.int32]) -> Self:
        """Fit ramps between the values that occur in each column."""
        ramps: list[tuple[int, float, float]] = []
        for column, column_values in enumerate(numbers.T):
            values = np.unique(column_values)
            if len(values) > _MOST_RAMPS + 1:
                values = np.unique(np.quantile(column_values, np.linspace(0, 1, _MOST_RAMPS + 1)))
            ramps += [(column, low, high) for low, high in zip(values[:-1].tolist(), values[1:].tolist(), strict=True)]
        columns, lows, highs = zip(*ramps, strict=True) if ramps else ((), (), ())
        return cls(np.array(columns, np.int64), np.array(lows, np.float32), np.array(highs, np.float32))

    def __call__(self, numbers: NDArray[np.int32]) -> Floats:
        inputs: Floats = (numbers[..., self.column] - self.low) / (self.high - self.low)
        return np.clip(inputs, 0, 1, out=inputs)


class InputEncoding:
    """Encodes a game's positions as network inputs."""

    def __init__(self, players: int, table: Ramps, seat: Ramps) -> None:
        self.players = players
        self._table = table
        self._seat = seat

    @classmethod
    def fitted(cls, numbers: FieldNumbers) -> Self:
        """Fit an encoding to the numbers of sample positions."""
        players = numbers.seats.shape[1]
        return cls(
            players, Ramps.fitted(numbers.table), Ramps.fitted(numbers.seats.reshape(len(numbers.seats) * players, -1))
        )

    @property
    def sizes(self) -> tuple[int, int]:
        """Number of inputs that describe the table, and number of inputs that describe each seat."""
        table, seat = len(self._table.column), len(self._seat.column)
        return table, seat + self.players + table

    def __call__(self, numbers: FieldNumbers) -> tuple[Floats, Floats]:
        """Encode positions; return the inputs that describe the table, and those that describe each seat."""
        count, width = len(numbers.table), len(self._seat.column)
        table: Floats = self._table(numbers.table)
        seats: Floats = np.zeros((count, self.players, self.sizes[1]), np.float32)
        seats[:, :, :width] = self._seat(numbers.seats)
        seats[:, :, width : width + self.players] = np.eye(self.players, dtype=np.float32)
        seats[:, 0, width + self.players :] = table
        return table, seats

    def arrays(self) -> dict[str, NDArray[Any]]:
        parts = {"table": self._table, "seat": self._seat}
        arrays = {f"{part}.{name}": array for part, ramps in parts.items() for name, array in ramps._asdict().items()}
        return {**arrays, "players": np.array(self.players)}

    @classmethod
    def restored(cls, arrays: Any) -> Self:
        table, seat = (Ramps(*(arrays[f"{part}.{name}"] for name in Ramps._fields)) for part in ("table", "seat"))
        return cls(int(arrays["players"]), table, seat)
