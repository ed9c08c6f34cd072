"""The lanes that one turn of Picnic Blitz can make of each track by itself: others' ants pushed, then a move or none.

Everything is asked of the packed rules: pushes and moves are played, and what became of the table is kept. A turn that
changes several tracks is put together from these *entries* (:func:`combine`).
"""

from typing import Any

import numpy as np

from roost.games.picnic.faces.compiled import ACT, ATTACK, move, next_turn, push, targets
from roost.study.fast.bits import bit
from roost.study.fast.chance import MASK_AT
from roost.study.fast.compiler import called, entry_point
from roost.study.fast.records import NOBODY, OVER

TRACKS = 6
STEPS = 7
"""No step, or one to six."""
MOST_PUSHES = 5
"""The longest straight gives four attacks, and a Queen token one more."""
_MOST_PUSHED = 72
"""Three ants pushed back by up to five spaces in all: 56 ways, and a few for good measure."""
MOST_ENTRIES = 512
"""For one track; each is numbered by nine bits."""


@called
def _push_all(rules: Any, track: Any, room: Any) -> Any:
    """List in ``room`` what attacks can make of a track, from the state in its first place on; returns how many."""
    count, place = 1, 0
    seat, players = np.int64(room[0].seat), np.int64(rules.players)
    while place < count:
        for k in range(1, players):
            owner = (seat + k) % players
            within_reach = targets(room[place], room[place].attacks) & room[place].active[owner]
            if count < len(room) and within_reach >> track & 1:
                room[count] = room[place]
                push(rules, room[count], owner, track)
                known = False
                for other in range(count):
                    known = known or room[other].lanes[track] == room[count].lanes[track]
                count += 0 if known else 1
        place += 1
    return count


@entry_point
def entries(rulebook: Any, states: Any, room: Any, afters: Any, first: Any, cost: Any, steps: Any) -> None:
    """List the entries of every track for the turn of the state in ``states[0]``, which stands at its start.

    ``afters`` gets the positions after the turn, ``cost`` the attacks and ``steps`` the steps that lead there; those of
    track ``t`` lie from ``first[t]`` to ``first[t + 1]``, the first of them being the track as it is. Steps that lead
    no further than fewer do are left out. ``room`` has room for a few states.
    """
    rules = rulebook[0]
    seat = states[0].seat
    count = 0
    for track in range(TRACKS):
        first[track] = count
        room[0] = states[0]
        room[0].node = ATTACK
        room[0].attacks = MOST_PUSHES
        pushed = _push_all(rules, track, room)
        for place in range(pushed):
            for step in range(STEPS if room[place].open[seat] >> track & 1 else 1):
                if count - first[track] == MOST_ENTRIES or count == len(afters):
                    break
                afters[count] = room[place]
                cost[count] = MOST_PUSHES - room[place].attacks
                steps[count] = step
                if step == 0:
                    next_turn(rules, afters[count])
                    count += 1
                    continue
                afters[count].node = ACT
                afters[count].attacks = 0
                afters[count].dice = (step << 4 * track) | (1 << (MASK_AT + track))
                move(rules, afters[count], track)
                if step == 1 or afters[count].lanes[track] != afters[count - 1].lanes[track]:
                    count += 1
    first[TRACKS] = count


@entry_point
def combine(rulebook: Any, afters: Any, first: Any, keys: Any, mover: Any, out: Any) -> None:
    """Put the positions after whole turns together from entries, which ``keys`` number (see ``turn_plan.py``)."""
    rules = rulebook[0]
    for i in range(len(keys)):
        out[i] = afters[0]
        over = False
        for track in range(TRACKS):
            entry = first[track] + np.int64(keys[i] >> np.uint64(9 * track) & np.uint64(MOST_ENTRIES - 1))
            if entry == first[track]:
                continue
            changed, here = afters[entry], np.uint32(1 << track)
            over = over or changed.node == OVER
            out[i].lanes[track] = changed.lanes[track]
            out[i].held = (out[i].held & ~here) | (changed.held & here)
            for seat in range(rules.players):
                out[i].active[seat] = (out[i].active[seat] & ~here) | (changed.active[seat] & here)
                out[i].open[seat] = (out[i].open[seat] & ~here) | (changed.open[seat] & here)
                out[i].scores[seat] += changed.scores[seat] - afters[0].scores[seat]
        queen = np.uint32(bit(mover))
        held = keys[i] >> np.uint64(9 * TRACKS) & np.uint64(1)
        out[i].queens = (out[i].queens & ~queen) | (queen if held else np.uint32(0))
        if over or out[i].scores[mover] >= rules.goal:
            out[i].node = OVER
            out[i].seat = NOBODY
