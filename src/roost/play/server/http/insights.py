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
    """Win share of each seat after this choice."""
    share: float
    """Win share of the player who chooses, after this choice."""
    fails: float
    """Probability that the turn ends without a gain after this choice."""
    text: str
    what_if: str
    """What this choice would mean, in a sentence or two."""


class HintView(Struct, frozen=True, omit_defaults=True):
    """The best choice in a position, and the reason why it is best."""

    position: str
    seat: int
    best: str
    reason: str
    """Short code of the reason: ``too_risky``, ``safer`` …"""
    text: str
    """Sentences that name the best choice, its win share and the reason."""
    choices: list[HintChoice]
    """All choices, best first."""
    error: float = 0.0
    """Possible error of each win share. Zero unless the game's model was learnt from the game's declared fields."""


class AccountView(Struct, frozen=True):
    """The changes of a seat's win share over a game: result = start + luck - mistakes + gifts + residual."""

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
    """The standard error of the average mistake."""
    accuracy: float | None
    """From 0 to 100: the mean of 100 · exp(−loss / 1 % of a win) over the decisions; None after only a few."""
    grade: str | None
    """The bot whose decisions are about as good; None after only a few decisions, or if there are several such bots."""
    grade_range: list[str] | None
    """The weakest and the strongest bot in whose games this accuracy is usual; None if the game has no scale."""
    graded: str
    """The grade and its uncertainty, in a sentence."""


class TurnView(Struct, frozen=True):
    """A turn, with the position at its start."""

    turn: int
    seat: int
    place: int
    residual: list[float]
    """The model's error in its estimate for each seat, as far as this turn reveals it."""


class MoveReview(Struct, frozen=True, omit_defaults=True):
    """A roll with its luck, or a choice with its mistake."""

    place: int
    turn: int
    seat: int | None
    roll: str | None = None
    luck: list[float] | None = None
    """For a roll, each seat's gain from it."""
    action: str | None = None
    best: str | None = None
    is_forced: bool | None = None
    question: str | None = None
    """For a choice, its kind: ``stop``, ``dice``, ``attack`` or ``move``."""
    mistake: float | None = None
    gifts: list[float] | None = None
    """For a choice, each seat's gain because the best choice was not made."""
    text: str | None = None
    """For a roll, its description in words."""


class ChoiceShares(Struct, frozen=True):
    """A choice and the resulting win share of each seat."""

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
    """All possible choices, best first."""


class MomentView(Struct, frozen=True):
    """A roll or choice that decided the game."""

    place: int
    turn: int
    """Number of the turn; 0 for the roll that draws the first player."""
    seat: int | None
    position: str
    """The position before the roll or choice."""
    roll: str | None
    """The roll; None for a choice."""
    before: float
    """Win share before the roll or choice: the requester's, or the winner's if the requester had no seat."""
    change: float
    """Change in that win share."""
    text: str
    change_text: str
    """The change in win share, in words."""


class ReviewView(Struct, frozen=True):
    """The review of a finished game, with its luck and skill."""

    game: str
    title: str
    players: int
    names: list[str]
    model: str
    """Name of the model that estimated the win shares."""
    unlearnt: str | None
    """A sentence about options of the game that the model has not learnt; None if it has learnt all of them."""
    start: str
    outcome: dict[str, Any] | None
    headline: str | None
    """Why the game was won or lost, such as "You lost to luck". Names the winner if the requester had no seat."""
    yours: str | None
    """The requester's game in one line: the bot whose decisions are similar, and the requester's luck."""
    moments: list[MomentView]
    """Up to three moves, in order of play, that most changed the requester's win share, or else the winner's."""
    accounts: list[AccountView]
    curve: list[list[float]]
    """For each point of the game, starting before the first move, each seat's expected result."""
    turns: list[TurnView]
    moves: list[MoveReview]
    mistakes: list[MistakeView]
    """The mistakes worth showing, worst first."""
    own_seats: list[int]
    """Seats that the requester played."""
    history: list[PlayedGameView]
    """For each of the requester's seats, the entry that this game adds to the player's history."""


class PuzzleView(Struct, frozen=True):
    """A puzzle: a position with a question and the answer."""

    game: str
    number: int
    kind: str
    """Kind of question: ``stop`` (stop or roll), ``dice`` (which dice) or ``move`` (attack and move)."""
    players: int
    position: str
    state: dict[str, Any]
    seat: int
    choices: list[ChoiceShares]
    """All choices. They are in the order of the rules, so that the order gives no hint."""
    best: str
    tempted: dict[str, str]
    """Bots that choose wrongly here, each with its choice."""
    scores: list[int]
    facts: BoardFacts
    actions: list[ActionView]
    """The legal actions, in the same form as at a table."""


class PuzzleSummary(Struct, frozen=True):
    """A puzzle as shown in a list."""

    number: int
    kind: str
    """Kind of question: ``stop`` (stop or roll), ``dice`` (which dice) or ``move`` (attack and move)."""
    players: int
    rating: int
    """Difficulty, on the same scale as players' ratings."""


class PuzzleList(Struct, frozen=True):
    """All puzzles of a game, and the number of today's puzzle."""

    game: str
    title: str
    daily: int
    puzzles: list[PuzzleSummary]
