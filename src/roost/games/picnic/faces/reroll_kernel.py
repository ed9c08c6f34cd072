"""Re-rolling in Picnic Blitz (PB-4, PB-5) for the value of final rolls: the best choices, and which rolls they lead to.

A *stage* is what is left of the re-rolls: none (stage 0), one group of up to ``k`` dice (stage ``k``), or the whole
allowance (stage ``FRESH``). Each exists with and without a Queen token in hand, which buys a fresh allowance.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from roost.games.picnic.faces.rolls import DiceTables
from roost.study.fast.compiler import called, entry_point

FRESH = 6
STAGES = 7
_DICE = 6
SPEND = -1
"""In place of dice to leave on the table: the Queen token is spent."""
_ROUNDING = 1e-12
"""The least that re-rolling must gain. Less is a rounding error: players who gain nothing keep their dice."""


class Allowance(NamedTuple):
    """The re-rolls of a turn."""

    queen: int | np.int64
    """Whether the turn begins with a Queen token."""
    left: int | np.int64
    groups: int | np.int64
    """How many dice may be re-rolled, in so many groups."""


class Parts(NamedTuple):
    """The choices of dice, those with most dice first: see :class:`DiceTables`."""

    grown: NDArray[np.int64]
    size: NDArray[np.int64]


class Choices(NamedTuple):
    """The re-rolls of a turn, solved at every stage, without and with a Queen token in hand."""

    best: NDArray[np.float64]
    """The worth of each roll."""
    rolled: NDArray[np.float64]
    """The worth of each choice of dice when the missing ones fall into that stage."""
    choice: NDArray[np.int64]
    """For each roll the dice to leave on the table (``SPEND``: the token is spent)."""
    top: NDArray[np.float64]
    part: NDArray[np.int64]
    """Room for what the best part of each choice of dice is worth, and which it is."""

    @property
    def nbytes(self) -> int:
        """How much memory it takes."""
        return sum(part.nbytes for part in self)


def parts_of(tables: DiceTables) -> Parts:
    """The choices of dice as the kernels take them."""
    return Parts(tables.grown, tables.size)


def make_choices(tables: DiceTables) -> Choices:
    """Room for the re-rolls of a turn."""
    rolls, some = len(tables.rolls), len(tables.dice)
    best, rolled = np.empty((2, STAGES, rolls)), np.empty((2, STAGES, some))
    return Choices(best, rolled, np.empty(best.shape, np.int64), np.empty(some), np.empty(some, np.int64))


@called
def _left_after(stage: Any, allowance: Allowance, count: Any) -> Any:
    """The stage after so many dice are re-rolled."""
    return allowance.left - count if stage == FRESH and allowance.groups == 2 else 0


@called
def _solve(queen: Any, stage: Any, allowance: Allowance, final: Any, parts: Parts, solved: Choices) -> None:
    """Choose for every roll of a stage.

    The best part of a roll is the roll itself or the best part of the same dice without one of them, so that few dice
    are looked at first, and what is best among them is handed on. Of equals it is the first, with the most dice.
    """
    best, rolled, choice, top, chosen = solved
    grown, size = parts
    may_spend = queen == 1 and allowance.left > 0
    most, rolls = allowance.left if stage == FRESH else stage, final.shape[1]
    for some in range(len(size)):
        top[some] = -np.inf
    for some in range(len(size) - 1, rolls - 1, -1):
        count = _DICE - size[some]
        if count > most:
            continue
        value = rolled[queen, _left_after(stage, allowance, count), some]
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
    queen: Any, stage: Any, allowance: Allowance, size: Any, choice: Any, reached: Any, air: Any, likely: Any
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
            air[_left_after(stage, allowance, _DICE - size[chosen]), chosen] += here


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
def _comes(stage: Any, allowance: Allowance) -> Any:
    """Whether a turn can come to a stage."""
    return stage == 0 or stage == FRESH or (allowance.groups == 2 and stage < allowance.left)


@called
def solve_rerolls(allowance: Allowance, final: Any, parts: Parts, solved: Choices) -> None:
    """Choose at every stage.

    ``final`` tells what each roll is worth once re-rolling is over, without and with a token in hand (two rows).
    """
    for queen in range(allowance.queen + 1):
        for stage in range(STAGES):
            if _comes(stage, allowance):
                _solve(queen, stage, allowance, final, parts, solved)
                _expect(queen, stage, parts.grown, solved.best, solved.rolled)


@entry_point
def reroll(allowance: Allowance, final: Any, chance: Any, parts: Parts, solved: Choices, likely: Any) -> None:
    """Solve the re-rolls of a turn, when ``chance`` tells how likely each roll is.

    ``likely`` gets how likely each final roll is, without and with a token in hand.
    """
    solve_rerolls(allowance, final, parts, solved)
    likely[:] = 0.0
    reached = np.zeros((2, STAGES, len(chance)))
    air = np.zeros((STAGES, len(parts.size)))
    for r in range(len(chance)):
        reached[allowance.queen, FRESH, r] = chance[r]
    for queen in range(allowance.queen, -1, -1):
        for stage in range(FRESH, -1, -1):
            _fall(queen, stage, parts.grown, air, reached)
            _drop(queen, stage, allowance, parts.size, solved.choice, reached, air, likely)


@entry_point
def follow(allowance: Allowance, final: Any, parts: Parts, choice: Any, best: Any, rolled: Any) -> None:
    """The expectation of several numbers when the re-rolls are chosen as :func:`reroll` found: tables like its own.

    ``final`` has a third axis for these numbers, and so have ``best`` and ``rolled``.
    """
    rolls, numbers = final.shape[1], final.shape[2]
    for queen in range(allowance.queen + 1):
        for stage in range(STAGES):
            if not _comes(stage, allowance):
                continue
            for r in range(rolls):
                chosen = choice[queen, stage, r]
                after = 0 if chosen < 0 else _left_after(stage, allowance, _DICE - parts.size[chosen])
                for n in range(numbers):
                    if chosen == SPEND:
                        best[queen, stage, r, n] = best[0, FRESH, r, n]
                    elif chosen == r:
                        best[queen, stage, r, n] = final[queen, r, n]
                    else:
                        best[queen, stage, r, n] = rolled[queen, after, chosen, n]
                    rolled[queen, stage, r, n] = best[queen, stage, r, n]
            for some in range(rolls, rolled.shape[2]):
                for n in range(numbers):
                    total = 0.0
                    for face in range(_DICE):
                        total += rolled[queen, stage, parts.grown[some, face], n]
                    rolled[queen, stage, some, n] = total / _DICE
