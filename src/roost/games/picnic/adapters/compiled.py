"""Picnic Blitz in packed form: dice, and ants on six tracks (rules PB-1 to PB-15).

Tracks are numbered from 0, and sets of tracks are bit masks.

Actions 0 to 63 re-roll the dice whose bits are set, when the six dice are sorted and bit 0 is the lowest die. Of equal
dice the first ones are re-rolled, and action 0 keeps all dice. Next come ``QUEEN_REROLL``, ``QUEEN_ATTACK``, ``SKIP``,
``PASS`` and ``MOVE`` on track 1 to 6. ``PUSH`` on track 1 to 6 follows, first for the ant of the next player, then for
the player after that, and so on.
"""

from typing import Any

import numpy as np

from roost.games.picnic.adapters.packed_lane import relocated, space_of, standing
from roost.games.picnic.turn import DIE, straight_attacks
from roost.study.fast.bits import count_ones
from roost.study.fast.chance import MASK_AT
from roost.study.fast.compiler import called, inlined
from roost.study.fast.records import NOBODY, OVER, ROLL, Record, many, number
from roost.study.fast.records import RULES as COMMON_RULES

_SEATS = 4
_TRACKS = 6
_ALL_TRACKS = (1 << _TRACKS) - 1

AGAIN, REROLL, ACT, ATTACK, MOVED = range(5, 10)
"""The nodes that only Picnic Blitz has: dice are re-rolled, dice may be re-rolled, the player may do anything,
attacking has begun, a second move is possible.
"""

QUEEN_REROLL, QUEEN_ATTACK, SKIP, PASS, MOVE = range(64, 69)
PUSH = MOVE + _TRACKS

RULES = np.dtype(
    [
        *COMMON_RULES,
        number("beginner"),
        number("goal"),
        many("length", _TRACKS),  # how many spaces each track has
        many("worth", _TRACKS),  # how many points each track's food is worth
    ]
)
STATE = np.dtype(
    [
        number("node"),
        number("seat"),  # the seat to play, NOBODY before the draw and after the end
        number("dice"),  # the dice on the table, packed
        number("in_the_air"),  # how many dice are being re-rolled
        number("rerolls"),  # how many dice may still be re-rolled
        number("groups"),  # how many groups these re-rolls may be divided into
        number("attacks"),  # how many attacks are left, once attacking has begun
        number("first_move"),  # the track of the first move, while a second is possible
        number("queens"),  # the bit mask of seats with a Queen token
        number("held"),  # the bit mask of tracks with an ant on the Food square
        many("lanes", _TRACKS),  # the ants from back to front, one byte each: the space times four plus the seat
        many("active", _SEATS),  # for each seat, the bit mask of tracks where its ant is active
        many("open", _SEATS),  # for each seat, the bit mask of tracks that are open to it
        many("scores", _SEATS),
    ]
)


def _is_canonical(subset: int, cuts: int) -> bool:
    """Whether only the first of equal dice are re-rolled; ``cuts`` has a bit for each die that begins a new number."""
    return all(not subset >> i & 1 or subset >> (i - 1) & 1 or cuts >> i & 1 for i in range(1, 6))


_BY_CUTS = np.array([sum(_is_canonical(s, cuts) << s for s in range(64)) for cuts in range(64)], np.uint64)
_UP_TO = np.array([sum((s.bit_count() <= most) << s for s in range(64)) for most in range(7)], np.uint64)
_ATTACKS = np.array(
    [straight_attacks(DIE.roll(mask >> i & 1 for i in range(_TRACKS))) for mask in range(1 << _TRACKS)], np.uint8
)


@called
def _start_turn(state: Record, node: Any, seat: Any) -> None:
    state.node = node
    state.seat = seat
    state.dice = 0
    state.in_the_air = 0
    state.rerolls = 0
    state.groups = 0
    state.attacks = 0
    state.first_move = 0


# -- dice --------------------------------------------------------------------------------------------------------------


@called
def _with_mask(counts: Any) -> Any:
    """Return a packed roll, given only its counts."""
    shown = (counts | counts >> 1 | counts >> 2) & 0x111111
    mask = 0
    for i in range(_TRACKS):
        mask |= (shown >> 4 * i & 1) << i
    return counts | mask << MASK_AT


@inlined
def _cuts(counts: Any) -> Any:
    """Return a bit mask of the sorted dice that begin a new number."""
    ends, cuts = counts * 0x111111, 0
    for i in range(_TRACKS):
        cuts |= 1 << (ends >> 4 * i & 15)
    return cuts & 63


