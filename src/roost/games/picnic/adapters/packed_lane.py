"""One track of Picnic Blitz in packed form: its ants from back to front, one byte each.

A byte is the space times four plus the seat. The ants of a pile come from bottom to top, so every rule about piles
depends only on this order (PB-3, PB-8, PB-9).
"""

from typing import Any

from roost.study.fast.compiler import called

MOST_ANTS = 4
"""Maximum number of ants on a track: one for each player."""


@called
def space_of(lane: Any, seat: Any) -> Any:
    """Return the space that a seat's ant is on, 0 if it is not on the track."""
    for i in range(MOST_ANTS):
        ant = lane >> 8 * i & 255
        if ant and ant & 3 == seat:
            return ant >> 2
    return 0


@called
def relocated(lane: Any, seat: Any, target: Any, on_top: Any) -> Any:
    """Return the lane with a seat's ant moved to ``target`` (0: off the board), on top of a pile or under it (PB-9)."""
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
    """Return bit masks of the seats with an ant on a track and of those active there, and whether the food is held.

    ``length`` is the number of spaces; see PB-3 and PB-8 for active ants.
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
    food_held = front >> 2 == length
    return present, 1 << (front & 3) if food_held else active, food_held
