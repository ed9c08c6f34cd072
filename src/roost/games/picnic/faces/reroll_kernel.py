"""Re-rolling in Picnic Blitz (PB-4, PB-5) for the value of final rolls: the best choices, and which rolls they lead to.

A *stage* is what is left of the re-rolls: none (stage 0), one group of up to ``k`` dice (stage ``k``), or the whole
allowance (stage ``FRESH``). Each exists with and without a Queen token in hand, which buys a fresh allowance.
"""

from typing import Any

import numpy as np

from roost.study.fast.compiler import called, entry_point

FRESH = 6
STAGES = 7
_DICE = 6
SPEND = -1
"""In place of dice to leave on the table: the Queen token is spent."""
_ROUNDING = 1e-12
"""The least that re-rolling must gain, as in ``roost.games.picnic.faces.solver``: less is a rounding error."""


@called
def _left_after(stage: Any, left: Any, groups: Any, count: Any) -> Any:
    """The stage after so many dice are re-rolled."""
    return left - count if stage == FRESH and groups == 2 else 0


@called
def _solve(
    queen: Any,
    stage: Any,
    most: Any,
    left: Any,
    groups: Any,
    final: Any,
    grown: Any,
    size: Any,
    best: Any,
    rolled: Any,
    choice: Any,
    top: Any,
    chosen: Any,
) -> None:
    """Choose for every roll of a stage at which up to ``most`` dice may be re-rolled.

    The best part of a roll is the roll itself or the best part of the same dice without one of them, so that few dice
    are looked at first, and what is best among them is handed on. Of equals it is the first, with the most dice.
    ``top`` and ``chosen`` are room for what the best part of each choice of dice is worth, and which it is.
    """
    may_spend = queen == 1 and left > 0
    rolls = final.shape[1]
    for some in range(len(size)):
        top[some] = -np.inf
    for some in range(len(size) - 1, rolls - 1, -1):
        count = _DICE - size[some]
        if count > most:
            continue
        value = rolled[queen, _left_after(stage, left, groups, count), some]
        if value >= top[some]:
            top[some], chosen[some] = value, some
        for face in range(_DICE):
            more = grown[some, face]
            if top[some] > top[more] or (top[some] == top[more] and chosen[some] < chosen[more]):
                top[more], chosen[more] = top[some], chosen[some]
    for r in range(rolls):
        value, part = final[queen, r], np.int64(r)
        if top[r] > value + _ROUNDING:
            value, part = top[r], chosen[r]
        if may_spend and best[0, FRESH, r] > value + _ROUNDING:
            value, part = best[0, FRESH, r], np.int64(SPEND)
        best[queen, stage, r] = value
        choice[queen, stage, r] = part


@called
def _expect(queen: Any, stage: Any, grown: Any, best: Any, rolled: Any) -> None:
    """The expected worth of each choice of dice on the table when the missing ones are rolled."""
    rolls = best.shape[2]
    for r in range(rolls):
        rolled[queen, stage, r] = best[queen, stage, r]
    for some in range(rolls, rolled.shape[2]):
        total = 0.0
        for face in range(_DICE):
            total += rolled[queen, stage, grown[some, face]]
        rolled[queen, stage, some] = total / _DICE


@called
def _drop(
    queen: Any, stage: Any, left: Any, groups: Any, size: Any, choice: Any, reached: Any, air: Any, likely: Any
) -> None:
    """Hand on how likely each roll of a stage is to what is chosen there."""
    for r in range(reached.shape[2]):
        here = reached[queen, stage, r]
        if here == 0.0:
            continue
        chosen = choice[queen, stage, r]
        if chosen == SPEND:
            reached[0, FRESH, r] += here
        elif chosen == r:
            likely[queen, r] += here
        else:
            air[_left_after(stage, left, groups, _DICE - size[chosen]), chosen] += here


