"""The log of a table: what happened at it, in order. Everything else about a table follows from these entries.

A *change* is what one request or one bot's step brought about: one row, one version, committed or not as a whole.
It holds one entry or a few, such as a choice and the roll that it led to. The version of a table is the number of its
changes. Entries hold no secrets: the log is published to all watchers.
"""

from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from roost.play.table.spec import AvatarName, OptionValue, TableSpec

ReactionName: TypeAlias = Literal["clap", "laugh", "wow", "oops", "luck", "hurry", "thanks", "cry"]
"""The reactions that people may show."""
REACTIONS: tuple[str, ...] = ReactionName.__args__  # type: ignore[attr-defined]  # what Literal keeps its words in
"""Every reaction."""


class Created(Struct, frozen=True, omit_defaults=True, tag="created"):
    """The table was made. Its maker is person 0, the host."""

    spec: TableSpec
    code: str
    """The short code that people type to join."""


class DeviceSealed(Struct, frozen=True, tag="device_sealed"):
    """A device sealed the number that it will open for the dice of a game."""

    person: int
    game: int
    seal: str


class DiceListed(Struct, frozen=True, tag="dice_listed"):
    """The list of everything that decides the dice of the next game: ``roost.play.dice.fair.Listed`` as text."""

    list: str


class NumberOpened(Struct, frozen=True, tag="number_opened"):
    """A listed device opened its number."""

    person: int
    number: str


class SeatClaimed(Struct, frozen=True, omit_defaults=True, tag="seat_claimed"):
    """A person sat down."""

    seat: int
    person: int
    """People are numbered in the order in which they came. One person may hold several seats."""
    name: str
    avatar: AvatarName | None = None
    """The bird that they show themselves as, if they chose one."""
    real: bool = False
    """Whether they roll real dice and enter them, by the rule of the table. Whoever is far away does not."""


class SeatLeft(Struct, frozen=True, tag="seat_left"):
    """A person left. Before the game the seat is free again, afterwards it is kept for the person's return."""

    seat: int


class SeatReturned(Struct, frozen=True, tag="seat_returned"):
    """A person came back; a bot that stood in is gone."""

    seat: int


class SeatFreed(Struct, frozen=True, tag="seat_freed"):
    """The host removed the person or the bot from a seat: it is open for anybody."""

    seat: int


class BotSeated(Struct, frozen=True, omit_defaults=True, tag="bot_seated"):
    """A bot plays this seat from now on; if a person holds it, until the person returns."""

    seat: int
    bot: str
    failed: str | None = None
    """The bot that played here before and could not go on."""


class NextChosen(Struct, frozen=True, omit_defaults=True, tag="next_chosen"):
    """The host wants another game to be played next in the series."""

    game: str
    options: dict[str, OptionValue] = {}


class Arranged(Struct, frozen=True, omit_defaults=True, tag="arranged"):
    """A game of a series was set up, which begins at once: what is played, and who plays it."""

    game: str
    options: dict[str, OptionValue]
    players: int
    order: tuple[int, ...]
    """The places of those who play, seat by seat, then of those who sit out. Whoever is not named has gone."""


class Started(Struct, frozen=True, omit_defaults=True, tag="started"):
    """A game began."""

    game: int
    """From 1; a rematch has the next number."""
    start: int | str
    """The seat that begins, or ``random``."""
    dice: str
    """The name of its dice, ``TABLE/GAME``; the seed of a challenge."""
    protocol: int = 1
    """The protocol of its dice. Those of older versions are not checked any more."""


class Rolled(Struct, frozen=True, omit_defaults=True, tag="rolled"):
    """Dice fell."""

    seat: int | None
    """The seat whose turn it is; none when the first player was drawn."""
    roll: str
    link: str = ""
    """The link of the seat's chain that gives the roll; empty in a challenge and in games of older versions."""
    by: str | None = None
    """The bot that rolled in place of a person or for itself."""


class Entered(Struct, frozen=True, tag="entered"):
    """Real dice fell, and somebody entered what they show. Nothing proves it."""

    seat: int
    """The seat whose dice they are."""
    roll: str
    person: int
    """The person who entered them."""


class CorrectionProposed(Struct, frozen=True, tag="correction_proposed"):
    """Somebody says that the latest entered roll was another one, or agrees with whoever said so."""

    person: int
    roll: str


class CorrectionDeclined(Struct, frozen=True, tag="correction_declined"):
    """Somebody does not agree: the roll stays as it was entered."""

    person: int


class Corrected(Struct, frozen=True, tag="corrected"):
    """The table agreed that the latest entered roll was another one."""

    seat: int
    roll: str
    was: str
    """The roll that had been entered."""
    person: int
    """The person who said so first."""
    agreed: tuple[int, ...] = ()
    """The others who agreed."""


class Acted(Struct, frozen=True, omit_defaults=True, tag="acted"):
    """A seat chose."""

    seat: int
    action: str
    by: str | None = None
    """The bot that chose."""


class Undone(Struct, frozen=True, tag="undone"):
    """The latest choice was taken back."""

    seat: int


class Reacted(Struct, frozen=True, tag="reacted"):
    """Somebody clapped, or the like."""

    seat: int
    reaction: ReactionName


class RematchOffered(Struct, frozen=True, tag="rematch_offered"):
    """A person would like to play again."""

    person: int


class Closed(Struct, frozen=True, tag="closed"):
    """The table was closed for good."""


Entry: TypeAlias = (
    Created
    | SeatClaimed
    | SeatLeft
    | SeatReturned
    | SeatFreed
    | BotSeated
    | Started
    | Rolled
    | Acted
    | Undone
    | Reacted
    | RematchOffered
    | Closed
    | DeviceSealed
    | DiceListed
    | NumberOpened
    | Entered
    | CorrectionProposed
    | CorrectionDeclined
    | Corrected
    | Arranged
    | NextChosen
)
"""One entry of a table's log."""


class Change(Struct, frozen=True):
    """One row of the log."""

    version: int
    at: float
    """Seconds since 1970."""
    entries: tuple[Entry, ...]


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(tuple[Entry, ...])
_OF_OLDER_DICE = {"sealed", "listed", "opened", "unsealed", "renewed"}
"""Entries of the protocols of older versions. They decide nothing any more, so they are left out."""


def encode_entries(entries: tuple[Entry, ...]) -> str:
    """The entries as the log keeps them."""
    return _encoder.encode(entries).decode()


def decode_entries(text: str) -> tuple[Entry, ...]:
    """Read what :func:`encode_entries` writes, also what older versions wrote."""
    try:
        return _decoder.decode(text)
    except msgspec.ValidationError:
        entries = [entry for entry in msgspec.json.decode(text) if entry["type"] not in _OF_OLDER_DICE]
        return msgspec.convert(entries, tuple[Entry, ...])
