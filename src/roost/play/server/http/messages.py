"""Request and response bodies of the API. Every field's bounds are checked on decoding."""

from typing import Annotated, Any, TypeAlias

from msgspec import Meta, Struct

from roost.core.record.proof import HASH
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
    """Take a seat."""

    name: Name
    seat: SeatIndex | None = None
    """None for the first free seat."""
    invitation: Annotated[str, Meta(max_length=100)] | None = None
    """The invitation, for a seat reserved for a guest."""
    avatar: AvatarName | None = None
    """The player's bird."""
    real: bool = False
    """With real dice at the table: whether this player rolls and enters them. The table rolls for everyone else."""
    seal: Seal | None = None
    """Seal of the device's number, if the device takes part in the dice."""


class NameRequest(_Request, frozen=True):
    """Change the name and avatar; without a seat, on all own seats."""

    name: Name
    avatar: AvatarName | None = None
    seat: SeatIndex | None = None


class SealRequest(_Request, frozen=True):
    """Seal the number that this device will open for the dice of the next game."""

    seal: Seal
    key: Key | None = None


class OpenRequest(_Request, frozen=True):
    """Open the sealed number, for an attempt to start the game."""

    attempt: Annotated[int, Meta(ge=1, le=100)]
    number: Number
    key: Key | None = None


class SeatRequest(_Request, frozen=True):
    """Leave or return; without a seat, on all own seats."""

    seat: SeatIndex | None = None


class StartRequest(_Request, frozen=True):
    """Start the game, or offer a rematch."""

    seal: Seal | None = None
    """Seal of the device's number, unless already sent."""
    key: Key | None = None


RollText: TypeAlias = Annotated[
    str, Meta(min_length=1, max_length=100, description="The roll of real dice, one character for each die.")
]


class MoveRequest(_Request, frozen=True):
    """Choose an action, or roll, or both if the action leads to one's own roll; or enter a roll of real dice."""

    version: Version
    key: Key
    action: Annotated[str, Meta(min_length=1, max_length=40)] | None = None
    throw: bool = False
    """Whether to roll the table's dice, after the action if there is one."""
    roll: RollText | None = None


class CorrectionRequest(_Request, frozen=True):
    """Propose another roll for the one entered last; the same roll agrees, no roll disagrees."""

    version: Version
    key: Key
    roll: RollText | None = None


class UndoRequest(_Request, frozen=True):
    """Take back the latest choice."""

    version: Version
    key: Key


class ReactionRequest(_Request, frozen=True):
    """Send a reaction, like clapping."""

    reaction: ReactionName


class ScreenRequest(_Request, frozen=True):
    """Let a big screen set the pace."""

    screen: Annotated[str, Meta(pattern=SCREEN_NAME, description="Its name, as in the event ``presence``.")]


class ShownRequest(_Request, frozen=True):
    """A big screen's progress in showing a table."""

    version: Annotated[int, Meta(ge=1, le=2**53, description="The version that it is about to reach.")]
    steps: Annotated[int, Meta(ge=0, le=10_000, description="How many steps of that version it has shown.")] = 0


class WaitRequest(_Request, frozen=True):
    """Stop the automatic start of a game."""

    game: Annotated[int, Meta(ge=1, le=100_000, description="The number of the game.")]


class BotRequest(_Request, frozen=True):
    """Let a bot play a seat."""

    bot: BotName


class NewTable(Struct, frozen=True):
    """The new table."""

    id: str
    code: str
    token: str
    """The host's secret, which gives full control of the table."""
    invitations: dict[str, str]
    """For each seat reserved for a guest, the secret that claims it."""
    link: str
    """URL at which others join."""
    snapshot: Snapshot


class Claimed(Struct, frozen=True):
    """The claimed seat."""

    person: int
    seat: int
    token: str | None
    """The player's secret; None for a player who already has one."""
    change: ChangeView


class CodeView(Struct, frozen=True):
    """The table behind a short code."""

    id: str


class OptionInfo(Struct, frozen=True):
    """An option of a game."""

    name: str
    default: Any
    rule: str
    """Number of the rule that it changes."""
    meaning: str
    allowed: str
    schema: dict[str, Any]


class GameInfo(Struct, frozen=True):
    """A game and its declared properties."""

    name: str
    title: str
    short: str
    """Short title for small spaces."""
    about: str
    """Description in a sentence or two; may be empty."""
    min_players: int
    max_players: int
    dice: int
    die: DieView
    components: dict[str, Any]
    """Contents of the box with default options."""
    options: list[OptionInfo]
    openings: list[str]
    """The opening positions, by number of players in ascending order."""
    adapters: list[str]
    """Names of the game's own adapters: docs/ARCHITECTURE.md."""
    bot: str
    """Name of the default opponent."""
    languages: list[str]
    """Languages of its rules pages."""
    page: dict[str, str]
    """The game's own page modules and page words: docs/page-development.md."""


class BotInfo(Struct, frozen=True):
    """A bot that can take a seat."""

    name: str
    about: str


class ChoiceOdds(Struct, frozen=True, omit_defaults=True):
    """The value of a legal action."""

    action: str
    value: float
    fails: float
    results: dict[str, float]
    error: float = 0.0
    """Standard error of a sampled value; 0 (left out) if exact."""


class ResultWords(Struct, frozen=True):
    """One result of a turn, in words."""

    text: str
    short: str
    """A few characters, for the label of a column."""


class OddsView(Struct, frozen=True, omit_defaults=True):
    """The value of a turn under best play for an aim: its swing (``worms``) or the win share (``win``)."""

    aim: str
    value: float
    choices: list[ChoiceOdds]
    fails: float = 0.0
    """Probability under best play that the turn ends without a gain."""
    results: dict[str, float] = {}
    """Probability of each result of the turn under best play."""
    position: str = ""
    """The solved position: the table may have moved on since."""
    rooster: str | None = None
    """The rooster's choice, if the request asked for a hint."""
    result_texts: dict[str, ResultWords] | None = None
    """Every result in words, if the request named a language."""
    error: float = 0.0
    """Standard error of a sampled value; 0 (left out) if exact."""


class ReasonView(Struct, frozen=True):
    """The reason why an action is illegal."""

    action: str
    reason: str | None
    """None if the action is legal."""


class PastChange(Struct, frozen=True):
    """A past change of a table, without the table after it."""

    version: int
    at: float
    entries: tuple[Entry, ...]
    sentences: list[str] | None
    """The events of the game in sentences, if the request named a language."""
    scores: tuple[int, ...] | None = None
    """The scores after it, if a game was on and the request named a language."""
    seat: int | None = None
    """The seat to move after it, under the same condition."""
    to_you: dict[int, list[str]] = {}
    """By seat, the sentences of ``sentences`` as its own player should read them."""


class PositionView(Struct, frozen=True):
    """A position of any game."""

    position: str
    state: dict[str, Any]
    node: str
    seat: int | None
    actions: list[ActionView]
    scores: list[int]
    outcome: dict[str, Any] | None
    facts: BoardFacts


class Health(Struct, frozen=True):
    """The server's health."""

    status: str
    version: str
