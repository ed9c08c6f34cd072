"""A round of dice: the list of devices that opens it, their answers, and the rolls that follow from these.

The rules ``pot``, ``linked``, ``number`` and ``dice`` need to know nothing else. Clients apply them to what they hear
(:mod:`roost.play.dice.trust`), and ``roost verify`` to records. ``play/web/static/model/round.js`` is the page's own.
"""

from dataclasses import dataclass, field

from roost.core.dice import Dice
from roost.core.record.proof import Proof, ProofError
from roost.play.dice.fair import leads_to, list_of, rolled, seed_of


def must(holds: object, rule: str) -> None:
    """The one way to break: by the name of a rule."""
    if not holds:
        raise ProofError(rule)


@dataclass
class Round:
    """A round, from its list to its latest roll."""

    dice: str = ""
    number: int = 0
    commitment: bytes = b""
    seals: dict[int, bytes] = field(default_factory=dict)
    without: set[int] = field(default_factory=set)
    lists: int = 1
    chains: dict[int | None, tuple[bytes, int]] = field(default_factory=dict)
    """The latest that was opened, and which it is: of each device that has answered, and of the host (None)."""
    spares: dict[int, bytes] = field(default_factory=dict)
    seed: bytes = b""
    """Nothing, until all have answered."""
    opened: bytes = b""
    """The latest number that a device has opened for a roll."""
    shows: str = ""
    """The faces that the latest roll must show."""

    @property
    def digest(self) -> bytes:
        """The digest that stands for the list."""
        return list_of(self.dice, self.number, self.commitment, self.seals.items())

    @property
    def unanswered(self) -> set[int]:
        """The people whose devices have not answered the list."""
        return self.seals.keys() - self.chains.keys()

    @property
    def devices(self) -> list[int]:
        """The people whose devices give numbers."""
        return sorted(person for person in self.chains if person is not None)

    def pot(self, person: int, number: bytes) -> None:
        """Number 1 of a device leads to its seal."""
        self.chains[person] = self.seals[person], 0
        self._open("pot", person, 1, number)

    def open(self) -> None:
        """All have answered: everything that decides dice is fixed."""
        self.seed = seed_of(self.digest, [(person, self.chains[person][0]) for person in self.devices])
        self.chains[None] = self.commitment, 0

    def roll(self, proof: Proof, person: int | None, dice: Dice, shown: str) -> None:
        """The next link, the next number of the device that rolls, if one does, and the dice that follow."""
        self._open("linked", None, proof.number, proof.link)
        if person is None:
            must(not proof.nonce, "number")
        else:
            self._open("number", person, proof.number + 1, proof.nonce)
            self.opened = proof.nonce
        self.shows = str(rolled(self.seed, proof.number, proof.link, self.opened, dice))
        must(self.shows == shown, "dice")

    def holds(self, proof: Proof, person: int) -> bool:
        """Whether a roll holds the number of this device that is for it."""
        return leads_to(*self.chains[person], proof.number + 1, proof.nonce)

    def _open(self, rule: str, whose: int | None, which: int, opened: bytes) -> None:
        """Open a number, which must lead to the one that was opened before."""
        must(leads_to(*self.chains[whose], which, opened), rule)
        self.chains[whose] = opened, which
