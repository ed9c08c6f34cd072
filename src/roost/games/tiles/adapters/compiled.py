"""Heckmeck and Junior in packed form: tiles on a grill and in stacks (rules HM-1 to HM-11, JR-1 to JR-8).

Tiles have indices from 0 in ascending order, so Junior's two tiles with the same number have different indices. A field
that may hold no tile contains the tile's index plus one, and 0 means no tile.
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
from roost.study.fast.records import ROLL, Record, many, number

_SEATS = 7
_TILES = 16
MOST_RESULT = 48

RULES = np.dtype(
    [
        *TURN_RULES,
        number("returns_tile"),  # whether a failed turn costs the top tile (HM-7, JR-7)
        number("always_turns"),  # whether a tile is turned even if none was returned (HM-8, JR-7)
        number("spares_returned"),  # whether the tile just returned is not turned (HM-7, HM-11)
        number("must_snatch"),  # whether a possible snatch forbids a lower tile (JR-6)
        number("highest_tile_wins"),  # whether the highest single tile breaks a tie (HM-10)
        number("tiles"),  # how many tiles the box has
        many("number", _TILES),  # the number printed on each tile
        many("worms", _TILES),  # how many worms are on each tile
        many("up_to", MOST_RESULT + 1),  # for each result, the bit mask of the tiles up to that number
    ]
)
STATE = np.dtype(
    [
        *TURN_STATE,
        number("grill"),  # a bit for each tile that lies face up on the grill
        many("tops", _SEATS),  # each seat's top tile: its index plus one
        many("worms", _SEATS),  # how many worms each seat has
        many("below", _TILES),  # for each tile in a stack, the tile under it: its index plus one
    ]
)


@inlined
def _grill_choice(rules: Record, state: Record) -> Any:
    """Return the grill tiles that the result reaches; only the highest of them can be taken."""
    return state.grill & rules.up_to[state.total]


@called
def claims(rules: Record, state: Record) -> Any:
    if not has_worm(rules, state):  # SA-7
        return 0
    reached, total = _grill_choice(rules, state), state.total
    if reached and rules.number[highest(reached)] == total:
        return 1  # HM-2, JR-4
    earned = 1 if reached else 0  # HM-4, JR-6
    seat = state.seat
    for k in range(1, rules.players):
        owner = seat + k
        owner = owner - rules.players if owner >= rules.players else owner
        top = state.tops[owner]
        if top and rules.number[top - 1] == total:
            earned |= 1 << k  # HM-3, JR-5
    if rules.must_snatch and earned > 1:
        earned &= ~1
    return earned


@inlined
def legal(rules: Record, state: Record) -> Any:
    """Return the legal actions as the bits of two words, of which this game uses only the first."""
    if state.node == PICK:
        return np.uint64(fresh_symbols(state, state.roll)), np.uint64(0)
    if state.node == STOP:
        return np.uint64(stop_choices(rules, state, claims(rules, state))), np.uint64(0)
    return np.uint64(0), np.uint64(0)


@inlined
def _pop(rules: Record, state: Record, seat: Any) -> Any:
    """Take the top tile off a stack, and return its index plus one, or 0 if the stack is empty."""
    top = state.tops[seat]
    if top:
        state.tops[seat] = state.below[top - 1]
        state.worms[seat] -= rules.worms[top - 1]
    return top


@called
def _push(rules: Record, state: Record, seat: Any, tile: Any) -> None:
    """Put a tile on top of a stack (HM-5)."""
    state.below[tile] = state.tops[seat]
    state.tops[seat] = tile + 1
    state.worms[seat] += rules.worms[tile]


@called
def _next_turn(rules: Record, state: Record) -> None:
    """Begin the next player's turn, or end the game if the grill is empty (HM-9, JR-8)."""
    if state.grill:
        start_turn(rules, state, next_seat(rules, state))
    else:
        end_game(rules, state)


@called
def _fail(rules: Record, state: Record) -> None:
    """Fail the turn: return a tile and turn the grill's highest tile, if the rules say so (HM-7, JR-7)."""
    grill: Any = np.uint64(state.grill)
    returned: Any = np.uint64(0)
    if rules.returns_tile:
        top = _pop(rules, state, state.seat)
        if top:
            returned = bit(top - 1)
            grill |= returned
    turned = bit(highest(grill))
    if (returned or rules.always_turns) and not (turned == returned and rules.spares_returned):  # HM-8, HM-11
        grill ^= turned
    state.grill = grill
    _next_turn(rules, state)


@inlined
def act(rules: Record, state: Record, action: Any) -> None:
    if action < rules.symbols:
        set_aside(rules, state, action)
        if is_complete(rules, state) and claims(rules, state) == 0:  # SA-6
            _fail(rules, state)
    elif action == rules.symbols:
        state.node = ROLL
    elif action == rules.symbols + 1:
        reached = _grill_choice(rules, state)
        if reached and has_worm(rules, state):
            tile = highest(reached)
            state.grill ^= bit(tile)
            _push(rules, state, state.seat, tile)
            _next_turn(rules, state)
        else:
            _fail(rules, state)
    else:
        owner = (state.seat + action - rules.symbols - 1) % rules.players
        _push(rules, state, state.seat, _pop(rules, state, owner) - 1)
        _next_turn(rules, state)


@inlined
def roll(rules: Record, state: Record, shown: Any) -> None:
    """Apply a packed roll; a dead roll ends the turn."""
    if fresh_symbols(state, shown):
        state.roll = shown
        state.node = PICK
    elif rules.dead_roll_counts:  # SA-5
        state.roll = shown
        state.node = STOP
        if claims(rules, state) == 0:
            _fail(rules, state)
    else:
        _fail(rules, state)


@inlined
def to_roll(rules: Record, state: Record) -> Any:
    return state.left if state.node == ROLL else 0


@inlined
def score(rules: Record, state: Record, seat: Any) -> Any:
    return state.worms[seat]


@called
def rank(rules: Record, state: Record, seat: Any) -> Any:
    """Return the tie-break: the number of a seat's highest tile (HM-10); 0 in Junior."""
    best = 0
    if rules.highest_tile_wins:
        top = state.tops[seat]
        while top:
            best = max(best, rules.number[top - 1])
            top = state.below[top - 1]
    return best


@inlined
def end_reason(rules: Record, state: Record) -> Any:
    """Return the end reason's index, which is always the same because there is only one reason."""
    return 0