@called
def _fall(queen: Any, stage: Any, grown: Any, air: Any, reached: Any) -> None:
    """The dice in the air fall."""
    rolls = reached.shape[2]
    for some in range(air.shape[1] - 1, rolls - 1, -1):
        if air[stage, some] > 0.0:
            for face in range(_DICE):
                air[stage, grown[some, face]] += air[stage, some] / _DICE
            air[stage, some] = 0.0
    for r in range(rolls):
        reached[queen, stage, r] += air[stage, r]
        air[stage, r] = 0.0


@called
def solve_rerolls(
    queen: Any,
    left: Any,
    groups: Any,
    final: Any,
    grown: Any,
    size: Any,
    best: Any,
    rolled: Any,
    choice: Any,
    top: Any,
    chosen: Any,
) -> None:
    """Choose at every stage: see :func:`reroll`. ``top`` and ``chosen`` are room, a place for each choice of dice."""
    for q in range(queen + 1):
        for stage in range(STAGES):
            if stage == 0 or stage == FRESH or (groups == 2 and stage < left):
                most = left if stage == FRESH else stage
                _solve(q, stage, most, left, groups, final, grown, size, best, rolled, choice, top, chosen)
                _expect(q, stage, grown, best, rolled)


@entry_point
def reroll(
    queen: Any,
    left: Any,
    groups: Any,
    final: Any,
    chance: Any,
    grown: Any,
    size: Any,
    best: Any,
    rolled: Any,
    choice: Any,
    likely: Any,
) -> None:
    """Solve the re-rolls of a turn that begins with or without a Queen token: ``left`` dice in so many groups.

    ``final`` tells what each roll is worth once re-rolling is over, without and with a token in hand (two rows);
    ``chance`` how likely each roll is. ``grown`` tells what each choice of dice grows into with each face, ``size`` how
    many dice it has; those with most dice come first.

    ``best`` gets what each roll is worth at every stage, ``rolled`` what each choice of dice is worth when the missing
    ones fall into that stage, ``choice`` the dice to leave on the table (``SPEND``: the token is spent), ``likely`` how
    likely each final roll is.
    """
    top, chosen = np.empty(len(size)), np.empty(len(size), np.int64)
    solve_rerolls(queen, left, groups, final, grown, size, best, rolled, choice, top, chosen)
    likely[:] = 0.0
    reached = np.zeros((2, STAGES, len(chance)))
    air = np.zeros((STAGES, rolled.shape[2]))
    for r in range(len(chance)):
        reached[queen, FRESH, r] = chance[r]
    for q in range(queen, -1, -1):
        for stage in range(FRESH, -1, -1):
            _fall(q, stage, grown, air, reached)
            _drop(q, stage, left, groups, size, choice, reached, air, likely)


@entry_point
def follow(
    queen: Any,
    left: Any,
    groups: Any,
    final: Any,
    grown: Any,
    size: Any,
    choice: Any,
    best: Any,
    rolled: Any,
) -> None:
    """Every player's expectation when the re-rolls are chosen as :func:`reroll` found: tables like its own.

    ``final`` has a third axis for the players, and so have ``best`` and ``rolled``.
    """
    rolls, players = final.shape[1], final.shape[2]
    for q in range(queen + 1):
        for stage in range(STAGES):
            if not (stage == 0 or stage == FRESH or (groups == 2 and stage < left)):
                continue
            for r in range(rolls):
                chosen = choice[q, stage, r]
                after = 0 if chosen < 0 else _left_after(stage, left, groups, _DICE - size[chosen])
                for p in range(players):
                    if chosen == SPEND:
                        best[q, stage, r, p] = best[0, FRESH, r, p]
                    elif chosen == r:
                        best[q, stage, r, p] = final[q, r, p]
                    else:
                        best[q, stage, r, p] = rolled[q, after, chosen, p]
                    rolled[q, stage, r, p] = best[q, stage, r, p]
            for some in range(rolls, rolled.shape[2]):
                for p in range(players):
                    total = 0.0
                    for face in range(_DICE):
                        total += rolled[q, stage, grown[some, face], p]
                    rolled[q, stage, some, p] = total / _DICE