@inlined
def _taken(counts: Any, subset: Any) -> Any:
    """Return the counts of the sorted dice whose bits are set."""
    taken: Any = 0
    rest = subset
    for i in range(_TRACKS):
        count = counts >> 4 * i & 15
        taken |= count_ones(rest & ((1 << count) - 1)) << np.uint64(4 * i)
        rest >>= count
    return taken


@inlined
def fresh_rerolls(rules: Record, state: Record) -> Any:
    """Return a player's full allowance of re-rolls: the number of dice and the number of groups (PB-4, PB-15)."""
    dice = np.int64(3 if rules.beginner else count_ones(np.uint64(state.active[state.seat])))
    return dice, 0 if dice == 0 else 1 if dice <= 3 else 2


# -- lanes -------------------------------------------------------------------------------------------------------------


@called
def set_lane(rules: Record, state: Record, track: Any, lane: Any) -> None:
    """Replace the ants on a track, and update where players are active and where they may move (PB-3, PB-8, PB-11)."""
    state.lanes[track] = lane
    present, active, food_held = standing(lane, rules.length[track])
    track_bit = 1 << track
    worth = rules.worth[track]
    was_held = state.held & track_bit
    state.held = (state.held & ~track_bit) | (track_bit if food_held else 0)
    for seat in range(rules.players):
        is_active = active >> seat & 1
        was_active = state.active[seat] & track_bit
        may_move = not food_held and (is_active or not present >> seat & 1)
        if was_held and was_active:
            state.scores[seat] -= worth
        if food_held and is_active:
            state.scores[seat] += worth
        state.active[seat] = (state.active[seat] & ~track_bit) | (track_bit if is_active else 0)
        state.open[seat] = (state.open[seat] & ~track_bit) | (track_bit if may_move else 0)


# -- choices -----------------------------------------------------------------------------------------------------------


@inlined
def attacks_of(state: Record) -> Any:
    """Return the attacks that the player can use now (PB-6)."""
    if state.node == ATTACK:
        return state.attacks
    return np.uint32(_ATTACKS[state.dice >> MASK_AT]) if state.node == ACT else np.uint32(0)


@inlined
def targets(state: Record, attacks: Any) -> Any:
    """Return the tracks on which this many attacks can push a free ant; an ant on a Food square takes two (PB-7)."""
    if attacks >= 2:
        return _ALL_TRACKS
    return _ALL_TRACKS & ~state.held if attacks else 0


@inlined
def _moves(rules: Record, state: Record) -> Any:
    """Return the tracks that the dice show and that are open to the player (PB-10, PB-11)."""
    return (state.dice >> MASK_AT) & state.open[state.seat]


@inlined
def _second_moves(rules: Record, state: Record, track: Any) -> Any:
    """Return the second moves, which must be on another track than the first move (PB-12)."""
    return _moves(rules, state) & ~(1 << track)


@inlined
def legal(rules: Record, state: Record) -> Any:
    """Return the legal actions as the bits of two words; the first word holds the re-rolls."""
    node = state.node
    if node == REROLL:
        queen = np.uint64(state.queens >> state.seat & 1)
        rerolls = _BY_CUTS[_cuts(state.dice & 0xFFFFFF)] & _UP_TO[state.rerolls]
        return rerolls, queen << np.uint64(QUEEN_REROLL - 64)
    if node < ACT:
        return np.uint64(0), np.uint64(0)
    seat = state.seat
    word = np.uint64(1 << (PASS - 64))
    if node == MOVED:
        return np.uint64(0), word | np.uint64(_second_moves(rules, state, state.first_move) << (MOVE - 64))
    queen = state.queens >> seat & 1
    word |= np.uint64(_moves(rules, state) << (MOVE - 64))
    if node == ACT and not queen and not rules.beginner:
        word |= np.uint64(1 << (SKIP - 64))  # PB-13
    attacks = attacks_of(state)
    pushed, with_queen = targets(state, attacks), targets(state, attacks + queen)
    for k in range(1, rules.players):
        active = state.active[(seat + k) % rules.players]
        word |= np.uint64((active & pushed) << (PUSH - 64 + _TRACKS * (k - 1)))  # PB-7, PB-8
        if queen and active & with_queen:
            word |= np.uint64(1 << (QUEEN_ATTACK - 64))
    return np.uint64(0), word


