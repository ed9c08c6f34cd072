"""The network's inputs for Barbecue: contents of the spots, plates and snails in hand, and who leads."""

from typing import Any

import numpy as np

from roost.study.fast.bits import count_ones, highest
from roost.study.fast.compiler import called, inlined
from roost.study.fast.records import Record

_SPOTS = 14
_SNAILS = 12
_MOST_SEATS = 5

TABLE = 3 * _SPOTS + _SNAILS + 3 + _MOST_SEATS
"""Number of inputs that describe the table."""
SEAT = 2 * _SPOTS + 13 + 2 * _MOST_SEATS
"""Number of inputs that describe a seat."""
POINTS = 2 * _SPOTS
"""Index of the score among a seat's inputs."""
WORTH = 3.0
"""Weight of the score in the logit of an untrained network."""


@inlined
def _is_set(mask: Any, place: Any) -> Any:
    return np.uint64(mask) >> np.uint64(place) & np.uint64(1)


@inlined
def _points(rules: Record, state: Record, seat: Any) -> Any:
    return np.float32(state.worms[seat] + rules.snail_points * state.snails[seat])


@inlined
def _highest_plate(state: Record, seat: Any) -> Any:
    """Return the highest spot that has a plate of this seat, counted from 1; 0 if there is none."""
    plates = np.uint64(state.singles[seat] | state.pairs[seat])
    return np.int64(highest(plates)) + 1 if plates else np.int64(0)


@called
def fill_table_inputs(rules: Record, state: Record, row: Any) -> None:
    row[:] = 0.0
    singles, pairs = np.uint64(0), np.uint64(0)
    for seat in range(rules.players):
        singles |= np.uint64(state.singles[seat])
        pairs |= np.uint64(state.pairs[seat])
    for spot in range(_SPOTS):
        row[spot] = _is_set(state.snail_spots, spot)
        row[_SPOTS + spot] = 1.0 - _is_set(state.taken, spot)
        row[2 * _SPOTS + spot] = _is_set(pairs, spot)
    for snail in range(_SNAILS):
        row[3 * _SPOTS + snail] = 1.0 if snail < state.pool else 0.0
    index = 3 * _SPOTS + _SNAILS
    row[index] = count_ones(np.uint64(state.snail_spots)) / 4.0
    row[index + 1] = (_SPOTS - count_ones(np.uint64(state.taken))) / 7.0
    row[index + 2] = count_ones(singles) / 7.0
    row[index + 3 + np.int64(rules.players) - 1] = 1.0


@called
def fill_seat_inputs(rules: Record, state: Record, seat: Any, distance: Any, row: Any) -> None:
    row[:] = 0.0
    players, points = np.int64(rules.players), _points(rules, state, seat)
    exposed, safe = 0, 0
    for spot in range(_SPOTS):
        row[spot] = _is_set(state.singles[seat], spot)
        row[_SPOTS + spot] = _is_set(state.pairs[seat], spot)
        exposed += rules.worms[spot] * _is_set(state.singles[seat], spot)
        safe += rules.worms[spot] * _is_set(state.pairs[seat], spot)
    most, mean, tallest = np.float32(-1.0), np.float32(0.0), np.int64(0)
    for rival in range(players):
        if rival != seat:
            rival_points, rival_highest = _points(rules, state, rival), _highest_plate(state, rival)
            mean += rival_points / (players - 1)
            if rival_points > most:
                most, tallest = rival_points, rival_highest
            elif rival_points == most:
                tallest = max(tallest, rival_highest)
    lead, own_highest = points - most, _highest_plate(state, seat)
    row[POINTS] = points / 12.0
    row[POINTS + 1] = lead / 6.0
    row[POINTS + 2] = (points - mean) / 6.0
    row[POINTS + 3] = 1.0 if lead > 0 else 0.0
    row[POINTS + 4] = 1.0 if lead == 0 else 0.0
    row[POINTS + 5] = 1.0 if own_highest > tallest else 0.0
    row[POINTS + 6] = own_highest / np.float32(_SPOTS)
    row[POINTS + 7] = state.snails[seat] / 3.0
    row[POINTS + 8] = state.plates[seat] / 5.0
    row[POINTS + 9] = 1.0 if state.plates[seat] == 0 else 0.0
    row[POINTS + 10] = 1.0 if state.plates[seat] == 1 else 0.0
    row[POINTS + 11] = exposed / 6.0
    row[POINTS + 12] = safe / 6.0
    row[POINTS + 13 + distance] = 1.0
    row[POINTS + 13 + _MOST_SEATS + players - 1 - distance] = 1.0
