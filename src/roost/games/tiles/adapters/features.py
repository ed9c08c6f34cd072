"""The network's inputs for Heckmeck and Junior: tiles on the grill, tops of stacks, and who leads.

Junior has two tiles of each number, and it makes no difference which of the two lies where. Tiles are therefore
counted: each number has two inputs, and a single tile always sets the first one.
"""

from typing import Any

import numpy as np

from roost.study.fast.bits import highest
from roost.study.fast.compiler import called, inlined
from roost.study.fast.records import Record

_TILES = 16
_MOST_SEATS = 7

TABLE = _TILES + 5 + _MOST_SEATS
"""Number of inputs that describe the table."""
SEAT = _TILES + 14 + 2 * _MOST_SEATS
"""Number of inputs that describe a seat."""
POINTS = _TILES
"""Index of the score among a seat's inputs."""
WORTH = 4.0
"""Weight of the score in the logit of an untrained network."""


@inlined
def _first(rules: Record, tile: Any) -> Any:
    """Return the first tile with the same number."""
    place = np.int64(tile)
    return place - 1 if place and rules.number[place - 1] == rules.number[place] else place


@inlined
def _lies_on(grill: Any, tile: Any) -> Any:
    return np.uint64(grill) >> np.uint64(tile) & np.uint64(1)


@called
def _highest_tile(rules: Record, state: Record, seat: Any) -> Any:
    """Return the number on the highest tile of a stack, 0 if the stack is empty."""
    best, top = 0, state.tops[seat]
    while top:
        best = max(best, rules.number[top - 1])
        top = state.below[top - 1]
    return best


@called
def _stack_size(state: Record, seat: Any) -> Any:
    size, top = 0, state.tops[seat]
    while top:
        size += 1
        top = state.below[top - 1]
    return size


@called
def fill_table_inputs(rules: Record, state: Record, row: Any) -> None:
    row[:] = 0.0
    grill, tiles = np.uint64(state.grill), rules.tiles
    worms, count = 0, 0
    for tile in range(np.int64(tiles)):
        if _lies_on(grill, tile):
            worms += rules.worms[tile]
            count += 1
            place = _first(rules, tile)
            row[place + 1 if row[place] else place] = 1.0
    row[_TILES] = count / 8.0
    row[_TILES + 1] = worms / 16.0
    if grill:
        row[_TILES + 2] = (_first(rules, highest(grill)) + 1.0) / tiles
    row[_TILES + 3] = rules.always_turns
    row[_TILES + 4] = rules.spares_returned
    row[_TILES + 5 + np.int64(rules.players) - 1] = 1.0


@called
def fill_seat_inputs(rules: Record, state: Record, seat: Any, distance: Any, row: Any) -> None:
    row[:] = 0.0
    players, worms, top = np.int64(rules.players), np.float32(state.worms[seat]), state.tops[seat]
    if top:
        tile = np.int64(top) - 1
        row[_first(rules, tile)] = 1.0
        row[_TILES + 1] = rules.worms[tile] / 4.0
        near: Any = max(tile - 1, 0)
        far: Any = min(tile + 2, np.int64(rules.tiles))
        for twin in range(near, far):
            if rules.number[twin] == rules.number[tile] and _lies_on(state.grill, twin):
                row[_TILES + 2] = 1.0  # its number would take the tile on the grill, so it cannot be snatched
        under = state.below[tile]
        if under:
            row[_TILES + 3] = rules.worms[under - 1] / 4.0
            row[_TILES + 4] = (_first(rules, under - 1) + 1.0) / rules.tiles
    most, mean, tallest = np.float32(-1.0), np.float32(0.0), 0
    for rival in range(players):
        if rival != seat:
            rival_worms = np.float32(state.worms[rival])
            mean += rival_worms / (players - 1)
            rival_highest = _highest_tile(rules, state, rival)
            if rival_worms > most:
                most, tallest = rival_worms, rival_highest
            elif rival_worms == most:
                tallest = max(tallest, rival_highest)
    lead, own_highest = worms - most, _highest_tile(rules, state, seat)
    row[POINTS] = worms / 8.0
    row[_TILES + 5] = lead / 4.0
    row[_TILES + 6] = (worms - mean) / 4.0
    row[_TILES + 7] = 1.0 if lead > 0 else 0.0
    row[_TILES + 8] = 1.0 if lead == 0 else 0.0
    row[_TILES + 9] = max(np.float32(-1.0), min(np.float32(1.0), lead / np.float32(12.0)))
    row[_TILES + 10] = own_highest / np.float32(rules.number[rules.tiles - 1])
    row[_TILES + 11] = 1.0 if own_highest > tallest and rules.highest_tile_wins else 0.0
    row[_TILES + 12] = _stack_size(state, seat) / 6.0
    row[_TILES + 13] = 0.0 if top else 1.0
    row[_TILES + 14 + distance] = 1.0
    row[_TILES + 14 + _MOST_SEATS + players - 1 - distance] = 1.0
