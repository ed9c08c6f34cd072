"""The dice of Picnic Blitz as arrays: every partial roll that can lie on the table while the other dice are re-rolled.

There are 462 distinct rolls of six dice, and 924 distinct partial rolls of up to six dice. Rolls with more dice come
first, so the full rolls are the first 462.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from roost.core.dice import Roll
from roost.games.picnic.turn import DICE_COUNT, DIE, straight_attacks


@dataclass(frozen=True)
class DiceTables:
    """The partial rolls, with properties that the kernels use."""

    dice: tuple[Roll, ...]
    index: dict[Roll, int]
    counts: NDArray[np.int64]
    """For each partial roll, how many dice show each number."""
    size: NDArray[np.int64]
    """For each partial roll, its number of dice."""
    grown: NDArray[np.int64]
    """For each partial roll and each face, the index of the roll with a die of that face added."""
    attacks: NDArray[np.int64]
    chance: NDArray[np.float64]
    """For each full roll, its number of attacks and its probability."""
    place: NDArray[np.int64]
    """The index of each full roll, by its counts as base-seven digits, without the last count."""

    @property
    def rolls(self) -> tuple[Roll, ...]:
        """All rolls of six dice."""
        return self.dice[: len(self.attacks)]


@cache
def dice_tables() -> DiceTables:
    """Return the cached tables."""
    dice = tuple(roll for size in range(DICE_COUNT, -1, -1) for roll, _ in DIE.dice(size).rolls)
    index = {roll: i for i, roll in enumerate(dice)}
    faces = [face for face, _ in DIE.dice(1).rolls]
    rolls = [roll for roll in dice if roll.size == DICE_COUNT]
    grown = [[0 if part.size == DICE_COUNT else index[part + face] for face in faces] for part in dice]
    place = np.zeros((DICE_COUNT + 1) ** (DICE_COUNT - 1), np.int64)
    for i, roll in enumerate(rolls):
        place[int("".join(map(str, roll.counts[:-1])), DICE_COUNT + 1)] = i  # the first five counts determine the last
    return DiceTables(
        dice,
        index,
        np.array([roll.counts for roll in dice]),
        np.array([roll.size for roll in dice]),
        np.array(grown),
        np.array([straight_attacks(roll) for roll in rolls]),
        np.array([roll.weight for roll in rolls]) / DICE_COUNT**DICE_COUNT,
        place,
    )
