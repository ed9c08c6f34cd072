"""List the lanes that a turn of Picnic Blitz can make of each track by pushing rivals' ants, then moving or not.

Each such lane, with its attacks and steps, is an *entry*. A turn that changes several tracks combines an entry from
each track (:func:`put_together`). A track's first entry leaves it unchanged.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from roost.games.picnic.adapters.compiled import next_turn, set_lane
from roost.games.picnic.adapters.packed_lane import relocated, space_of, standing
from roost.games.picnic.board import TRACK_COUNT
from roost.games.picnic.turn import DICE_COUNT, MOST_ATTACKS
from roost.study.fast.bits import bit
from roost.study.fast.compiler import called, entry_point, inlined
from roost.study.fast.records import NOBODY, OVER, Record

TRACKS = TRACK_COUNT
STEPS = DICE_COUNT + 1
"""Number of possible step counts on a track: none, or one to six."""
MOST_PUSHES = MOST_ATTACKS + 1
"""Maximum number of attacks in a turn: four from the longest straight, and one more from a Queen token."""
COSTS = MOST_PUSHES + 1
"""Number of possible attack counts in a turn: none, or one to five."""
MOST_LANES = 64
"""Number of bits for the lanes that attacks can make of one track.

At most 56 lanes exist, because three ants are pushed back by up to five spaces in all and never pass one another.
"""
_MOST_ENTRIES = MOST_LANES * STEPS
NUMBER_BITS = 9
"""Number of bits for the index of a track's entry in a key."""
QUEEN_BIT = NUMBER_BITS * TRACKS
"""Bit of a key that says whether the mover holds a Queen token after the turn."""
_NUMBER = np.uint64((1 << NUMBER_BITS) - 1)


class Entries(NamedTuple):
    """The entries of one turn. Those of track ``t`` have the indices from ``first[t]`` to ``first[t + 1]``."""

    lane: NDArray[np.int64]
    """The packed lane."""
    cost: NDArray[np.int64]
    steps: NDArray[np.int64]
    """The entry's attacks and steps."""
    gain: NDArray[np.int64]
    """How many points the move gains."""
    origin: NDArray[np.int64]
    """Index of the lane from which the move begins, among the lanes that attacks make of the track."""
    first: NDArray[np.int64]
    farthest: NDArray[np.int64]
    """The maximum useful number of steps on each track; zero where no move is allowed."""
    pushed: NDArray[np.int64]
    price: NDArray[np.int64]
    ahead: NDArray[np.uint64]
    """For each track, the lanes that attacks make of it.

    For each lane, the attacks needed, and the bit mask of the lanes that further attacks make of it, including itself.
    """


def make_entries() -> Entries:
    """Return buffers for a turn's entries."""
    per_entry, per_lane = TRACKS * _MOST_ENTRIES, (TRACKS, MOST_LANES)
    lane, cost, steps, gain, origin = (np.zeros(per_entry, np.int64) for _ in range(5))
    pushed, price = np.zeros(per_lane, np.int64), np.zeros(per_lane, np.int64)
    first, farthest, ahead = np.zeros(TRACKS + 1, np.int64), np.zeros(TRACKS, np.int64), np.zeros(per_lane, np.uint64)
    return Entries(lane, cost, steps, gain, origin, first, farthest, pushed, price, ahead)


@inlined
def number_in(key: Any, track: Any) -> Any:
    """Return the index of a track's entry in a key."""
    return np.int64(key >> np.uint64(NUMBER_BITS * track) & _NUMBER)


@called
def pushed_back(lane: Any, owner: Any) -> Any:
    """Return the lane after one attack on a player's ant (PB-7)."""
    return np.int64(relocated(lane, owner, space_of(lane, owner) - 1, False))


@called
def _push_all(rules: Record, state: Record, track: Any, most: Any, entries: Entries) -> Any:
    """List the lanes that a track can become after up to ``most`` attacks, and return their number."""
    pushed, price, ahead = entries.pushed, entries.price, entries.ahead
    players, length = np.int64(rules.players), rules.length[track]
    pushed[track, 0], price[track, 0] = state.lanes[track], 0
    count, place = 1, 0
    while place < count:
        lane = pushed[track, place]
        ahead[track, place] = bit(place)
        _, active, food_held = standing(lane, length)
        cost = price[track, place] + (2 if food_held else 1)
        for k in range(1, players):
            owner = (np.int64(state.seat) + k) % players
            if cost <= most and active >> owner & 1:
                new_lane, number = pushed_back(lane, owner), 0
                while number < count and pushed[track, number] != new_lane:
                    number += 1
                if number == count:
                    pushed[track, number], price[track, number] = new_lane, cost
                    count += 1
                ahead[track, place] |= bit(number)
        place += 1
    for place in range(count - 1, -1, -1):  # attacks lead only to lanes that are listed later
        for number in range(place + 1, count):
            if ahead[track, place] >> np.uint64(number) & np.uint64(1):
                ahead[track, place] |= ahead[track, number]
    return count


@called
def list_entries(rules: Record, state: Record, most: Any, entries: Entries) -> Any:
    """List every track's entries for a turn with up to ``most`` attacks, and return how many there are.

    Steps beyond the Food square are omitted.
    """
    seat, count = np.int64(state.seat), np.int64(0)
    for track in range(TRACKS):
        entries.first[track], entries.farthest[track] = count, 0
        length, space = np.int64(rules.length[track]), np.int64(space_of(state.lanes[track], seat))
        for place in range(_push_all(rules, state, track, most, entries)):
            lane = entries.pushed[track, place]
            present, active, food_held = standing(lane, rules.length[track])
            is_open = not food_held and (active >> seat & 1 or not present >> seat & 1)  # PB-11
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
    """List the entries for the turn in ``states[0]``, for any number of attacks that dice may give."""
    return list_entries(rulebook[0], states[0], np.int64(MOST_PUSHES), entries)


@entry_point
def put_together(rulebook: Any, starts: Any, entries: Entries, keys: Any, out: Any) -> None:
    """Build the positions after whole turns from the entries selected by ``keys``.

    A key has nine bits for each track, then a bit for whether the mover holds a Queen token after the turn.
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
        has_queen = keys[i] >> np.uint64(QUEEN_BIT) & np.uint64(1)
        out[i].queens = (out[i].queens & ~queen) | (queen if has_queen else np.uint32(0))
        if out[i].scores[seat] >= rules.goal:
            out[i].node = OVER
            out[i].seat = NOBODY
