"""Policies and counts for the tests of doors."""

from roost.core.stream import Stream
from roost.lab.envs.text import TextGame
from soak import tries

GAMES = tries(6, 1_000)
"""Number of random games to play through a door."""
NAMES = ("junior", "heckmeck", "barbecue", "picnic")
MOST_MOVES = 60
"""Number of decisions after which a test leaves a random game, because some are very long."""


def random_move(game: TextGame, chance: Stream) -> str:
    """Return a random legal move."""
    return chance.choice(list(game.legal))
