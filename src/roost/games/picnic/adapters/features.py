"""The network's inputs for Picnic Blitz.

For each track they say how far the ants have come and which ants block others. They also include the score, and for
each seat the probability that its next turn captures each track's food or wins the game.
"""

from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from roost.study.fast.bits import count_ones
from roost.study.fast.compiler import called, inlined
from roost.study.fast.records import Record

_TRACKS = 6
_MOST_SEATS = 4
_STEPS = 10
"""Distances to the food are told apart up to this many steps; longer ones count as this many."""
_ON_TRACK = _STEPS + 6

TABLE = 3 * _TRACKS + 3 + _MOST_SEATS
"""Number of inputs that describe the table."""
SEAT = _TRACKS * _ON_TRACK + 12 + 2 * _MOST_SEATS + 2 * _TRACKS + 2
"""Number of inputs that describe a seat."""
POINTS = _TRACKS * _ON_TRACK
"""Index of the points among a seat's inputs; the points include those for ants on the way."""
WORTH = 2.0
"""Weight of the points in the logit of an untrained network."""

_ON_THE_WAY = 0.9
_COVERED = 0.4
_SHUT_OUT = 0.2
_QUEEN = 0.7

_NEXT = POINTS + 12 + 2 * _MOST_SEATS
"""Index of the first input about the seat's next turn."""
_DICE = 6
_ONE_GROUP = 3
"""With up to this many active ants, all re-rolls come in a single group (PB-4)."""


def _reaching() -> NDArray[np.float64]:
    """Return the probability of at least ``wanted`` dice of a number, by active ants (first index) and ``wanted``."""
    hits = [[comb(n, j) * 5.0 ** (n - j) / 6.0**n for j in range(n + 1)] for n in range(_DICE + 1)]

    def reached(shown: int, wanted: int, groups: tuple[int, ...]) -> float:
        if not groups:
            return float(shown >= wanted)
        rolled = hits[min(groups[0], _DICE - shown)]
        return sum([chance * reached(shown + added, wanted, groups[1:]) for added, chance in enumerate(rolled)])

    def groupings(ants: int) -> list[tuple[int, ...]]:
        return [(ants,)] if ants <= _ONE_GROUP else [(first, ants - first) for first in range(1, ants)]

    chances = np.zeros((_DICE + 1, _DICE + 1))
    for ants in range(_DICE + 1):
        for wanted in range(1, _DICE + 1):
            chances[ants, wanted] = sum(
                chance * max(reached(shown, wanted, groups) for groups in groupings(ants))
                for shown, chance in enumerate(hits[_DICE])
            )
    return chances


_REACHING = _reaching()


@inlined
def _is_set(mask: Any, place: Any) -> Any:
    return np.uint64(mask) >> np.uint64(place) & np.uint64(1)


@inlined
def _ant(lane: Any, place: Any) -> Any:
    """Return the ant at an index of a track's lane, last ant first: four times its space plus its seat; 0 if none."""
    return np.int64(lane) >> np.int64(8 * place) & 255


@called
def fill_table_inputs(rules: Record, state: Record, row: Any) -> None:
    row[:] = 0.0
    for track in range(_TRACKS):
        ants = 0
        for place in range(_MOST_SEATS):
            ants += _ant(state.lanes[track], place) > 0
        row[track] = _is_set(state.held, track)
        row[_TRACKS + track] = ants / 2.0
        row[2 * _TRACKS + track] = rules.worth[track] / 4.0
    index = 3 * _TRACKS
    row[index] = rules.goal / 8.0
    row[index + 1] = count_ones(np.uint64(state.held)) / 3.0
    row[index + 2] = rules.beginner
    row[index + 3 + np.int64(rules.players) - 1] = 1.0


