"""Hints, reviews and puzzles as they are told over HTTP."""

from typing import Any

from msgspec import Struct

from roost.play.server.http.progress import PlayedGameView
from roost.play.table.sight import Sight
from roost.play.table.views import ActionView


class HintChoice(Struct, frozen=True):
    """One choice, and what comes of it."""

    action: str
    shares: list[float]
    """The worth of it to each seat, as shares of one win."""
    share: float
    """The worth of it to the player who has to choose."""
    fails: float
    """How likely the turn is to end with nothing then."""
    text: str
    what_if: str
    """The meaning of this choice, in a sentence or two."""


class HintView(Struct, frozen=True, omit_defaults=True):
    """The best choice in a position, and why."""

    position: str
    seat: int
    best: str
    reason: str
    """The reason, as a word: ``too_risky``, ``safer`` …"""
    text: str
    """The best choice with its share of the win and the reason, in sentences."""
    choices: list[HintChoice]
    """Every choice, the best first."""
    error: float = 0.0
    """How far a share may be off, in games whose model was learnt from their declared fields."""


class AccountView(Struct, frozen=True):
    """The account of a seat's share of the win: result = start + luck - slips + gifts + residual."""

    seat: int
    start: float
    result: float
    own_luck: float
    others_luck: float
    draw: float
    slips: float
    gifts: float
    residual: float
    decisions: int
    average_slip: float | None
    slip_error: float | None
    """The standard error of the average."""
    grade: str | None
    """The bot that decides about as well; nothing after a handful of decisions."""
    grade_range: list[str] | None
    """The worst and the best bot that these decisions allow."""
    graded: str
    """The grade and its doubt in a sentence."""


class TurnView(Struct, frozen=True):
    """The start of a turn."""

    turn: int
    seat: int
    place: int
    residual: list[float]
    """The error of the model's estimate, as far as this turn can tell."""


class MoveReview(Struct, frozen=True, omit_defaults=True):
    """A roll with its luck, or a choice with its slip."""

    place: int
    turn: int
    seat: int | None
    roll: str | None = None
    luck: list[float] | None = None
    """The gain of each seat by the roll."""
    action: str | None = None
    best: str | None = None
    is_forced: bool | None = None
    question: str | None = None
    """The kind of the choice: ``stop``, ``dice``, ``attack`` or ``move``."""
    slip: float | None = None
    gifts: list[float] | None = None
    """The gain of each seat because the best was not chosen."""
    text: str | None = None
    """The dice in words."""


class ChoiceShares(Struct, frozen=True):
    """A choice, and what it was worth to each seat."""

    action: str
    shares: list[float]
    text: str


class SlipView(Struct, frozen=True):
    """A decision that gave something away."""

    place: int
    turn: int
    seat: int
    position: str
    chosen: str
    best: str
    slip: float
    choices: list[ChoiceShares]
    """Every choice, the best first."""


class MomentView(Struct, frozen=True):
    """A roll or a choice that decided the game."""

    place: int
    turn: int
    """The number of the turn; 0 for the draw of the first player."""
    seat: int | None
    position: str
    """The position before."""
    roll: str | None
    """The dice, where it was a roll."""
    before: float
    """The share of the win of whoever asks before it; the winner's, where they had no seat of their own."""
    change: float
    """The effect on that share."""
    text: str
    told_change: str
    """The same in words."""


class ReviewView(Struct, frozen=True):
    """Luck and skill of a finished game."""

    game: str
    title: str
    players: int
    names: list[str]
    model: str
    """The maker of the positions' values."""
    unlearnt: str | None
    """The options of the game that it has not learnt, in a sentence."""
    start: str
    outcome: dict[str, Any] | None
    headline: str | None
    """The cause of the result, for whoever asks: "You lost to luck", or about the winner by name."""
    yours: str | None
    """The game of whoever asks in one line: whom they decided like, and what the dice did to them."""
    moments: list[MomentView]
    """The moves that changed the share of whoever asks most, or the winner's: at most three, in the order of play."""
    accounts: list[AccountView]
    curve: list[list[float]]
    """The expectation of each seat at the start and after every move."""
    turns: list[TurnView]
    moves: list[MoveReview]
    slips: list[SlipView]
    """The slips worth telling, the worst first."""
    own_seats: list[int]
    """The seats of whoever asks."""
    history: list[PlayedGameView]
    """The part that this game adds to the history of each of them."""


class PuzzleView(Struct, frozen=True):
    """A position with a question, and the answer."""

    game: str
    number: int
    kind: str
    """``stop`` (stop or roll), ``dice`` (which dice) or ``move`` (attack and move)."""
    players: int
    position: str
    state: dict[str, Any]
    seat: int
    choices: list[ChoiceShares]
    """In the order of the rules: the order gives nothing away."""
    best: str
    tempted: dict[str, str]
    """The bots that choose wrongly, and what they choose."""
    scores: list[int]
    sight: Sight
    actions: list[ActionView]
    """The legal actions, as at a table."""


class PuzzleSummary(Struct, frozen=True):
    """A puzzle in a list."""

    number: int
    kind: str
    """``stop`` (stop or roll), ``dice`` (which dice) or ``move`` (attack and move)."""
    players: int
    rating: int
    """The difficulty, on the scale of a player's rating."""


class PuzzleList(Struct, frozen=True):
    """The puzzles of a game, and which is today's."""

    game: str
    title: str
    daily: int
    puzzles: list[PuzzleSummary]
