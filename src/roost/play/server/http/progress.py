"""API messages for a player's history and the summary of it."""

from typing import Annotated

from msgspec import Meta, Struct

HISTORY_BODY = 1_000_000
"""Maximum size of a request that contains a history, in bytes; enough for 2,000 games."""


class PlayedGameView(Struct, frozen=True):
    """A finished game in a player's history."""

    id: Annotated[str, Meta(max_length=32)]
    """Identifies the game and seat, identically on every device and server that reviewed the game."""
    date: Annotated[str, Meta(max_length=10)]
    game: Annotated[str, Meta(max_length=40)]
    players: Annotated[int, Meta(ge=1, le=12)]
    name: Annotated[str, Meta(max_length=60)]
    opponents: Annotated[list[Annotated[str, Meta(max_length=60)]], Meta(max_length=11)]
    start: float
    """The seat's win share at the start of the game."""
    result: float
    luck: float
    """Change of the win share due to dice."""
    decisions: Annotated[dict[str, tuple[int, float]], Meta(max_length=4)]
    """For each kind of decision, the number of decisions with a choice, and their total loss in win share."""


class EstimateView(Struct, frozen=True):
    """An estimate with its 95 % interval, if the interval is known."""

    value: float
    low: float | None
    high: float | None


class CostView(Struct, frozen=True):
    """The cost of one kind of decision to the player."""

    question: str
    decisions: int
    each: float
    """Average loss per decision, in win share."""
    per_game: EstimateView
    """Average loss per game, over games that contain this kind of decision."""


class SpanView(Struct, frozen=True):
    """A span of consecutive games, summarised as one point of a curve."""

    first: str
    last: str
    games: int
    mistakes: EstimateView
    """Average loss per game."""
    luck: float
    result: float


class OpponentView(Struct, frozen=True):
    """The results of games against one opponent."""

    name: str
    games: int
    result: float
    mistakes: float


class GameProgress(Struct, frozen=True):
    """A summary of all of a player's games of one type, such as Heckmeck."""

    game: str
    title: str
    name: str
    games: int
    decisions: int
    result: float
    """Average win share at the end of the games."""
    luck: float
    """Average change of the win share due to dice."""
    each: EstimateView
    """Average loss per decision."""
    mistakes: EstimateView
    """Average loss per game."""
    rating: EstimateView
    """Rating: 1000 for an average loss of 0.7 % of a win per decision, and 100 more each time the loss is halved."""
    grade: str | None
    grade_range: list[str] | None
    """The weakest and the strongest bot consistent with these games."""
    costs: list[CostView]
    """What each kind of decision costs, costliest first."""
    practise: str | None
    """The kind of decision that the player should practise next."""
    is_clear: bool
    """Whether ``practise`` is significantly costlier than the other kinds."""
    games_needed: list[int] | None
    """Games needed to know the rating to within about 100 points: judged by decisions, and by results alone."""
    spans: list[SpanView]
    opponents: list[OpponentView]


class HistoryRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's history, as it is stored on a device."""

    games: Annotated[list[PlayedGameView], Meta(max_length=2_000)]


class ProgressView(Struct, frozen=True):
    """Summaries of a history by player and game, starting with the most games."""

    players: list[GameProgress]
