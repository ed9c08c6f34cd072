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
    commitment: str = ""
    """The commitment for the dice of the first game, before anybody said a number. Old logs have none."""


class Sealed(Struct, frozen=True, omit_defaults=True, tag="sealed"):
    """A device fixed the numbers that it will give for the dice of a round, without showing them."""

    person: int
    game: int
    seal: str
    round: int = 0
    """From 1. Older versions wrote none, and their seals mean nothing any more."""


class Listed(Struct, frozen=True, omit_defaults=True, tag="listed"):
    """The list of a round: whoever has sealed for it, or answered its list before, and is not left out."""

    game: int
    round: int
    without: tuple[int, ...] = ()
    """The people who are left out: they have gone, or did not answer."""


class Opened(Struct, frozen=True, tag="opened"):
    """A listed device answered with its number 1, and sealed others, should there be another list."""

    person: int
    number: str
    seal: str


class Unsealed(Struct, frozen=True, tag="unsealed"):
    """A device gives no numbers from here on: it has lost them."""

    person: int


class Renewed(Struct, frozen=True, omit_defaults=True, tag="renewed"):
    """The table was restored from a backup, and its dice were committed to anew: a new round of the game begins.

    What was rolled after the backup was made is seen by some, and no longer in the log: the links of the old chain are
    not secret any more. Nor are the numbers that devices gave, so that all seal anew.
    """

    id: str
    """The mark that tells this time from others."""
    commitment: str = ""
    """The commitment for the dice of the game under way from now on; nothing, if there is none."""
    next: str = ""
    """The commitment for those of the next game."""


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
    faces: str
    """The faces of its die, as in /api/games."""


class Started(Struct, frozen=True, omit_defaults=True, tag="started"):
    """A game began; its dice were committed to."""

    game: int
    """From 1; a rematch has the next number."""
    start: int | str
    """The seat that begins, or ``random``."""
    dice: str
    """The name of the table in the proofs of its dice: each game has a chain of its own."""
    commitment: str
    next: str = ""
    """The commitment for the dice of the next game."""
    protocol: int = 1
    """The protocol of its dice. Those of protocols 1 and 2, of older versions, are not checked any more."""


class Rolled(Struct, frozen=True, omit_defaults=True, tag="rolled"):
    """Dice fell."""

    seat: int | None
    """The seat whose turn it is; none when the first player was drawn."""
    roll: str
    proof: str
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
    | Sealed
    | Listed
    | Opened
    | Unsealed
    | Renewed
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


def encode_entries(entries: tuple[Entry, ...]) -> str:
    """The entries as the log keeps them."""
    return _encoder.encode(entries).decode()


def decode_entries(text: str) -> tuple[Entry, ...]:
    """Read what :func:`encode_entries` writes."""
    return _decoder.decode(text)
