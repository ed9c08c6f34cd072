"""List the positions that a set-aside turn can lead to: after every claim on every result, and after a failure.

Claims and their effects come from the packed rules, which agree with the rules engine move by move, so this module
repeats no rule.
"""

from typing import Any

import numpy as np

from roost.games.set_aside.adapters.packed_ending import fail_turn, stand_on
from roost.study.fast.bits import count_ones, select
from roost.study.fast.compiler import called, entry_point
from roost.study.fast.rules import act, legal

MOST_AFTERS = 24
"""Maximum number of positions after a turn: a failure, sixteen tiles on the grill, six stacks' top tiles."""
MOST_CLAIMS = 7
"""Maximum number of claims on a result: a tile from the grill, and the top tiles of six stacks."""
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
    """For each of ``states``, which are at the start of a turn, list the distinct positions after the turn.

    ``totals`` holds the results of the graph's endings, of which the first has no worm. Row ``i`` of ``afters``
    receives ``count[i]`` positions, of which the first follows a failure; ``words`` is the same memory as plain
    numbers. ``claims[i, ending]`` receives that row's indices of the positions after each claim, padded with ``NONE``.
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
    """Fill in each turn's payoff to the mover if they make the best claim on every ending.

    The axes of ``shares`` are turn, position after the turn, and player, with the mover first. ``chosen`` receives the
    claim for each turn and ending. ``rules`` says whether a player may stop on a result that earns nothing, and whether
    a dead roll counts.
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
    """Compute each position's probability after the turn from those of stopping and rolling dead on each ending."""
    chance[:] = 0.0
    for i in range(len(chosen)):
        for ending in range(chosen.shape[1]):
            chance[i, chosen[i, ending]] += stopped[ending, i]
            chance[i, chosen[i, ending] if dead_roll_counts else 0] += died[ending, i]
