"""Request and response bodies of the API. Decoding checks the bounds of every field."""

from typing import Annotated, Any, TypeAlias

from msgspec import Meta, Struct

from roost.core.record.proof import HASH
from roost.play.server.storage.host_state import Notice
from roost.play.table.board_facts import BoardFacts
from roost.play.table.checks import MOST_PLACES
from roost.play.table.house_rules import BotName
from roost.play.table.log import Entry, ReactionName
from roost.play.table.spec import AvatarName, Name
from roost.play.table.views import ActionView, ChangeView, DieView, Snapshot

Seal: TypeAlias = Annotated[
    str,
    Meta(pattern=f"^{HASH}$", max_length=64, description="The SHA-256 of a device's number: docs/dice-protocol.md."),
]
Number: TypeAlias = Annotated[
    str, Meta(pattern=f"^{HASH}$", max_length=64, description="The sealed number: 32 bytes in hexadecimal digits.")
]
Key: TypeAlias = Annotated[
    str,
    Meta(
        pattern="^[A-Za-z0-9_-]{1,64}$",
        max_length=64,
        description="A fresh name for this request. A repeated request with the same key gets the same answer.",
    ),
]
Version: TypeAlias = Annotated[int, Meta(ge=0, le=2**53, description="The table version that this refers to.")]
SeatIndex: TypeAlias = Annotated[int, Meta(ge=0, lt=MOST_PLACES)]


SCREEN_NAME = "^[0-9a-z]{1,40}$"
"""Pattern of a big screen's name."""


class _Request(Struct, frozen=True, forbid_unknown_fields=True):
    pass


class ClaimRequest(_Request, frozen=True):
    """Request to take a seat."""

    name: Name
    seat: SeatIndex | None = None
    """The seat to take; None for the first free one."""
    invitation: Annotated[str, Meta(max_length=100)] | None = None
    """The invitation, which is needed for a seat reserved for a guest."""
    avatar: AvatarName | None = None
    """The bird that the player chose as avatar."""
    real: bool = False
    """At a table with real dice, whether this player rolls and enters them. The table rolls for everyone else."""
    seal: Seal | None = None
    """Seal of the device's secret number, if the device takes part in the dice."""


class NameRequest(_Request, frozen=True):
    """Request to change the name and avatar on one seat; without a seat, on all of the player's seats."""

    name: Name
    avatar: AvatarName | None = None
    seat: SeatIndex | None = None


class SealRequest(_Request, frozen=True):
    """Request to seal the number that this device will reveal for the dice of the next game."""

    seal: Seal
    key: Key | None = None


class OpenRequest(_Request, frozen=True):
    """Request to reveal the sealed number, for one attempt to start the game."""

    attempt: Annotated[int, Meta(ge=1, le=100)]
    number: Number
    key: Key | None = None


class SeatRequest(_Request, frozen=True):
    """Request to leave one seat or return to it; without a seat, it applies to all of the player's seats."""

    seat: SeatIndex | None = None


class StartRequest(_Request, frozen=True):
    """Request to start the game or to offer a rematch."""

    seal: Seal | None = None
    """Seal of the device's secret number, unless it was already sent."""
    key: Key | None = None


RollText: TypeAlias = Annotated[
    str, Meta(min_length=1, max_length=100, description="The roll of real dice, one character for each die.")
]


class MoveRequest(_Request, frozen=True):
    """Request to choose an action, to roll, to do both if the action leads to a roll, or to enter real dice."""

    version: Version
    key: Key
    action: Annotated[str, Meta(min_length=1, max_length=40)] | None = None
    throw: bool = False
    """Whether to roll the table's dice. If there is an action, the dice are rolled after it."""
    roll: RollText | None = None


class CorrectionRequest(_Request, frozen=True):
    """Request to correct the latest entered roll. A new roll is a proposal, the same roll agrees, null rejects."""

    version: Version
    key: Key
    roll: RollText | None = None


class UndoRequest(_Request, frozen=True):
    """Request to undo the latest choice."""

    version: Version
    key: Key


class ReactionRequest(_Request, frozen=True):
    """Request to send a reaction, such as clapping."""

    reaction: ReactionName


class ScreenRequest(_Request, frozen=True):
    """Request to let a big screen set the pace."""

    screen: Annotated[str, Meta(pattern=SCREEN_NAME, description="Its name, as in the event ``presence``.")]


class ShownRequest(_Request, frozen=True):
    """Report of how far a big screen has shown the table."""

    version: Annotated[int, Meta(ge=1, le=2**53, description="The version that it is about to reach.")]
    steps: Annotated[int, Meta(ge=0, le=10_000, description="How many steps of that version it has shown.")] = 0


class WaitRequest(_Request, frozen=True):
    """Request to stop the automatic start of a game."""

    game: Annotated[int, Meta(ge=1, le=100_000, description="The number of the game.")]


