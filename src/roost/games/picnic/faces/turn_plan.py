"""The best ends of a turn of Picnic Blitz: for each way to move and each number of attacks, then for every final roll.

What an ending is worth adds up over the tracks, until it is judged as a whole. Attacks are shared out among the tracks
like coins: for every set of tracks that a move does not touch, the most that each number of attacks can bring there is
worked out once. So there is one ending for each *way* to move (not at all, once, or twice) and each number of attacks,
a few hundred of them, and a roll only looks at those that it allows.

An ending is told by a *key*: the number of the entry on each track, nine bits each, and from bit 54 on whether the
mover holds a Queen token afterwards.
"""

from functools import cache
from itertools import combinations, product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from roost.games.picnic.faces.lanes import MOST_ENTRIES, MOST_PUSHES, STEPS, TRACKS
from roost.study.fast.compiler import called, entry_point, inlined

WINS = 200.0
"""The worth of winning at once, in log-odds: so much that nothing else counts beside it."""
COSTS = MOST_PUSHES + 1
_NOT_JUDGED = -1
_LEAST = -1e9
_SETS = 1 + TRACKS + TRACKS * (TRACKS - 1) // 2
"""The sets of tracks that moves leave alone: all, all but one, all but two."""
_IS_IN_SET = np.array(
    [
        [track not in moved for track in range(TRACKS)]
        for count in range(3)
        for moved in combinations(range(TRACKS), count)
    ]
)
"""Which tracks are in each of them."""
_FIRST_MOVE = np.int64(_SETS)
"""The row after those of the sets: for what the first of two moves brings."""
_FACES = STEPS - 1
SINGLE_WAYS = 1 + TRACKS * _FACES
"""No move, and those with one."""
WAYS = SINGLE_WAYS + TRACKS * (TRACKS - 1) // 2 * _FACES**2
_AWAY, _HELD = np.int64(0), np.int64(1)
"""Where the Queen token ends up."""
_NO_MOVE = np.int64(0)
"""The way without a move."""
_NONE = np.int64(0)
"""No attacks, or nothing listed yet. Numba compiles once for all of NumPy's numbers, and anew for each of Python's."""
_MOST_LISTED = 2 * COSTS * (1 + TRACKS + TRACKS * (TRACKS - 1) // 2)


class Room(NamedTuple):
    """Room to work in, as it is before a turn is summed up."""

    move: NDArray[np.float64]
    entry: NDArray[np.uint64]
    """The most that each track brings with each number of steps and attacks, and by which entry."""
    gain: NDArray[np.float64]
    """The points that each track brings with each number of steps."""
    best: NDArray[np.float64]
    how: NDArray[np.uint64]
    """The most that each number of attacks brings on every set of tracks, and how; then what the first of two moves
    brings together with them."""
    value: NDArray[np.float64]
    """The most that each way to move brings with each number of attacks."""


def make_room(ways: int) -> Room:
    """Room for a turn with so many ways to move."""
    per_step, per_set = (TRACKS, STEPS, COSTS), (_SETS + 1, COSTS)
    return Room(
        np.full(per_step, _LEAST),
        np.zeros(per_step, np.uint64),
        np.zeros(per_step[:2]),
        np.empty(per_set),
        np.empty(per_set, np.uint64),
        np.full((COSTS, ways), _LEAST),
    )


@called
def _set_of(one: Any, other: Any) -> Any:
    """The number of the set of tracks without these two, the lower one first."""
    return 1 + TRACKS + one * (2 * TRACKS - one - 1) // 2 + other - one - 1


@called
def _share_out(room: Any, some: Any) -> None:
    """The most that attacks can bring on a set of tracks, for each number of attacks; and how."""
    move, entry, _, best, how, _ = room
    for c in range(COSTS):
        best[some, c] = 0.0 if c == 0 else _LEAST
        how[some, c] = 0
    for track in range(TRACKS):
        if not _IS_IN_SET[some, track]:
            continue
        for c in range(COSTS - 1, -1, -1):
            found, key = best[some, c] + move[track, 0, 0], how[some, c]
            for spent in range(1, c + 1):
                value = best[some, c - spent] + move[track, 0, spent]
                if value > found:
                    found = value
                    key = how[some, c - spent] | entry[track, 0, spent] << np.uint64(9 * track)
            best[some, c], how[some, c] = found, key


@called
def _with_move(room: Any, track: Any, steps: Any, some: Any, attacks: Any) -> Any:
    """The most that a move and so many attacks bring, when others bring row ``some`` of ``best``; and how."""
    move, entry, _, best, how, _ = room
    found, key = _LEAST, np.uint64(0)
    for spent in range(attacks + 1):
        value = move[track, steps, spent] + best[some, attacks - spent]
        if value > found:
            found = value
            key = how[some, attacks - spent] | entry[track, steps, spent] << np.uint64(9 * track)
    return found, key


@called
def _best_entries(first: Any, cost: Any, steps: Any, worth: Any, points: Any, room: Any) -> None:
    """The best entry of each track for each number of steps and attacks."""
    move, entry, gain, _, _, _ = room
    for track in range(TRACKS):
        for e in range(first[track], first[track + 1]):
            s, c = steps[e], cost[e]
            if worth[e] > move[track, s, c]:
                move[track, s, c] = worth[e]
                entry[track, s, c] = e - first[track]
                gain[track, s] = points[e]


@inlined
def _single(track: Any, steps: Any) -> Any:
    """The way with one move."""
    return 1 + _FACES * track + steps - 1


@inlined
def _pair(one: Any, steps: Any, other: Any, more: Any) -> Any:
    """The way with two moves, the one on the lower track first."""
    return SINGLE_WAYS + _FACES * (_FACES * (_set_of(one, other) - 1 - TRACKS) + steps - 1) + more - 1


@cache
def way_steps() -> NDArray[np.int64]:
    """How many steps each way takes on each track, in rows."""
    steps = np.zeros((WAYS, TRACKS), np.int64)
    for one, s in product(range(TRACKS), range(1, STEPS)):
        steps[1 + _FACES * one + s - 1, one] = s
    pairs = product(combinations(range(TRACKS), 2), range(1, STEPS), range(1, STEPS))
    for way, ((one, other), s, t) in enumerate(pairs, SINGLE_WAYS):
        steps[way, one], steps[way, other] = s, t
    return steps


@called
def _sum_pairs(missing: Any, room: Any, key: Any) -> None:
    """The most that each two moves bring together with each number of attacks; and how."""
    _, _, gain, best, how, value = room
    for one in range(TRACKS):
        for s in range(1, STEPS):
            for other in range(one + 1, TRACKS):
                for spent in range(COSTS):
                    best[_FIRST_MOVE, spent], how[_FIRST_MOVE, spent] = _with_move(
                        room, one, s, _set_of(one, other), spent
                    )
                for t in range(1, STEPS - s):
                    if gain[one, s] >= missing and gain[other, t] >= missing:
                        continue  # whichever comes first ends the game
                    way = _pair(one, s, other, t)
                    wins = gain[one, s] + gain[other, t] >= missing
                    for c in range(COSTS):
                        value[c, way], key[c, way] = _with_move(room, other, t, _FIRST_MOVE, c)
                        if wins:
                            value[c, way] += WINS


@called
def _place_of(key: Any, first: Any) -> Any:
    """The entry that is the ending of a key, if it changes one track at most."""
    place, changed = np.int64(0), 0
    for track in range(TRACKS):
        number = np.int64(key >> np.uint64(9 * track) & np.uint64(MOST_ENTRIES - 1))
        if number:
            place = first[track] + number
            changed += 1
    return place if changed < 2 else np.int64(_NOT_JUDGED)


@entry_point
def sum_up(
    first: Any, cost: Any, steps: Any, worth: Any, points: Any, table: Any, room: Any, odds: Any, key: Any, place: Any
) -> None:
    """Find the best ending for every way to move and every number of attacks, without and with a Queen token then.

    ``worth`` and ``points`` tell what each entry adds in log-odds and in points. ``table`` holds what the turn is worth
    if nothing happens and the token ends up away and in hand (two numbers), the points that win, and whether there is
    a token at the start. ``room`` is that of :func:`make_room`.

    ``odds`` gets for both the log-odds of each number of attacks (in rows) and each way (in columns; without a token
    there are none with two moves): minus infinity where there is no such ending. ``key`` gets the endings, ``place``
    their places where they have been judged: those that change nothing but one track, or nothing but the token, which
    comes after the entries.
    """
    _best_entries(first, cost, steps, worth, points, room)
    for some in range(_SETS):
        _share_out(room, some)
    _, _, _, best, how, value = room
    queen = np.int64(table[3])
    for c in range(COSTS):
        value[c, 0], key[c, 0] = best[0, c], how[0, c]
        for track in range(TRACKS):
            for s in range(1, STEPS):
                way = _single(track, s)
                value[c, way], key[c, way] = _with_move(room, track, s, 1 + track, c)
    if queen:
        _sum_pairs(table[2], room, key)
    for c in range(COSTS):
        for way in range(key.shape[1]):
            found = value[c, way]
            for left in range(2):
                odds[left, c, way] = found + table[left] if found > 0.5 * _LEAST else -np.inf
                place[left, c, way] = _NOT_JUDGED
            if found > 0.5 * _LEAST:
                place[queen, c, way] = _place_of(key[c, way], first)
    place[1 - queen, 0, 0] = len(worth)


@inlined
def _list_ways(odds: Any, left: Any, way: Any, most: Any, listed: Any, count: Any) -> Any:
    """List what a way makes of up to ``most`` attacks; returns how many there are in the list then."""
    for c in range(most + 1):
        place = left * (len(odds) // 2) + c * (len(odds) // (2 * COSTS)) + way
        if odds[place] > -np.inf:
            listed[count] = place
            count += 1
    return count


@inlined
def _list_moves(counts: Any, r: Any, steps: Any, odds: Any, left: Any, most: Any, listed: Any, count: Any) -> Any:
    """List what the single moves of a roll make of up to ``most`` attacks."""
    for track in range(TRACKS):
        s = min(counts[r, track], steps[track])
        if s:
            count = _list_ways(odds, left, _single(track, s), most, listed, count)
    return count


@called
def _list_pairs(counts: Any, r: Any, steps: Any, odds: Any, most: Any, listed: Any, count: Any) -> Any:
    """List what two moves of a roll make of up to ``most`` attacks, the Queen token spent."""
    for one in range(TRACKS):
        s = min(counts[r, one], steps[one])
        for other in range(one + 1 if s else TRACKS, TRACKS):
            t = min(counts[r, other], steps[other])
            if t:
                count = _list_ways(odds, _AWAY, _pair(one, s, other, t), most, listed, count)
    return count


@called
def _list(queen: Any, counts: Any, r: Any, attacks: Any, table: Any, steps: Any, odds: Any, listed: Any) -> Any:
    """List all endings of a roll with so many attacks, in the order of preference; returns how many there are."""
    count = _list_moves(counts, r, steps, odds, queen, attacks, listed, _NONE)
    if queen:
        # Keep the token, or spend it on a second move or on an attack.
        count = _list_pairs(counts, r, steps, odds, attacks, listed, count)
        count = _list_ways(odds, _HELD, _NO_MOVE, attacks, listed, count)
        if table[1] <= attacks + 1:
            count = _list_moves(counts, r, steps, odds, _AWAY, attacks + 1, listed, count)
            count = _list_ways(odds, _AWAY, _NO_MOVE, attacks + 1, listed, count)
    else:
        # A move, or skip for a token, or no move.
        if table[2] == 0:
            count = _list_ways(odds, _HELD, _NO_MOVE, _NONE, listed, count)
        count = _list_ways(odds, _AWAY, _NO_MOVE, attacks, listed, count)
    return count


@called
def _best_of(odds: Any, listed: Any, count: Any) -> Any:
    """The first of the best endings in a list."""
    top = listed[0]
    for i in range(1, count):
        if odds[listed[i]] > odds[top]:
            top = listed[i]
    return top


@called
def _want(odds: Any, place: Any, top: Any, distance: Any, listed: Any, count: Any, wanted: Any) -> None:
    """Want those of a list judged that are near the best. Nothing is better than to win, so then the best will do."""
    least = odds[top] - distance
    if least > 0.5 * WINS:
        count = 0
        wanted[top] |= place[top] == _NOT_JUDGED
    for i in range(count):
        some = listed[i]
        wanted[some] |= odds[some] >= least and place[some] == _NOT_JUDGED


@entry_point
def choose(
    counts: Any,
    attacks: Any,
    table: Any,
    steps: Any,
    distance: Any,
    odds: Any,
    place: Any,
    wanted: Any,
    chosen: Any,
) -> None:
    """Choose the best ending for every final roll, without and (if there is one) with a Queen token in hand.

    ``counts`` and ``attacks`` describe the rolls. ``table`` holds whether there is a token, the fewest attacks that
    push somebody, whether this is the beginners' game, and whether attacks may have been made before, so that a roll
    may have another number of them left; ``steps`` how many are of use on each track at most. ``odds`` and ``place``
    are those of :func:`sum_up`, in one row, or of endings judged since.

    ``chosen`` gets the places of the endings in ``odds``, and ``wanted`` is set where an ending has not been judged
    although it is no more than ``distance`` worse than the best of a roll.
    """
    listed = np.empty(_MOST_LISTED, np.int64)
    for queen in range(table[0] + 1):
        for r in range(len(counts)):
            least, most = attacks[r], attacks[r] + 1
            if table[3]:
                least, most = np.int64(0), min(attacks[r] + 2, COSTS) - queen
            for left in range(least, most):
                count = _list(queen, counts, r, left, table, steps, odds, listed)
                top = _best_of(odds, listed, count)
                _want(odds, place, top, distance, listed, count, wanted)
                if left == attacks[r]:
                    chosen[queen, r] = top
