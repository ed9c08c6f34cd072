"""Play many random games, each reproducible by itself, and summarise them.

With the seed ``S``, game ``i`` uses the seed ``S/i`` for its dice and the stream ``S/i/choices`` for its choices, so
any game can be replayed without the others.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import sqrt

from roost.core.game import Game
from roost.core.notation import Json
from roost.core.playout import Playout, play_once
from roost.core.state import choose_at_random

_NORMAL_95 = 1.959964
"""Half-width of the central interval that contains 95 % of a normal distribution, in standard deviations."""


def play_at_random(game: Game, seed: str) -> Playout:
    """Play one random game, whose dice and choices are determined by a seed."""
    return play_once(game, seed, choose_at_random)


def simulate(game: Game, games: int, seed: str) -> Iterator[Playout]:
    """Play the games 0, 1, 2, … of a seed, and yield each."""
    return (play_at_random(game, f"{seed}/{number}") for number in range(games))


@dataclass
class Summary:
    """Totals over many games with the same rules."""

    game: Game
    games: int = 0
    decisions: int = 0
    turns: int = 0
    shares: list[float] = field(init=False)
    """Number of wins per seat; a shared win counts as a fraction."""
    scores: list[int] = field(init=False)
    reasons: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.shares = [0.0] * self.game.players
        self.scores = [0] * self.game.players

    def add(self, playout: Playout) -> None:
        self.games += 1
        self.decisions += playout.decisions
        self.turns += playout.turns
        self.reasons[playout.outcome.reason] += 1
        for seat, (share, score) in enumerate(zip(playout.outcome.shares, playout.outcome.scores, strict=True)):
            self.shares[seat] += float(share)
            self.scores[seat] += score

    def win_share(self, seat: int) -> tuple[float, float, float]:
        """Return a seat's win share with its 95 % interval (Wilson's)."""
        share = self.shares[seat] / self.games
        return (share, *wilson(share, self.games))

    def to_json(self) -> dict[str, Json]:
        """Return the summary as JSON. It contains no timings, so the same games always give the same bytes."""
        seats: list[Json] = []
        for seat in range(self.game.players):
            share, low, high = self.win_share(seat)
            average = self.scores[seat] / self.games
            seats.append({"win_share": share, "low": low, "high": high, "average_score": average})
        return {
            "game": self.game.name,
            "players": self.game.players,
            "games": self.games,
            "decisions_per_game": self.decisions / self.games,
            "turns_per_game": self.turns / self.games,
            "seats": seats,
            "end_reasons": dict(self.reasons.most_common()),
        }


def wilson(share: float, count: int) -> tuple[float, float]:
    """Return the 95 % interval for a share observed in ``count`` games; it lies between 0 and 1.

    If wins are shared, the interval is a little wider than necessary, because shared wins vary less than wins and
    losses.
    """
    spread = _NORMAL_95**2 / count
    middle = (share + spread / 2) / (1 + spread)
    half = _NORMAL_95 / (1 + spread) * sqrt(share * (1 - share) / count + spread / (4 * count))
    return max(0.0, middle - half), min(1.0, middle + half)
