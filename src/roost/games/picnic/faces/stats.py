"""Facts about Picnic Blitz: who wins, and how long it takes. Turns do not fail there."""

from roost.games.picnic import Picnic
from roost.study.fast.records import Records
from roost.study.stats.counts import Counts
from roost.study.stats.face import ExactFacts

PLAYER = "hen"
KINDS: tuple[str, ...] = ()


def exact(game: Picnic) -> ExactFacts:
    """Nothing is known without playing."""
    return ExactFacts()


def count(game: Picnic, before: Records, after: Records, ends: Records, counts: Counts) -> None:
    """Nothing is counted turn by turn."""
