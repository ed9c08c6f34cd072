"""The sources of dice. A source is anything with one method, ``roll``; rules, bots and screens never see more.

Whoever knows the seed can roll :class:`SeededDice` again. Verifiable dice, which no side can choose, are in
:mod:`roost.play.dice.fair`. A source may say with ``headers`` how a record names it.
"""

from typing import Protocol

from roost.core.dice import Dice, Roll
from roost.core.stream import Stream


class DiceSource(Protocol):
    """Something that rolls dice."""

    def roll(self, dice: Dice) -> Roll:
        """Roll these dice."""


class SeededDice:
    """Dice from a seed: the same seed gives the same rolls, on every machine and in every version.

    The generator is documented in :mod:`roost.core.stream`. One die after another reads a number below its number
    of faces; the faces carry the die's symbols in order, each as often as it is printed.
    """

    __slots__ = ("_stream", "seed")

    def __init__(self, seed: int | str) -> None:
        self.seed = seed
        self._stream = Stream(seed)

    @property
    def headers(self) -> dict[str, str]:
        """The headers by which a record names these dice."""
        return {"Dice": "seeded", "Seed": str(self.seed)}

    def roll(self, dice: Dice) -> Roll:
        return dice.draw(self._stream)
