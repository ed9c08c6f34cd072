"""API messages for a player's history and its summary."""

from typing import Annotated

from msgspec import Meta, Struct


class PlayedGameView(Struct, frozen=True):
    """A finished game in a player's history."""

    id: Annotated[str, Meta(max_length=32)]
    """Identifies the game and seat, on every device and server that reviewed it."""
    date: Annotated[str, Meta(max_length=10)]
    game: Annotated[str, Meta(max_length=40)]
    players: Annotated[int, Meta(ge=1, le=12)]
    name: Annotated[str, Meta(max_length=60)]
    opponents: Annotated[list[Annotated[str, Meta(max_length=60)]], Meta(max_length=11)]
    start: float
    """The seat's win share at the start."""
    result: float
    luck: float
    """Change of the share by dice."""
    decisions: Annotated[dict[str, tuple[int, float]], Meta(max_length=4)]
    """By kind of decision: the number of unforced decisions, and their total loss."""


class EstimateView(Struct, frozen=True):
    """A number with its 95 % interval, if that is known."""

    value: float
    low: float | None
    high: float | None


class CostView(Struct, frozen=True):
    """The cost of one kind of decision."""

    question: str
    decisions: int
    each: float
    """Average loss per decision, in win share."""
    per_game: EstimateView
    """Average loss per game with this kind of decision."""


class SpanView(Struct, frozen=True):
    """Consecutive games, summarised as one point of a curve."""

    first: str
    last: str
    games: int
    mistakes: EstimateView
    """Average loss per game."""
    luck: float
    result: float


class OpponentView(Struct, frozen=True):
    """Games against one opponent."""

    name: str
    games: int
    result: float
    mistakes: float


class GameProgress(Struct, frozen=True):
    """A summary of one player's games of one kind."""

    game: str
    title: str
    name: str
    games: int
    decisions: int
    result: float
    """Average win share."""
    luck: float
    """Average change of the win share by dice."""
    each: EstimateView
    """Average loss per decision."""
    mistakes: EstimateView
    """Average loss per game."""
    rating: EstimateView
    """1000 for an average loss of 0.7 % of a win per decision, and 100 more for each halving."""
    grade: str | None
    grade_range: list[str] | None
    """The worst and the best bot consistent with these games."""
    costs: list[CostView]
    """Costs by kind of decision, costliest first."""
    practise: str | None
    """The kind of decision to practise next."""
    is_clear: bool
    """Whether this kind is the costliest beyond chance."""
    games_needed: list[int] | None
    """Games needed to know the rating to about 100: by decisions, and by results alone."""
    spans: list[SpanView]
    opponents: list[OpponentView]


class HistoryRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A history as stored on a device."""

    games: Annotated[list[PlayedGameView], Meta(max_length=2_000)]


class ProgressView(Struct, frozen=True):
    """Summary of a history for each player and game, most games first."""

    players: list[GameProgress]
