"""The lanes that attacks and a move of one turn can make of each track of Picnic Blitz, with points for the rooster.

Lanes are numbered as :class:`roost.games.picnic.faces.solver.boards.TrackLanes` numbers them: the track as it is first,
then what attacks make of it, fewest attacks first. Points are those of :mod:`.solver.progress`: their sums are exact.
"""

from typing import Any

import numpy as np

from roost.games.picnic.faces.packed_lane import MOST_ANTS, relocated, space_of, standing
from roost.games.picnic.faces.solver.progress import FINENESS
from roost.study.fast.bits import bit
from roost.study.fast.compiler import called
from roost.study.fast.records import Record

TRACKS = 6
STEPS = 7
"""No step, or one to six."""
COSTS = 6
"""No attack, or one to five: the longest straight gives four, and a Queen token one more."""
MOST_LANES = 64
"""For one track. There are at most 56: three ants go back by up to five spaces in all, and never past one another."""
FREE_ANT, COVERED_ANT, SHUT_OUT_ANT = range(3)
"""How an ant stands, for the table of points."""


@called
def _lane_points(rules: Record, track: Any, lane: Any, seat: Any, ant_points: Any) -> Any:
    """How many points a seat is ahead on a track."""
    _, active, held = standing(lane, rules.length[track])
    total, own = 0.0, 0.0
    for i in range(MOST_ANTS):
        ant = lane >> 8 * i & 255
        if ant == 0:
            break
        how = SHUT_OUT_ANT if held else FREE_ANT if active >> (ant & 3) & 1 else COVERED_ANT
        points = ant_points[track, how, ant >> 2]
        total += points
        if ant & 3 == seat:
            own = points
    return own - np.rint((total - own) / (np.int64(rules.players) - 1) * FINENESS) / FINENESS


@called
def pushed(lane: Any, owner: Any) -> Any:
    """The lane after one attack on a player's ant (PB-7)."""
    return np.int64(relocated(lane, owner, space_of(lane, owner) - 1, False))


@called
def _push_all(rules: Record, track: Any, seat: Any, most: Any, lanes: Any, cost: Any, ahead: Any) -> Any:
    """List what up to ``most`` attacks make of a track from its first lane on; returns how many lanes there are.

    ``ahead`` gets for each lane the mask of those that further attacks can make of it, itself included.
    """
    count, place = 1, 0
    cost[track, 0] = 0
    while place < count:
        lane = lanes[track, place]
        ahead[track, place] = bit(place)
        _, active, held = standing(lane, rules.length[track])
        price = cost[track, place] + (2 if held else 1)
        for i in range(MOST_ANTS):
            ant = lane >> 8 * i & 255
            if ant and price <= most and ant & 3 != seat and active >> (ant & 3) & 1:
                made, number = pushed(lane, ant & 3), 0
                while number < count and lanes[track, number] != made:
                    number += 1
                if number == count:
                    lanes[track, number] = made
                    cost[track, number] = price
                    count += 1
                ahead[track, place] |= bit(number)
        place += 1
    for place in range(count - 1, -1, -1):  # a lane is pushed into lanes that come later only
        for number in range(place + 1, count):
            if ahead[track, place] >> np.uint64(number) & np.uint64(1):
                ahead[track, place] |= ahead[track, number]
    return count


@called
def list_lanes(rules: Record, state: Record, most: Any, dice: Any, ant_points: Any, room: Any) -> None:
    """List the lanes of all tracks that the player to move can make by up to ``most`` attacks.

    ``room`` gets them, how many there are, their prices, what leads where, and what each of them counts after no step
    and after each number of steps; after those that the packed ``dice`` show only, if there are any. A move that is not
    allowed counts minus infinity.
    """
    lanes, counts, cost, ahead, points = room
    seat = np.int64(state.seat)
    for track in range(TRACKS):
        length = np.int64(rules.length[track])
        lanes[track, 0] = state.lanes[track]
        counts[track] = _push_all(rules, track, seat, most, lanes, cost, ahead)
        shown = np.int64(dice) >> 4 * track & 15
        for number in range(counts[track]):
            lane = lanes[track, number]
            present, active, held = standing(lane, rules.length[track])
            is_open = not held and (active >> seat & 1 or not present >> seat & 1)  # PB-11
            space, before = np.int64(space_of(lane, seat)), np.int64(-1)
            points[track, number, 0] = _lane_points(rules, track, lane, seat, ant_points)
            for steps in range(1, STEPS):
                points[track, number, steps] = -np.inf
                if not is_open or (dice and steps != shown):
                    continue
                target = min(space + steps, length)
                if target == before:
                    points[track, number, steps] = points[track, number, steps - 1]
                else:
                    moved = np.int64(relocated(lane, seat, target, True))
                    points[track, number, steps] = _lane_points(rules, track, moved, seat, ant_points)
                before = target
