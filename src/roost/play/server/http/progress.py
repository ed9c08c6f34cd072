"""A player's history and what it says, as they are told over HTTP."""

from typing import Annotated

from msgspec import Meta, Struct


class PlayedGameView(Struct, frozen=True):
    """A finished game in a player's history."""

    id: Annotated[str, Meta(max_length=32)]
    """The same game on the same seat has the same id, wherever it was reviewed."""
    date: Annotated[str, Meta(max_length=10)]
    game: Annotated[str, Meta(max_length=40)]
    players: Annotated[int, Meta(ge=1, le=12)]
    name: Annotated[str, Meta(max_length=60)]
    opponents: Annotated[list[Annotated[str, Meta(max_length=60)]], Meta(max_length=11)]
    start: float
    """The seat's share of the win at the start."""
    result: float
    luck: float
    """The effect of dice on the share."""
    decisions: Annotated[dict[str, tuple[int, float]], Meta(max_length=4)]
    """By what they were about: how many unforced decisions, and what they gave away together."""


class EstimateView(Struct, frozen=True):
    """A number with its 95 % interval, if that can be told."""

    value: float
    low: float | None
    high: float | None


class CostView(Struct, frozen=True):
    """The cost of one kind of decision."""

    question: str
    decisions: int
    each: float
    """The average loss with one of them, in shares of a win."""
    per_game: EstimateView
    """The loss with all of them in a game."""


class SpanView(Struct, frozen=True):
    """Some games in a row, as one point of a curve."""

    first: str
    last: str
    games: int
    slips: EstimateView
    """The loss in a game."""
    luck: float
    result: float


class OpponentView(Struct, frozen=True):
    """Games against somebody."""

    name: str
    games: int
    result: float
    slips: float


class GameProgress(Struct, frozen=True):
    """One player's games of one game, together."""

    game: str
    title: str
    name: str
    games: int
    decisions: int
    result: float
    """The share of the wins."""
    luck: float
    """The effect of dice on the share, on average."""
    each: EstimateView
    """The loss with a decision."""
    slips: EstimateView
    """The loss in a game."""
    rating: EstimateView
    """1000 for somebody who gives away 0.7 % of a win with a decision, 100 more for half as much."""
    grade: str | None
    grade_range: list[str] | None
    """The worst and the best bot that these games allow."""
    costs: list[CostView]
    """The costliest first."""
    practise: str | None
    """The kind to practise next."""
    is_clear: bool
    """Whether it is more than chance that this costs more than anything else."""
    games_needed: list[int] | None
    """Games until the rating is known to about 100: by decisions, and by results alone."""
    spans: list[SpanView]
    opponents: list[OpponentView]


class HistoryRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A history, as a device keeps it."""

    games: Annotated[list[PlayedGameView], Meta(max_length=2_000)]


class ProgressView(Struct, frozen=True):
    """The summary of a history, for each player and game, the one with most games first."""

    players: list[GameProgress]
