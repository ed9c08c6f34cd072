"""Statistics of Picnic Blitz: who wins, and how long a game takes. Its turns do not fail."""

from roost.games.picnic import Picnic
from roost.study.fast.records import Records
from roost.study.stats.adapter import ExactFacts
from roost.study.stats.counts import Counts

PLAYER = "hen"
KINDS: tuple[str, ...] = ()


def exact(game: Picnic) -> ExactFacts:
    """Return no facts: none are known without playing."""
    return ExactFacts()


def count(game: Picnic, before: Records, after: Records, ends: Records, counts: Counts) -> None:
    """Count nothing: there are no statistics of single turns."""
