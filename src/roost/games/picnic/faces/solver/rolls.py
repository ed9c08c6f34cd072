"""The dice of Picnic Blitz as arrays: every choice of dice that can lie on the table while others are re-rolled.

There are 462 distinct rolls of six dice, and 924 distinct choices of up to six. Two steps solve any re-rolling:
what it is worth to roll the missing dice (:meth:`RollTables.expected`), and which of the six to leave on the table
(:meth:`RollTables.choose`). Both take tables with a row for each choice of dice; the first column is the value that
is maximised, further columns are carried along, so that the chances of results come from the same two steps.
"""

from dataclasses import dataclass
from functools import cache
from itertools import accumulate, pairwise, product
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from roost.core.dice import Roll
from roost.games.picnic.turn import DICE_COUNT, DIE

Table: TypeAlias = NDArray[np.float64]
"""A row for each roll, or for each choice of dice; the value in the first column."""
Places: TypeAlias = NDArray[np.intp]

ROUNDING = 1e-12
"""The least that re-rolling must gain. Less is a rounding error: players who gain nothing keep their dice."""


@dataclass(frozen=True)
class RollTables:
    """The choices of dice, those of six first, then those of five, and so on down to none."""

    dice: tuple[Roll, ...]
    index: dict[Roll, int]
    grown: tuple[tuple[slice, Places], ...]
    """From five dice down to none: where the choices lie, and for each face (in rows) what they grow into with it."""
    parts: Places
    """The choices of dice that can be left of each roll, one roll after another, most dice first."""
    first_part: Places
    """Where in ``parts`` each roll begins."""
    whole: Places
    """For each of ``parts``, the roll that it is part of."""

    @property
    def rolls(self) -> tuple[Roll, ...]:
        """The rolls of six dice."""
        return self.dice[: len(self.first_part)]

    def expected(self, table: Table) -> Table:
        """The expected worth of each choice of dice on the table when the missing ones are rolled.

        ``table`` has a row for each roll. With one die less, it is the average over what that die may show.
        """
        expected = np.empty((len(self.dice), table.shape[1]))
        expected[: len(table)] = table
        for fewer, grown in self.grown:
            np.add.reduce(expected.take(grown, axis=0), axis=0, out=expected[fewer])
            expected[fewer] /= len(grown)
        return expected

    def choose(self, kept: Table) -> Places:
        """For each roll, the best dice to leave on the table, when ``kept`` tells what leaving them is worth."""
        worth = kept[:, 0].copy()
        worth[: len(self.first_part)] += ROUNDING
        offered = worth.take(self.parts)
        best = np.maximum.reduceat(offered, self.first_part)
        is_best = offered == best.take(self.whole)
        places = np.where(is_best, np.arange(len(offered)), len(offered))
        chosen: Places = self.parts[np.minimum.reduceat(places, self.first_part)]
        return chosen


@cache
def roll_tables() -> RollTables:
    """The tables, built once."""
    by_size = [[roll for roll, _ in DIE.dice(size).rolls] for size in range(DICE_COUNT, -1, -1)]
    dice = tuple(roll for rolls in by_size for roll in rolls)
    index = {roll: i for i, roll in enumerate(dice)}
    faces = [face for face, _ in DIE.dice(1).rolls]
    grown = []
    for start, end in pairwise(accumulate(map(len, by_size))):
        grown.append((slice(start, end), np.array([[index[few + face] for few in dice[start:end]] for face in faces])))
    parts: list[int] = []
    first_part, whole = [], []
    for i, roll in enumerate(by_size[0]):
        subsets = (DIE.roll(counts) for counts in product(*(range(count + 1) for count in roll.counts)))
        left = sorted(map(index.__getitem__, subsets))
        first_part.append(len(parts))
        parts += left
        whole += [i] * len(left)
    return RollTables(dice, index, tuple(grown), np.array(parts), np.array(first_part), np.array(whole))
