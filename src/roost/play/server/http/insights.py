"""API messages for hints, reviews and puzzles."""

from typing import Any

from msgspec import Struct

from roost.play.server.http.progress import PlayedGameView
from roost.play.table.board_facts import BoardFacts
from roost.play.table.views import ActionView


class HintChoice(Struct, frozen=True):
    """A choice and its consequences."""

    action: str
    shares: list[float]
    """Value of the choice to each seat, in win share."""
    share: float
    """Value of the choice to the player who chooses."""
    fails: float
    """Probability that the turn then ends without a gain."""
    text: str
    what_if: str
    """What the choice means, in a sentence or two."""


class HintView(Struct, frozen=True, omit_defaults=True):
    """The best choice in a position, with the reason."""

    position: str
    seat: int
    best: str
    reason: str
    """Short code of the reason: ``too_risky``, ``safer`` …"""
    text: str
    """The best choice with its win share and the reason, in sentences."""
    choices: list[HintChoice]
    """All choices, best first."""
    error: float = 0.0
    """Possible error of a share, in games whose model was learnt from their declared fields."""


class AccountView(Struct, frozen=True):
    """A seat's win share over a game: result = start + luck - mistakes + gifts + residual."""

    seat: int
    start: float
    result: float
    own_luck: float
    others_luck: float
    draw: float
    mistakes: float
    gifts: float
    residual: float
    decisions: int
    average_mistake: float | None
    mistake_error: float | None
    """The standard error of the average."""
    grade: str | None
    """The bot that decides about as well; None after only a few decisions."""
    grade_range: list[str] | None
    """The worst and the best bot consistent with these decisions."""
    graded: str
    """The grade and its uncertainty, in a sentence."""


class TurnView(Struct, frozen=True):
    """The start of a turn."""

    turn: int
    seat: int
    place: int
    residual: list[float]
    """Error of the model's estimate, as far as this turn shows it."""


class MoveReview(Struct, frozen=True, omit_defaults=True):
    """A roll with its luck, or a choice with its mistake."""

    place: int
    turn: int
    seat: int | None
    roll: str | None = None
    luck: list[float] | None = None
    """Each seat's gain from the roll."""
    action: str | None = None
    best: str | None = None
    is_forced: bool | None = None
    question: str | None = None
    """Kind of the choice: ``stop``, ``dice``, ``attack`` or ``move``."""
    mistake: float | None = None
    gifts: list[float] | None = None
    """Each seat's gain because the best choice was not made."""
    text: str | None = None
    """The roll, in words."""


class ChoiceShares(Struct, frozen=True):
    """A choice and its value to each seat."""

    action: str
    shares: list[float]
    text: str


class MistakeView(Struct, frozen=True):
    """A decision that lost win share."""

    place: int
    turn: int
    seat: int
    position: str
    chosen: str
    best: str
    mistake: float
    choices: list[ChoiceShares]
    """All choices, best first."""


class MomentView(Struct, frozen=True):
    """A roll or a choice that decided the game."""

    place: int
    turn: int
    """Number of the turn; 0 for the draw of the first player."""
    seat: int | None
    position: str
    """The position before the move."""
    roll: str | None
    """The roll; None for a choice."""
    before: float
    """Win share before the move: the requester's, or the winner's if the requester had no seat."""
    change: float
    """Change of the win share by the move."""
    text: str
    change_text: str
    """The change, in words."""


class ReviewView(Struct, frozen=True):
    """Luck and skill of a finished game."""

    game: str
    title: str
    players: int
    names: list[str]
    model: str
    """Name of the model that valued the positions."""
    unlearnt: str | None
    """A sentence about the game's options that the model has not learnt; None if it knows them all."""
    start: str
    outcome: dict[str, Any] | None
    headline: str | None
    """Why the game was won or lost: "You lost to luck", or about the winner by name if the requester had no seat."""
    yours: str | None
    """The requester's game in one line: the bot they decided like, and their luck."""
    moments: list[MomentView]
    """At most three moves, in order of play, that most changed the requester's win share, or else the winner's."""
    accounts: list[AccountView]
    curve: list[list[float]]
    """Each seat's expected result at the start and after every move."""
    turns: list[TurnView]
    moves: list[MoveReview]
    mistakes: list[MistakeView]
    """The mistakes worth showing, worst first."""
    own_seats: list[int]
    """The requester's seats."""
    history: list[PlayedGameView]
    """The entry of this game in the history of each of these seats."""


class PuzzleView(Struct, frozen=True):
    """A position with a question and the answer."""

    game: str
    number: int
    kind: str
    """``stop`` (stop or roll), ``dice`` (which dice) or ``move`` (attack and move)."""
    players: int
    position: str
    state: dict[str, Any]
    seat: int
    choices: list[ChoiceShares]
    """All choices in the order of the rules, so that the order gives no hint."""
    best: str
    tempted: dict[str, str]
    """The bots that choose wrongly, with their choices."""
    scores: list[int]
    facts: BoardFacts
    actions: list[ActionView]
    """The legal actions, as at a table."""


class PuzzleSummary(Struct, frozen=True):
    """A puzzle in a list."""

    number: int
    kind: str
    """``stop`` (stop or roll), ``dice`` (which dice) or ``move`` (attack and move)."""
    players: int
    rating: int
    """Difficulty, on the scale of a player's rating."""


class PuzzleList(Struct, frozen=True):
    """All puzzles of a game, with the number of today's."""

    game: str
    title: str
    daily: int
    puzzles: list[PuzzleSummary]
