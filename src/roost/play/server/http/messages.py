"""The requests. Every field is bounded here, before any of it is looked at."""

from typing import Annotated, Any, TypeAlias

from msgspec import Meta, Struct

from roost.core.record.proof import HASH
from roost.play.table.checks import MOST_PLACES
from roost.play.table.house_rules import BotName
from roost.play.table.log import Entry, ReactionName
from roost.play.table.sight import Sight
from roost.play.table.spec import AvatarName, Name
from roost.play.table.views import ActionView, ChangeView, DieView, Snapshot

Seal: TypeAlias = Annotated[
    str,
    Meta(pattern=f"^{HASH}$", max_length=64, description="The SHA-256 of a device's number: docs/dice-protocol.md."),
]
Number: TypeAlias = Annotated[
    str, Meta(pattern=f"^{HASH}$", max_length=64, description="That number: 32 bytes in hexadecimal digits.")
]
Key: TypeAlias = Annotated[
    str,
    Meta(
        pattern="^[A-Za-z0-9_-]{1,64}$",
        max_length=64,
        description="A fresh name for this request. Sent again with the same key, it gets the same answer again.",
    ),
]
Version: TypeAlias = Annotated[int, Meta(ge=0, le=2**53, description="The version that this answers.")]
SeatIndex: TypeAlias = Annotated[int, Meta(ge=0, lt=MOST_PLACES)]


SCREEN_NAME = "^[0-9a-z]{1,40}$"
"""The form of a big screen's name."""


class _Request(Struct, frozen=True, forbid_unknown_fields=True):
    pass


class ClaimRequest(_Request, frozen=True):
    """Sit down."""

    name: Name
    seat: SeatIndex | None = None
    """The first free seat without."""
    invitation: Annotated[str, Meta(max_length=100)] | None = None
    """For a seat that is kept for a guest."""
    avatar: AvatarName | None = None
    """The bird that one shows oneself as."""
    real: bool = False
    """At a table with real dice: whether one is there, rolls them and enters them. The table rolls for the others."""
    seal: Seal | None = None
    """The seal of a number of one's device, if it takes part in the dice."""


class NameRequest(_Request, frozen=True):
    """Be called something else; on all own seats without one."""

    name: Name
    avatar: AvatarName | None = None
    seat: SeatIndex | None = None


class SealRequest(_Request, frozen=True):
    """Seal the number that one's device will open for the dice of the next game."""

    seal: Seal
    key: Key | None = None


class OpenRequest(_Request, frozen=True):
    """Open the number that was sealed, for an attempt to begin the game."""

    attempt: Annotated[int, Meta(ge=1, le=100)]
    number: Number
    key: Key | None = None


class SeatRequest(_Request, frozen=True):
    """Leave or come back; all own seats without one."""

    seat: SeatIndex | None = None


class StartRequest(_Request, frozen=True):
    """Begin the game, or offer to play again."""

    seal: Seal | None = None
    """The seal of a number of one's device, unless it has sealed already."""
    key: Key | None = None


RollText: TypeAlias = Annotated[
    str, Meta(min_length=1, max_length=100, description="What real dice show, a character for each die.")
]


class MoveRequest(_Request, frozen=True):
    """Choose an action, or roll, or both where the action leads to one's own roll; or enter what real dice show."""

    version: Version
    key: Key
    action: Annotated[str, Meta(min_length=1, max_length=40)] | None = None
    throw: bool = False
    """Whether to roll the table's dice, after the action if there is one."""
    roll: RollText | None = None


class CorrectionRequest(_Request, frozen=True):
    """Say what the roll entered last should have been; agree, by saying the same; or disagree, with no roll."""

    version: Version
    key: Key
    roll: RollText | None = None


class UndoRequest(_Request, frozen=True):
    """Take back the latest choice."""

    version: Version
    key: Key


class ReactionRequest(_Request, frozen=True):
    """Clap, or the like."""

    reaction: ReactionName


class ScreenRequest(_Request, frozen=True):
    """Let a big screen lead."""

    screen: Annotated[str, Meta(pattern=SCREEN_NAME, description="Its name, as the event ``presence`` tells it.")]


class ShownRequest(_Request, frozen=True):
    """How far a big screen has shown a table."""

    version: Annotated[int, Meta(ge=1, le=2**53, description="The version that it is about to reach.")]
    steps: Annotated[int, Meta(ge=0, le=10_000, description="How many steps of that version the room has seen.")] = 0


