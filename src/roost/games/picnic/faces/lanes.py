"""The lanes that one turn of Picnic Blitz can make of each track by itself: others' ants pushed, then a move or none.

A turn that changes several tracks is put together from these *entries* (:func:`put_together`). Of each track the first
entry is the track as it is.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from roost.games.picnic.board import TRACK_COUNT
from roost.games.picnic.faces.compiled import next_turn, set_lane
from roost.games.picnic.faces.packed_lane import relocated, space_of, standing
from roost.games.picnic.turn import DICE_COUNT, MOST_ATTACKS
from roost.study.fast.bits import bit
from roost.study.fast.compiler import called, entry_point, inlined
from roost.study.fast.records import NOBODY, OVER, Record

TRACKS = TRACK_COUNT
STEPS = DICE_COUNT + 1
"""No step, or one to six."""
MOST_PUSHES = MOST_ATTACKS + 1
"""The longest straight gives four attacks, and a Queen token one more."""
COSTS = MOST_PUSHES + 1
"""No attack, or one to five."""
MOST_LANES = 64
"""Lanes that attacks make of one track: at most 56, because three ants go back by up to five spaces in all and never
past one another. Each has a bit."""
_MOST_ENTRIES = MOST_LANES * STEPS
NUMBER_BITS = 9
"""Bits that number the entries of a track in a key."""
QUEEN_BIT = NUMBER_BITS * TRACKS
"""The bit of a key that tells whether the mover holds a Queen token after the turn."""
_NUMBER = np.uint64((1 << NUMBER_BITS) - 1)


class Entries(NamedTuple):
    """The entries of one turn. Those of track ``t`` lie from ``first[t]`` to ``first[t + 1]``."""

    lane: NDArray[np.int64]
    """The packed lane."""
    cost: NDArray[np.int64]
    steps: NDArray[np.int64]
    """The attacks and the steps that lead there."""
    gain: NDArray[np.int64]
    """The points that the move brings."""
    origin: NDArray[np.int64]
    """The number of the lane from which the move begins, among those that attacks make of the track."""
    first: NDArray[np.int64]
    farthest: NDArray[np.int64]
    """The most steps that are of use on each track; none where no move is allowed."""
    pushed: NDArray[np.int64]
    price: NDArray[np.int64]
    ahead: NDArray[np.uint64]
    """For each track the lanes that attacks make of it, the attacks that they take, and the mask of those that further
    attacks make of them, itself included."""


def make_entries() -> Entries:
    """Room for the entries of a turn."""
    per_entry, per_lane = TRACKS * _MOST_ENTRIES, (TRACKS, MOST_LANES)
    lane, cost, steps, gain, origin = (np.zeros(per_entry, np.int64) for _ in range(5))
    pushed, price = np.zeros(per_lane, np.int64), np.zeros(per_lane, np.int64)
    first, farthest, ahead = np.zeros(TRACKS + 1, np.int64), np.zeros(TRACKS, np.int64), np.zeros(per_lane, np.uint64)
    return Entries(lane, cost, steps, gain, origin, first, farthest, pushed, price, ahead)


@inlined
def number_in(key: Any, track: Any) -> Any:
    """The number of a track's entry in a key."""
    return np.int64(key >> np.uint64(NUMBER_BITS * track) & _NUMBER)


@called
def pushed_back(lane: Any, owner: Any) -> Any:
    """The lane after one attack on a player's ant (PB-7)."""
    return np.int64(relocated(lane, owner, space_of(lane, owner) - 1, False))


@called
def _push_all(rules: Record, state: Record, track: Any, most: Any, entries: Entries) -> Any:
    """List what up to ``most`` attacks make of a track; returns how many lanes there are."""
    pushed, price, ahead = entries.pushed, entries.price, entries.ahead
    players, length = np.int64(rules.players), rules.length[track]
    pushed[track, 0], price[track, 0] = state.lanes[track], 0
    count, place = 1, 0
    while place < count:
        lane = pushed[track, place]
        ahead[track, place] = bit(place)
        _, active, held = standing(lane, length)
        cost = price[track, place] + (2 if held else 1)
        for k in range(1, players):
            owner = (np.int64(state.seat) + k) % players
            if cost <= most and active >> owner & 1:
                made, number = pushed_back(lane, owner), 0
                while number < count and pushed[track, number] != made:
                    number += 1
                if number == count:
                    pushed[track, number], price[track, number] = made, cost
                    count += 1
                ahead[track, place] |= bit(number)
        place += 1
    for place in range(count - 1, -1, -1):  # a lane is pushed into lanes that come later only
        for number in range(place + 1, count):
            if ahead[track, place] >> np.uint64(number) & np.uint64(1):
                ahead[track, place] |= ahead[track, number]
    return count


@called
def list_entries(rules: Record, state: Record, most: Any, entries: Entries) -> Any:
    """List the entries of every track for a turn with up to ``most`` attacks; returns how many there are.

    Steps that lead no further than fewer do are left out.
    """
    seat, count = np.int64(state.seat), np.int64(0)
    for track in range(TRACKS):
        entries.first[track], entries.farthest[track] = count, 0
        length, space = np.int64(rules.length[track]), np.int64(space_of(state.lanes[track], seat))
        for place in range(_push_all(rules, state, track, most, entries)):
            lane = entries.pushed[track, place]
            present, active, held = standing(lane, rules.length[track])
            is_open = not held and (active >> seat & 1 or not present >> seat & 1)  # PB-11
            end: Any = min(STEPS, length - space + 1) if is_open else 1
            for steps in range(end):
                target = space + steps
                entries.lane[count] = np.int64(relocated(lane, seat, target, True)) if steps else lane
                entries.cost[count], entries.steps[count] = entries.price[track, place], steps
                entries.gain[count] = np.int64(rules.worth[track]) if steps and target == length else 0
                entries.origin[count] = place
                entries.farthest[track] = max(entries.farthest[track], steps)
                count += 1
    entries.first[TRACKS] = count
    return count


@entry_point
def list_turn(rulebook: Any, states: Any, entries: Entries) -> Any:
    """List the entries of the turn of the state in ``states[0]``, however many attacks the dice may give."""
    return list_entries(rulebook[0], states[0], np.int64(MOST_PUSHES), entries)


@entry_point
def put_together(rulebook: Any, starts: Any, entries: Entries, keys: Any, out: Any) -> None:
    """Put the positions after whole turns together from the entries that ``keys`` number, nine bits for each track.

    The bit after these tells whether the mover holds a Queen token then.
    """
    rules = rulebook[0]
    seat = np.int64(starts[0].seat)
    queen = np.uint32(bit(seat))
    for i in range(len(keys)):
        out[i] = starts[0]
        next_turn(rules, out[i])
        for track in range(TRACKS):
            number = number_in(keys[i], track)
            if number:
                set_lane(rules, out[i], track, entries.lane[entries.first[track] + number])
        held = keys[i] >> np.uint64(QUEEN_BIT) & np.uint64(1)
        out[i].queens = (out[i].queens & ~queen) | (queen if held else np.uint32(0))
        if out[i].scores[seat] >= rules.goal:
            out[i].node = OVER
            out[i].seat = NOBODY
