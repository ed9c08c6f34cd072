"""The board of Picnic Blitz: six tracks and the ants on them, in piles (PB-1, PB-3, PB-7 to PB-11)."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import lru_cache
from itertools import pairwise
from operator import attrgetter
from typing import Any, NamedTuple, TypeAlias

TRACK_COUNT = 6
"""Tracks of a board."""
MOST_PLAYERS = 4
"""Players at a table, at most."""


class Track(NamedTuple):
    """One track: how many spaces it has, the last of which is its Food square, and what that is worth."""

    length: int
    value: int


# PB-1
STANDARD_TRACKS = (Track(6, 2), Track(6, 2), Track(8, 3), Track(8, 3), Track(10, 4), Track(10, 4))
"""The six tracks as printed (PB-1): their lengths and points."""


class Ant(NamedTuple):
    """An ant on a track: the space where it stands, counted from 1, and the seat whose ant it is."""

    space: int
    seat: int


Ants: TypeAlias = tuple[Ant, ...]
"""The ants on one track from back to front, those in a pile from bottom to top."""

_space = attrgetter("space")


class Lane:
    """One track with the ants on it. Made by :func:`lane_of`.

    The ants are listed from back to front, and those of a pile from bottom to top. In that order every rule about
    piles is a place in the list: an ant is covered when the next one stands on its space, an ant that moves goes
    behind all that stand on its new space, and an ant that is pushed goes before them.
    """

    __slots__ = ("_hash", "_spaces", "active", "ants", "free", "holder", "length", "open", "push_cost")

    def __init__(self, ants: Ants, length: int) -> None:
        self.ants = ants
        self.length = length
        self._hash = hash((ants, length))
        where = {ant.seat: ant.space for ant in ants}
        self._spaces = tuple(where.get(seat, 0) for seat in range(MOST_PLAYERS))
        self.holder = ants[-1].seat if ants and ants[-1].space == length else None
        """The seat whose ant holds the Food square."""
        uncovered = (*(ant for ant, above in pairwise(ants) if above.space > ant.space), *ants[-1:])
        self.free = uncovered if self.holder is None else ants[-1:]
        """The ants that are not pinned (PB-8)."""
        self.active = sum(1 << ant.seat for ant in self.free)
        """Bit ``seat`` is set if the seat's ant is active: PB-3 and PB-8 draw the same line."""
        pinned = sum(1 << ant.seat for ant in ants) - self.active
        self.open = 0 if self.holder is not None else (1 << MOST_PLAYERS) - 1 - pinned
        """Bit ``seat`` is set if the seat may move here (PB-11)."""
        self.push_cost = 1 if self.holder is None else 2
        """How many attacks it takes to push a free ant back by one space (PB-7)."""

    def space_of(self, seat: int) -> int:
        """The space where a seat's ant stands, 0 if it is not on the track."""
        return self._spaces[seat]

    def moved(self, seat: int, steps: int) -> Lane:
        """The lane after a seat's ant moved or entered (PB-10): it goes on top of a pile (PB-9)."""
        target = min(self._spaces[seat] + steps, self.length)
        others = self._others(seat)
        place = bisect_right(others, target, key=_space)
        return lane_of((*others[:place], Ant(target, seat), *others[place:]), self.length)

    def pushed(self, seat: int) -> Lane:
        """The lane after a seat's ant was pushed back: to the bottom of a pile (PB-9), or off the board (PB-7)."""
        target = self._spaces[seat] - 1
        others = self._others(seat)
        place = bisect_left(others, target, key=_space)
        pushed = (Ant(target, seat),) if target else ()
        return lane_of((*others[:place], *pushed, *others[place:]), self.length)

    def _others(self, seat: int) -> Ants:
        return tuple([ant for ant in self.ants if ant.seat != seat])

    def __repr__(self) -> str:
        return f"lane_of({self.ants!r}, {self.length})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Lane) and (self.ants, self.length) == (other.ants, other.length)

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        return (lane_of, (self.ants, self.length))


@lru_cache(maxsize=1 << 16)
def lane_of(ants: Ants, length: int) -> Lane:
    """A track of this length with these ants. A game meets the same few again and again, so they are remembered."""
    return Lane(ants, length)


Board: TypeAlias = tuple[Lane, ...]
"""The lanes of the tracks 1 to 6."""
