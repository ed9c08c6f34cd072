"""Solve re-rolling in Picnic Blitz (PB-4, PB-5): the best choices given final rolls' values, and the probabilities.

A *stage* is the remaining allowance of re-rolls: none (stage 0), one group of up to ``k`` dice (stage ``k``), or the
whole allowance (stage ``FRESH``). Each stage exists both with and without a Queen token in hand, which buys a fresh
allowance.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from roost.games.picnic.adapters.rolls import DiceTables
from roost.study.fast.compiler import called, entry_point

FRESH = 6
STAGES = 7
_DICE = 6
SPEND = -1
"""Choice to spend the Queen token, used instead of the dice to leave on the table."""
_ROUNDING = 1e-12
"""Minimum gain that justifies a re-roll. Smaller gains are rounding errors, so the dice stay."""


class Allowance(NamedTuple):
    """A turn's allowance of re-rolls."""

    queen: int | np.int64
    """Whether the turn begins with a Queen token (1 or 0)."""
    left: int | np.int64
    groups: int | np.int64
    """How many dice may be re-rolled, and in how many groups."""


class Parts(NamedTuple):
    """Partial rolls, those with the most dice first; see :class:`DiceTables`."""

    grown: NDArray[np.int64]
    size: NDArray[np.int64]


class Choices(NamedTuple):
    """A turn's solved re-rolls at every stage, without and with a Queen token in hand."""

    best: NDArray[np.float64]
    """The value of each roll."""
    rolled: NDArray[np.float64]
    """Each partial roll's value when its missing dice are rolled and lead to that stage."""
    choice: NDArray[np.int64]
    """For each roll, the dice to leave on the table, or ``SPEND`` to spend the token."""
    top: NDArray[np.float64]
    part: NDArray[np.int64]
    """Buffers for the value of each partial roll's best part, and for that part."""

    @property
    def nbytes(self) -> int:

        return sum(part.nbytes for part in self)


def parts_of(tables: DiceTables) -> Parts:
    """Return the partial rolls in the form that the kernels take."""
    return Parts(tables.grown, tables.size)


def make_choices(tables: DiceTables) -> Choices:
    """Return buffers for a turn's re-rolls."""
    rolls, parts = len(tables.rolls), len(tables.dice)
    best, rolled = np.empty((2, STAGES, rolls)), np.empty((2, STAGES, parts))
    return Choices(best, rolled, np.empty(best.shape, np.int64), np.empty(parts), np.empty(parts, np.int64))


@called
def _left_after(stage: Any, allowance: Allowance, count: Any) -> Any:
    """Return the stage after re-rolling a number of dice."""
    return allowance.left - count if stage == FRESH and allowance.groups == 2 else 0


@called
def _solve(queen: Any, stage: Any, allowance: Allowance, final: Any, parts: Parts, solved: Choices) -> None:
    """Choose the best re-roll for every roll at a stage.

    A roll's best part is the roll itself, or the best part of the same dice without one of them. Small parts are
    therefore solved first, and larger parts reuse their best values. Among equals the first one with the most dice is
    chosen.
    """
    best, rolled, choice, top, chosen = solved
    grown, size = parts
    may_spend = queen == 1 and allowance.left > 0
    most, rolls = allowance.left if stage == FRESH else stage, final.shape[1]
    for part_index in range(len(size)):
        top[part_index] = -np.inf
    for part_index in range(len(size) - 1, rolls - 1, -1):
        count = _DICE - size[part_index]
        if count > most:
            continue
        value = rolled[queen, _left_after(stage, allowance, count), part_index]
        if value >= top[part_index]:
            top[part_index], chosen[part_index] = value, part_index
        for face in range(_DICE):
            more = grown[part_index, face]
            if top[part_index] > top[more] or (top[part_index] == top[more] and chosen[part_index] < chosen[more]):
                top[more], chosen[more] = top[part_index], chosen[part_index]
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
    """Compute the expected value of each partial roll when the missing dice are rolled."""
    rolls = best.shape[2]
    for r in range(rolls):
        rolled[queen, stage, r] = best[queen, stage, r]
    for part in range(rolls, rolled.shape[2]):
        total = 0.0
        for face in range(_DICE):
            total += rolled[queen, stage, grown[part, face]]
        rolled[queen, stage, part] = total / _DICE


@called
def _drop(
    queen: Any, stage: Any, allowance: Allowance, size: Any, choice: Any, reached: Any, air: Any, likely: Any
) -> None:
    """Propagate each roll's probability at a stage to the choice made there."""
    for r in range(reached.shape[2]):
        mass = reached[queen, stage, r]
        if mass == 0.0:
            continue
        chosen = choice[queen, stage, r]
        if chosen == SPEND:
            reached[0, FRESH, r] += mass
        elif chosen == r:
            likely[queen, r] += mass
        else:
            air[_left_after(stage, allowance, _DICE - size[chosen]), chosen] += mass


@called
def _fall(queen: Any, stage: Any, grown: Any, air: Any, reached: Any) -> None:
    """Propagate the probabilities of partial rolls to complete rolls."""
    rolls = reached.shape[2]
    for part in range(air.shape[1] - 1, rolls - 1, -1):
        if air[stage, part] > 0.0:
            for face in range(_DICE):
                air[stage, grown[part, face]] += air[stage, part] / _DICE
            air[stage, part] = 0.0
    for r in range(rolls):
        reached[queen, stage, r] += air[stage, r]
        air[stage, r] = 0.0


@called
def _is_reachable(stage: Any, allowance: Allowance) -> Any:
    return stage == 0 or stage == FRESH or (allowance.groups == 2 and stage < allowance.left)


@called
def solve_rerolls(allowance: Allowance, final: Any, parts: Parts, solved: Choices) -> None:
    """Solve every stage.

    ``final`` holds the value of each roll once re-rolling is over, without and with a token in hand (two rows).
    """
    for queen in range(allowance.queen + 1):
        for stage in range(STAGES):
            if _is_reachable(stage, allowance):
                _solve(queen, stage, allowance, final, parts, solved)
                _expect(queen, stage, parts.grown, solved.best, solved.rolled)


@entry_point
def reroll(allowance: Allowance, final: Any, chance: Any, parts: Parts, solved: Choices, likely: Any) -> None:
    """Solve a turn's re-rolls, where ``chance`` holds each roll's probability.

    ``likely`` receives each final roll's probability, without and with a token in hand.
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
    """Average several quantities over the re-rolls chosen by :func:`reroll`, into tables of the same form.

    ``final``, ``best`` and ``rolled`` have a third axis for these quantities.
    """
    rolls, numbers = final.shape[1], final.shape[2]
    for queen in range(allowance.queen + 1):
        for stage in range(STAGES):
            if not _is_reachable(stage, allowance):
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
            for part in range(rolls, rolled.shape[2]):
                for n in range(numbers):
                    total = 0.0
                    for face in range(_DICE):
                        total += rolled[queen, stage, parts.grown[part, face], n]
                    rolled[queen, stage, part, n] = total / _DICE