class WaitRequest(_Request, frozen=True):
    """Let a game not begin by itself."""

    game: Annotated[int, Meta(ge=1, le=100_000, description="The number of the game.")]


class BotRequest(_Request, frozen=True):
    """Let a bot play a seat."""

    bot: BotName


class NewTable(Struct, frozen=True):
    """A table that was made."""

    id: str
    code: str
    token: str
    """The host's secret: anybody who has it is the host."""
    invitations: dict[str, str]
    """For each seat kept for a guest, the secret that claims it."""
    link: str
    """The address at which others join."""
    snapshot: Snapshot


class Claimed(Struct, frozen=True):
    """A seat that was claimed."""

    person: int
    seat: int
    token: str | None
    """The secret of this person; nothing for somebody who had one already."""
    change: ChangeView


class CodeView(Struct, frozen=True):
    """The table behind a short code."""

    id: str


class OptionInfo(Struct, frozen=True):
    """An option of a game."""

    name: str
    default: Any
    rule: str
    """The number of the rule that it changes."""
    meaning: str
    allowed: str
    schema: dict[str, Any]


class GameInfo(Struct, frozen=True):
    """A game with its declared facts."""

    name: str
    title: str
    short: str
    """The name where there is little room."""
    about: str
    """The subject, in a sentence or two; nothing, if the game does not say."""
    min_players: int
    max_players: int
    dice: int
    die: DieView
    components: dict[str, Any]
    """The contents of the box, with all options as they are by default."""
    options: list[OptionInfo]
    openings: list[str]
    """The openings, by the number of players from the least on."""
    faces: list[str]
    """The faces that it brings of its own: docs/ARCHITECTURE.md."""
    bot: str
    """The bot that one plays against without choosing."""
    languages: list[str]
    """The languages of its rules pages."""
    page: dict[str, str]
    """The modules that it brings to the page, and its words there: docs/page-development.md."""


class BotInfo(Struct, frozen=True):
    """A bot that can sit at a table."""

    name: str
    about: str


class ChoiceOdds(Struct, frozen=True, omit_defaults=True):
    """The worth of a legal action."""

    action: str
    value: float
    fails: float
    results: dict[str, float]
    error: float = 0.0
    """The standard error of the value, where it was sampled; left out where it is exact."""


class ResultWords(Struct, frozen=True):
    """One way in which a turn may end, in words."""

    text: str
    short: str
    """At most a few characters, to stand below a column."""


class OddsView(Struct, frozen=True, omit_defaults=True):
    """The worth of a turn under best play for an aim: its swing (``worms``), or the share of the win (``win``)."""

    aim: str
    value: float
    choices: list[ChoiceOdds]
    fails: float = 0.0
    """How likely the turn is to end with nothing under best play."""
    results: dict[str, float] = {}
    """How likely each way to end the turn is under best play."""
    position: str = ""
    """The position that was solved: a table may have moved on in the meantime."""
    rooster: str | None = None
    """The rooster's choice, where there is one and a hint was asked for."""
    told: dict[str, ResultWords] | None = None
    """Every result in words, if a language was asked for."""
    error: float = 0.0
    """The standard error of the value, where it was sampled; left out where it is exact."""


class ReasonView(Struct, frozen=True):
    """The reason why an action is not possible."""

    action: str
    reason: str | None
    """Nothing, if it is possible."""


class PastChange(Struct, frozen=True):
    """A change that a table has been through, without the table after it."""

    version: int
    at: float
    entries: tuple[Entry, ...]
    told: list[str] | None
    """The events of the game, in sentences, if a language was asked for."""
    scores: tuple[int, ...] | None = None
    """The scores after it, if there was a game and a language was asked for."""
    seat: int | None = None
    """The seat whose turn it was then, likewise."""
    to_you: dict[int, list[str]] = {}
    """The sentences of ``told`` as people read them whose own seat they are about, by seat."""


class PositionView(Struct, frozen=True):
    """A position of any game."""

    position: str
    state: dict[str, Any]
    node: str
    seat: int | None
    actions: list[ActionView]
    scores: list[int]
    outcome: dict[str, Any] | None
    sight: Sight


class Health(Struct, frozen=True):
    """The health of the server."""

    status: str
    version: str
