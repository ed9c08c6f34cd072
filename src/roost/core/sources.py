"""The sources of dice. A source is anything with one method, ``roll``; rules, bots and screens never see more.

:class:`SeededDice` can be rolled again by anyone who knows the seed; :class:`TypedDice` lie on a real table.
Verifiable dice, which no side can choose, are in :mod:`roost.play.dice.fair`. A source may say with ``headers`` how a
record names it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from roost.core.dice import Dice, Roll
from roost.core.errors import NotationError
from roost.core.stream import Stream

__all__ = ["DiceSource", "SeededDice", "TypedDice"]

_LONGEST_ANSWER = 200


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


class TypedDice:
    """Real dice, typed by hand.

    ``ask(dice, error)`` is called with no error first, and then with what was wrong with its last answer, until the
    answer reads as a roll of exactly these dice. To give up, raise an exception from ``ask``.
    """

    __slots__ = ("_ask",)

    def __init__(self, ask: Callable[[Dice, str | None], str]) -> None:
        self._ask = ask

    @property
    def headers(self) -> dict[str, str]:
        """The headers by which a record names these dice."""
        return {"Dice": "typed"}

    def roll(self, dice: Dice) -> Roll:
        error = None
        while True:
            answer = self._ask(dice, error)
            if len(answer) > _LONGEST_ANSWER:
                error = f"a roll has at most {_LONGEST_ANSWER} characters"
                continue
            try:
                return dice.parse("".join(answer.split()))
            except NotationError as why:
                error = str(why)
