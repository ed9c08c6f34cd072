"""The board of Picnic Blitz: six tracks and the ants on them, in piles (PB-1, PB-3, PB-7 to PB-11)."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import lru_cache
from itertools import pairwise
from operator import attrgetter
from typing import Any, NamedTuple, TypeAlias

TRACK_COUNT = 6
"""Number of tracks on the board."""
MOST_PLAYERS = 4
"""Maximum number of players."""


class Track(NamedTuple):
    """A track: its number of spaces, the last of which is its Food square, and its points."""

    length: int
    value: int


# PB-1
STANDARD_TRACKS = (Track(6, 2), Track(6, 2), Track(8, 3), Track(8, 3), Track(10, 4), Track(10, 4))
"""The six printed tracks with their lengths and points (PB-1)."""


class Ant(NamedTuple):
    """An ant on a track: its space, counted from 1, and the seat of its owner."""

    space: int
    seat: int


Ants: TypeAlias = tuple[Ant, ...]
"""The ants on one track from back to front; ants in a pile are listed from bottom to top."""

_space = attrgetter("space")


class Lane:
    """A track with the ants on it, made by :func:`lane_of`.

    Ants are listed from back to front, and in a pile from bottom to top. Every rule about piles then depends only on
    this order: an ant is covered if the next one is on the same space, a moving ant goes after all ants on its new
    space, and a pushed ant goes before them.
    """

    __slots__ = ("_hash", "_spaces", "active", "ants", "free", "holder", "length", "open", "push_cost")

    def __init__(self, ants: Ants, length: int) -> None:
        self.ants = ants
        self.length = length
        self._hash = hash((ants, length))
        where = {ant.seat: ant.space for ant in ants}
        self._spaces = tuple(where.get(seat, 0) for seat in range(MOST_PLAYERS))
        self.holder = ants[-1].seat if ants and ants[-1].space == length else None
        """Seat whose ant holds the Food square, or None."""
        uncovered = (*(ant for ant, above in pairwise(ants) if above.space > ant.space), *ants[-1:])
        self.free = uncovered if self.holder is None else ants[-1:]
        """Ants that are not pinned (PB-8)."""
        self.active = sum(1 << ant.seat for ant in self.free)
        """Bit ``seat`` is set if the seat's ant is active. PB-3 and PB-8 both refer to these ants."""
        pinned = sum(1 << ant.seat for ant in ants) - self.active
        self.open = 0 if self.holder is not None else (1 << MOST_PLAYERS) - 1 - pinned
        """Bit ``seat`` is set if the seat may move on this track (PB-11)."""
        self.push_cost = 1 if self.holder is None else 2
        """Number of attacks needed to push a free ant back by one space (PB-7)."""

    def space_of(self, seat: int) -> int:
        """Return the space that a seat's ant is on, 0 if it is not on the track."""
        return self._spaces[seat]

    def moved(self, seat: int, steps: int) -> Lane:
        """Return the lane after a seat's ant moves or enters (PB-10); it goes on top of any pile (PB-9)."""
        target = min(self._spaces[seat] + steps, self.length)
        rest = self._without(seat)
        place = bisect_right(rest, target, key=_space)
        return lane_of((*rest[:place], Ant(target, seat), *rest[place:]), self.length)

    def pushed(self, seat: int) -> Lane:
        """Return the lane after a seat's ant is pushed back, either under a pile (PB-9) or off the board (PB-7)."""
        target = self._spaces[seat] - 1
        rest = self._without(seat)
        place = bisect_left(rest, target, key=_space)
        pushed = (Ant(target, seat),) if target else ()
        return lane_of((*rest[:place], *pushed, *rest[place:]), self.length)

    def _without(self, seat: int) -> Ants:
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
    """Return the cached lane for a track length and its ants; cached because a game has the same few over and over."""
    return Lane(ants, length)


Board: TypeAlias = tuple[Lane, ...]
"""The lanes of tracks 1 to 6."""
