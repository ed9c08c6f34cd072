"""Picnic Blitz in packed form: dice, and ants on six tracks (rules PB-1 to PB-15).

Tracks are counted from 0; a mask of tracks has a bit for each.

Actions: 0 to 63 re-roll the dice whose bits are set, when the six dice are sorted (bit 0 is the lowest die); of equal
dice the first ones are named, and 0 keeps all. Then ``QUEEN_REROLL``, ``QUEEN_ATTACK``, ``SKIP``, ``PASS``, ``MOVE``
on track 1 to 6, and ``PUSH`` on track 1 to 6 the ant of the player one seat on, then two seats on, ….
"""

from typing import Any

import numpy as np

from roost.games.picnic.faces.packed_lane import relocated, space_of, standing
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
"""The next step, beside those that every game knows: dice in the air fall, dice may be re-rolled, the player may do
anything, attacking has begun, a second move is possible."""

QUEEN_REROLL, QUEEN_ATTACK, SKIP, PASS, MOVE = range(64, 69)
PUSH = MOVE + _TRACKS

RULES = np.dtype(
    [
        *COMMON_RULES,
        number("beginner"),
        number("goal"),
        many("length", _TRACKS),  # the spaces of each track
        many("worth", _TRACKS),  # what its food is worth
    ]
)
STATE = np.dtype(
    [
        number("node"),
        number("seat"),  # whose turn it is, NOBODY before the draw and after the end
        number("dice"),  # those on the table, packed
        number("in_the_air"),  # how many are re-rolled just now
        number("rerolls"),  # how many dice may still be re-rolled
        number("groups"),  # in how many groups
        number("attacks"),  # those left, once attacking has begun
        number("first_move"),  # its track, while a second move is possible
        number("queens"),  # the mask of seats with a Queen token
        number("held"),  # the mask of tracks whose Food square is held
        many("lanes", _TRACKS),  # the ants from back to front, a byte each: the space times four plus the seat
        many("active", _SEATS),  # for each seat the mask of tracks where its ant is active
        many("open", _SEATS),  # for each seat the mask of tracks that are open to it
        many("scores", _SEATS),
    ]
)


def _is_canonical(subset: int, cuts: int) -> bool:
    """Whether of equal dice the first ones are named; ``cuts`` has a bit for each place where a new number begins."""
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
    """A packed roll from its counts alone."""
    shown = (counts | counts >> 1 | counts >> 2) & 0x111111
    mask = 0
    for i in range(_TRACKS):
        mask |= (shown >> 4 * i & 1) << i
    return counts | mask << MASK_AT


@inlined
def _cuts(counts: Any) -> Any:
    """A bit for each place of the sorted dice where a new number begins."""
    ends, cuts = counts * 0x111111, 0
    for i in range(_TRACKS):
        cuts |= 1 << (ends >> 4 * i & 15)
    return cuts & 63


@inlined
def _taken(counts: Any, subset: Any) -> Any:
    """The counts of the sorted dice whose bits are set."""
    taken: Any = 0
    rest = subset
    for i in range(_TRACKS):
        count = counts >> 4 * i & 15
        taken |= count_ones(rest & ((1 << count) - 1)) << np.uint64(4 * i)
        rest >>= count
    return taken


@inlined
def fresh_rerolls(rules: Record, state: Record) -> Any:
    """A player's whole allowance of re-rolls: how many dice, in how many groups (PB-4, PB-15)."""
    dice = np.int64(3 if rules.beginner else count_ones(np.uint64(state.active[state.seat])))
    return dice, 0 if dice == 0 else 1 if dice <= 3 else 2


# -- lanes -------------------------------------------------------------------------------------------------------------


