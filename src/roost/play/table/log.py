"""The log of a table: its history in order. Everything else about a table follows from these entries.

A *change* is the effect of one request or one bot's step: one row and one version, committed completely or not at all.
It has one or more entries, such as a choice and the roll that follows it. The version of a table is its number of
changes. Entries contain no secrets, because everyone who watches the table can read its log.
"""

from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from roost.play.table.spec import AvatarName, OptionValue, TableSpec

ReactionName: TypeAlias = Literal["clap", "laugh", "wow", "oops", "luck", "hurry", "thanks", "cry"]
"""Reactions that people may send."""
REACTIONS: tuple[str, ...] = ReactionName.__args__  # type: ignore[attr-defined]  # Literal has no public accessor for its values
"""All reactions."""


class Created(Struct, frozen=True, omit_defaults=True, tag="created"):
    """The table was created. Its creator is person 0, the host."""

    spec: TableSpec
    code: str
    """Short code for joining."""
    on_device: bool = False
    """Whether the table is kept and its dice are rolled by the only device that plays at it, without a server."""


class DeviceSealed(Struct, frozen=True, tag="device_sealed"):
    """A device sealed the number that it will reveal for a game's dice."""

    person: int
    game: int
    seal: str


class DiceListed(Struct, frozen=True, tag="dice_listed"):
    """The dice list of the next game was published: a :class:`roost.play.dice.fair.Listed` as text."""

    list: str


class NumberOpened(Struct, frozen=True, tag="number_opened"):
    """A listed device revealed its number."""

    person: int
    number: str


class SeatClaimed(Struct, frozen=True, omit_defaults=True, tag="seat_claimed"):
    """A person took a seat."""

    seat: int
    person: int
    """The person's index, counted in order of arrival. One person may hold several seats."""
    name: str
    avatar: AvatarName | None = None
    """The bird that the person chose as avatar."""
    real: bool = False
    """Whether the person rolls real dice and enters them. Remote players never do."""


class SeatLeft(Struct, frozen=True, tag="seat_left"):
    """A person left. Before a game the seat becomes free; during and after it, the seat stays reserved for them."""

    seat: int


class SeatReturned(Struct, frozen=True, tag="seat_returned"):
    """A person returned to their seat. If a bot played for them, it stops."""

    seat: int


class SeatFreed(Struct, frozen=True, tag="seat_freed"):
    """The host removed a person or bot, so the seat is free."""

    seat: int


class BotSeated(Struct, frozen=True, omit_defaults=True, tag="bot_seated"):
    """A bot plays this seat from now on. If the seat belongs to a person, the bot plays until they return."""

    seat: int
    bot: str
    failed: str | None = None
    """The bot that failed and that this one replaces, if any."""


class NextChosen(Struct, frozen=True, omit_defaults=True, tag="next_chosen"):
    """The host chose a different next game for the series."""

    game: str
    options: dict[str, OptionValue] = {}


class Arranged(Struct, frozen=True, omit_defaults=True, tag="arranged"):
    """A game was set up with its players and begins at once: one of a series, or one whose open seats were given up."""

    game: str
    options: dict[str, OptionValue]
    players: int
    order: tuple[int, ...]
    """Places of the players by seat, then of those who sit out. Any other places were given up."""


class Started(Struct, frozen=True, omit_defaults=True, tag="started"):
    """A game began."""

    game: int
    """Number of the game at this table, counted from 1. A rematch is a new game."""
    start: int | str
    """The seat that begins, or ``random``."""
    dice: str
    """Name that identifies the game's dice, ``TABLE/GAME``; in a challenge, the seed."""
    protocol: int = 1
    """Version of the dice protocol. Dice of older protocols can no longer be checked."""


class DiceRolled(Struct, frozen=True, omit_defaults=True, tag="rolled"):
    """Dice were rolled."""

    seat: int | None
    """The seat whose turn it is. None if the roll draws the first player."""
    roll: str
    link: str = ""
    """The link of the seat's hash chain that gives the roll. Empty in a challenge and in games of older versions."""
    by: str | None = None
    """The bot that rolled, for itself or for a person. None if the player rolled."""
    dice: str = ""
    """The dice that were rolled, as text, in a game whose dice depend on the position; else empty."""


class Entered(Struct, frozen=True, tag="entered"):
    """A person entered a roll of real dice, which cannot be proved."""

    seat: int
    """The seat to which the roll belongs."""
    roll: str
    person: int
    """The person who entered the roll."""


class CorrectionProposed(Struct, frozen=True, tag="correction_proposed"):
    """A person proposed a correction of the latest entered roll, or agreed to one."""

    person: int
    roll: str


class CorrectionDeclined(Struct, frozen=True, tag="correction_declined"):
    """A person rejected a correction, so the entered roll stands."""

    person: int


class Corrected(Struct, frozen=True, tag="corrected"):
    """The players corrected the latest entered roll."""

    seat: int
    roll: str
    was: str
    """The roll before this correction."""
    person: int
    """The person who proposed the correction."""
    agreed: tuple[int, ...] = ()
    """The other people who agreed."""


class Acted(Struct, frozen=True, omit_defaults=True, tag="acted"):
    """A player or bot chose an action."""

    seat: int
    action: str
    by: str | None = None
    """The bot that chose the action; None if the seat's player chose."""


class Undone(Struct, frozen=True, tag="undone"):
    """The latest choice was taken back."""

    seat: int


class Reacted(Struct, frozen=True, tag="reacted"):
    """A person sent a reaction, such as clapping."""

    seat: int
    reaction: ReactionName


class RematchOffered(Struct, frozen=True, tag="rematch_offered"):
    """A person offered a rematch."""

    person: int


class TableClosed(Struct, frozen=True, tag="closed"):
    """The table was closed for good."""


Entry: TypeAlias = (
    Created
    | SeatClaimed
    | SeatLeft
    | SeatReturned
    | SeatFreed
    | BotSeated
    | Started
    | DiceRolled
    | Acted
    | Undone
    | Reacted
    | RematchOffered
    | TableClosed
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
    """One row of the log: the entries that were committed together."""

    version: int
    at: float
    """Time of the change, in seconds since 1970."""
    entries: tuple[Entry, ...]


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(tuple[Entry, ...])
_OF_OLDER_DICE = {"sealed", "listed", "opened", "unsealed", "renewed"}
"""Entry kinds of older dice protocols. They no longer have any effect, so they are skipped."""


def encode_entries(entries: tuple[Entry, ...]) -> str:
    """Return entries as JSON, as the log stores them."""
    return _encoder.encode(entries).decode()


def decode_entries(text: str) -> tuple[Entry, ...]:
    """Parse the JSON made by :func:`encode_entries`, including that of older versions."""
    try:
        return _decoder.decode(text)
    except msgspec.ValidationError:
        entries = [entry for entry in msgspec.json.decode(text) if entry["type"] not in _OF_OLDER_DICE]
        return msgspec.convert(entries, tuple[Entry, ...])
