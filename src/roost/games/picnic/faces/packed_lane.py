"""One track of Picnic Blitz in packed form: its ants from back to front, a byte each.

A byte is the space times four plus the seat. Those of a pile come from bottom to top, so that every rule about piles is
a place in that order (PB-3, PB-8, PB-9).
"""

from typing import Any

from roost.study.fast.compiler import called

MOST_ANTS = 4
"""One of each player."""


@called
def space_of(lane: Any, seat: Any) -> Any:
    """The space where a seat's ant stands, 0 if it is not on the track."""
    for i in range(MOST_ANTS):
        ant = lane >> 8 * i & 255
        if ant and ant & 3 == seat:
            return ant >> 2
    return 0


@called
def relocated(lane: Any, seat: Any, target: Any, on_top: Any) -> Any:
    """The lane with a seat's ant on ``target`` (0: off the board), on top of a pile or at its bottom (PB-9)."""
    rest, place = 0, 0
    waiting = target > 0
    for i in range(MOST_ANTS):
        ant = lane >> 8 * i & 255
        if ant == 0:
            break
        if ant & 3 == seat:
            continue
        space = ant >> 2
        if waiting and (space > target or (space == target and not on_top)):
            rest |= (target << 2 | seat) << place
            place += 8
            waiting = False
        rest |= ant << place
        place += 8
    if waiting:
        rest |= (target << 2 | seat) << place
    return rest


@called
def standing(lane: Any, length: Any) -> Any:
    """The seats with an ant on a track of so many spaces, those active there (PB-3, PB-8), and whether food is held.

    The first two answers are masks of seats.
    """
    present, active, front = 0, 0, 0
    for i in range(MOST_ANTS):
        ant = lane >> 8 * i & 255
        above = lane >> 8 * (i + 1) & 255 if i < MOST_ANTS - 1 else 0
        if ant:
            front = ant
            present |= 1 << (ant & 3)
            if above >> 2 != ant >> 2:
                active |= 1 << (ant & 3)
    held = front >> 2 == length
    return present, 1 << (front & 3) if held else active, held
