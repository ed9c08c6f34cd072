"""The positions that a set-aside turn can lead to: after every claim on every result, and after a failure.

Claims and their effects come from the packed rules, which agree with the rules engine move by move, so no rule is
repeated here.
"""

from typing import Any

import numpy as np

from roost.games.set_aside.adapters.packed_ending import fail_turn, stand_on
from roost.study.fast.bits import count_ones, select
from roost.study.fast.compiler import called, entry_point
from roost.study.fast.rules import act, legal

MOST_AFTERS = 24
"""Maximum number of positions after a turn: failing, sixteen tiles on the grill, six tops of stacks."""
MOST_CLAIMS = 7
"""Maximum number of claims on a result: a tile from the grill, and the tops of six stacks."""
NONE = 255


@called
def _place(words: Any, last: Any) -> Any:
    """Return the index of the first row that equals the last one."""
    for place in range(last):
        same = True
        for word in range(words.shape[1]):
            if words[place, word] != words[last, word]:
                same = False
                break
        if same:
            return place
    return last


@entry_point
def ends(rulebook: Any, states: Any, totals: Any, afters: Any, words: Any, count: Any, claims: Any) -> None:
    """List the distinct positions after the turn of each of ``states``, which are at its start.

    ``totals`` are the results of the graph's endings, the first of them without a worm. Row ``i`` of ``afters`` gets
    ``count[i]`` positions, the first after failing; ``words`` is the same memory as plain numbers. ``claims[i,
    ending]`` gets the indices in that row of the positions after each claim, padded with ``NONE``.
    """
    rules = rulebook[0]
    for i in range(len(states)):
        count[i] = 1
        claims[i] = NONE
        fail_turn(rules, states[i : i + 1], afters[i, 0:1])
        for ending in range(1, len(totals)):
            spare = afters[i, count[i] : count[i] + 1]
            stand_on(rules, states[i : i + 1], spare, totals[ending])
            choices, _ = legal(rules, spare[0])
            number = count_ones(choices)
            for c in range(number):
                after = afters[i, count[i] : count[i] + 1]
                stand_on(rules, states[i : i + 1], after, totals[ending])
                act(rules, after[0], select(choices, c))
                claims[i, ending, c] = _place(words[i], count[i])
                if claims[i, ending, c] == count[i]:
                    count[i] += 1


@entry_point
def payoffs(shares: Any, claims: Any, end: Any, stop: Any, dead: Any, chosen: Any, rules: Any) -> None:
    """Fill in the mover's payoff of each turn if they make the best claim on every ending.

    ``shares`` has the axes turn, after, player, the mover first; ``chosen`` gets the claim for each turn and ending.
    ``rules`` says whether a player may stop on nothing and whether a dead roll counts.
    """
    may_stop_on_nothing, dead_roll_counts = rules
    for i in range(len(shares)):
        fail = shares[i, 0, 0]
        for ending in range(len(end)):
            best, value = 0, fail
            for c in range(claims.shape[2]):
                claim = claims[i, ending, c]
                if claim == NONE:
                    break
                if c == 0 or shares[i, claim, 0] > value:
                    best, value = claim, shares[i, claim, 0]
            chosen[i, ending] = best
            end[ending, i] = value
            stop[ending, i] = value if may_stop_on_nothing or claims[i, ending, 0] != NONE else -np.inf
            dead[ending, i] = value if dead_roll_counts else fail


@entry_point
def spread(chosen: Any, stopped: Any, died: Any, dead_roll_counts: Any, chance: Any) -> None:
    """Compute the chance of each position after the turn from the chances to stop and to roll dead on each ending."""
    chance[:] = 0.0
    for i in range(len(chosen)):
        for ending in range(chosen.shape[1]):
            chance[i, chosen[i, ending]] += stopped[ending, i]
            chance[i, chosen[i, ending] if dead_roll_counts else 0] += died[ending, i]
