"""The best end of a turn of Picnic Blitz once the dice are final, as the rooster counts: see :mod:`.solver.acts`.

Points add up over the tracks, and their sums are exact. So the most that attacks and moves bring is found track by
track, and never board by board; equals are told apart as the solver does it.
"""

from typing import Any

import numpy as np

from roost.games.picnic.faces.compiled import ACT, MOVE, MOVED, PASS, PUSH, QUEEN_ATTACK, SKIP, attacks_of
from roost.games.picnic.faces.packed_lane import MOST_ANTS, space_of, standing
from roost.games.picnic.faces.pushed_lanes import COSTS, STEPS, TRACKS, list_lanes, pushed
from roost.games.picnic.turn import DIE, straight_attacks
from roost.study.fast.bits import count_ones
from roost.study.fast.compiler import called
from roost.study.fast.records import Record

_ZERO, _NO_TRACK = np.int64(0), np.int64(TRACKS)
"""Numbers of one type, for which functions are compiled but once."""
_ATTACKS = np.array([straight_attacks(DIE.roll(int(i < shown) for i in range(TRACKS))) for shown in range(TRACKS + 1)])
"""The most attacks of a roll that shows so many different numbers (PB-6)."""


@called
def _tabulate(room: Any, top: Any) -> None:
    """The most that each track can bring by itself, for each number of steps and attacks."""
    _, counts, cost, _, points = room
    for track in range(TRACKS):
        for steps in range(STEPS):
            for spent in range(COSTS):
                top[track, steps, spent] = -np.inf
            for number in range(counts[track]):
                spent = cost[track, number]
                top[track, steps, spent] = max(top[track, steps, spent], points[track, number, steps])


@called
def _add_up(top: Any, one: Any, steps: Any, other: Any, more: Any, attacks: Any, best: Any) -> None:
    """The most that up to two moves bring together with each number of attacks: on the tracks from each one on."""
    for spent in range(attacks + 1):
        best[TRACKS, spent] = -np.inf if spent else 0.0
    for track in range(TRACKS - 1, -1, -1):
        gone = steps if track == one else more if track == other else _ZERO
        for left in range(attacks + 1):
            found = -np.inf
            for spent in range(left + 1):
                found = max(found, top[track, gone, spent] + best[track + 1, left - spent])
            best[track, left] = found


@called
def _food(rules: Record, state: Record, track: Any, steps: Any) -> Any:
    """The points that a move wins, if it is allowed."""
    if track == _NO_TRACK or np.int64(space_of(state.lanes[track], state.seat)) + steps < rules.length[track]:
        return _ZERO
    return np.int64(rules.worth[track])


@called
def _missing(rules: Record, state: Record) -> Any:
    """The points that the player needs to win."""
    return np.int64(rules.goal) - np.int64(state.scores[state.seat])


@called
def _for_win(rules: Record, state: Record, one: Any, steps: Any, other: Any, more: Any, win: Any) -> Any:
    """The bonus if up to two moves win; minus infinity if both do: whichever comes first ends the game (PB-14)."""
    missing, first = _missing(rules, state), _food(rules, state, one, steps)
    second = _food(rules, state, other, more)
    if min(first, second) >= missing:
        return -np.inf
    return win[0] if first + second >= missing else 0.0


@called
def _can_push(room: Any, attacks: Any) -> Any:
    """Whether so many attacks can push anybody. A Queen token is on offer only where it helps to."""
    _, counts, cost, _, _ = room
    fewest = COSTS
    for track in range(TRACKS):
        if counts[track] > 1:
            fewest = min(fewest, cost[track, 1])
    return fewest <= attacks


# -- all rolls ---------------------------------------------------------------------------------------------------------


@called
def _all_moves(
    rules: Record, state: Record, one: Any, steps: Any, other: Any, more: Any, win: Any, more_attacks: Any, work: Any
) -> None:
    """Note the most that up to two moves bring together with up to so many attacks as a roll can give beside them.

    Dice that show the same number leave fewer for a straight; ``more_attacks`` come on top.
    """
    top, best, moved = work
    most = more_attacks + _ATTACKS[TRACKS - max(steps - 1, 0) - max(more - 1, 0)]
    _add_up(top, one, steps, other, more, most, best)
    wins, found = _for_win(rules, state, one, steps, other, more, win), -np.inf
    for attacks in range(most + 1):
        found = max(found, best[0, attacks] + wins)
        moved[one, steps, other, more, attacks] = found


