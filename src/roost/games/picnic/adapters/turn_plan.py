"""Find the best endings of a Picnic Blitz turn for each way to move and number of attacks, then for each final roll.

Until whole boards are evaluated, an ending's value is a sum over the tracks. Attacks are divided among the tracks
like coins: for every set of tracks without a move, the best division of each number of attacks is computed once. Each
*way* to move (not at all, once, or twice) with each number of attacks therefore has one ending. These are a few hundred
in all, and only those that a roll allows are considered for it. Once the dice are final, the same is done for the board
as it is and for those dice (:func:`find_end`).

A *key* identifies an ending: it holds the index of each track's entry in nine bits.
"""

from functools import cache
from itertools import combinations, product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from roost.games.picnic.adapters.compiled import ACT, MOVE, MOVED, PASS, PUSH, QUEEN_ATTACK, SKIP, attacks_of
from roost.games.picnic.adapters.lanes import COSTS, NUMBER_BITS, STEPS, TRACKS, Entries, number_in, pushed_back
from roost.games.picnic.adapters.packed_lane import MOST_ANTS, standing
from roost.study.fast.compiler import called, entry_point, inlined
from roost.study.fast.records import Record

WINS = 200.0
"""Value of an immediate win in log-odds, so large that all other values become negligible."""
NOT_EVALUATED = -1
_LEAST = -1e9
_SETS = 1 + TRACKS + TRACKS * (TRACKS - 1) // 2
"""Number of sets of tracks without a move: all tracks, all but one, or all but two."""
_IS_IN_SET = np.array(
    [
        [track not in moved for track in range(TRACKS)]
        for count in range(3)
        for moved in combinations(range(TRACKS), count)
    ]
)
"""For each set of tracks without a move, whether it contains each track."""
_FIRST_MOVE = np.int64(_SETS)
"""Row for the first of two moves; it comes after the rows for the sets."""
_FACES = STEPS - 1
SINGLE_WAYS = 1 + TRACKS * _FACES
"""Number of ways with one move or none."""
WAYS = SINGLE_WAYS + TRACKS * (TRACKS - 1) // 2 * _FACES**2
_AWAY, _HELD = np.int64(0), np.int64(1)
"""Possible final states of the Queen token: not in hand, and in hand."""
_NO_MOVE, _NO_TRACK = np.int64(0), np.int64(TRACKS)
"""The way without a move, and the track of a move that is not made."""
_NONE = np.int64(0)
"""No attacks, or an empty list. A NumPy number, because Numba would compile separately for Python's numbers."""
_MOST_LISTED = 2 * COSTS * (1 + TRACKS + TRACKS * (TRACKS - 1) // 2)


class Terms(NamedTuple):
    """The parts of a turn's value that its entries do not include, and what the player may do."""

    without_token: float
    with_token: float
    """Values of a turn that changes only the Queen token, so that it ends up not in hand, or in hand."""
    win: float
    """Value added if two moves win together; if a single move wins, its value already includes the win."""
    missing: int | np.int64
    """How many points the player still needs to win."""
    queen: int | np.int64
    """Whether the player has a Queen token now (1 or 0)."""
    fewest: int | np.int64
    """Minimum number of attacks needed to push an ant."""
    may_skip: int | np.int64
    """Whether skipping takes a Queen token (1 or 0)."""


class BestEndings(NamedTuple):
    """The best ending for each way to move with each number of attacks."""

    odds: NDArray[np.float64]
    """Value of each ending, by Queen token (without, with), attacks and way; minus infinity if there is no such ending.
    """
    flat: NDArray[np.float64]
    """``odds`` as a flat array, in which endings have their indices."""
    key: NDArray[np.uint64]


class Scratch(NamedTuple):
    """Buffers for planning."""

    now: NDArray[np.int64]
    """For each track, the index of its current entry."""
    span: NDArray[np.int64]
    """For each track, the minimum and the maximum steps considered."""
    move: NDArray[np.float64]
    entry: NDArray[np.uint64]
    """For each track, number of steps and number of attacks: the best value, and the entry that has it."""
    gain: NDArray[np.int64]
    """For each track and number of steps, the points won."""
    best: NDArray[np.float64]
    how: NDArray[np.uint64]
    """For each set of tracks and number of attacks, the best value and its key.

    The last row is for the first of two moves.
    """
    still: NDArray[np.float64]
    single: NDArray[np.float64]
    pair: NDArray[np.float64]
    """Best values with at most each number of attacks: without a move, for each move, and for each pair of moves."""
    listed: NDArray[np.int64]
    """Indices of endings."""
    shown: NDArray[np.int64]
    """For each track, how many dice show its number."""


class Sheet(NamedTuple):
    """One turn's data: its entries on each track, their values, its endings, and buffers."""

    entries: Entries
    worth: NDArray[np.float64]
    """How much each entry adds to the value."""
    corrections: NDArray[np.float64]
    """Correction to each ending from evaluating the whole board; empty if no board was evaluated."""
    room: Scratch
    ends: BestEndings


def make_ends(ways: int = WAYS) -> BestEndings:
    """Return buffers for a turn's endings with this many ways to move."""
    odds = np.full((2, COSTS, ways), -np.inf)
    return BestEndings(odds, odds.reshape(-1), np.zeros(odds.shape[1:], np.uint64))


def make_room() -> Scratch:
    """Return buffers for planning a turn."""
    per_step, per_set = (TRACKS, STEPS, COSTS), (_SETS + 1, COSTS)
    return Scratch(
        np.zeros(TRACKS, np.int64),
        np.zeros((TRACKS, 2), np.int64),
        np.empty(per_step),
        np.empty(per_step, np.uint64),
        np.zeros(per_step[:2], np.int64),
        np.empty(per_set),
        np.empty(per_set, np.uint64),
        np.empty((2, COSTS)),
        np.empty((2, COSTS, TRACKS, STEPS)),
        np.empty((COSTS, *per_step[:2], *per_step[:2])),
        np.empty(_MOST_LISTED, np.int64),
        np.zeros(TRACKS, np.int64),
    )


NO_CORRECTIONS = np.zeros((0, 0, 0))
"""The corrections for a turn in which no board was evaluated."""


# -- ways to move ------------------------------------------------------------------------------------------------------


@called
def _set_of(low: Any, high: Any) -> Any:
    """Return the index of the set of all tracks but these two, the lower one given first."""
    return 1 + TRACKS + low * (2 * TRACKS - low - 1) // 2 + high - low - 1


@inlined
def _single(track: Any, steps: Any) -> Any:
    """Return the way with one move."""
    return 1 + _FACES * track + steps - 1


@inlined
def _pair(low: Any, steps: Any, high: Any, more: Any) -> Any:
    """Return the way with two moves, the one on the lower track given first."""
    return SINGLE_WAYS + _FACES * (_FACES * (_set_of(low, high) - 1 - TRACKS) + steps - 1) + more - 1


@cache
def way_steps() -> NDArray[np.int64]:
    """Return how many steps each way moves on each track, with a row for each way."""
    steps = np.zeros((WAYS, TRACKS), np.int64)
    for low, s in product(range(TRACKS), range(1, STEPS)):
        steps[1 + _FACES * low + s - 1, low] = s
    pairs = product(combinations(range(TRACKS), 2), range(1, STEPS), range(1, STEPS))
    for way, ((low, high), s, t) in enumerate(pairs, SINGLE_WAYS):
        steps[way, low], steps[way, high] = s, t
    return steps


_MOVED = np.array([[*np.flatnonzero(steps), TRACKS, TRACKS][:2] for steps in way_steps()])
"""The tracks on which each way moves, lower track first."""


# -- endings -----------------------------------------------------------------------------------------------------------


@called
def _share_out(room: Scratch, track_set: Any, most: Any) -> None:
    """Find the best division of attacks among a set of tracks, for each number of attacks."""
    for c in range(most + 1):
        room.best[track_set, c] = 0.0 if c == 0 else _LEAST
        room.how[track_set, c] = 0
    for track in range(TRACKS - 1, -1, -1):
        if not _IS_IN_SET[track_set, track]:
            continue
        for c in range(most, -1, -1):
            top, key = room.best[track_set, c] + room.move[track, 0, 0], room.how[track_set, c]
            for spent in range(1, c + 1):
                value = room.best[track_set, c - spent] + room.move[track, 0, spent]
                if value > top:
                    top, key = value, room.how[track_set, c - spent] | room.entry[track, 0, spent]
            room.best[track_set, c], room.how[track_set, c] = top, key


@called
def _with_move(room: Scratch, track: Any, steps: Any, row: Any, attacks: Any) -> Any:
    """Return the best value and key of a move with this many attacks, some of them on row ``row`` of ``best``."""
    top, key = _LEAST, np.uint64(0)
    for spent in range(attacks + 1):
        value = room.move[track, steps, spent] + room.best[row, attacks - spent]
        if value > top:
            top, key = value, room.how[row, attacks - spent] | room.entry[track, steps, spent]
    return top, key


@called
def _best_entries(sheet: Sheet, most: Any) -> None:
    """Find each track's best entry for each number of steps and of further attacks.

    An entry is stored as the bits in which its index differs from the current entry's index.
    """
    entries, room, worth = sheet.entries, sheet.room, sheet.worth
    for track in range(TRACKS):
        for steps in range(STEPS):
            for c in range(most + 1):
                room.move[track, steps, c] = _LEAST
        first, now = entries.first[track], room.now[track]
        paid, moved = entries.cost[first + now], entries.steps[first + now]
        ahead = entries.ahead[track, entries.origin[first + now]]
        for e in range(first + now, entries.first[track + 1]):
            steps, c = entries.steps[e], entries.cost[e] - paid
            is_open = (moved == 0 or steps == moved) and ahead >> np.uint64(entries.origin[e]) & np.uint64(1)
            if is_open and c <= most and worth[e] > room.move[track, steps, c]:
                room.move[track, steps, c] = worth[e]
                room.entry[track, steps, c] = np.uint64(e - first ^ now) << np.uint64(NUMBER_BITS * track)
                room.gain[track, steps] = entries.gain[e]


@inlined
def _note(sheet: Sheet, terms: Terms, paid: Any, c: Any, way: Any, value: Any, key: Any) -> None:
    """Store a way's best ending with this many attacks."""
    sheet.ends.key[c, way] = key
    for left in range(2):
        odds = -np.inf
        if value > 0.5 * _LEAST:
            odds = value + (terms.with_token if left else terms.without_token)
            if sheet.corrections.size:
                odds += sheet.corrections[left, paid + c, way]
        sheet.ends.odds[left, c, way] = odds


@called
def _sum_pairs(sheet: Sheet, terms: Terms, most: Any, paid: Any) -> None:
    """Find the best ending for every pair of moves with each number of attacks."""
    room = sheet.room
    for low in range(TRACKS):
        for s in range(room.span[low, 0], room.span[low, 1] + 1):
            for high in range(low + 1, TRACKS):
                track_set = _set_of(low, high)
                for spent in range(most + 1):
                    value, key = _with_move(room, low, s, track_set, spent)
                    room.best[_FIRST_MOVE, spent], room.how[_FIRST_MOVE, spent] = value, key
                for t in range(room.span[high, 0], min(room.span[high, 1], _FACES - s) + 1):
                    won, more = room.gain[low, s], room.gain[high, t]
                    # A move that wins alone ends the game, so two such moves are impossible.
                    impossible = min(won, more) >= terms.missing
                    bonus = terms.win if max(won, more) < terms.missing <= won + more else 0.0
                    for c in range(most + 1):
                        value, key = _with_move(room, high, t, _FIRST_MOVE, c)
                        value = _LEAST if impossible else value + bonus
                        _note(sheet, terms, paid, c, _pair(low, s, high, t), value, key)


@called
def sum_up(sheet: Sheet, terms: Terms, most: Any, paid: Any) -> None:
    """Find the best ending for every way to move with up to ``most`` attacks from the current state of the tracks.

    ``paid`` attacks were already made. The room's ``now`` and ``span`` limit what is possible.
    """
    room = sheet.room
    _best_entries(sheet, most)
    for track_set in range(_SETS if terms.queen else 1 + TRACKS):
        _share_out(room, track_set, most)
    for c in range(most + 1):
        _note(sheet, terms, paid, c, _NO_MOVE, room.best[0, c], room.how[0, c])
    for track in range(TRACKS):
        for steps in range(room.span[track, 0], room.span[track, 1] + 1):
            for c in range(most + 1):
                value, key = _with_move(room, track, steps, 1 + track, c)
                _note(sheet, terms, paid, c, _single(track, steps), value, key)
    if terms.queen:
        _sum_pairs(sheet, terms, most, paid)


@called
def sum_up_all(sheet: Sheet, terms: Terms) -> None:
    """Find the best ending for every way to move with every number of attacks, from the start of the turn."""
    for track in range(TRACKS):
        sheet.room.now[track] = 0
        sheet.room.span[track, 0], sheet.room.span[track, 1] = 1, sheet.entries.farthest[track]
    sum_up(sheet, terms, np.int64(COSTS - 1 if terms.queen else COSTS - 2), _NONE)


# -- all rolls ---------------------------------------------------------------------------------------------------------


@inlined
def _list_ways(sheet: Sheet, left: Any, way: Any, most: Any, count: Any) -> Any:
    """Append a way's endings with up to ``most`` attacks to the list, and return its new length."""
    ways = sheet.ends.odds.shape[2]
    for c in range(most + 1):
        place = (left * COSTS + c) * ways + way
        if sheet.ends.flat[place] > -np.inf:
            sheet.room.listed[count] = place
            count += 1
    return count


@inlined
def _list_moves(sheet: Sheet, shown: Any, left: Any, most: Any, count: Any) -> Any:
    """Append the endings of a roll's single moves with up to ``most`` attacks to the list."""
    for track in range(TRACKS):
        steps = min(shown[track], sheet.entries.farthest[track])
        if steps:
            count = _list_ways(sheet, left, _single(track, steps), most, count)
    return count


@called
def _list_pairs(sheet: Sheet, shown: Any, most: Any, count: Any) -> Any:
    """Append a roll's pairs of moves with up to ``most`` attacks to the list; pairs cost the Queen token."""
    for low in range(TRACKS):
        steps = min(shown[low], sheet.entries.farthest[low])
        for high in range(low + 1 if steps else TRACKS, TRACKS):
            more = min(shown[high], sheet.entries.farthest[high])
            if more:
                count = _list_ways(sheet, _AWAY, _pair(low, steps, high, more), most, count)
    return count


@called
def list_ends(sheet: Sheet, terms: Terms, queen: Any, shown: Any, attacks: Any) -> Any:
    """List all endings that a roll with this many attacks allows, most preferred first, and return their count."""
    count = _list_moves(sheet, shown, queen, attacks, _NONE)
    if queen:
        # Either keep the token, or spend it on a second move or on an attack.
        count = _list_pairs(sheet, shown, attacks, count)
        count = _list_ways(sheet, _HELD, _NO_MOVE, attacks, count)
        if terms.fewest <= attacks + 1:
            count = _list_moves(sheet, shown, _AWAY, attacks + 1, count)
            count = _list_ways(sheet, _AWAY, _NO_MOVE, attacks + 1, count)
    else:
        # Either move, or skip to take a token, or do not move.
        if terms.may_skip:
            count = _list_ways(sheet, _HELD, _NO_MOVE, _NONE, count)
        count = _list_ways(sheet, _AWAY, _NO_MOVE, attacks, count)
    return count


@called
def best_of(sheet: Sheet, count: Any) -> Any:
    """Return the best of this many listed endings; among equals the first."""
    flat, listed = sheet.ends.flat, sheet.room.listed
    top = listed[0]
    for i in range(1, count):
        if flat[listed[i]] > flat[top]:
            top = listed[i]
    return top


# -- one roll ----------------------------------------------------------------------------------------------------------


@called
def _find_entries(state: Record, entries: Entries, room: Scratch) -> Any:
    """Find each track's current entry; return the attacks that led there, or -1 if there is no such entry.

    Except on the track of a first move, only attacks may have led there.
    """
    paid = np.int64(0)
    for track in range(TRACKS):
        place, end = entries.first[track], entries.first[track + 1]
        while place < end and entries.lane[place] != state.lanes[track]:
            place += 1
        if place == end:
            return np.int64(-1)
        if entries.steps[place] and not (state.node == MOVED and state.first_move == track):
            return np.int64(-1)
        room.now[track] = place - entries.first[track]
        paid += entries.cost[place]
    return paid


@called
def _fewest(entries: Entries, room: Scratch) -> Any:
    """Return the minimum number of attacks needed to push an ant, given the current state of the tracks."""
    fewest = np.int64(COSTS)
    for track in range(TRACKS):
        origin = entries.origin[entries.first[track] + room.now[track]]
        for e in range(entries.first[track] + room.now[track], entries.first[track + 1]):
            target = entries.origin[e]
            if target != origin and entries.ahead[track, origin] >> np.uint64(target) & np.uint64(1):
                fewest = min(fewest, entries.price[track, target] - entries.price[track, origin])
    return fewest


@called
def _list_second(sheet: Sheet, state: Record) -> Any:
    """List the endings after a first move: passing, then the second moves. Return how many there are."""
    entries, room, moved = sheet.entries, sheet.room, np.int64(state.first_move)
    steps = entries.steps[entries.first[moved] + room.now[moved]]
    count = _list_ways(sheet, _HELD, _single(moved, steps) if steps else _NO_MOVE, _NONE, _NONE)
    for track in range(TRACKS):
        more = room.span[track, 0]
        if track != moved and room.span[track, 1] == more:
            way = _single(track, more)
            if steps:
                way = _pair(moved, steps, track, more) if moved < track else _pair(track, more, moved, steps)
            count = _list_ways(sheet, _AWAY, way, _NONE, count)
    return count


@called
def find_end(rules: Record, state: Record, sheet: Sheet, terms: Terms) -> Any:
    """Find the best way to end the turn in a position with final dice.

    Return its index, or -1 if the position belongs to another turn. ``terms`` are those of the turn's start. The
    sheet's ``ends`` receives the endings of the ways that the dice allow.
    """
    entries, room = sheet.entries, sheet.room
    paid = _find_entries(state, entries, room)
    if paid < 0:
        return np.int64(-1)
    queen, attacks = np.int64(state.queens) >> np.int64(state.seat) & 1, np.int64(attacks_of(state))
    for track in range(TRACKS):
        room.shown[track] = np.int64(state.dice) >> 4 * track & 15
        steps = min(room.shown[track], entries.farthest[track])
        if state.node == MOVED and state.first_move == track:
            steps = entries.steps[entries.first[track] + room.now[track]]
        room.span[track, 0], room.span[track, 1] = max(steps, 1), steps
    may_skip = np.int64(state.node == ACT and not rules.beginner)
    fewest = _fewest(entries, room) if queen else np.int64(COSTS)
    current_terms = Terms(terms.without_token, terms.with_token, terms.win, terms.missing, queen, fewest, may_skip)
    if state.node == MOVED:
        sum_up(sheet, current_terms, _NONE, paid)
        return best_of(sheet, _list_second(sheet, state))
    sum_up(sheet, current_terms, attacks + queen, paid)
    return best_of(sheet, list_ends(sheet, current_terms, queen, room.shown, attacks))


@called
def _first_push(rules: Record, state: Record, entries: Entries, key: Any, room: Scratch) -> Any:
    """Return the first push that leads to a key's ending, or 0 if there is none."""
    seat, players = np.int64(state.seat), np.int64(rules.players)
    for track in range(TRACKS):
        first, now = entries.first[track], room.now[track]
        target = entries.origin[first + (number_in(key, track) ^ now)]
        if target == entries.origin[first + now]:
            continue
        lane = np.int64(state.lanes[track])
        _, active, _ = standing(lane, rules.length[track])
        for i in range(MOST_ANTS):
            ant = lane >> 8 * i & 255
            owner = ant & 3
            if ant and owner != seat and active >> owner & 1:
                new_lane, place = pushed_back(lane, owner), _NONE
                while entries.pushed[track, place] != new_lane:
                    place += 1
                if entries.ahead[track, place] >> np.uint64(target) & np.uint64(1):
                    return PUSH + TRACKS * ((owner - seat - 1) % players) + track
    return _NONE


@called
def first_step(rules: Record, state: Record, sheet: Sheet, place: Any, missing: Any) -> Any:
    """Return the index of the first action that leads to the end found by :func:`find_end`."""
    ways = sheet.ends.odds.shape[2]
    left, c, way = place // ways // COSTS, place // ways % COSTS, place % ways
    first, second_track = _MOVED[way, 0], _MOVED[way, 1]
    if state.node == MOVED:
        moved = np.int64(state.first_move)
        second = second_track if first == moved else first
        return np.int64(PASS) if second == _NO_TRACK else MOVE + second
    queen = np.int64(state.queens) >> np.int64(state.seat) & 1
    if left > queen:
        return np.int64(SKIP)
    if left < queen and second_track == _NO_TRACK:
        return np.int64(QUEEN_ATTACK)
    push = _first_push(rules, state, sheet.entries, sheet.ends.key[c, way], sheet.room)
    if push or first == _NO_TRACK:
        return push or np.int64(PASS)
    # A winning move ends the game, so it must be the second of two moves.
    wins = sheet.room.gain[first, sheet.room.span[first, 0]] >= missing
    return MOVE + (second_track if wins and second_track != _NO_TRACK else first)


@entry_point
def find_end_in(rulebook: Any, states: Any, sheet: Sheet, terms: Terms) -> Any:
    """Return the index of the best end in a position with final dice (see :func:`find_end`), and the first action.

    Afterwards ``key`` in ``ends`` holds the endings as differences from the current entries (``now`` in the room).
    """
    rules, state = rulebook[0], states[0]
    place = find_end(rules, state, sheet, terms)
    if place < 0:
        return place, place
    return place, np.int64(first_step(rules, state, sheet, place, terms.missing))


# -- endings evaluated as whole boards ---------------------------------------------------------------------------------


@called
def _place_of(entries: Entries, key: Any) -> Any:
    """Return the entry that is equivalent to a key's ending, if that changes at most one track."""
    place, changed = np.int64(0), 0
    for track in range(TRACKS):
        number = number_in(key, track)
        if number:
            place = entries.first[track] + number
            changed += 1
    return place if changed < 2 else np.int64(NOT_EVALUATED)


@entry_point
def sum_up_turn(sheet: Sheet, terms: Terms, place: Any) -> None:
    """Find the best endings of a turn (see :func:`sum_up_all`), and note which are already evaluated.

    An ending that changes only one track gets the index of that entry in ``place``. An ending that changes only the
    Queen token gets the index after the last entry.
    """
    sum_up_all(sheet, terms)
    place[:] = NOT_EVALUATED
    for c in range(COSTS):
        for way in range(place.shape[2]):
            if sheet.ends.odds[terms.queen, c, way] > -np.inf:
                place[terms.queen, c, way] = _place_of(sheet.entries, sheet.ends.key[c, way])
    place[1 - terms.queen, 0, 0] = sheet.entries.first[TRACKS]


@called
def _want(sheet: Sheet, place: Any, top: Any, distance: Any, count: Any, wanted: Any) -> None:
    """Request evaluation of the listed endings that are near the best one; if the best one wins, request only that."""
    flat = sheet.ends.flat
    least = flat[top] - distance
    if least > 0.5 * WINS:
        count = 0
        wanted[top] |= place[top] == NOT_EVALUATED
    for i in range(count):
        ending = sheet.room.listed[i]
        wanted[ending] |= flat[ending] >= least and place[ending] == NOT_EVALUATED


@entry_point
def choose(sheet: Sheet, terms: Terms, dice: Any, under_way: Any, distance: Any, evaluation: Any, chosen: Any) -> None:
    """Choose the best ending for every final roll, without and (if there is one) with a Queen token in hand.

    ``dice`` holds each roll's counts and attacks. If the turn is ``under_way``, a roll may have a different number of
    attacks left. ``evaluation`` holds the indices of the endings among those evaluated, and the flags of requested
    evaluations. A flag is set for an ending that is not yet evaluated and at most ``distance`` worse than a roll's
    best. ``chosen`` receives the indices of the chosen endings.
    """
    (counts, attacks), (place, wanted) = dice, evaluation
    for queen in range(terms.queen + 1):
        for r in range(len(attacks)):
            least, most = attacks[r], attacks[r] + 1
            if under_way:
                least, most = np.int64(0), min(attacks[r] + 2, COSTS) - queen
            for left in range(least, most):
                count = list_ends(sheet, terms, queen, counts[r], left)
                top = best_of(sheet, count)
                _want(sheet, place, top, distance, count, wanted)
                if left == attacks[r]:
                    chosen[queen, r] = top


@called
def _best_each(sheet: Sheet, terms: Terms) -> None:
    """Find the best values with at most each number of attacks: without a move, for each move, and for each pair."""
    entries, room, ends = sheet.entries, sheet.room, sheet.ends
    for c in range(COSTS if terms.queen else COSTS - 1):
        for left in range(terms.queen + 1):
            for track in range(TRACKS):
                for steps in range(STEPS):
                    way = _single(track, min(steps, entries.farthest[track])) if entries.farthest[track] else _NO_MOVE
                    most = ends.odds[left, c, way] if steps and way else -np.inf
                    room.single[left, c, track, steps] = max(
                        most, room.single[left, c - 1, track, steps] if c else most
                    )
            most = ends.odds[left, c, _NO_MOVE]
            room.still[left, c] = max(most, room.still[left, c - 1] if c else most)
        for low in range(TRACKS if terms.queen else _NONE):
            for s in range(1, STEPS):
                for high in range(low + 1, TRACKS):
                    for t in range(1, STEPS - s):
                        steps, more, most = min(s, entries.farthest[low]), min(t, entries.farthest[high]), -np.inf
                        if steps and more:
                            most = ends.odds[0, c, _pair(low, steps, high, more)]
                        before = room.pair[c - 1, low, s, high, t] if c else most
                        room.pair[c, low, s, high, t] = max(most, before)


@called
def value_rolls(sheet: Sheet, terms: Terms, dice: Any, final: Any) -> None:
    """Compute the value of every final roll, without and (if there is one) with a Queen token in hand."""
    (counts, attacks), room, ends = dice, sheet.room, sheet.ends
    _best_each(sheet, terms)
    skipped = ends.odds[1, 0, _NO_MOVE] if terms.may_skip else -np.inf
    for r in range(len(attacks)):
        c = attacks[r]
        best = max(skipped, room.still[0, c])
        for track in range(TRACKS):
            best = max(best, room.single[0, c, track, counts[r, track]])
        final[0, r] = best
        if not terms.queen:
            continue
        best, attacking = room.still[1, c], room.still[0, c + 1]
        for low in range(TRACKS):
            s = counts[r, low]
            if s == 0:
                continue
            best = max(best, room.single[1, c, low, s])
            attacking = max(attacking, room.single[0, c + 1, low, s])
            for high in range(low + 1, TRACKS):
                if counts[r, high]:
                    best = max(best, room.pair[c, low, s, high, counts[r, high]])
        final[1, r] = max(best, attacking) if terms.fewest <= c + 1 else best
