"""The hen's rules of thumb for Picnic Blitz in compiled form; :mod:`.bots` explains them.

Both modules compute every number in the same order, so they break ties alike.
"""

from typing import Any

import numpy as np

from roost.games.picnic.adapters.compiled import MOVE, PASS, PUSH, QUEEN_ATTACK, QUEEN_REROLL, REROLL, SKIP
from roost.games.picnic.adapters.packed_lane import space_of
from roost.study.fast.compiler import called
from roost.study.fast.records import Record
from roost.study.fast.rules import legal

_TRACKS = 6


@called
def hen(rules: Record, state: Record) -> Any:
    _, word = legal(rules, state)
    choices = np.int64(word)  # the actions from 64 on
    if state.node == REROLL:
        return _reroll_all_but(rules, state, _most_promising(rules, state, (1 << _TRACKS) - 1))
    push = _most_dangerous(rules, state, choices)
    if push:
        return push
    if choices >> (QUEEN_ATTACK - 64) & 1 and _a_rival_nearly_wins(rules, state):
        return np.int64(QUEEN_ATTACK)
    moves, may_skip = choices >> (MOVE - 64) & ((1 << _TRACKS) - 1), choices >> (SKIP - 64) & 1
    if moves:
        best = _most_promising(rules, state, moves)
        if not may_skip or np.int64(state.dice) >> 4 * best & 15 >= 2:
            return MOVE + best
    return np.int64(SKIP if may_skip else PASS)


@called
def _reroll_all_but(rules: Record, state: Record, track: Any) -> Any:
    """Re-roll as many dice as allowed, except those that show a track's number; higher numbers go first."""
    dice, left, place, taken = np.int64(state.dice), np.int64(state.rerolls), np.int64(rules.dice), np.int64(0)
    for number in range(_TRACKS - 1, -1, -1):
        count = dice >> 4 * number & 15
        place -= count
        group = np.int64(0) if number == track else min(left, count)
        left -= group
        taken |= ((1 << group) - 1) << place
    if taken == 0 and state.queens >> state.seat & 1 and dice >> 4 * track & 15 < 2:
        return np.int64(QUEEN_REROLL)
    return taken


@called
def _most_promising(rules: Record, state: Record, tracks: Any) -> Any:
    chosen, top = np.int64(0), -np.inf
    for track in range(_TRACKS):
        if not tracks >> track & 1:
            continue
        promise, value, length = -1.0, np.int64(rules.worth[track]), np.int64(rules.length[track])
        if state.open[state.seat] >> track & 1:
            space = np.int64(space_of(state.lanes[track], state.seat))
            reached = min(space + (np.int64(state.dice) >> 4 * track & 15), length)
            promise = value * (reached * reached - space * space) / (length * length)
            promise += value * (reached == length)
        if promise > top:
            chosen, top = np.int64(track), promise
    return chosen


@called
def _most_dangerous(rules: Record, state: Record, choices: Any) -> Any:
    """Return the push of the most dangerous ant, by its food's value and its distance; 0 if there is none."""
    chosen: Any = np.int64(0)
    top, players = -np.inf, np.int64(rules.players)
    for track in range(_TRACKS):
        for offset in range(players - 1):
            action = PUSH + _TRACKS * offset + track
            if choices >> (action - 64) & 1:
                owner = (np.int64(state.seat) + 1 + offset) % players
                space, length = np.int64(space_of(state.lanes[track], owner)), np.int64(rules.length[track])
                danger = np.int64(rules.worth[track]) * space * space / (length * length)
                if danger > top:
                    chosen, top = action, danger
    return chosen


@called
def _a_rival_nearly_wins(rules: Record, state: Record) -> Any:
    richest, food = np.int64(0), np.int64(0)
    for seat in range(np.int64(rules.players)):
        if seat != state.seat:
            richest = max(richest, np.int64(state.scores[seat]))
    for track in range(_TRACKS):
        food = max(food, np.int64(rules.worth[track]))
    return richest + food >= np.int64(rules.goal)
