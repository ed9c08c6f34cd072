"""Opening a game's dice: devices seal numbers, the table lists the seals, and each device reveals its number."""

from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from roost.play.dice.fair import Listed

Seals: TypeAlias = tuple[tuple[int, str], ...]
"""Pairs of a person and the seal of that person's device."""


class Opening(Struct, frozen=True):
    """The published dice list, and the numbers that devices have revealed so far."""

    text: str
    """The dice list as text."""
    attempt: int
    seals: Seals
    numbers: tuple[tuple[int, str], ...] = ()
    """Pairs of a person and the number that their device revealed, ordered by person."""
    at: float = 0.0
    """Time when the dice list was published."""

    @classmethod
    def of(cls, text: str, at: float) -> "Opening":
        """Return the opening for a dice list that was just published."""
        listed = Listed.parse(text)
        seals = tuple((person, seal.hex()) for person, seal in sorted(listed.seals.items()))
        return cls(text, listed.attempt, seals, at=at)

    @property
    def waits_for(self) -> tuple[int, ...]:
        """The people whose devices have not revealed their numbers yet."""
        opened = dict(self.numbers)
        return tuple([person for person, _ in self.seals if person not in opened])

    @property
    def seed(self) -> bytes:
        """Seed of the game. Requires that every listed device has revealed its number."""
        return Listed.parse(self.text).seed({person: bytes.fromhex(number) for person, number in self.numbers})

    def with_number(self, person: int, number: str) -> "Opening":
        return replace(self, numbers=tuple(sorted([*self.numbers, (person, number)])))
