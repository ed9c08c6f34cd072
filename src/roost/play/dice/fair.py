"""Verifiable dice: nobody can choose them, and everybody can check them.

Before the first roll the table publishes a commitment, the end of a chain of SHA-256 hashes. Each roll uses up the
next link of the chain, mixed with a nonce that the roller sends without knowing the link. The exact bytes are:

* the last link is ``HMAC-SHA256(secret, "roost chain 1" + framed(table))``, where ``framed`` puts the length before
  the bytes, as one byte; every other link is the SHA-256 of the link after it; link number 0 is the commitment;
* roll number ``n`` (from 1) has the key ``HMAC-SHA256(link n, "roost roll 1" + framed(table) + n + framed(nonce))``,
  with ``n`` as 8 bytes, big-endian;
* the faces are read from the stream of that key (:meth:`roost.core.stream.Stream.from_key`), from its beginning.

Links are published in the order in which they hash to what is already known, so a link cannot be changed once the
commitment is out, and the next one cannot be computed from those seen.

That is protocol 1. In protocol 2, which tables play by, people's numbers come from chains of their own
(:class:`Numbers`), which they seal before they use them, and each roll also depends on the *story* so far: a hash of
all seals, numbers, links and dice that were seen. ``docs/dice-protocol.md`` says what follows from that.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Iterable
from hashlib import sha256
from math import isqrt
from typing import NamedTuple

from roost.core.dice import Dice, Roll
from roost.core.errors import NotationError, OptionError, quote
from roost.core.record.proof import LONGEST_CHAIN, Proof, ProofError
from roost.core.stream import Stream

__all__ = [
    "NUMBER",
    "PROTOCOL",
    "FairDice",
    "FairRoll",
    "Numbers",
    "check_number",
    "check_roll",
    "check_rolls",
    "opening_story",
    "renewed_story",
    "rolled_story",
    "sealed_story",
]

PROTOCOL = 2
"""How tables roll today."""
NUMBER = "(?:[0-9a-f]{2}){0,32}"
"""A number that somebody gives for the dice, as a pattern; it may be empty."""

_SHORTEST_SECRET = 16
_TABLE = re.compile(r"[A-Za-z0-9_./:-]{1,64}")


class FairRoll(NamedTuple):
    """A roll with its proof."""

    roll: Roll
    proof: Proof


class _Chain:
    """A chain of hashes. Only every hundredth link of a long one is kept, and those up to the next kept one."""

    __slots__ = ("_kept", "_length", "_soon", "_spacing", "top")

    def __init__(self, last: bytes, length: int) -> None:
        self._length = length
        self._spacing = isqrt(length)
        self._kept = {length: last}
        link = last
        for number in range(length - 1, -1, -1):
            link = sha256(link).digest()
            if number % self._spacing == 0:
                self._kept[number] = link
        self._soon: tuple[int, list[bytes]] = (0, [])
        self.top = link

    def link(self, number: int) -> bytes:
        start = min(-(-number // self._spacing) * self._spacing, self._length)
        if self._soon[0] != start:
            links = [self._kept[start]]
            while len(links) < self._spacing:
                links.append(sha256(links[-1]).digest())
            self._soon = start, links
        return self._soon[1][start - number]


class Numbers:
    """A player's side: the numbers that they give for one game, each fixed before the game by their :attr:`seal`.

    Number 1 opens the game, for whoever starts it, and number ``n + 1`` is for roll ``n``. Each is given once, and the
    same again if it was refused: never another one for the same roll.
    """

    __slots__ = ("_chain", "seal")

    def __init__(self, secret: bytes, table: str) -> None:
        if len(secret) < _SHORTEST_SECRET:
            raise OptionError(f"the secret has at least {_SHORTEST_SECRET} bytes, not {len(secret)}")
        last = hmac.digest(secret, b"roost numbers 2" + _framed(_table_bytes(table)), "sha256")
        self._chain = _Chain(last, LONGEST_CHAIN + 1)
        self.seal = self._chain.top
        """What to publish before the first number is given."""

    def number(self, which: int) -> bytes:
        """One of the numbers, counted from 1."""
        if not 1 <= which <= LONGEST_CHAIN + 1:
            raise OptionError(f"numbers are counted from 1 to {LONGEST_CHAIN + 1}, not {which}", input=which)
        return self._chain.link(which)


def check_number(known: bytes, after: int, which: int, number: bytes) -> bool:
    """Whether a player's number is the one that was fixed, when an earlier one (or the seal, as number 0) is known."""
    return after < which <= LONGEST_CHAIN + 1 and _hashed(number, which - after) == known


def opening_story(table: str, commitment: bytes, number: bytes) -> bytes:
    """The story of a game that was opened with this number."""
    return sha256(b"roost story 2" + _framed(_table_bytes(table)) + commitment + _framed(number)).digest()


def sealed_story(story: bytes, person: int, seal: bytes) -> bytes:
    """The story after a person has sealed their numbers."""
    return sha256(b"roost seal 2" + story + person.to_bytes(4, "big") + seal).digest()


