"""A round of dice: the list of devices that opens it, their answers, and the rolls that follow from these.

The rules ``pot``, ``linked``, ``number`` and ``dice`` need to know nothing else. Clients apply them to what they hear
(:mod:`roost.play.dice.trust`), and ``roost verify`` to records. ``play/web/static/model/round.js`` is the page's own.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, field

from roost.core.dice import Dice
from roost.core.record.proof import Proof, ProofError
from roost.play.dice.fair import leads_to, list_of, rolled, seed_of

__all__ = ["Round", "must"]


def must(holds: object, rule: str) -> None:
    """The one way to break: by the name of a rule."""
    if not holds:
        raise ProofError(rule)


@dataclass
class Round:
    """A round. Of each device that has answered ``numbers`` says which number is the latest that is known, and that."""

    dice: str = ""
    number: int = 0
    commitment: bytes = b""
    seals: dict[int, bytes] = field(default_factory=dict)
    without: Set[int] = frozenset()
    lists: int = 1
    numbers: dict[int, tuple[int, bytes]] = field(default_factory=dict)
    spares: dict[int, bytes] = field(default_factory=dict)
    seed: bytes = b""
    """Nothing, until all have answered."""
    link: bytes = b""
    linked: int = 0
    """The number of the roll whose link this is."""
    opened: bytes = b""
    """The latest number that a device has opened for a roll."""
    shows: str = ""
    """What the latest roll must show."""

    @property
    def digest(self) -> bytes:
        """What stands for the list."""
        return list_of(self.dice, self.number, self.commitment, self.seals.items())

    @property
    def unanswered(self) -> Set[int]:
        """The people whose devices have not answered the list."""
        return self.seals.keys() - self.numbers.keys()

    def pot(self, person: int, number: bytes) -> None:
        """Number 1 of a device leads to its seal."""
        must(leads_to(self.seals[person], 0, 1, number), "pot")
        self.numbers[person] = 1, number

    def open(self) -> None:
        """All have answered: everything that decides dice is fixed."""
        self.seed = seed_of(self.digest, [(person, number) for person, (_, number) in self.numbers.items()])
        self.link = self.commitment

    def roll(self, proof: Proof, person: int | None, dice: Dice, shown: str) -> None:
        """The next roll, by a device that gives numbers, or by nobody's."""
        self._linked(proof)
        self._number(proof, person)
        self._dice(proof, dice, shown)

    def _linked(self, proof: Proof) -> None:
        """The link leads to the one before it."""
        must(leads_to(self.link, self.linked, proof.number, proof.link), "linked")
        self.link, self.linked = proof.link, proof.number

    def _number(self, proof: Proof, person: int | None) -> None:
        """A device's roll holds its next number, and no other roll holds one."""
        if person is None:
            must(not proof.nonce, "number")
            return
        must(self.is_next(person, proof), "number")
        self.numbers[person], self.opened = (proof.number + 1, proof.nonce), proof.nonce

    def is_next(self, person: int, proof: Proof) -> bool:
        """Whether a roll holds the number of this device that is for it."""
        which, known = self.numbers[person]
        return leads_to(known, which, proof.number + 1, proof.nonce)

    def _dice(self, proof: Proof, dice: Dice, shown: str) -> None:
        """The dice follow."""
        self.shows = str(rolled(self.seed, proof.number, proof.link, self.opened, dice))
        must(self.shows == shown, "dice")
