"""The log of a table: its history in order. Everything else about a table follows from these entries.

A *change* is the effect of one request or one bot's step: one row and one version, committed completely or not at all.
It has one entry or several, such as a choice and the roll that follows it. The version of a table is its number of
changes. Entries hold no secrets, because the log is published to all watchers.
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


class DeviceSealed(Struct, frozen=True, tag="device_sealed"):
    """A device sealed the number that it will open for the dice of a game."""

    person: int
    game: int
    seal: str


class DiceListed(Struct, frozen=True, tag="dice_listed"):
    """Everything that decides the dice of the next game: ``roost.play.dice.fair.Listed`` as text."""

    list: str


class NumberOpened(Struct, frozen=True, tag="number_opened"):
    """A listed device opened its number."""

    person: int
    number: str


class SeatClaimed(Struct, frozen=True, omit_defaults=True, tag="seat_claimed"):
    """A person took a seat."""

    seat: int
    person: int
    """People are numbered in order of arrival. One person may hold several seats."""
    name: str
    avatar: AvatarName | None = None
    """The bird that the person chose."""
    real: bool = False
    """Whether the person rolls real dice and enters them. Remote players do not."""


class SeatLeft(Struct, frozen=True, tag="seat_left"):
    """A person left. Before a game the seat becomes free; afterwards it is reserved for the person's return."""

    seat: int


class SeatReturned(Struct, frozen=True, tag="seat_returned"):
    """A person returned; a bot that stood in is gone."""

    seat: int


class SeatFreed(Struct, frozen=True, tag="seat_freed"):
    """The host removed the person or bot from a seat, which is free now."""

    seat: int


class BotSeated(Struct, frozen=True, omit_defaults=True, tag="bot_seated"):
    """A bot plays this seat from now on, or until the seat's person returns."""

    seat: int
    bot: str
    failed: str | None = None
    """The failing bot that this one replaced."""


class NextChosen(Struct, frozen=True, omit_defaults=True, tag="next_chosen"):
    """The host chose another next game for the series."""

    game: str
    options: dict[str, OptionValue] = {}


class Arranged(Struct, frozen=True, omit_defaults=True, tag="arranged"):
    """A game of a series was set up, with its players. It begins at once."""

    game: str
    options: dict[str, OptionValue]
    players: int
    order: tuple[int, ...]
    """Places of the players by seat, then of those who sit out. Missing places were given up."""


class Started(Struct, frozen=True, omit_defaults=True, tag="started"):
    """A game began."""

    game: int
    """Counted from 1; a rematch has the next number."""
    start: int | str
    """The seat that begins, or ``random``."""
    dice: str
    """Name of its dice, ``TABLE/GAME``; in a challenge, the seed."""
    protocol: int = 1
    """Protocol of its dice. Dice of older protocols cannot be checked any more."""


class DiceRolled(Struct, frozen=True, omit_defaults=True, tag="rolled"):
    """Dice were rolled."""

    seat: int | None
    """The seat whose turn it is; None for the draw of the first player."""
    roll: str
    link: str = ""
    """The link of the seat's chain that gives the roll; empty in a challenge and in games of older versions."""
    by: str | None = None
    """The bot that rolled, for itself or for a person."""


class Entered(Struct, frozen=True, tag="entered"):
    """A roll of real dice was entered, which cannot be proved."""

    seat: int
    """The seat whose roll it is."""
    roll: str
    person: int
    """The person who entered it."""


class CorrectionProposed(Struct, frozen=True, tag="correction_proposed"):
    """A person proposed a correction of the latest entered roll, or agreed with one."""

    person: int
    roll: str


class CorrectionDeclined(Struct, frozen=True, tag="correction_declined"):
    """A person rejected a correction, so the roll stays as entered."""

    person: int


class Corrected(Struct, frozen=True, tag="corrected"):
    """The players agreed on a correction of the latest entered roll."""

    seat: int
    roll: str
    was: str
    """The roll as entered first."""
    person: int
    """The person who proposed the correction."""
    agreed: tuple[int, ...] = ()
    """The others who agreed."""


class Acted(Struct, frozen=True, omit_defaults=True, tag="acted"):
    """A player or bot chose an action."""

    seat: int
    action: str
    by: str | None = None
    """The bot that chose; None for the seat's player."""


class Undone(Struct, frozen=True, tag="undone"):
    """The latest choice was taken back."""

    seat: int


class Reacted(Struct, frozen=True, tag="reacted"):
    """A person sent a reaction, like clapping."""

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
    """One row of the log."""

    version: int
    at: float
    """Seconds since 1970."""
    entries: tuple[Entry, ...]


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(tuple[Entry, ...])
_OF_OLDER_DICE = {"sealed", "listed", "opened", "unsealed", "renewed"}
"""Entries of older dice protocols, which have no effect any more and are left out."""


def encode_entries(entries: tuple[Entry, ...]) -> str:
    """Return entries as JSON for the log."""
    return _encoder.encode(entries).decode()


def decode_entries(text: str) -> tuple[Entry, ...]:
    """Read the JSON of :func:`encode_entries`, also of older versions."""
    try:
        return _decoder.decode(text)
    except msgspec.ValidationError:
        entries = [entry for entry in msgspec.json.decode(text) if entry["type"] not in _OF_OLDER_DICE]
        return msgspec.convert(entries, tuple[Entry, ...])