class BotRequest(_Request, frozen=True):
    """Request to let a bot play a seat."""

    bot: BotName


class NewTable(Struct, frozen=True):
    """Response for a newly created table."""

    id: str
    code: str
    token: str
    """The host's secret token, which gives full control of the table."""
    invitations: dict[str, str]
    """For each seat reserved for a guest, the secret with which the guest claims it."""
    link: str
    """URL at which other players join."""
    snapshot: Snapshot


class Claimed(Struct, frozen=True):
    """Response for a seat that was just taken."""

    person: int
    seat: int
    token: str | None
    """The player's secret token; None for a player who already has one."""
    change: ChangeView


class CodeView(Struct, frozen=True):
    """The table to which a short code belongs."""

    id: str


class OptionInfo(Struct, frozen=True):
    """An option of a game, with its possible values."""

    name: str
    default: Any
    rule: str
    """Number of the rule that this option changes."""
    meaning: str
    allowed: str
    schema: dict[str, Any]


class GameInfo(Struct, frozen=True):
    """A game and its declared properties."""

    name: str
    title: str
    short: str
    """Short version of the title, for small spaces."""
    about: str
    """Description of the game in a sentence or two; may be empty."""
    min_players: int
    max_players: int
    dice: int
    die: DieView
    components: dict[str, Any]
    """Contents of the game's box, with default options."""
    options: list[OptionInfo]
    openings: list[str]
    """The opening position for each number of players, in ascending order."""
    adapters: list[str]
    """Names of the adapters that the game provides; see docs/ARCHITECTURE.md."""
    bot: str
    """Name of the default bot opponent."""
    languages: list[str]
    """Languages in which the rules pages exist."""
    page: dict[str, str]
    """The game's own modules and words for the web page; see docs/page-development.md."""


class BotInfo(Struct, frozen=True):
    """A bot that can take a seat."""

    name: str
    about: str


class ChoiceOdds(Struct, frozen=True, omit_defaults=True):
    """The value of a legal action."""

    action: str
    value: float | None
    """None if the turn was not searched to its end."""
    fails: float
    """Probability that the turn fails, as far as it was searched."""
    results: dict[str, float]
    error: float = 0.0
    """Standard error if the value was sampled; 0 (omitted) if it is exact."""
    between: tuple[float, float] | None = None
    """The range in which an unknown value is, if that is known."""
    unseen: float = 0.0
    """Probability that the turn goes where it was not searched."""


class ResultWords(Struct, frozen=True):
    """A possible result of a turn, in words."""

    text: str
    short: str
    """A few characters, used as a column label."""


class OddsView(Struct, frozen=True, omit_defaults=True):
    """The value of a turn under best play for an aim: its swing (``gain``) or the win share (``win``)."""

    aim: str
    value: float | None
    """None if the turn was not searched to its end."""
    choices: list[ChoiceOdds]
    fails: float = 0.0
    """Probability that the turn ends without a gain, under best play."""
    results: dict[str, float] = {}
    """Probability of each possible result of the turn, under best play."""
    position: str = ""
    """The position to which these odds belong, since the table may have moved on."""
    rooster: str | None = None
    """The rooster's choice, if the request asked for a hint."""
    result_texts: dict[str, ResultWords] | None = None
    """Every possible result in words, if the request named a language."""
    error: float = 0.0
    """Standard error if the value was sampled; 0 (omitted) if it is exact."""
    between: tuple[float, float] | None = None
    """The range in which an unknown value is, if that is known."""
    unseen: float = 0.0
    """Probability that the turn goes where it was not searched."""
    lowest_wins: bool = False
    """Whether a gain means fewer points, because the lowest score wins."""


class ReasonView(Struct, frozen=True):
    """The reason why an action is illegal."""

    action: str
    reason: str | None
    """The reason in words; None if the action is legal."""


class PastChange(Struct, frozen=True):
    """A past change of a table. Unlike a live change, it does not include the table afterwards."""

    version: int
    at: float
    entries: tuple[Entry, ...]
    sentences: list[str] | None
    """The events of the game in sentences, if the request named a language."""
    scores: tuple[int, ...] | None = None
    """The scores after the change, if a game was being played and the request named a language."""
    seat: int | None = None
    """The seat to move after the change, if a game was being played and the request named a language."""
    to_you: dict[int, list[str]] = {}
    """For each seat, ``sentences`` reworded for that seat's player."""


class PositionView(Struct, frozen=True):
    """A position of any game, with the legal actions."""

    position: str
    state: dict[str, Any]
    node: str
    seat: int | None
    actions: list[ActionView]
    scores: list[int]
    outcome: dict[str, Any] | None
    facts: BoardFacts


class Health(Struct, frozen=True, omit_defaults=True):
    """Whether the server is healthy."""

    status: str
    version: str
    notice: Notice | None = None
    """The host's notice to all pages, if there is one."""
