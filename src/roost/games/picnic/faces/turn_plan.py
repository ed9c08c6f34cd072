"""The best end of a turn of Picnic Blitz on every final roll, for a value that adds up over the tracks.

Attacks are shared out among the tracks like coins: for every set of tracks that a move does not touch, the most that
each number of attacks can bring there is worked out once. A roll then only asks for its one or two moves.

An ending is told by a *key*: the number of the entry on each track, nine bits each, and from bit 54 on whether the
mover holds a Queen token afterwards.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from roost.games.picnic.faces.lanes import MOST_PUSHES, STEPS, TRACKS
from roost.study.fast.compiler import called, entry_point, inlined, viewing

__all__ = ["WINS", "plan"]

WINS = 200.0
"""What winning at once is worth, in log-odds: so much that nothing else counts beside it."""
_COSTS = MOST_PUSHES + 1
_LEAST = -1e9
_SETS = 1 + TRACKS + TRACKS * (TRACKS - 1) // 2
"""The sets of tracks that moves leave alone: all, all but one, all but two."""
_QUEEN = np.uint64(1) << np.uint64(9 * TRACKS)


@called
def _set_of(one: Any, other: Any) -> Any:
    """The number of the set of tracks without these two."""
    low, high = min(one, other), max(one, other)
    return 1 + TRACKS + low * (2 * TRACKS - low - 1) // 2 + high - low - 1


@called
def _share_out(push: Any, push_entry: Any, without: Any, other: Any, best: Any, key: Any) -> None:
    """The most that attacks can bring on all tracks but two, for each number of attacks at most; and how."""
    for c in range(_COSTS):
        best[c] = 0.0 if c == 0 else _LEAST
        key[c] = 0
    for track in range(TRACKS):
        if track in (without, other):
            continue
        for c in range(_COSTS - 1, -1, -1):
            found, how = best[c] + push[track, 0], key[c]
            for spent in range(1, c + 1):
                value = best[c - spent] + push[track, spent]
                if value > found:
                    found = value
                    how = key[c - spent] | np.uint64(push_entry[track, spent]) << np.uint64(9 * track)
            best[c], key[c] = found, how
    for c in range(1, _COSTS):
        if best[c] <= best[c - 1]:
            best[c], key[c] = best[c - 1], key[c - 1]


@called
def _with_move(move: Any, entry: Any, track: Any, steps: Any, best: Any, key: Any, some: Any, attacks: Any) -> Any:
    """The most that a move and up to so many attacks bring, when others bring row ``some`` of ``best``; and how."""
    found, how = _LEAST, np.uint64(0)
    for spent in range(attacks + 1):
        value = move[track, steps, spent] + best[some, attacks - spent]
        if value > found:
            found = value
            how = key[some, attacks - spent] | np.uint64(entry[track, steps, spent]) << np.uint64(9 * track)
    return found, how


@called
def _best_entries(first: Any, cost: Any, steps: Any, worth: Any, points: Any, move: Any, entry: Any, gain: Any) -> Any:
    """The best entry of each track for each number of steps and attacks; the fewest attacks that push somebody."""
    fewest = MOST_PUSHES + 1
    for track in range(TRACKS):
        for e in range(first[track], first[track + 1]):
            s, c = steps[e], cost[e]
            if c > 0:
                fewest = min(fewest, c)
            if worth[e] > move[track, s, c]:
                move[track, s, c] = worth[e]
                entry[track, s, c] = e - first[track]
                gain[track, s] = points[e]
    return fewest


@viewing
def _share_out_all(push: Any, push_entry: Any, best: Any, how: Any) -> None:
    """The most that attacks can bring on every set of tracks that moves leave alone."""
    _share_out(push, push_entry, -1, -1, best[0], how[0])
    for one in range(TRACKS):
        _share_out(push, push_entry, one, -1, best[1 + one], how[1 + one])
        for other in range(one + 1, TRACKS):
            some = _set_of(one, other)
            _share_out(push, push_entry, one, other, best[some], how[some])


@called
def _single_moves(move: Any, entry: Any, best: Any, how: Any, single: Any, single_key: Any) -> None:
    """The most that each single move brings together with each number of attacks; and how."""
    for c in range(_COSTS):
        for track in range(TRACKS):
            for s in range(1, STEPS):
                found = _with_move(move, entry, track, s, best, how, 1 + track, c)
                single[c, track, s], single_key[c, track, s] = found


@inlined
def _best_single(counts: Any, r: Any, c: Any, single: Any, single_key: Any) -> Any:
    """The most that one of the moves of a roll brings together with so many attacks; and how."""
    top, way = _LEAST, np.uint64(0)
    for track in range(TRACKS):
        s = counts[r, track]
        if s and single[c, track, s] > top:
            top, way = single[c, track, s], single_key[c, track, s]
    return top, way


@inlined
def _best_pair(
    counts: Any,
    r: Any,
    c: Any,
    move: Any,
    entry: Any,
    gain: Any,
    best: Any,
    how: Any,
    away: Any,
    missing: Any,
    pair_best: Any,
    pair_key: Any,
) -> Any:
    """The most that two moves of a roll bring together with so many attacks, the Queen token spent; and how.

    ``pair_best`` and ``pair_key`` are room for what the first of two moves brings.
    """
    top, way = 2.0 * _LEAST, np.uint64(0)
    for one in range(TRACKS):
        s = counts[r, one]
        if s == 0:
            continue
        for other in range(one + 1, TRACKS):
            t = counts[r, other]
            if t == 0 or (gain[one, s] >= missing and gain[other, t] >= missing):
                continue
            some = _set_of(one, other)
            for spent in range(c + 1):
                found = _with_move(move, entry, one, s, best, how, some, spent)
                pair_best[0, spent], pair_key[0, spent] = found
            top_of_pair, pair_way = _with_move(move, entry, other, t, pair_best, pair_key, 0, c)
            top_of_pair += away
            if gain[one, s] + gain[other, t] >= missing and top_of_pair > 0.5 * _LEAST:
                top_of_pair += WINS
            if top_of_pair > top:
                top, way = top_of_pair, pair_way
    return top, way


@entry_point
def plan(
    first: Any,
    cost: Any,
    steps: Any,
    worth: Any,
    points: Any,
    counts: Any,
    attacks: Any,
    table: Any,
    value: Any,
    key: Any,
) -> None:
    """Find the best ending of every final roll, without and with a Queen token in hand.

    ``worth`` and ``points`` tell what each entry adds in log-odds and in points; ``counts`` and ``attacks`` describe
    the rolls. ``table`` holds what the turn is worth if nothing happens and the token ends up away and in hand (two
    numbers), the points that win, and whether this is the beginners' game. ``value`` and ``key`` get two rows.
    """
    move = np.full((TRACKS, STEPS, _COSTS), _LEAST)
    entry = np.zeros((TRACKS, STEPS, _COSTS), np.uint64)
    gain = np.zeros((TRACKS, STEPS))
    somebody = _best_entries(first, cost, steps, worth, points, move, entry, gain)
    best = np.empty((_SETS, _COSTS))
    how = np.empty((_SETS, _COSTS), np.uint64)
    _share_out_all(move[:, 0], entry[:, 0], best, how)
    single = np.full((_COSTS, TRACKS, STEPS), _LEAST)
    single_key = np.zeros((_COSTS, TRACKS, STEPS), np.uint64)
    _single_moves(move, entry, best, how, single, single_key)
    away, held, missing, beginner = table[0], table[1], table[2], table[3]
    pair_best = np.empty((1, _COSTS))
    pair_key = np.empty((1, _COSTS), np.uint64)
    for r in range(len(counts)):
        c = attacks[r]
        top, way = _best_single(counts, r, c, single, single_key)
        # Without a Queen token: a move, or skip for a token, or no move.
        low, low_key = top + away, way
        if beginner == 0.0 and held > low:
            low, low_key = held, _QUEEN
        if best[0, c] + away > low:
            low, low_key = best[0, c] + away, how[0, c]
        value[0, r], key[0, r] = low, low_key
        # With one: keep it, or spend it on a second move or on an attack.
        high, high_key = top + held, way | _QUEEN
        two, two_key = _best_pair(counts, r, c, move, entry, gain, best, how, away, missing, pair_best, pair_key)
        if two > high:
            high, high_key = two, two_key
        if best[0, c] + held > high:
            high, high_key = best[0, c] + held, how[0, c] | _QUEEN
        if somebody <= c + 1:
            more, more_key = _best_single(counts, r, c + 1, single, single_key)
            if more + away > high:
                high, high_key = more + away, more_key
            if best[0, c + 1] + away > high:
                high, high_key = best[0, c + 1] + away, how[0, c + 1]
        value[1, r], key[1, r] = high, high_key
