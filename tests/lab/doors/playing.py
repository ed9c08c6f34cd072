"""Policies and counts for the tests of doors, and a log of what they saw."""

import json
import os
from importlib.metadata import version
from pathlib import Path

from roost.core.stream import Stream
from roost.lab.envs.text import TextGame
from soak import tries

GAMES = tries(6, 1_000)
"""Number of random games to play through a door."""
NAMES = ("junior", "heckmeck", "barbecue", "picnic")
OPENENV = Path(__file__).parents[3] / "examples" / "openenv_roost"
"""Folder of the OpenEnv package."""
SHORT = {"game": "junior", "opponent": "hen", "start": "junior grill=4,4,5,5 A=- B=- turn=A"}
"""Settings of short games, all of whose regrets are exact."""
MOST_MOVES = 60
"""Number of decisions after which a test leaves a random game, because some are very long."""


def random_move(game: TextGame, chance: Stream) -> str:
    """Return a random legal move."""
    return chance.choice(list(game.legal))


def record(package: str, **seen: int | str) -> None:
    """Record what was seen of a door, if ``tools/doors.py`` asks for it; ``_`` stands for a space."""
    if file := os.environ.get("ROOST_FIGURES"):
        figures = {"version": version(package)} | {words.replace("_", " "): figure for words, figure in seen.items()}
        with Path(file).open("a", encoding="utf-8") as log:
            log.write(json.dumps({package: figures}) + "\n")
