"""The opening of a game's dice: devices seal numbers, the table lists them, and each device opens its number."""

from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from roost.play.dice.fair import Listed

Seals: TypeAlias = tuple[tuple[int, str], ...]
"""People and the seals of their devices."""


class Opening(Struct, frozen=True):
    """The published dice list, and the numbers that devices have opened."""

    text: str
    """The dice list."""
    attempt: int
    seals: Seals
    numbers: tuple[tuple[int, str], ...] = ()
    """The opened numbers, ordered by person."""
    at: float = 0.0
    """Time when the list was published."""

    @classmethod
    def of(cls, text: str, at: float) -> "Opening":
        """Return the opening of a list that was just published."""
        listed = Listed.parse(text)
        seals = tuple((person, seal.hex()) for person, seal in sorted(listed.seals.items()))
        return cls(text, listed.attempt, seals, at=at)

    @property
    def waits_for(self) -> tuple[int, ...]:
        """The people whose devices have yet to open their number."""
        opened = dict(self.numbers)
        return tuple([person for person, _ in self.seals if person not in opened])

    @property
    def seed(self) -> bytes:
        """The seed of the game, once every listed device has opened its number."""
        return Listed.parse(self.text).seed({person: bytes.fromhex(number) for person, number in self.numbers})

    def with_number(self, person: int, number: str) -> "Opening":
        """Return the opening with one more number."""
        return replace(self, numbers=tuple(sorted([*self.numbers, (person, number)])))
