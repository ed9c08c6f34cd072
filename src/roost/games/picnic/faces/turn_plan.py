"""The best ends of a turn of Picnic Blitz: for each way to move and each number of attacks, then for every final roll.

What an ending is worth adds up over the tracks, until it is judged as a whole. Attacks are shared out among the tracks
like coins: for every set of tracks that a move does not touch, the most that each number of attacks can bring there is
worked out once. So there is one ending for each *way* to move (not at all, once, or twice) and each number of attacks,
a few hundred of them, and a roll only looks at those that it allows. Once the dice are final the same is done for the
board as it is and for what the dice show (:func:`find_end`).

An ending is told by a *key*: the number of the entry on each track, nine bits each.
"""

from functools import cache
from itertools import combinations, product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from roost.games.picnic.faces.compiled import ACT, MOVE, MOVED, PASS, PUSH, QUEEN_ATTACK, SKIP, attacks_of
from roost.games.picnic.faces.lanes import COSTS, NUMBER_BITS, STEPS, TRACKS, Entries, number_in, pushed_back
from roost.games.picnic.faces.packed_lane import MOST_ANTS, standing
from roost.study.fast.compiler import called, entry_point, inlined
from roost.study.fast.records import Record

WINS = 200.0
"""The worth of winning at once, in log-odds: so much that nothing else counts beside it."""
NOT_JUDGED = -1
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
_NO_MOVE, _NO_TRACK = np.int64(0), np.int64(TRACKS)
"""The way without a move, and the track of a move that is not made."""
_NONE = np.int64(0)
"""No attacks, or nothing listed yet. Numba compiles once for all of NumPy's numbers, and anew for each of Python's."""
_MOST_LISTED = 2 * COSTS * (1 + TRACKS + TRACKS * (TRACKS - 1) // 2)


class Terms(NamedTuple):
    """What a turn is played for beside what its entries add, and what the player may do."""

    away: float
    held: float
    """The worth of the turn if nothing happens and the Queen token ends up away, and in hand."""
    win: float
    """The worth that is added where two moves win together. What wins by itself has it already."""
    missing: int | np.int64
    """The points that the player needs to win."""
    queen: int | np.int64
    """Whether there is a Queen token now."""
    fewest: int | np.int64
    """The fewest attacks that push somebody."""
    may_skip: int | np.int64
    """Whether skipping takes a Queen token."""


class Ends(NamedTuple):
    """The best ending of each way to move with each number of attacks."""

    odds: NDArray[np.float64]
    """Its worth: without and with a Queen token left, after each number of attacks, for each way; minus infinity where
    there is no such ending."""
    flat: NDArray[np.float64]
    """The same numbers in one row. The place of an ending is the place there."""
    key: NDArray[np.uint64]


class Room(NamedTuple):
    """Room to work in."""

    now: NDArray[np.int64]
    """The number of the entry that each track stands at."""
    span: NDArray[np.int64]
    """The fewest and the most steps on each track that are looked at."""
    move: NDArray[np.float64]
    entry: NDArray[np.uint64]
    """The most that each track brings with each number of steps and attacks, and by which entry."""
    gain: NDArray[np.int64]
    """The points that each track brings with each number of steps."""
    best: NDArray[np.float64]
    how: NDArray[np.uint64]
    """The most that each number of attacks brings on every set of tracks, and how; then what the first of two moves
    brings together with them."""
    still: NDArray[np.float64]
    single: NDArray[np.float64]
    pair: NDArray[np.float64]
    """The most that up to so many attacks bring without a move, with each move, and with each two."""
    listed: NDArray[np.int64]
    """Places of endings."""
    shown: NDArray[np.int64]
    """How many dice show each track."""


class Sheet(NamedTuple):
    """One turn: what it can make of each track, what that is worth, its endings, and room to work in."""

    entries: Entries
    worth: NDArray[np.float64]
    """The worth that each entry adds."""
    judged: NDArray[np.float64]
    """What judging has added to each ending, if anything was judged."""
    room: Room
    ends: Ends


def make_ends(ways: int = WAYS) -> Ends:
    """Room for the endings of a turn with so many ways to move."""
    odds = np.full((2, COSTS, ways), -np.inf)
    return Ends(odds, odds.reshape(-1), np.zeros(odds.shape[1:], np.uint64))


def make_room() -> Room:
    """Room for a turn."""
    per_step, per_set = (TRACKS, STEPS, COSTS), (_SETS + 1, COSTS)
    return Room(
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


NOTHING_JUDGED = np.zeros((0, 0, 0))
"""What judging has added where nothing was judged."""


# -- ways to move ------------------------------------------------------------------------------------------------------


@called
def _set_of(one: Any, other: Any) -> Any:
    """The number of the set of tracks without these two, the lower one first."""
    return 1 + TRACKS + one * (2 * TRACKS - one - 1) // 2 + other - one - 1


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


_MOVED = np.array([[*np.flatnonzero(steps), TRACKS, TRACKS][:2] for steps in way_steps()])
"""The tracks on which each way moves, the lower one first."""


# -- endings -----------------------------------------------------------------------------------------------------------


@called
def _share_out(room: Room, some: Any, most: Any) -> None:
    """The most that attacks can bring on a set of tracks, for each number of attacks; and how."""
    for c in range(most + 1):
        room.best[some, c] = 0.0 if c == 0 else _LEAST
        room.how[some, c] = 0
    for track in range(TRACKS - 1, -1, -1):
        if not _IS_IN_SET[some, track]:
            continue
        for c in range(most, -1, -1):
            found, key = room.best[some, c] + room.move[track, 0, 0], room.how[some, c]
            for spent in range(1, c + 1):
                value = room.best[some, c - spent] + room.move[track, 0, spent]
                if value > found:
                    found, key = value, room.how[some, c - spent] | room.entry[track, 0, spent]
            room.best[some, c], room.how[some, c] = found, key


@called
def _with_move(room: Room, track: Any, steps: Any, some: Any, attacks: Any) -> Any:
    """The most that a move and so many attacks bring, when others bring row ``some`` of ``best``; and how."""
    found, key = _LEAST, np.uint64(0)
    for spent in range(attacks + 1):
        value = room.move[track, steps, spent] + room.best[some, attacks - spent]
        if value > found:
            found, key = value, room.how[some, attacks - spent] | room.entry[track, steps, spent]
    return found, key


@called
def _best_entries(sheet: Sheet, most: Any) -> None:
    """The best entry of each track for each number of steps and of attacks from now on.

    An entry is told by the bits in which its number differs from that of the entry now.
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
    """Note the best ending of a way with so many attacks."""
    sheet.ends.key[c, way] = key
    for left in range(2):
        odds = -np.inf
        if value > 0.5 * _LEAST:
            odds = value + (terms.held if left else terms.away)
            if sheet.judged.size:
                odds += sheet.judged[left, paid + c, way]
        sheet.ends.odds[left, c, way] = odds


@called
def _sum_pairs(sheet: Sheet, terms: Terms, most: Any, paid: Any) -> None:
    """The most that each two moves bring together with each number of attacks; and how."""
    room = sheet.room
    for one in range(TRACKS):
        for s in range(room.span[one, 0], room.span[one, 1] + 1):
            for other in range(one + 1, TRACKS):
                some = _set_of(one, other)
                for spent in range(most + 1):
                    value, key = _with_move(room, one, s, some, spent)
                    room.best[_FIRST_MOVE, spent], room.how[_FIRST_MOVE, spent] = value, key
                for t in range(room.span[other, 0], min(room.span[other, 1], _FACES - s) + 1):
                    won, more = room.gain[one, s], room.gain[other, t]
                    # Whichever wins by itself ends the game, so that both cannot.
                    never = min(won, more) >= terms.missing
                    bonus = terms.win if max(won, more) < terms.missing <= won + more else 0.0
                    for c in range(most + 1):
                        value, key = _with_move(room, other, t, _FIRST_MOVE, c)
                        value = _LEAST if never else value + bonus
                        _note(sheet, terms, paid, c, _pair(one, s, other, t), value, key)


@called
def sum_up(sheet: Sheet, terms: Terms, most: Any, paid: Any) -> None:
    """Find the best ending for every way to move with up to ``most`` attacks from where the tracks stand now.

    So many attacks were ``paid`` before. What is possible is told by ``now`` and ``span`` in the room.
    """
    room = sheet.room
    _best_entries(sheet, most)
    for some in range(_SETS if terms.queen else 1 + TRACKS):
        _share_out(room, some, most)
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
    """Find the best ending for every way to move and every number of attacks, from the start of the turn."""
    for track in range(TRACKS):
        sheet.room.now[track] = 0
        sheet.room.span[track, 0], sheet.room.span[track, 1] = 1, sheet.entries.farthest[track]
    sum_up(sheet, terms, np.int64(COSTS - 1 if terms.queen else COSTS - 2), _NONE)


# -- all rolls ---------------------------------------------------------------------------------------------------------


@inlined
def _list_ways(sheet: Sheet, left: Any, way: Any, most: Any, count: Any) -> Any:
    """List what a way makes of up to ``most`` attacks; returns how many there are in the list then."""
    ways = sheet.ends.odds.shape[2]
    for c in range(most + 1):
        place = (left * COSTS + c) * ways + way
        if sheet.ends.flat[place] > -np.inf:
            sheet.room.listed[count] = place
            count += 1
    return count


@inlined
def _list_moves(sheet: Sheet, shown: Any, left: Any, most: Any, count: Any) -> Any:
    """List what the single moves of a roll make of up to ``most`` attacks."""
    for track in range(TRACKS):
        steps = min(shown[track], sheet.entries.farthest[track])
        if steps:
            count = _list_ways(sheet, left, _single(track, steps), most, count)
    return count


@called
def _list_pairs(sheet: Sheet, shown: Any, most: Any, count: Any) -> Any:
    """List what two moves of a roll make of up to ``most`` attacks, the Queen token spent."""
    for one in range(TRACKS):
        steps = min(shown[one], sheet.entries.farthest[one])
        for other in range(one + 1 if steps else TRACKS, TRACKS):
            more = min(shown[other], sheet.entries.farthest[other])
            if more:
                count = _list_ways(sheet, _AWAY, _pair(one, steps, other, more), most, count)
    return count


@called
def list_ends(sheet: Sheet, terms: Terms, queen: Any, shown: Any, attacks: Any) -> Any:
    """List all endings of a roll with so many attacks, in the order of preference; returns how many there are."""
    count = _list_moves(sheet, shown, queen, attacks, _NONE)
    if queen:
        # Keep the token, or spend it on a second move or on an attack.
        count = _list_pairs(sheet, shown, attacks, count)
        count = _list_ways(sheet, _HELD, _NO_MOVE, attacks, count)
        if terms.fewest <= attacks + 1:
            count = _list_moves(sheet, shown, _AWAY, attacks + 1, count)
            count = _list_ways(sheet, _AWAY, _NO_MOVE, attacks + 1, count)
    else:
        # A move, or skip for a token, or no move.
        if terms.may_skip:
            count = _list_ways(sheet, _HELD, _NO_MOVE, _NONE, count)
        count = _list_ways(sheet, _AWAY, _NO_MOVE, attacks, count)
    return count


@called
def best_of(sheet: Sheet, count: Any) -> Any:
    """The first of the best endings among so many that are listed."""
    flat, listed = sheet.ends.flat, sheet.room.listed
    top = listed[0]
    for i in range(1, count):
        if flat[listed[i]] > flat[top]:
            top = listed[i]
    return top


# -- one roll ----------------------------------------------------------------------------------------------------------


@called
def _stand(state: Record, entries: Entries, room: Room) -> Any:
    """Find the entry at which each track stands; returns the attacks that led there, or -1 if none is known.

    But for the track of a first move, attacks alone must have led there.
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
def _fewest(entries: Entries, room: Room) -> Any:
    """The fewest attacks that push somebody from where the tracks stand now."""
    fewest = np.int64(COSTS)
    for track in range(TRACKS):
        here = entries.origin[entries.first[track] + room.now[track]]
        for e in range(entries.first[track] + room.now[track], entries.first[track + 1]):
            there = entries.origin[e]
            if there != here and entries.ahead[track, here] >> np.uint64(there) & np.uint64(1):
                fewest = min(fewest, entries.price[track, there] - entries.price[track, here])
    return fewest


@called
def _list_second(sheet: Sheet, state: Record) -> Any:
    """List the endings after a first move: to pass, then the second moves; returns how many there are."""
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
    """Find the best end of the turn in a position with final dice; returns its place, or -1 in another turn.

    ``terms`` are those of the turn's start. ``ends`` of the sheet get the endings of the ways that the dice allow.
    """
    entries, room = sheet.entries, sheet.room
    paid = _stand(state, entries, room)
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
    here = Terms(terms.away, terms.held, terms.win, terms.missing, queen, fewest, may_skip)
    if state.node == MOVED:
        sum_up(sheet, here, _NONE, paid)
        return best_of(sheet, _list_second(sheet, state))
    sum_up(sheet, here, attacks + queen, paid)
    return best_of(sheet, list_ends(sheet, here, queen, room.shown, attacks))


@called
def _first_push(rules: Record, state: Record, entries: Entries, key: Any, room: Room) -> Any:
    """The first push on the way to the ending of a key; 0 if there is none."""
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
                made, place = pushed_back(lane, owner), _NONE
                while entries.pushed[track, place] != made:
                    place += 1
                if entries.ahead[track, place] >> np.uint64(target) & np.uint64(1):
                    return PUSH + TRACKS * ((owner - seat - 1) % players) + track
    return _NONE


@called
def first_step(rules: Record, state: Record, sheet: Sheet, place: Any, missing: Any) -> Any:
    """The number of the first action towards the end that :func:`find_end` has found."""
    ways = sheet.ends.odds.shape[2]
    left, c, way = place // ways // COSTS, place // ways % COSTS, place % ways
    one, other = _MOVED[way, 0], _MOVED[way, 1]
    if state.node == MOVED:
        moved = np.int64(state.first_move)
        second = other if one == moved else one
        return np.int64(PASS) if second == _NO_TRACK else MOVE + second
    queen = np.int64(state.queens) >> np.int64(state.seat) & 1
    if left > queen:
        return np.int64(SKIP)
    if left < queen and other == _NO_TRACK:
        return np.int64(QUEEN_ATTACK)
    push = _first_push(rules, state, sheet.entries, sheet.ends.key[c, way], sheet.room)
    if push or one == _NO_TRACK:
        return push or np.int64(PASS)
    # A move that wins ends the game, so of two it comes last.
    wins = sheet.room.gain[one, sheet.room.span[one, 0]] >= missing
    return MOVE + (other if wins and other != _NO_TRACK else one)


@entry_point
def find_end_in(rulebook: Any, states: Any, sheet: Sheet, terms: Terms) -> Any:
    """The place of the best end in a position with final dice (see :func:`find_end`), and the first action to it.

    ``key`` in ``ends`` tells the endings afterwards, counted from where the tracks stand (``now`` in the room).
    """
    rules, state = rulebook[0], states[0]
    place = find_end(rules, state, sheet, terms)
    if place < 0:
        return place, place
    return place, np.int64(first_step(rules, state, sheet, place, terms.missing))


# -- endings that are judged -------------------------------------------------------------------------------------------


@called
def _place_of(entries: Entries, key: Any) -> Any:
    """The entry that is the ending of a key, if it changes one track at most."""
    place, changed = np.int64(0), 0
    for track in range(TRACKS):
        number = number_in(key, track)
        if number:
            place = entries.first[track] + number
            changed += 1
    return place if changed < 2 else np.int64(NOT_JUDGED)


@entry_point
def sum_up_turn(sheet: Sheet, terms: Terms, place: Any) -> None:
    """Find the best endings of a turn (see :func:`sum_up_all`), and which of them have been judged.

    ``place`` gets the places of those that change nothing but one track, or nothing but the Queen token: among the
    entries, and right after them.
    """
    sum_up_all(sheet, terms)
    place[:] = NOT_JUDGED
    for c in range(COSTS):
        for way in range(place.shape[2]):
            if sheet.ends.odds[terms.queen, c, way] > -np.inf:
                place[terms.queen, c, way] = _place_of(sheet.entries, sheet.ends.key[c, way])
    place[1 - terms.queen, 0, 0] = sheet.entries.first[TRACKS]


@called
def _want(sheet: Sheet, place: Any, top: Any, distance: Any, count: Any, wanted: Any) -> None:
    """Want those of a list judged that are near the best. Nothing is better than to win, so then the best will do."""
    flat = sheet.ends.flat
    least = flat[top] - distance
    if least > 0.5 * WINS:
        count = 0
        wanted[top] |= place[top] == NOT_JUDGED
    for i in range(count):
        some = sheet.room.listed[i]
        wanted[some] |= flat[some] >= least and place[some] == NOT_JUDGED


@entry_point
def choose(sheet: Sheet, terms: Terms, dice: Any, under_way: Any, distance: Any, judging: Any, chosen: Any) -> None:
    """Choose the best ending for every final roll, without and (if there is one) with a Queen token in hand.

    ``dice`` are the counts and the attacks of the rolls. Where the turn is ``under_way``, a roll may have another
    number of attacks left. ``judging`` are the places of the endings among those judged, in one row, and what is
    wanted: that is set where an ending has not been judged although it is no more than ``distance`` worse than the
    best of a roll. ``chosen`` gets the places of the endings.
    """
    (counts, attacks), (place, wanted) = dice, judging
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
def _most_each(sheet: Sheet, terms: Terms) -> None:
    """The most that up to so many attacks bring without a move, with each single one and with each two."""
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
        for one in range(TRACKS if terms.queen else _NONE):
            for s in range(1, STEPS):
                for other in range(one + 1, TRACKS):
                    for t in range(1, STEPS - s):
                        steps, more, most = min(s, entries.farthest[one]), min(t, entries.farthest[other]), -np.inf
                        if steps and more:
                            most = ends.odds[0, c, _pair(one, steps, other, more)]
                        before = room.pair[c - 1, one, s, other, t] if c else most
                        room.pair[c, one, s, other, t] = max(most, before)


@called
def value_rolls(sheet: Sheet, terms: Terms, dice: Any, final: Any) -> None:
    """The worth of every final roll, without and (if there is one) with a Queen token in hand."""
    (counts, attacks), room, ends = dice, sheet.room, sheet.ends
    _most_each(sheet, terms)
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
        for one in range(TRACKS):
            s = counts[r, one]
            if s == 0:
                continue
            best = max(best, room.single[1, c, one, s])
            attacking = max(attacking, room.single[0, c + 1, one, s])
            for other in range(one + 1, TRACKS):
                if counts[r, other]:
                    best = max(best, room.pair[c, one, s, other, counts[r, other]])
        final[1, r] = max(best, attacking) if terms.fewest <= c + 1 else best
