"""The best end of a turn of Picnic Blitz once the dice are final, as the rooster counts: see :mod:`.solver.acts`.

Points add up over the tracks, and their sums are exact. So the most that attacks and moves bring is found track by
track, and never board by board; equals are told apart as the solver does it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from roost.fast.bits import count_ones
from roost.fast.compiling import called
from roost.fast.records import Record
from roost.games.picnic.faces.compiled import ACT, MOVE, MOVED, PASS, PUSH, QUEEN_ATTACK, SKIP, attacks_of
from roost.games.picnic.faces.packed_lane import MOST_ANTS, space_of, standing
from roost.games.picnic.faces.pushed_lanes import COSTS, STEPS, TRACKS, list_lanes, pushed

__all__ = ["NO_TRACK", "choose_end", "final_points"]

NO_TRACK = TRACKS
"""Stands for a track where there is none."""


@called
def _share_out(top: Any, one: Any, other: Any, most: Any, rest: Any) -> None:
    """The most that attacks bring on all tracks but two, for each number of attacks at most."""
    for cost in range(most + 1):
        rest[one, other, cost] = -np.inf if cost else 0.0
    for track in range(TRACKS):
        if track in (one, other):
            continue
        for cost in range(most, -1, -1):
            found = -np.inf
            for spent in range(cost + 1):
                found = max(found, rest[one, other, cost - spent] + top[track, 0, spent])
            rest[one, other, cost] = found
    for cost in range(1, most + 1):
        rest[one, other, cost] = max(rest[one, other, cost], rest[one, other, cost - 1])


@called
def _tabulate(
    rules: Record, state: Record, most: Any, dice: Any, pairs: Any, ant_points: Any, room: Any, top: Any, rest: Any
) -> None:
    """Work out what each track can bring by itself, and what attacks bring on the others.

    ``top`` gets the most for each track, steps and attacks; ``rest`` the most that up to so many attacks bring on all
    tracks but one, and but two if there are ``pairs`` of moves.
    """
    list_lanes(rules, state, most, dice, ant_points, room)
    _, counts, cost, _, points = room
    for track in range(TRACKS):
        for steps in range(STEPS):
            for spent in range(COSTS):
                top[track, steps, spent] = -np.inf
            for number in range(counts[track]):
                spent = cost[track, number]
                top[track, steps, spent] = max(top[track, steps, spent], points[track, number, steps])
    _share_out(top, NO_TRACK, NO_TRACK, most, rest)
    for one in range(TRACKS):
        _share_out(top, one, NO_TRACK, most, rest)
        if pairs:
            for other in range(one + 1, TRACKS):
                _share_out(top, one, other, most, rest)


@called
def _one_move(top: Any, rest: Any, track: Any, steps: Any, attacks: Any) -> Any:
    """The most that a move and up to so many attacks bring."""
    best = -np.inf
    for spent in range(attacks + 1):
        best = max(best, top[track, steps, spent] + rest[track, NO_TRACK, attacks - spent])
    return best


@called
def _two_moves(top: Any, rest: Any, one: Any, steps: Any, other: Any, more_steps: Any, attacks: Any) -> Any:
    """The most that two moves and up to so many attacks bring."""
    best = -np.inf
    for spent in range(attacks + 1):
        for more in range(attacks + 1 - spent):
            moved = top[one, steps, spent] + top[other, more_steps, more]
            best = max(best, moved + rest[one, other, attacks - spent - more])
    return best


@called
def _can_push(room: Any, attacks: Any) -> Any:
    """Whether so many attacks can push anybody. A Queen token is on offer only where it helps to."""
    _, counts, cost, _, _ = room
    for track in range(TRACKS):
        if counts[track] > 1 and cost[track, 1] <= attacks:
            return True
    return False


@called
def _food(rules: Record, state: Record, track: Any, steps: Any) -> Any:
    """The points that a move wins, if it is allowed."""
    reached = np.int64(space_of(state.lanes[track], state.seat)) + steps
    return np.int64(rules.worth[track]) if reached >= rules.length[track] else np.int64(0)


# -- all rolls ---------------------------------------------------------------------------------------------------------


@called
def final_points(
    rules: Record, state: Record, queen: Any, counts: Any, attacks: Any, worth: Any, room: Any, work: Any, final: Any
) -> None:
    """What every final roll is worth in the turn under way: how far it brings the player ahead.

    ``counts`` and ``attacks`` describe the rolls. ``final`` gets a row for those who end the re-rolls without a Queen
    token, and one for those with it, if the player has one (``queen``).
    """
    ant_points, queen_points, win = worth
    top, rest, single, food, _ = work
    most = COSTS - 2 + queen
    _tabulate(rules, state, most, 0, queen, ant_points, room, top, rest)
    tokens = np.int64(count_ones(np.uint64(state.queens))) - queen
    before, missing = 0.0, np.int64(rules.goal) - np.int64(state.scores[state.seat])
    for track in range(TRACKS):
        before += top[track, 0, 0]
    skipped = queen_points[1, tokens] - queen_points[queen, tokens]
    away, held = queen_points[0, tokens] - queen_points[queen, tokens] - before, skipped - before
    for track in range(TRACKS):
        for steps in range(1, STEPS):
            food[track, steps] = _food(rules, state, track, steps)
            wins = win[0] if food[track, steps] >= missing else 0.0
            for c in range(most + 1):
                single[c, track, steps] = _one_move(top, rest, track, steps, c) + wins
    for r in range(len(counts)):
        c = attacks[r]
        moved, more_attacks = -np.inf, -np.inf
        for track in range(TRACKS):
            steps = counts[r, track]
            if steps:
                moved = max(moved, single[c, track, steps])
                if queen:
                    more_attacks = max(more_attacks, single[c + 1, track, steps])
        moved = max(moved, rest[NO_TRACK, NO_TRACK, c])
        final[0, r] = moved + away
        if not rules.beginner:
            final[0, r] = max(final[0, r], skipped)
        if not queen:
            continue
        best = moved + held
        if _can_push(room, c + 1):
            best = max(best, max(more_attacks, rest[NO_TRACK, NO_TRACK, c + 1]) + away)
        for one in range(TRACKS):
            for other in range(one + 1, TRACKS):
                steps, more = counts[r, one], counts[r, other]
                if steps and more and min(food[one, steps], food[other, more]) < missing:
                    wins = win[0] if food[one, steps] + food[other, more] >= missing else 0.0
                    best = max(best, _two_moves(top, rest, one, steps, other, more, c) + wins + away)
        final[1, r] = best


# -- one roll ----------------------------------------------------------------------------------------------------------


@called
def _second_move(rules: Record, state: Record, missing: Any, away: Any, held: Any, win: Any, room: Any) -> Any:
    """What to do after a first move, with a Queen token in hand: of equals nothing."""
    _, _, _, _, points = room
    best, chosen = held, PASS
    for track in range(TRACKS):
        steps = np.int64(state.dice) >> 4 * track & 15
        if steps and track != state.first_move:
            wins = win[0] if _food(rules, state, track, steps) >= missing else 0.0
            value = points[track, 0, steps] - points[track, 0, 0] + away + wins
            if value > best:
                best, chosen = value, MOVE + track
    return chosen


@called
def choose_end(rules: Record, state: Record, worth: Any, room: Any, work: Any) -> Any:
    """The number of the best action in a position with final dice."""
    ant_points, queen_points, win = worth
    top, rest, _, _, ahead = work
    dice, seat = np.int64(state.dice), np.int64(state.seat)
    queen = np.int64(state.queens) >> seat & 1
    tokens = np.int64(count_ones(np.uint64(state.queens))) - queen
    away, held = queen_points[0, tokens], queen_points[1, tokens]
    missing, c = np.int64(rules.goal) - np.int64(state.scores[seat]), np.int64(attacks_of(state))
    if state.node == MOVED:
        list_lanes(rules, state, 0, dice, ant_points, room)
        return _second_move(rules, state, missing, away, held, win, room)
    _tabulate(rules, state, c + queen, dice, queen, ant_points, room, top, rest)
    kept = held if queen else away
    first, second, action, best = NO_TRACK, NO_TRACK, MOVE, -np.inf
    for one in range(TRACKS):
        steps = dice >> 4 * one & 15
        if steps:
            wins = win[0] if _food(rules, state, one, steps) >= missing else 0.0
            value = _one_move(top, rest, one, steps, c) + kept + wins
            if value > best:
                best, first = value, one
    if queen:
        for one in range(TRACKS):
            for other in range(one + 1, TRACKS):
                steps, more = dice >> 4 * one & 15, dice >> 4 * other & 15
                if steps and more:
                    food, more_food = _food(rules, state, one, steps), _food(rules, state, other, more)
                    if min(food, more_food) >= missing:
                        continue  # whichever comes first ends the game
                    wins = win[0] if food + more_food >= missing else 0.0
                    value = _two_moves(top, rest, one, steps, other, more, c) + away + wins
                    if value > best:
                        best, first, second = value, one, other
    elif state.node == ACT and not rules.beginner:
        nothing = held
        for track in range(TRACKS):
            nothing += top[track, 0, 0]
        if nothing > best:
            best, first, action = nothing, NO_TRACK, SKIP
    value = rest[NO_TRACK, NO_TRACK, c] + kept
    if value > best:
        best, first, second, action = value, NO_TRACK, NO_TRACK, PASS
    if queen and _can_push(room, c + 1):
        value = rest[NO_TRACK, NO_TRACK, c + 1] + away
        for one in range(TRACKS):
            steps = dice >> 4 * one & 15
            if steps:
                wins = win[0] if _food(rules, state, one, steps) >= missing else 0.0
                value = max(value, _one_move(top, rest, one, steps, c + 1) + away + wins)
        if value > best:
            action = QUEEN_ATTACK
    if action in (SKIP, QUEEN_ATTACK):
        return action
    push = _first_push(rules, state, first, second, c, room, top, ahead)
    if push or first == NO_TRACK:
        return push if push else PASS
    # A move that wins ends the game, so of two it comes last.
    if second != NO_TRACK and _food(rules, state, first, dice >> 4 * first & 15) >= missing:
        return MOVE + second
    return MOVE + first


@called
def _first_push(
    rules: Record, state: Record, first: Any, second: Any, attacks: Any, room: Any, top: Any, best: Any
) -> Any:
    """The first push on the way to the best board for these moves; 0 if it is the board as it is.

    Of equal boards the one with the fewest attacks is aimed at, and then the one whose lanes come first. ``best`` gets
    the most that each number of attacks brings from each track on.
    """
    lanes, counts, cost, ahead, points = room
    dice, seat, players = np.int64(state.dice), np.int64(state.seat), np.int64(rules.players)
    for spent in range(attacks + 1):
        best[TRACKS, spent] = -np.inf if spent else 0.0
    for track in range(TRACKS - 1, -1, -1):
        steps = dice >> 4 * track & 15 if track in (first, second) else 0
        for left in range(attacks + 1):
            best[track, left] = -np.inf
            for spent in range(left + 1):
                best[track, left] = max(best[track, left], top[track, steps, spent] + best[track + 1, left - spent])
    left = 0
    for spent in range(1, attacks + 1):
        if best[0, spent] > best[0, left]:
            left = spent
    for track in range(TRACKS):
        steps = dice >> 4 * track & 15 if track in (first, second) else 0
        target = 0
        for number in range(counts[track] - 1, -1, -1):
            spent = cost[track, number]
            if spent <= left and points[track, number, steps] + best[track + 1, left - spent] == best[track, left]:
                target = number
        left -= cost[track, target]
        if target == 0:
            continue
        lane = lanes[track, 0]
        _, active, _ = standing(lane, np.int64(rules.length[track]))
        for i in range(MOST_ANTS):
            ant = lane >> 8 * i & 255
            owner = ant & 3
            if ant and owner != seat and active >> owner & 1:
                made, number = pushed(lane, owner), 0
                while lanes[track, number] != made:
                    number += 1
                if ahead[track, number] >> np.uint64(target) & np.uint64(1):
                    return PUSH + TRACKS * ((owner - seat - 1) % players) + track
    return 0
