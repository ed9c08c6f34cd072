"""The proof of a roll of verifiable dice, as text. :mod:`roost.play.dice` checks it."""

import re
from dataclasses import dataclass
from hashlib import sha256
from typing import Self

from roost.core.errors import NotationError, RoostError, quote

LONGEST_CHAIN = 10_000
"""Maximum number of rolls at one table: ten times as many as in a long game. Making such a chain takes milliseconds."""

HASH = "[0-9a-f]{64}"
"""The pattern of a hash in text, such as a link, a commitment, a seal or a transcript hash."""

_LINK_SIZE = 32
_LONGEST_NONCE = 32
_PROOF = re.compile(rf"(([1-9][0-9]{{0,5}}) ({HASH}) ((?:[0-9a-f]{{2}}){{1,32}}|-)) ([0-9a-f]{{8}})")
_NO_NONCE = "-"


class ProofError(RoostError):
    """A roll is not the one that its dice source must give. ``number`` says which roll, ``reason`` why."""

    def __init__(self, reason: str, *, number: int = 0) -> None:
        super().__init__(reason)
        self.reason = reason
        self.number = number

    def __str__(self) -> str:
        return f"roll {self.number}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Proof:
    """The proof of a roll: the roll's number, the chain link that it used, and the roller's nonce."""

    number: int
    link: bytes
    nonce: bytes

    def __post_init__(self) -> None:
        if not 1 <= self.number <= LONGEST_CHAIN:
            raise NotationError(f"rolls are numbered 1 to {LONGEST_CHAIN}, not {self.number}", input=self.number)
        if len(self.link) != _LINK_SIZE:
            raise NotationError(f"a link has {_LINK_SIZE} bytes, not {len(self.link)}", input=self.link)
        if len(self.nonce) > _LONGEST_NONCE:
            raise NotationError(f"a nonce has at most {_LONGEST_NONCE} bytes, not {len(self.nonce)}", input=self.nonce)

    def __str__(self) -> str:
        """Write the number, the link and nonce in hexadecimal (``-`` for an empty nonce), and a checksum.

        The checksum detects a damaged nonce even if it happens to give the same dice.
        """
        text = f"{self.number} {self.link.hex()} {self.nonce.hex() or _NO_NONCE}"
        return f"{text} {_checksum(text)}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read what :meth:`__str__` writes."""
        match = _PROOF.fullmatch(text)
        if not match:
            looks = f"NUMBER LINK NONCE CHECKSUM, the link as {2 * _LINK_SIZE} lowercase hexadecimal digits"
            looks += f" and the nonce as an even number of them, at most {2 * _LONGEST_NONCE}, or {_NO_NONCE}"
            raise NotationError(f"{quote(text)} is not the proof of a roll, which looks like {looks}", input=text)
        proof, number, link, nonce, checksum = match.groups()
        if checksum != _checksum(proof):
            raise NotationError(
                f"the proof of roll {number} is damaged: its checksum does not match the rest", input=text
            )
        return cls(int(number), bytes.fromhex(link), b"" if nonce == _NO_NONCE else bytes.fromhex(nonce))


def _checksum(text: str) -> str:
    """Return the first eight hexadecimal digits of the text's SHA-256."""
    return sha256(text.encode()).hexdigest()[:8]