@called
def final_points(
    rules: Record, state: Record, queen: Any, counts: Any, attacks: Any, worth: Any, room: Any, work: Any, final: Any
) -> None:
    """The worth of every final roll in the turn under way: how far it brings the player ahead.

    ``counts`` and ``attacks`` describe the rolls. ``final`` gets a row for those who end the re-rolls without a Queen
    token, and one for those with it, if the player has one (``queen``).
    """
    ant_points, queen_points, win = worth
    top, _, moved = work
    list_lanes(rules, state, COSTS - 2 + queen, _ZERO, ant_points, room)
    _tabulate(room, top)
    _all_moves(rules, state, _NO_TRACK, _ZERO, _NO_TRACK, _ZERO, win, queen, work)
    for one in range(TRACKS):
        for steps in range(1, STEPS):
            _all_moves(rules, state, one, steps, _NO_TRACK, _ZERO, win, queen, work)
            if queen:
                for other in range(one + 1, TRACKS):
                    for more in range(1, STEPS - steps):
                        _all_moves(rules, state, one, steps, other, more, win, _ZERO, work)
    tokens = np.int64(count_ones(np.uint64(state.queens))) - queen
    before = moved[_NO_TRACK, 0, _NO_TRACK, 0, 0] + queen_points[queen, tokens]
    skipped = queen_points[1, tokens] - queen_points[queen, tokens]
    away, held = queen_points[0, tokens] - before, queen_points[1, tokens] - before
    for r in range(len(attacks)):
        c = attacks[r]
        best = moved[_NO_TRACK, 0, _NO_TRACK, 0, c]
        with_queen, with_two = moved[_NO_TRACK, 0, _NO_TRACK, 0, c + 1], -np.inf
        for one in range(TRACKS):
            steps = counts[r, one]
            if steps:
                best = max(best, moved[one, steps, _NO_TRACK, 0, c])
                if queen:
                    with_queen = max(with_queen, moved[one, steps, _NO_TRACK, 0, c + 1])
                    for other in range(one + 1, TRACKS):
                        if counts[r, other]:
                            with_two = max(with_two, moved[one, steps, other, counts[r, other], c])
        final[0, r] = best + away if rules.beginner else max(best + away, skipped)
        if queen:
            if _can_push(room, c + 1):
                with_two = max(with_two, with_queen)
            final[1, r] = max(best + held, with_two + away)


# -- one roll ----------------------------------------------------------------------------------------------------------


@called
def _with_moves(rules: Record, state: Record, one: Any, other: Any, attacks: Any, win: Any, work: Any) -> Any:
    """The most that up to two moves by the dice on the table and up to so many attacks bring."""
    top, best, _ = work
    steps = np.int64(state.dice) >> 4 * one & 15 if one < _NO_TRACK else _ZERO
    more = np.int64(state.dice) >> 4 * other & 15 if other < _NO_TRACK else _ZERO
    found = -np.inf
    if (steps or one == _NO_TRACK) and (more or other == _NO_TRACK):
        _add_up(top, one, steps, other, more, attacks, best)
        for spent in range(attacks + 1):
            found = max(found, best[0, spent])
        found += _for_win(rules, state, one, steps, other, more, win)
    return found


@called
def _second_move(rules: Record, state: Record, lost: Any, win: Any, work: Any) -> Any:
    """The best action after a first move, when the Queen token for a second one counts so much: of equals, to pass."""
    chosen: Any = np.int64(PASS)
    best = _with_moves(rules, state, _NO_TRACK, _NO_TRACK, _ZERO, win, work) + lost
    for track in range(TRACKS):
        if track != state.first_move:
            value = _with_moves(rules, state, track, _NO_TRACK, _ZERO, win, work)
            if value > best:
                best, chosen = value, MOVE + track
    return chosen


