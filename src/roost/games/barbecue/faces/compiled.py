"""Barbecue in packed form: plates and snails on spots (rules BQ-1 to BQ-13).

Spots are counted from 0, the lowest; a mask has a bit for each.
"""

from typing import Any

import numpy as np

from roost.games.set_aside.faces.packed_turn import (
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
        number("lowest"),  # the number of the lowest spot
        number("spots"),  # how many there are
        number("snails"),  # how many there are
        number("snail_points"),  # what each counts
        number("plates"),  # how many each player has
        many("worms", _SPOTS),  # on each spot
    ]
)
STATE = np.dtype(
    [
        *TURN_STATE,
        number("snail_spots"),  # the mask of spots with a snail
        number("taken"),  # the mask of spots with a snail or with plates
        number("pool"),  # the snails in the pool
        number("ended"),  # the place of the end's reason among the game's end reasons, once the game is over
        many("singles", _SEATS),  # the mask of spots with one plate of a seat
        many("pairs", _SEATS),  # the mask of spots with two
        many("plates", _SEATS),  # each seat's plates in hand
        many("worms", _SEATS),
        many("snails", _SEATS),
    ]
)


@inlined
def _spot(rules: Record, state: Record) -> Any:
    """The spot of the result, counted from 0: negative below the first, beyond the last for a result above all."""
    return np.int64(state.total) - np.int64(rules.lowest)


@called
def claims(rules: Record, state: Record) -> Any:
    """Whether the result is valid (BQ-3): 1 or 0."""
    spot, seat = _spot(rules, state), state.seat
    if not has_worm(rules, state) or spot < 0:
        return 0
    if spot >= rules.spots:
        return 1  # BQ-10
    here = bit(spot)
    if state.snail_spots & here:
        return 1  # BQ-9
    if state.plates[seat] == 0:  # BQ-11
        return 0
    for owner in range(rules.players):
        if state.pairs[owner] & here:  # BQ-8
            return 0
    return 1


@inlined
def legal(rules: Record, state: Record) -> Any:
    """The legal actions as the bits of two words; the second is not needed here."""
    if state.node == PICK:
        return np.uint64(fresh_symbols(state, state.roll)), np.uint64(0)
    if state.node == STOP:
        return np.uint64(stop_choices(rules, state, claims(rules, state))), np.uint64(0)
    return np.uint64(0), np.uint64(0)


@inlined
def _take_snail(rules: Record, state: Record, spot: Any) -> None:
    """BQ-9: the snail goes to the player, and the spot is empty again."""
    state.snail_spots ^= bit(spot)
    state.taken ^= bit(spot)
    state.snails[state.seat] += 1


@inlined
def _end(rules: Record, state: Record, reason: Any) -> None:
    end_game(rules, state)
    state.ended = reason


@inlined
def _take_plate(rules: Record, state: Record, spot: Any) -> Any:
    """The single plate on a spot goes back to its owner's hand: the owner, or ``NOBODY``."""
    for owner in range(rules.players):
        if state.singles[owner] & bit(spot):
            state.singles[owner] ^= bit(spot)
            state.plates[owner] += 1
            return np.int64(owner)
    return np.int64(NOBODY)


@inlined
def _place_plate(rules: Record, state: Record, spot: Any) -> None:
    """BQ-6 to BQ-8: a plate on an empty spot, in another's place, or beside one's own."""
    seat, worms, here = state.seat, rules.worms[spot], bit(spot)
    state.worms[seat] += worms
    state.plates[seat] -= 1
    if state.singles[seat] & here:
        state.singles[seat] ^= here
        state.pairs[seat] |= here
        return
    owner = _take_plate(rules, state, spot)
    if owner != NOBODY:
        state.worms[owner] -= worms
    state.singles[seat] |= here
    state.taken |= here


@called
def _claim(rules: Record, state: Record) -> None:
    """The turn ends on a valid result."""
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
    """BQ-5: a snail goes to the highest empty spot, or else takes the place of the highest single plate."""
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
    """Play a legal action."""
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
    """How many dice are rolled here."""
    return state.left if state.node == ROLL else 0


@inlined
def roll(rules: Record, state: Record, shown: Any) -> None:
    """The dice fell, as a packed roll says."""
    if fresh_symbols(state, shown):
        state.roll = shown
        state.node = PICK
    else:
        _fail(rules, state)  # SA-5


@inlined
def score(rules: Record, state: Record, seat: Any) -> Any:
    """BQ-13: worms count 1, snails 3."""
    return state.worms[seat] + rules.snail_points * state.snails[seat]


@called
def rank(rules: Record, state: Record, seat: Any) -> Any:
    """The tie-break: the highest spot with a plate of the seat, counted from 1 (BQ-13)."""
    plates = np.uint64(state.singles[seat] | state.pairs[seat])
    return highest(plates) + np.uint64(1) if plates else np.uint64(0)


@inlined
def end_reason(rules: Record, state: Record) -> Any:
    """The place of the reason among the game's end reasons."""
    return state.ended
