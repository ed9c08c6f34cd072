"""Protocol 4 for fair dice, shared by host and devices. ``docs/dice-protocol.md`` defines its bytes and guarantees.

Each device commits to a secret number by sending its hash, the *seal*. For each seat, and for the draw of the first
player, the host has a hash chain of *links*. The host publishes a list of everything else that decides the dice,
including the ends of its chains. Then all devices reveal their numbers. The list and the numbers determine the game's
*seed*. A roll follows from the seed, the seat, and the next link of that seat's chain.
"""

import hmac
import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from math import isqrt
from typing import NamedTuple

from roost.core.dice import Dice, Die, Roll
from roost.core.errors import NotationError, OptionError, quote
from roost.core.game import Game
from roost.core.stream import Stream

PROTOCOL = 4
"""Version of the dice protocol that new tables use."""
MOST_ROLLS = 10_000
"""Total number of links in the seats' chains of a game: ten times as many as a long game needs, made in milliseconds.
"""
_NAME = re.compile(r"[A-Za-z0-9_./:-]{1,64}")
_SHORTEST_SECRET = 16
_VARIES = "varies=yes"
"""The word of a list whose dice depend on the position."""
_HASH = 32
"""Length of a seal, and of the end of a hash chain, in bytes."""


class Chain:
    """A hash chain: link ``n - 1`` is the SHA-256 of link ``n``, and link 0 is the end of the chain.

    To save memory, only links at regular intervals and those near the last one used are stored.
    """

    __slots__ = ("_recent", "_spacing", "_stored", "end", "length")

    def __init__(self, last: bytes, length: int) -> None:
        self.length = length
        self._spacing = isqrt(length)
        self._stored = {length: last}
        for number in range(length - 1, -1, -1):
            last = sha256(last).digest()
            if number % self._spacing == 0:
                self._stored[number] = last
        self._recent: tuple[int, list[bytes]] = (0, [])
        self.end = last

    def link(self, number: int) -> bytes:
        """Return link ``number``; the first one after the end is link 1."""
        if not 1 <= number <= self.length:
            raise OptionError(f"a link's number is from 1 to {self.length}, not {number}", input=number)
        start = min(-(-number // self._spacing) * self._spacing, self.length)
        if self._recent[0] != start:
            links = [self._stored[start]]
            while len(links) < self._spacing:
                links.append(sha256(links[-1]).digest())
            self._recent = start, links
        return self._recent[1][start - number]


def host_chains(secret: bytes, dice: str, seats: int) -> tuple[Chain, ...]:
    """Return a game's chains by place: place 0 is the draw of the first player, place ``n + 1`` is seat ``n``."""
    if len(secret) < _SHORTEST_SECRET:
        raise OptionError(f"the secret needs at least {_SHORTEST_SECRET} bytes, not {len(secret)}")
    if not _NAME.fullmatch(dice):
        message = f"the name of dice is 1 to 64 letters, digits and any of _ . / : -, not {quote(dice)}"
        raise NotationError(message, input=dice)
    start = b"roost chain 4" + bytes([len(dice)]) + dice.encode("ascii")
    lengths = [1, *[MOST_ROLLS // seats] * seats]
    return tuple(
        Chain(hmac.digest(secret, start + bytes([place]), "sha256"), length) for place, length in enumerate(lengths)
    )


def hashed(value: bytes) -> bytes:
    """Return the SHA-256 of a value. It turns a number into its seal, and a link into the link before it."""
    return sha256(value).digest()


class Listed(NamedTuple):
    """The dice list: everything that decides a game's dice, except the devices' numbers and the links."""

    dice: str
    """The name that identifies these dice: ``TABLE/GAME``."""
    attempt: int
    """Number of the attempt to start the game, from 1. Each new attempt leaves out the devices that did not answer."""
    game: str
    options: Mapping[str, str]
    """Options that differ from their defaults. ``start`` is always included: the first seat's letter, or ``random``."""
    seats: Sequence[str]
    """The player of each seat: a person's index, or ``bot:`` and the name of a bot."""
    faces: str
    """All faces of the game's die, in order."""
    varies: bool
    """Whether the dice depend on the position. Each roll then comes with its dice, and ``faces`` lists all symbols."""
    ends: Sequence[bytes]
    """The end of each of the host's chains, by place."""
    seals: Mapping[int, bytes]
    """The seal of each device's number, by person."""

    def __str__(self) -> str:
        """Return the list as ``key=value`` words; this text is hashed into the seed."""
        words = [f"dice={self.dice}", f"attempt={self.attempt}", f"game={self.game}"]
        words += [f"option:{name}={value}" for name, value in self.options.items()]
        words += [f"seats={','.join(self.seats)}", f"faces={self.faces}"]
        words += [_VARIES] if self.varies else []
        words += [f"ends={','.join(end.hex() for end in self.ends)}"]
        words += [f"seal:{person}={seal.hex()}" for person, seal in sorted(self.seals.items())]
        return " ".join(words)

    @classmethod
    def parse(cls, text: str) -> "Listed":
        """Parse the text that :meth:`__str__` returns, and refuse any other spelling."""
        options, seals, words = {}, {}, {}
        try:
            for key, _, value in (word.partition("=") for word in text.split(" ")):
                kind, _, name = key.partition(":")
                if kind == "option":
                    options[name] = value
                elif kind == "seal":
                    seals[int(name)] = bytes.fromhex(value)
                else:
                    words[key] = value
            ends = [bytes.fromhex(end) for end in words["ends"].split(",")]
            listed = cls(words["dice"], int(words["attempt"]), words["game"], options, words["seats"].split(","),
                         words["faces"], text.count(f" {_VARIES} ") == 1, ends, seals)  # fmt: skip
        except (KeyError, ValueError):
            listed = None
        if listed is None or str(listed) != text or {len(part) for part in (*ends, *seals.values())} != {_HASH}:
            raise NotationError(f"{quote(text)} is not the list of a game's dice", input=text)
        return listed

    def seed(self, numbers: Mapping[int, bytes]) -> bytes:
        """Return the game's seed, given the numbers of the listed devices."""
        opened = b"".join(numbers[person] for person in sorted(self.seals))
        return sha256(b"roost seed 4" + sha256(str(self).encode()).digest() + opened).digest()


def rolled(seed: bytes, place: int, number: int, link: bytes, dice: Dice) -> Roll:
    """Return a place's roll with index ``number``, computed from the host's link with that index."""
    message = b"roost roll 4" + seed + bytes([place]) + number.to_bytes(4, "big")
    return dice.draw(Stream.from_key(hmac.digest(link, message, "sha256")))


def place_of(seat: int | None) -> int:
    """Return the place of a seat. None stands for the draw of the first player."""
    return 0 if seat is None else seat + 1


def options_of(game: Game) -> dict[str, str]:
    """Return a game's options as they are written in its dice list."""
    declared = game.options()
    chosen = {"start": game.start, **game.chosen_options}
    return {name: declared[name].codec.text(value) for name, value in chosen.items()}


def faces_of(die: Die) -> str:
    """Return all faces of a die in the order in which a random stream counts through them.

    If the dice depend on the position, return all symbols in order.
    """
    return "".join(symbol.char for symbol in die.sides)
