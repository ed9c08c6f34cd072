"""The dice of Picnic Blitz as arrays: every choice of dice that can lie on the table while others are re-rolled.

There are 462 distinct rolls of six dice, and 924 distinct choices of up to six. Those with most dice come first, so
that the rolls are the first of all choices.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from roost.core.dice import Roll
from roost.games.picnic.turn import DICE_COUNT, DIE, straight_attacks


@dataclass(frozen=True)
class DiceTables:
    """The choices of dice, with what kernels need to know of them."""

    dice: tuple[Roll, ...]
    index: dict[Roll, int]
    counts: NDArray[np.int64]
    """How many dice of each choice show each number."""
    size: NDArray[np.int64]
    """How many dice each choice has."""
    grown: NDArray[np.int64]
    """What each choice grows into with each face."""
    attacks: NDArray[np.int64]
    chance: NDArray[np.float64]
    """The attacks of each roll, and how likely it is."""
    place: NDArray[np.int64]
    """The place of each roll by the digits of its counts but the last, to the base of seven."""

    @property
    def rolls(self) -> tuple[Roll, ...]:
        """The rolls of six dice."""
        return self.dice[: len(self.attacks)]


@cache
def dice_tables() -> DiceTables:
    """The tables, built once."""
    dice = tuple(roll for size in range(DICE_COUNT, -1, -1) for roll, _ in DIE.dice(size).rolls)
    index = {roll: i for i, roll in enumerate(dice)}
    faces = [face for face, _ in DIE.dice(1).rolls]
    rolls = [roll for roll in dice if roll.size == DICE_COUNT]
    grown = [[0 if some.size == DICE_COUNT else index[some + face] for face in faces] for some in dice]
    place = np.zeros((DICE_COUNT + 1) ** (DICE_COUNT - 1), np.int64)
    for i, roll in enumerate(rolls):
        place[int("".join(map(str, roll.counts[:-1])), DICE_COUNT + 1)] = i  # the last count follows from the others
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
