"""The opening of a round's dice: devices seal, the table lists them, each answers with its number 1. Pure.

Nobody is left out once the list is out: if a device does not answer, a new list goes without it, and the others, who
sent a spare seal along with their answer, are listed with that. So a list is never answered twice with the same number.
"""

from typing import TypeAlias

from msgspec import Struct

from roost.play.dice.fair import list_of, seed_of

Seals: TypeAlias = tuple[tuple[int, str], ...]
"""People and the seals of their devices."""
Numbers: TypeAlias = tuple[tuple[int, int, bytes], ...]
"""For each listed device: whose it is, which number is the latest that is known, and that number."""


class Round(Struct, frozen=True):
    """A round that was opened: all that its record needs to say of it."""

    number: int
    after: int
    """How many rolls of the game there were before."""
    lists: int
    commitment: str
    devices: tuple[tuple[int, str, str], ...]
    """The listed devices, their seals, and number 1 of each."""


class Listing(Struct, frozen=True):
    """The list of a round, and who has answered it."""

    game: int
    round: int
    seals: Seals
    without: tuple[int, ...]
    """The people who sealed and are left out: they have gone, or did not answer an earlier list."""
    lists: int = 1
    """How many lists there have been."""
    answers: tuple[tuple[int, bytes], ...] = ()
    spares: Seals = ()
    """The seals of those who have answered for another list, should there be one."""
    at: float = 0.0
    """The time when it was published."""

    @property
    def waits_for(self) -> tuple[int, ...]:
        """The people whose devices have not answered."""
        answered = {person for person, _ in self.answers}
        return tuple([person for person, _ in self.seals if person not in answered])

    def seed(self, dice: str, commitment: str) -> bytes:
        """The seed of the round, once all have answered."""
        seals = [(person, bytes.fromhex(seal)) for person, seal in self.seals]
        return seed_of(list_of(dice, self.round, bytes.fromhex(commitment), seals), self.answers)

    def opened(self, after: int, commitment: str) -> Round:
        """The same as it is kept for the record."""
        seals = dict(self.seals)
        devices = tuple([(person, seals[person], number.hex()) for person, number in self.answers])
        return Round(self.round, after, self.lists, commitment, devices)

    @property
    def numbers(self) -> Numbers:
        """The known numbers of the devices then."""
        return tuple([(person, 1, number) for person, number in self.answers])


def relisted(before: Listing | None, seals: Seals, game: int, number: int, without: tuple[int, ...],
             at: float) -> Listing:  # fmt: skip
    """The list of whoever sealed, or, after another list, of those who answered that."""
    if before is not None:
        seals = before.spares
    kept = tuple(sorted([(person, seal) for person, seal in seals if person not in without]))
    return Listing(game, number, kept, without, 1 if before is None else before.lists + 1, at=at)
