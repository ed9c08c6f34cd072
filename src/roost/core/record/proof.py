"""The proof of a roll of verifiable dice, as text. :mod:`roost.play.dice` checks it."""

import re
from dataclasses import dataclass
from hashlib import sha256
from typing import Self

from roost.core.errors import NotationError, RoostError, quote

LONGEST_CHAIN = 10_000
"""Maximum number of rolls at one table: ten times a long game. A chain of this length takes milliseconds to make."""

HASH = "[0-9a-f]{64}"
"""The pattern of a hash in text (a link, commitment, seal or transcript hash)."""

_LINK_SIZE = 32
_LONGEST_NONCE = 32
_PROOF = re.compile(rf"(([1-9][0-9]{{0,5}}) ({HASH}) ((?:[0-9a-f]{{2}}){{1,32}}|-)) ([0-9a-f]{{8}})")
_NO_NONCE = "-"


class ProofError(RoostError):
    """A roll differs from what its dice source must give: ``number`` is the roll's number, ``reason`` the reason."""

    def __init__(self, reason: str, *, number: int = 0) -> None:
        super().__init__(reason)
        self.reason = reason
        self.number = number

    def __str__(self) -> str:
        return f"roll {self.number}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Proof:
    """The proof of a roll: its number, the link of the chain it used, and the roller's nonce."""

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
        """The number, link and nonce as hexadecimal digits (``-`` for an empty nonce), then their checksum.

        A damaged nonce may happen to give the same dice; the checksum detects the damage even then.
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
    """The first eight hexadecimal digits of the text's SHA-256."""
    return sha256(text.encode()).hexdigest()[:8]