# -- what the actions do -----------------------------------------------------------------------------------------------


@inlined
def next_turn(rules: Record, state: Record) -> None:
    """End the turn and begin the next player's turn."""
    seat = state.seat + 1
    _start_turn(state, ROLL, 0 if seat == rules.players else seat)


@inlined
def _act_stage(state: Record, node: Any) -> None:
    """End the re-rolling."""
    state.node = node
    state.rerolls = 0
    state.groups = 0


@inlined
def _spend_queen(state: Record) -> None:
    state.queens ^= 1 << state.seat


@called
def _reroll(state: Record, subset: Any) -> None:
    """Pick up dice to re-roll, or none to end the re-rolling (PB-4)."""
    if subset == 0:
        _act_stage(state, ACT)
        return
    counts = state.dice & 0xFFFFFF
    state.dice = _with_mask(counts - _taken(counts, subset))
    state.in_the_air = count_ones(np.uint64(subset))
    state.rerolls -= state.in_the_air
    state.groups -= 1
    if state.rerolls == 0 or state.groups == 0:
        state.rerolls = 0
        state.groups = 0
    state.node = AGAIN


@called
def move(rules: Record, state: Record, track: Any) -> None:
    """Move an ant one space for each die that shows its track (PB-10); a second move costs the Queen token (PB-12)."""
    seat, lane = state.seat, state.lanes[track]
    second = state.node == MOVED
    target = min(space_of(lane, seat) + (state.dice >> 4 * track & 15), rules.length[track])
    set_lane(rules, state, track, relocated(lane, seat, target, True))
    if second:
        _spend_queen(state)
    if state.held >> track & 1 and state.scores[seat] >= rules.goal:  # PB-14
        _start_turn(state, OVER, NOBODY)
    elif state.queens >> seat & 1 and _second_moves(rules, state, track):
        state.node = MOVED
        state.attacks = 0
        state.first_move = track
    else:
        next_turn(rules, state)


@called
def push(rules: Record, state: Record, owner: Any, track: Any) -> None:
    """Push an ant back one space, to the bottom of a pile, or off the board (PB-7)."""
    lane = state.lanes[track]
    attacks = attacks_of(state) - (2 if state.held >> track & 1 else 1)
    set_lane(rules, state, track, relocated(lane, owner, space_of(lane, owner) - 1, False))
    state.node = ATTACK
    state.attacks = attacks


@inlined
def act(rules: Record, state: Record, action: Any) -> None:
    if action < QUEEN_REROLL:
        _reroll(state, action)
    elif action >= PUSH:
        offset = action - PUSH
        push(rules, state, (state.seat + 1 + offset // _TRACKS) % rules.players, offset % _TRACKS)
    elif action >= MOVE:
        move(rules, state, action - MOVE)
    elif action == QUEEN_REROLL:
        _spend_queen(state)
        state.rerolls, state.groups = fresh_rerolls(rules, state)
    elif action == QUEEN_ATTACK:
        state.attacks = attacks_of(state) + 1
        state.node = ATTACK
        _spend_queen(state)
    else:
        if action == SKIP:  # PB-13
            state.queens |= 1 << state.seat
        next_turn(rules, state)


@inlined
def to_roll(rules: Record, state: Record) -> Any:
    if state.node == ROLL:
        return np.uint32(rules.dice)
    return state.in_the_air if state.node == AGAIN else np.uint32(0)


@inlined
def roll(rules: Record, state: Record, shown: Any) -> None:
    may_reroll = False
    if state.node == ROLL:
        state.dice = shown
        state.rerolls, state.groups = fresh_rerolls(rules, state)
    else:
        counts = (state.dice & 0xFFFFFF) + (shown & 0xFFFFFF)
        state.dice = counts | ((state.dice | shown) & 0x3F000000)
        state.in_the_air = 0
        may_reroll = (state.queens >> state.seat & 1) == 1  # PB-5
    if may_reroll or state.rerolls:
        state.node = REROLL
    else:
        _act_stage(state, ACT)


@inlined
def score(rules: Record, state: Record, seat: Any) -> Any:
    """Return the value of the Food squares that a player holds (PB-14)."""
    return state.scores[seat]


@inlined
def rank(rules: Record, state: Record, seat: Any) -> Any:
    """Return 0: there is no tie-break, because only one player can reach the goal."""
    return 0


@inlined
def end_reason(rules: Record, state: Record) -> Any:
    """Return the end reason's index, which is always the same because there is only one reason."""
    return 0
