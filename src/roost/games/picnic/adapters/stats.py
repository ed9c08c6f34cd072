"""Statistics about Picnic Blitz: who wins, and how long a game takes. No turn of this game fails."""

from roost.games.picnic import Picnic
from roost.study.fast.records import Records
from roost.study.stats.adapter import ExactFacts
from roost.study.stats.counts import Counts

PLAYER = "hen"
KINDS: tuple[str, ...] = ()


def exact(game: Picnic) -> ExactFacts:
    """Return no facts, because none are known without playing."""
    return ExactFacts()


def count(game: Picnic, before: Records, after: Records, ends: Records, counts: Counts) -> None:
    """Count nothing, because there are no statistics about single turns."""
