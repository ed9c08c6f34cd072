"""Dice sources. A dice source is any object with a method ``roll``; rules, bots and screens use only that method.

The rolls of :class:`SeededDice` can be repeated with the seed. :mod:`roost.play.dice.fair` has verifiable dice, which
no side can control. A source may have ``headers``, which name the source in a record.
"""

from typing import Protocol

from roost.core.dice import Dice, Roll
from roost.core.stream import Stream


class DiceSource(Protocol):
    """An object that rolls dice."""

    def roll(self, dice: Dice) -> Roll:
        """Return a roll of these dice."""


class SeededDice:
    """Dice from a seed: the same seed gives the same rolls on every machine and in every version.

    The generator is documented in :mod:`roost.core.stream`. Each die in turn reads a random number below
    its number of faces. The faces show the die's symbols in order, each symbol on as many faces as its weight.
    """

    __slots__ = ("_stream", "seed")

    def __init__(self, seed: int | str) -> None:
        self.seed = seed
        self._stream = Stream(seed)

    @property
    def headers(self) -> dict[str, str]:
        """The headers that name these dice in a record."""
        return {"Dice": "seeded", "Seed": str(self.seed)}

    def roll(self, dice: Dice) -> Roll:
        return dice.draw(self._stream)
