"""Heckmeck and Junior in packed form: tiles on a grill and in stacks (rules HM-1 to HM-11, JR-1 to JR-8).

Tiles are counted from 0 in ascending order, and Junior's pairs are told apart. A place where no tile may lie holds
the tile plus one, so that 0 is none.
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
from roost.study.fast.records import ROLL, Record, many, number

_SEATS = 7
_TILES = 16
MOST_RESULT = 48

RULES = np.dtype(
    [
        *TURN_RULES,
        number("returns_tile"),  # HM-7, JR-7: whether a failed turn costs the top tile
        number("always_turns"),  # HM-8, JR-7: whether a tile is turned although none was returned
        number("spares_returned"),  # HM-7, HM-11: whether the tile just returned is not turned
        number("must_snatch"),  # JR-6: whether a lower tile may not be taken instead of a snatch
        number("highest_tile_wins"),  # HM-10: whether the highest single tile breaks a tie
        number("tiles"),  # how many there are
        many("number", _TILES),  # on each tile
        many("worms", _TILES),  # on each tile
        many("up_to", MOST_RESULT + 1),  # for each result, the mask of the tiles that show at most that number
    ]
)
STATE = np.dtype(
    [
        *TURN_STATE,
        number("grill"),  # a bit for each tile that lies face up on the grill
        many("tops", _SEATS),  # each seat's top tile, plus one
        many("worms", _SEATS),  # each seat's worms
        many("below", _TILES),  # for each tile in a stack, the one under it, plus one
    ]
)


@inlined
def _grill_choice(rules: Record, state: Record) -> Any:
    """The grill tiles that the result reaches, the highest of which can be taken."""
    return state.grill & rules.up_to[state.total]


@called
def claims(rules: Record, state: Record) -> Any:
    """Bit 0: the grill gives a tile. Bit ``k``: the top tile of the player ``k`` seats on can be snatched."""
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
    """The legal actions as the bits of two words; the second is not needed here."""
    if state.node == PICK:
        return np.uint64(fresh_symbols(state, state.roll)), np.uint64(0)
    if state.node == STOP:
        return np.uint64(stop_choices(rules, state, claims(rules, state))), np.uint64(0)
    return np.uint64(0), np.uint64(0)


@inlined
def _pop(rules: Record, state: Record, seat: Any) -> Any:
    """Take the top tile off a stack: the tile plus one, or 0."""
    top = state.tops[seat]
    if top:
        state.tops[seat] = state.below[top - 1]
        state.worms[seat] -= rules.worms[top - 1]
    return top


@called
def _push(rules: Record, state: Record, seat: Any, tile: Any) -> None:
    """A tile goes on top of a stack (HM-5)."""
    state.below[tile] = state.tops[seat]
    state.tops[seat] = tile + 1
    state.worms[seat] += rules.worms[tile]


@called
def _next_turn(rules: Record, state: Record) -> None:
    """The next player's turn, or the end (HM-9, JR-8)."""
    if state.grill:
        start_turn(rules, state, next_seat(rules, state))
    else:
        end_game(rules, state)


@called
def _fail(rules: Record, state: Record) -> None:
    """HM-7, JR-7: a tile may go back, and the highest one on the grill may be turned."""
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
    """Play a legal action."""
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
    """The dice fell, as a packed roll says."""
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
    """How many dice are rolled here."""
    return state.left if state.node == ROLL else 0


@inlined
def score(rules: Record, state: Record, seat: Any) -> Any:
    """A seat's worms."""
    return state.worms[seat]


@called
def rank(rules: Record, state: Record, seat: Any) -> Any:
    """The tie-break: the number of a seat's highest tile (HM-10); 0 in Junior."""
    best = 0
    if rules.highest_tile_wins:
        top = state.tops[seat]
        while top:
            best = max(best, rules.number[top - 1])
            top = state.below[top - 1]
    return best


@inlined
def end_reason(rules: Record, state: Record) -> Any:
    """The place of the reason among the game's end reasons: there is one."""
    return 0