@called
def set_lane(rules: Record, state: Record, track: Any, lane: Any) -> None:
    """Lay out a track anew, and work out who is active there and to whom it is open (PB-3, PB-8, PB-11)."""
    state.lanes[track] = lane
    present, active, held = standing(lane, rules.length[track])
    here = 1 << track
    worth = rules.worth[track]
    was_held = state.held & here
    state.held = (state.held & ~here) | (here if held else 0)
    for seat in range(rules.players):
        mine = active >> seat & 1
        was_mine = state.active[seat] & here
        may_move = not held and (mine or not present >> seat & 1)
        if was_held and was_mine:
            state.scores[seat] -= worth
        if held and mine:
            state.scores[seat] += worth
        state.active[seat] = (state.active[seat] & ~here) | (here if mine else 0)
        state.open[seat] = (state.open[seat] & ~here) | (here if may_move else 0)


# -- choices -----------------------------------------------------------------------------------------------------------


@inlined
def attacks_of(state: Record) -> Any:
    """The attacks that the player can use now (PB-6)."""
    if state.node == ATTACK:
        return state.attacks
    return np.uint32(_ATTACKS[state.dice >> MASK_AT]) if state.node == ACT else np.uint32(0)


@inlined
def targets(state: Record, attacks: Any) -> Any:
    """The tracks on which this many attacks can push a free ant: two are needed from a Food square (PB-7)."""
    if attacks >= 2:
        return _ALL_TRACKS
    return _ALL_TRACKS & ~state.held if attacks else 0


@inlined
def _moves(rules: Record, state: Record) -> Any:
    """The tracks that the dice show and that are open to the player (PB-10, PB-11)."""
    return (state.dice >> MASK_AT) & state.open[state.seat]


@inlined
def _second_moves(rules: Record, state: Record, track: Any) -> Any:
    """PB-12: the moves on other tracks than the first move's."""
    return _moves(rules, state) & ~(1 << track)


@inlined
def legal(rules: Record, state: Record) -> Any:
    """The legal actions as the bits of two words, the first for the re-rolls."""
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


# -- what happens then -------------------------------------------------------------------------------------------------


@inlined
def next_turn(rules: Record, state: Record) -> None:
    """The turn is over, and the next player's begins."""
    seat = state.seat + 1
    _start_turn(state, ROLL, 0 if seat == rules.players else seat)


@inlined
def _act_stage(state: Record, node: Any) -> None:
    """Re-rolling is done."""
    state.node = node
    state.rerolls = 0
    state.groups = 0


@inlined
def _spend_queen(state: Record) -> None:
    state.queens ^= 1 << state.seat


@called
def _reroll(state: Record, subset: Any) -> None:
    """PB-4: some dice are picked up, or none and re-rolling is done."""
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
    """PB-10: the ant goes as many spaces as dice show its track; the second move spends the Queen token (PB-12)."""
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
    """PB-7: an ant goes back one space, to the bottom of a pile or off the board."""
    lane = state.lanes[track]
    attacks = attacks_of(state) - (2 if state.held >> track & 1 else 1)
    set_lane(rules, state, track, relocated(lane, owner, space_of(lane, owner) - 1, False))
    state.node = ATTACK
    state.attacks = attacks


@inlined
def act(rules: Record, state: Record, action: Any) -> None:
    """Play a legal action."""
    if action < QUEEN_REROLL:
        _reroll(state, action)
    elif action >= PUSH:
        which = action - PUSH
        push(rules, state, (state.seat + 1 + which // _TRACKS) % rules.players, which % _TRACKS)
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
    """How many dice are rolled here."""
    if state.node == ROLL:
        return np.uint32(rules.dice)
    return state.in_the_air if state.node == AGAIN else np.uint32(0)


@inlined
def roll(rules: Record, state: Record, shown: Any) -> None:
    """The dice fell, as a packed roll says."""
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
    """PB-14: the value of the Food squares that a player holds."""
    return state.scores[seat]


@inlined
def rank(rules: Record, state: Record, seat: Any) -> Any:
    """Nothing parts equal scores: only one player can reach the goal."""
    return 0


@inlined
def end_reason(rules: Record, state: Record) -> Any:
    """The place of the reason among the game's end reasons: there is one."""
    return 0
