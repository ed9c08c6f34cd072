"""Protocol 3: dice that are fixed before the first of them falls. ``docs/dice-protocol.md`` says what follows from it.

The host has a chain of links for each game, every device a chain of numbers. A chain is fixed by its top: each link is
the SHA-256 of the one after it. Before a game the tops are published as a list, and then every listed device opens its
number 1. The list and these numbers give the *seed* of the round; a roll follows from the seed, its own number, the
host's link with that number, and the latest number that a device has opened for a roll.
"""

import hmac
import re
from collections.abc import Iterable
from hashlib import sha256
from math import isqrt
from typing import NamedTuple

from roost.core.dice import Dice, Roll
from roost.core.errors import NotationError, OptionError, quote
from roost.core.record.proof import LONGEST_CHAIN, Proof
from roost.core.stream import Stream

PROTOCOL = 3
"""The protocol of today's tables."""
_SHORTEST_SECRET = 16
_TABLE = re.compile(r"[A-Za-z0-9_./:-]{1,64}")
_GROUPS = 5
"""A fingerprint has so many groups of so many hexadecimal digits: 100 bits."""


class FairRoll(NamedTuple):
    """A roll with its proof."""

    roll: Roll
    proof: Proof


class Chain:
    """A chain of hashes. Only every hundredth link of a long one is kept, and those up to the next kept one."""

    __slots__ = ("_kept", "_soon", "_spacing", "length", "top")

    def __init__(self, last: bytes, length: int) -> None:
        self.length = length
        self._spacing = isqrt(length)
        self._kept = {length: last}
        link = last
        for number in range(length - 1, -1, -1):
            link = sha256(link).digest()
            if number % self._spacing == 0:
                self._kept[number] = link
        self._soon: tuple[int, list[bytes]] = (0, [])
        self.top = link
        """Link 0, which is published before any other: a host's commitment, or a device's seal."""

    def link(self, number: int) -> bytes:
        """One of the links, counted from 1."""
        if not 1 <= number <= self.length:
            raise OptionError(f"links are counted from 1 to {self.length}, not {number}", input=number)
        start = min(-(-number // self._spacing) * self._spacing, self.length)
        if self._soon[0] != start:
            links = [self._kept[start]]
            while len(links) < self._spacing:
                links.append(sha256(links[-1]).digest())
            self._soon = start, links
        return self._soon[1][start - number]


def host_chain(secret: bytes, dice: str, length: int = LONGEST_CHAIN) -> Chain:
    """The links of a game's dice. Each must be used once: whoever has seen one knows what other numbers would roll."""
    if len(secret) < _SHORTEST_SECRET:
        raise OptionError(f"the secret has at least {_SHORTEST_SECRET} bytes, not {len(secret)}")
    return Chain(hmac.digest(secret, b"roost chain 1" + _framed(_name(dice)), "sha256"), length)


def numbers(secret: bytes) -> Chain:
    """A device's numbers for one round: number 1 opens it, and number ``n + 1`` is for roll ``n``."""
    if len(secret) < _SHORTEST_SECRET:
        raise OptionError(f"the secret has at least {_SHORTEST_SECRET} bytes, not {len(secret)}")
    return Chain(sha256(b"roost numbers 3" + secret).digest(), LONGEST_CHAIN + 1)


def leads_to(known: bytes, after: int, number: int, link: bytes) -> bool:
    """Whether a link is that of a chain of which an earlier one is known: its top counts as number 0."""
    if not after < number <= LONGEST_CHAIN + 1:
        return False
    for _ in range(number - after):
        link = sha256(link).digest()
    return link == known


def list_of(dice: str, number: int, commitment: bytes, seals: Iterable[tuple[int, bytes]]) -> bytes:
    """The digest of the list of a round: the dice, the round's number, the commitment, and the devices' seals."""
    listed = b"".join([person.to_bytes(4, "big") + seal for person, seal in sorted(seals)])
    return sha256(b"roost list 3" + _framed(_name(dice)) + number.to_bytes(4, "big") + commitment + listed).digest()


def seed_of(listed: bytes, opened: Iterable[tuple[int, bytes]]) -> bytes:
    """The seed of a round: its list, and number 1 of every listed device."""
    return sha256(b"roost round 3" + listed + b"".join([number for _, number in sorted(opened)])).digest()


def rolled(seed: bytes, number: int, link: bytes, opened: bytes, dice: Dice) -> Roll:
    """Roll ``number`` of a game, from the host's link and the latest number that a device has opened for a roll."""
    message = b"roost roll 3" + seed + number.to_bytes(8, "big") + _framed(opened)
    return dice.draw(Stream.from_key(hmac.digest(link, message, "sha256")))


def told_opening(told: bytes, lists: int, seed: bytes) -> bytes:
    """The hash of all that was told of a game's dice (nothing at first), after a round was opened."""
    return sha256(b"roost open 3" + told + lists.to_bytes(4, "big") + seed).digest()


def told_roll(told: bytes, proof: Proof | str, roll: str) -> bytes:
    """The same after a roll. A proof may be given as the text that it was written as."""
    return sha256(b"roost told 3" + told + f"{proof} {roll}".encode()).digest()


def fingerprint(told: bytes) -> str:
    """The fingerprint of what was told of a game's dice, for people to compare: 100 bits."""
    text = sha256(b"roost fingerprint 3" + told).hexdigest()[: _GROUPS * _GROUPS].upper()
    return " ".join(text[at : at + _GROUPS] for at in range(0, len(text), _GROUPS))


def _framed(part: bytes) -> bytes:
    """The part with its length before it, so that no two lists of parts run together into the same bytes."""
    return bytes([len(part)]) + part


def _name(dice: str) -> bytes:
    if not _TABLE.fullmatch(dice):
        message = f"dice are called by 1 to 64 letters, digits and any of _ . / : -, not {quote(dice)}"
        raise NotationError(message, input=dice)
    return dice.encode("ascii")
