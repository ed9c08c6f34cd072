"""Barbecue in packed form: plates and snails on spots (rules BQ-1 to BQ-13).

Spots are numbered from 0, the lowest, and sets of spots are bit masks.
"""

from typing import Any

import numpy as np

from roost.games.set_aside.adapters.packed_turn import (
    PICK,
    STOP,
    TURN_RULES,
    TURN_STATE,
    end_game,
    fresh_symbols,
    has_worm,
    is_complete,
    next_seat,
    set_aside,
    start_turn,
    stop_choices,
)
from roost.study.fast.bits import bit, highest
from roost.study.fast.compiler import called, inlined
from roost.study.fast.records import NOBODY, ROLL, Record, many, number

_SEATS = 5
_SPOTS = 14
NO_SNAIL_TO_PLACE, NO_SNAIL_TO_TAKE = range(2)

RULES = np.dtype(
    [
        *TURN_RULES,
        number("lowest"),  # the first spot's number
        number("spots"),  # how many spots the grill has
        number("snails"),  # how many snails the box has
        number("snail_points"),  # the points each snail is worth
        number("plates"),  # how many plates each player has
        many("worms", _SPOTS),  # how many worms are printed on each spot
    ]
)
STATE = np.dtype(
    [
        *TURN_STATE,
        number("snail_spots"),  # the bit mask of spots with a snail
        number("taken"),  # the bit mask of spots with a snail or with plates
        number("pool"),  # how many snails are in the pool
        number("ended"),  # once the game is over, the reason's index among the game's end reasons
        many("singles", _SEATS),  # for each seat, the bit mask of spots with one of its plates
        many("pairs", _SEATS),  # for each seat, the bit mask of spots with two of its plates
        many("plates", _SEATS),  # how many plates each seat has in hand
        many("worms", _SEATS),
        many("snails", _SEATS),
    ]
)


@inlined
def _spot(rules: Record, state: Record) -> Any:
    """Return the result's spot, counted from 0; below the first spot it is negative, above the last one too large."""
    return np.int64(state.total) - np.int64(rules.lowest)


@called
def claims(rules: Record, state: Record) -> Any:
    """Return 1 if the result is valid, else 0 (BQ-3)."""
    spot, seat = _spot(rules, state), state.seat
    if not has_worm(rules, state) or spot < 0:
        return 0
    if spot >= rules.spots:
        return 1  # BQ-10
    mask = bit(spot)
    if state.snail_spots & mask:
        return 1  # BQ-9
    if state.plates[seat] == 0:  # BQ-11
        return 0
    for owner in range(rules.players):
        if state.pairs[owner] & mask:  # BQ-8
            return 0
    return 1


@inlined
def legal(rules: Record, state: Record) -> Any:
    """Return the legal actions as the bits of two words, of which this game uses only the first."""
    if state.node == PICK:
        return np.uint64(fresh_symbols(state, state.roll)), np.uint64(0)
    if state.node == STOP:
        return np.uint64(stop_choices(rules, state, claims(rules, state))), np.uint64(0)
    return np.uint64(0), np.uint64(0)


@inlined
def _take_snail(rules: Record, state: Record, spot: Any) -> None:
    """Give the spot's snail to the player and leave the spot empty (BQ-9)."""
    state.snail_spots ^= bit(spot)
    state.taken ^= bit(spot)
    state.snails[state.seat] += 1


@inlined
def _end(rules: Record, state: Record, reason: Any) -> None:
    end_game(rules, state)
    state.ended = reason


@inlined
def _take_plate(rules: Record, state: Record, spot: Any) -> Any:
    """Return the single plate on a spot to its owner's hand, and return the owner or ``NOBODY``."""
    for owner in range(rules.players):
        if state.singles[owner] & bit(spot):
            state.singles[owner] ^= bit(spot)
            state.plates[owner] += 1
            return np.int64(owner)
    return np.int64(NOBODY)


@inlined
def _place_plate(rules: Record, state: Record, spot: Any) -> None:
    """Place a plate on an empty spot, in place of another player's plate, or beside the player's own (BQ-6 to BQ-8)."""
    seat, worms, mask = state.seat, rules.worms[spot], bit(spot)
    state.worms[seat] += worms
    state.plates[seat] -= 1
    if state.singles[seat] & mask:
        state.singles[seat] ^= mask
        state.pairs[seat] |= mask
        return
    owner = _take_plate(rules, state, spot)
    if owner != NOBODY:
        state.worms[owner] -= worms
    state.singles[seat] |= mask
    state.taken |= mask


@called
def _claim(rules: Record, state: Record) -> None:
    spot = _spot(rules, state)
    if spot < rules.spots:
        if state.snail_spots & bit(spot):
            _take_snail(rules, state, spot)
        else:
            _place_plate(rules, state, spot)
    elif state.pool:  # BQ-10
        state.pool -= 1
        state.snails[state.seat] += 1
    elif state.snail_spots:
        _take_snail(rules, state, highest(state.snail_spots))
    else:
        _end(rules, state, NO_SNAIL_TO_TAKE)
        return
    start_turn(rules, state, next_seat(rules, state))


@called
def _fail(rules: Record, state: Record) -> None:
    """Place a snail on the highest empty spot, or else replace the highest single plate with it (BQ-5)."""
    free = (bit(rules.spots) - np.uint64(1)) & ~np.uint64(state.taken)
    singles = np.uint64(0)
    if free == 0:
        for owner in range(rules.players):
            singles |= state.singles[owner]
    candidates = free if free else singles
    if candidates == 0 or state.pool == 0:  # BQ-12
        _end(rules, state, NO_SNAIL_TO_PLACE)
        return
    spot = highest(candidates)
    if free == 0:
        _take_plate(rules, state, spot)
    state.pool -= 1
    state.snail_spots |= bit(spot)
    state.taken |= bit(spot)
    start_turn(rules, state, next_seat(rules, state))


@inlined
def act(rules: Record, state: Record, action: Any) -> None:
    if action < rules.symbols:
        set_aside(rules, state, action)
        if is_complete(rules, state) and claims(rules, state) == 0:  # SA-6, BQ-4
            _fail(rules, state)
    elif action == rules.symbols:
        state.node = ROLL
    elif claims(rules, state):
        _claim(rules, state)
    else:
        _fail(rules, state)  # BQ-3


@inlined
def to_roll(rules: Record, state: Record) -> Any:
    return state.left if state.node == ROLL else 0


@inlined
def roll(rules: Record, state: Record, shown: Any) -> None:
    """Apply a packed roll; a dead roll fails the turn."""
    if fresh_symbols(state, shown):
        state.roll = shown
        state.node = PICK
    else:
        _fail(rules, state)  # SA-5


@inlined
def score(rules: Record, state: Record, seat: Any) -> Any:
    """Return a seat's points: worms count 1, snails 3 (BQ-13)."""
    return state.worms[seat] + rules.snail_points * state.snails[seat]


@called
def rank(rules: Record, state: Record, seat: Any) -> Any:
    """Return the tie-break: the highest spot that has a plate of this seat, counted from 1 (BQ-13)."""
    plates = np.uint64(state.singles[seat] | state.pairs[seat])
    return highest(plates) + np.uint64(1) if plates else np.uint64(0)


@inlined
def end_reason(rules: Record, state: Record) -> Any:
    return state.ended