def renewed_story(story: bytes, commitment: bytes) -> bytes:
    """The story after the host has committed to the dice of a game anew."""
    return sha256(b"roost anew 2" + story + commitment).digest()


def rolled_story(story: bytes, proof: Proof | str, roll: str) -> bytes:
    """The story after a roll. A proof may be given as the text that it was written as."""
    return sha256(b"roost told 2" + story + f"{proof} {roll}".encode()).digest()


class FairDice:
    """The host's side: the dice of one table.

    ``secret`` must be random and must not leave the host before the game is over. To go on after a restart, pass
    how many rolls were ``rolled`` already. A link must never be used twice: whoever has seen it can compute what any
    other nonce would have rolled.

    Of a long chain only parts are kept, about 15 kB for a table where all would be 700.
    """

    __slots__ = ("_chain", "_framed", "commitment", "length", "nonce", "proof", "rolled", "table")

    def __init__(self, secret: bytes, table: str, *, length: int = LONGEST_CHAIN, rolled: int = 0) -> None:
        if len(secret) < _SHORTEST_SECRET:
            raise OptionError(f"the secret has at least {_SHORTEST_SECRET} bytes, not {len(secret)}")
        if not 1 <= length <= LONGEST_CHAIN:
            raise OptionError(f"a chain has 1 to {LONGEST_CHAIN} links, not {length}", input=length)
        if not 0 <= rolled <= length:
            raise OptionError(f"{rolled} rolls cannot have used up a chain of {length}", input=rolled)
        self.table = table
        self.length = length
        self.rolled = rolled
        """How many rolls there were."""
        self.nonce = b""
        """What the rollers add. The last one stays in force until another is given."""
        self.proof: Proof | None = None
        """The proof of the latest roll."""
        self._framed = _framed(_table_bytes(table))
        self._chain = _Chain(hmac.digest(secret, b"roost chain 1" + self._framed, "sha256"), length)
        self.commitment = self._chain.top
        """What to publish before the first roll."""

    @property
    def headers(self) -> dict[str, str]:
        """How a record names these dice."""
        return {"Dice": "verifiable", "Commitment": self.commitment.hex(), "Table": self.table}

    def roll(self, dice: Dice) -> Roll:
        """Roll with the nonce in force; the proof is then in :attr:`proof`."""
        return self.roll_with(self.nonce, dice).roll

    def roll_with(self, nonce: bytes, dice: Dice, story: bytes | None = None) -> FairRoll:
        """Roll with the roller's fresh nonce; by protocol 2, if the story so far is given."""
        number = self.rolled + 1
        if number > self.length:
            raise ProofError(f"the chain has {self.length} links, and all are used up", number=number)
        proof = Proof(number, self._chain.link(number), nonce)
        roll = _draw(self._framed, proof, dice, story)
        self.rolled, self.nonce, self.proof = number, nonce, proof
        return FairRoll(roll, proof)


def check_roll(
    anchor: bytes, table: str, proof: Proof, dice: Dice, *, after: int = 0, story: bytes | None = None
) -> Roll:
    """The roll that a proof stands for, from public data alone. Raises :class:`ProofError` if it proves nothing.

    ``anchor`` is the commitment, or, to hash less, the link of an earlier roll whose number is ``after``; ``story`` is
    what was seen before the roll, by protocol 2.
    """
    if proof.number <= after:
        raise ProofError(f"it cannot come after roll {after}", number=proof.number)
    if _hashed(proof.link, proof.number - after) != anchor:
        known = f"the link of roll {after}" if after else "the commitment"
        raise ProofError(f"its link does not lead to {known}", number=proof.number)
    return _draw(_framed(_table_bytes(table)), proof, dice, story)


def check_rolls(commitment: bytes, table: str, rolls: Iterable[tuple[Proof, Dice, Roll]]) -> int:
    """Check all rolls of a table, from the first one on, and return how many there were."""
    anchor, number = commitment, 0
    for number, (proof, dice, shown) in enumerate(rolls, 1):
        if proof.number != number:
            raise ProofError(f"its proof is that of roll {proof.number}", number=number)
        proved = check_roll(anchor, table, proof, dice, after=number - 1)
        if proved != shown:
            raise ProofError(f"the dice show {shown}, but the proof gives {proved}", number=number)
        anchor = proof.link
    return number


def _draw(framed_table: bytes, proof: Proof, dice: Dice, story: bytes | None) -> Roll:
    message = framed_table + proof.number.to_bytes(8, "big") + _framed(proof.nonce)
    message = b"roost roll 1" + message if story is None else b"roost roll 2" + message + story
    return dice.draw(Stream.from_key(hmac.digest(proof.link, message, "sha256")))


def _hashed(link: bytes, times: int) -> bytes:
    for _ in range(times):
        link = sha256(link).digest()
    return link


def _framed(part: bytes) -> bytes:
    """The part with its length before it, so that no two lists of parts run together into the same bytes."""
    return bytes([len(part)]) + part


def _table_bytes(table: str) -> bytes:
    if not _TABLE.fullmatch(table):
        message = f"a table's name is 1 to 64 letters, digits and any of _ . / : -, not {quote(table)}"
        raise NotationError(message, input=table)
    return table.encode("ascii")