@called
def fill_seat_inputs(rules: Record, state: Record, seat: Any, distance: Any, row: Any) -> None:
    row[:] = 0.0
    players = np.int64(rules.players)
    progress, nearest = 0.0, 0.0
    for track in range(_TRACKS):
        index, lane = track * _ON_TRACK, state.lanes[track]
        length, worth = np.int64(rules.length[track]), np.float64(rules.worth[track])
        active, food_held = _is_set(state.active[seat], track), _is_set(state.held, track)
        space, ahead, on_top, front = 0, 0, 0, 0
        for place in range(_MOST_SEATS):
            ant = _ant(lane, place)
            if ant == 0:
                continue
            if ant & 3 == seat:
                space = ant >> 2
            elif space:
                ahead += ant >> 2 > space
                on_top += ant >> 2 == space
            if ant & 3 != seat:
                front = ant >> 2
        row[index + _STEPS] = active
        row[index + _STEPS + 1] = on_top
        row[index + _STEPS + 2] = 1.0 if food_held and not active else 0.0
        row[index + _STEPS + 3] = ahead / 2.0
        row[index + _STEPS + 4] = front / np.float64(length)
        row[index + _STEPS + 5] = space / np.float64(length)
        if space:
            steps: Any = min(length - space, _STEPS - 1)
            row[index + steps] = 1.0
            share = 1.0
            if space < length:
                share = _ON_THE_WAY * space / length * (_SHUT_OUT if food_held else 1.0 if active else _COVERED)
                if active and not food_held:
                    nearest = max(nearest, worth * share)
            progress += worth * share
    most, mean = -1.0, 0.0
    score, goal = np.float64(state.scores[seat]), np.float64(rules.goal)
    for rival in range(players):
        if rival != seat:
            rival_score = np.float64(state.scores[rival])
            most = max(most, rival_score)
            mean += rival_score / (players - 1)
    queen = _is_set(state.queens, seat)
    row[POINTS] = (progress + _QUEEN * queen) / 4.0
    row[POINTS + 1] = score / goal
    row[POINTS + 2] = (score - most) / goal
    row[POINTS + 3] = (score - mean) / goal
    row[POINTS + 4] = queen
    row[POINTS + 5] = count_ones(np.uint64(state.active[seat])) / 3.0
    row[POINTS + 6] = nearest / 4.0
    missing = np.int64(rules.goal) - np.int64(state.scores[seat])
    row[POINTS + 7] = 1.0 if missing <= 4 else 0.0
    row[POINTS + 8] = 1.0 if missing <= 3 else 0.0
    row[POINTS + 9] = 1.0 if missing <= 2 else 0.0
    row[POINTS + 10] = count_ones(np.uint64(state.open[seat])) / 6.0
    row[POINTS + 11] = count_ones(np.uint64(state.active[seat] & state.held)) / 3.0
    row[POINTS + 12 + distance] = 1.0
    row[POINTS + 12 + _MOST_SEATS + players - 1 - distance] = 1.0
    _see_next_turn(rules, state, seat, missing, row)


@called
def _see_next_turn(rules: Record, state: Record, seat: Any, missing: Any, row: Any) -> None:
    """Fill in how likely the seat's next turn is to capture each track's food, and to win, on the board as it is."""
    ants: Any = np.int64(count_ones(np.uint64(state.active[seat])))
    if rules.beginner:
        ants = np.int64(_ONE_GROUP)
    queen = _is_set(state.queens, seat)
    fails, pair = 1.0, 0.0
    for track in range(_TRACKS):
        if not _is_set(state.open[seat], track):
            continue
        space = 0
        for place in range(_MOST_SEATS):
            ant = _ant(state.lanes[track], place)
            if ant != 0 and ant & 3 == seat:
                space = ant >> 2
        steps: Any = np.int64(rules.length[track]) - space
        if steps < 1 or steps > _DICE:
            continue
        chance, worth = _REACHING[ants, steps], np.int64(rules.worth[track])
        row[_NEXT + track] = chance
        if worth >= missing:
            row[_NEXT + _TRACKS + track] = chance
            fails *= 1.0 - chance
        elif queen:  # two moves in one turn (PB-12)
            for earlier in range(track):
                if np.int64(rules.worth[earlier]) < missing <= worth + np.int64(rules.worth[earlier]):
                    pair = max(pair, chance * np.float64(row[_NEXT + earlier]))
    row[_NEXT + 2 * _TRACKS] = 1.0 - fails
    # A Queen token also buys a second try (PB-5).
    row[_NEXT + 2 * _TRACKS + 1] = max(pair, 1.0 - fails * fails) if queen else 0.0
