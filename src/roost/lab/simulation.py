"""Many games of random play, reproducible one by one, and what they add up to.

Game ``i`` of the seed ``S`` rolls the dice of the seed ``S/i`` and chooses with the stream ``S/i/choices``, so that
any single game can be played again without the others.
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
"""How many standard deviations hold 95 % of a normal distribution."""


def play_at_random(game: Game, seed: str) -> Playout:
    """One game with the dice and the choices of a seed."""
    return play_once(game, seed, choose_at_random)


def simulate(game: Game, games: int, seed: str) -> Iterator[Playout]:
    """The games 0, 1, 2, … of a seed."""
    return (play_at_random(game, f"{seed}/{number}") for number in range(games))


@dataclass
class Summary:
    """The sum of many games of the same kind."""

    game: Game
    games: int = 0
    decisions: int = 0
    turns: int = 0
    shares: list[float] = field(init=False)
    """Each seat's wins; shared ones count by their share."""
    scores: list[int] = field(init=False)
    reasons: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.shares = [0.0] * self.game.players
        self.scores = [0] * self.game.players

    def add(self, playout: Playout) -> None:
        """Count one more game."""
        self.games += 1
        self.decisions += playout.decisions
        self.turns += playout.turns
        self.reasons[playout.outcome.reason] += 1
        for seat, (share, score) in enumerate(zip(playout.outcome.shares, playout.outcome.scores, strict=True)):
            self.shares[seat] += float(share)
            self.scores[seat] += score

    def win_share(self, seat: int) -> tuple[float, float, float]:
        """A seat's share of the wins, and the 95 % interval (Wilson's) for it."""
        share = self.shares[seat] / self.games
        return (share, *wilson(share, self.games))

    def to_json(self) -> dict[str, Json]:
        """The summary as JSON. It is the same whenever the same games are played: no time is in it."""
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
    """The 95 % interval for a share seen in ``count`` games; never below 0 or above 1.

    Shared wins make it a little wider than it need be: they vary less than wins and losses do.
    """
    spread = _NORMAL_95**2 / count
    middle = (share + spread / 2) / (1 + spread)
    half = _NORMAL_95 / (1 + spread) * sqrt(share * (1 - share) / count + spread / (4 * count))
    return max(0.0, middle - half), min(1.0, middle + half)