@called
def choose_end(rules: Record, state: Record, worth: Any, room: Any, work: Any) -> Any:
    """The number of the best action in a position with final dice. Equals are told apart as in :mod:`.solver.plans`."""
    ant_points, queen_points, win = worth
    top, _, _ = work
    dice, seat = np.int64(state.dice), np.int64(state.seat)
    queen = np.int64(state.queens) >> seat & 1
    tokens = np.int64(count_ones(np.uint64(state.queens))) - queen
    token = queen_points[1, tokens] - queen_points[0, tokens]
    attacks = np.int64(attacks_of(state))
    list_lanes(rules, state, attacks + queen, dice, ant_points, room)
    _tabulate(room, top)
    if state.node == MOVED:
        return _second_move(rules, state, token, win, work)
    first, second, action, best, kept = _NO_TRACK, _NO_TRACK, np.int64(MOVE), -np.inf, token * queen
    for one in range(TRACKS):
        value = _with_moves(rules, state, one, _NO_TRACK, attacks, win, work) + kept
        if value > best:
            best, first = value, np.int64(one)
    if queen:
        for one in range(TRACKS):
            for other in range(one + 1, TRACKS):
                value = _with_moves(rules, state, one, other, attacks, win, work)
                if value > best:
                    best, first, second = value, np.int64(one), np.int64(other)
    elif state.node == ACT and not rules.beginner:
        value = _with_moves(rules, state, _NO_TRACK, _NO_TRACK, _ZERO, win, work) + token
        if value > best:
            best, action = value, np.int64(SKIP)
    value = _with_moves(rules, state, _NO_TRACK, _NO_TRACK, attacks, win, work) + kept
    if value > best:
        best, first, second, action = value, _NO_TRACK, _NO_TRACK, np.int64(PASS)
    if queen and _can_push(room, attacks + 1):
        for one in range(TRACKS + 1):
            if _with_moves(rules, state, one, _NO_TRACK, attacks + 1, win, work) > best:
                action = np.int64(QUEEN_ATTACK)
    if action in (SKIP, QUEEN_ATTACK):
        return action
    push = _first_push(rules, state, first, second, attacks, room, work)
    if push or action == PASS:
        return push or action
    # A move that wins ends the game, so of two it comes last.
    wins = _food(rules, state, first, dice >> 4 * first & 15) >= _missing(rules, state)
    return MOVE + (second if wins and second != _NO_TRACK else first)


@called
def _first_push(rules: Record, state: Record, first: Any, second: Any, attacks: Any, room: Any, work: Any) -> Any:
    """The first push on the way to the best board for these moves; 0 if it is the board as it is.

    Of equal boards the one with the fewest attacks is aimed at, and then the one whose lanes come first.
    """
    lanes, counts, cost, ahead, points = room
    top, best, _ = work
    dice, seat, players = np.int64(state.dice), np.int64(state.seat), np.int64(rules.players)
    steps = dice >> 4 * first & 15 if first < _NO_TRACK else _ZERO
    more = dice >> 4 * second & 15 if second < _NO_TRACK else _ZERO
    _add_up(top, first, steps, second, more, attacks, best)
    left = _ZERO
    for spent in range(1, attacks + 1):
        if best[0, spent] > best[0, left]:
            left = np.int64(spent)
    for track in range(TRACKS):
        gone, target = steps if track == first else more if track == second else _ZERO, _ZERO
        for number in range(counts[track] - 1, -1, -1):
            spent = cost[track, number]
            if spent <= left and points[track, number, gone] + best[track + 1, left - spent] == best[track, left]:
                target = np.int64(number)
        left -= cost[track, target]
        if target == 0:
            continue
        lane = lanes[track, 0]
        _, active, _ = standing(lane, rules.length[track])
        for i in range(MOST_ANTS):
            ant = lane >> 8 * i & 255
            owner = ant & 3
            if ant and owner != seat and active >> owner & 1:
                made, place = pushed(lane, owner), _ZERO
                while lanes[track, place] != made:
                    place += 1
                if ahead[track, place] >> np.uint64(target) & np.uint64(1):
                    return PUSH + TRACKS * ((owner - seat - 1) % players) + track
    return _ZERO
