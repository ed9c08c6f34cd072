"""The rooster of Picnic Blitz in compiled code: the re-rolls of a turn solved once, then the end for the dice at hand.

They choose what :class:`roost.study.bots.flock.Rooster` chooses; tests compare the two choice by choice.
"""

from typing import Any

import numpy as np

from roost.games.picnic.faces.best_ends import choose_end, final_points
from roost.games.picnic.faces.compiled import QUEEN_REROLL, REROLL, fresh_rerolls
from roost.games.picnic.faces.pushed_lanes import TRACKS
from roost.games.picnic.faces.reroll_kernel import FRESH, SPEND, solve_rerolls
from roost.study.fast.compiler import called, entry_point
from roost.study.fast.game_kernel import advance
from roost.study.fast.records import Record
from roost.study.fast.rules import act


@called
def _solve(rules: Record, state: Record, queen: Any, dice: Any, worth: Any, room: Any, work: Any, turn: Any) -> None:
    """Solve the re-rolls of the turn under way."""
    counts, attacks, _, (grown, size) = dice
    final, best, rolled, choice, top, chosen = turn
    final_points(rules, state, queen, counts, attacks, worth, room, work, final)
    left, groups = fresh_rerolls(rules, state)
    solve_rerolls(queen, left, groups, final, grown, size, best, rolled, choice, top, chosen)


@called
def _choose_reroll(rules: Record, state: Record, queen: Any, dice: Any, choice: Any) -> Any:
    """The number of the best action while dice are re-rolled."""
    counts, _, where, _ = dice
    code: Any = np.int64(0)
    for track in range(TRACKS - 1):  # the last count follows from the others
        code = code * (TRACKS + 1) + (np.int64(state.dice) >> 4 * track & 15)
    roll = where[code]
    left, groups = fresh_rerolls(rules, state)
    is_fresh = state.rerolls == left and state.groups == groups
    kept = choice[queen, FRESH if is_fresh else np.int64(state.rerolls), roll]
    if kept == SPEND:
        return QUEEN_REROLL
    taken, place = 0, 0
    for track in range(TRACKS):
        taken |= ((1 << (counts[roll, track] - counts[kept, track])) - 1) << place
        place += counts[roll, track]
    return taken


@entry_point
def play_turns(
    rulebook: Any,
    states: Any,
    streams: Any,
    places: Any,
    decisions: Any,
    most: Any,
    dice: Any,
    worth: Any,
    room: Any,
    work: Any,
    turn: Any,
) -> Any:
    """Play on in these states until somebody else has to decide or the game is over, or ``most`` choices are made.

    At each of them the rooster is to decide. Returns the number of the last action.
    """
    rules, action = rulebook[0], np.int64(0)
    for i in places:
        state = states[i]
        seat, made = state.seat, 0
        solved = np.int64(-1)
        while state.seat == seat and made < most:  # the seat of nobody once the game is over
            if state.node == REROLL:
                queen = np.int64(state.queens) >> np.int64(seat) & 1
                if solved != queen:  # the token may have been spent meanwhile
                    _solve(rules, state, queen, dice, worth, room, work, turn)
                    solved = queen
                action = np.int64(_choose_reroll(rules, state, queen, dice, turn[3]))
            else:
                action = np.int64(choose_end(rules, state, worth, room, work))
            act(rules, state, np.uint64(action))
            advance(rules, state, streams[i])
            decisions[i] += 1
            made += 1
    return action
