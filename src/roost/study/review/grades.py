"""How well somebody decided, compared with the flock: whose average slip comes nearest, and who else it may be."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev

from roost.study.review.accounts import FEWEST_TO_GRADE

GRADES: tuple[tuple[str, float], ...] = (
    ("fox", 0.0003),
    ("rooster", 0.002),
    ("hen", 0.007),
    ("pullet", 0.018),
)
"""Bots, and the average slip up to which somebody decides like them; those who give away more decide like a chick.

The same in every game. The bots' own averages, from which these were taken, are in ``docs/review.md``.
"""

_LAST = "chick"
_REACH = 2.0
"""How many standard errors to either side the truth may well be."""

_RARE = 0.05
"""Costly mistakes are rare, and a game may hold none by chance. The doubt counts one more decision, with this slip.

Without it, the range of grades misses the truth far too often: ``docs/review.md`` tells how often it holds it so.
"""


@dataclass(frozen=True)
class Grade:
    """A grade, and how far it may be off."""

    bot: str
    """The bot that decides about as well."""
    best: str
    worst: str
    """The best and the worst bot that these decisions allow."""
    average: float
    """The loss with an unforced decision."""
    error: float
    """The standard error of that: the same player gives away more in one game and less in another."""

    def __contains__(self, bot: str) -> bool:
        """Whether the player may decide like this bot."""
        order = [name for name, _ in GRADES] + [_LAST]
        return order.index(self.best) <= order.index(bot) <= order.index(self.worst)


def grade(slips: Sequence[float]) -> Grade | None:
    """The grade for what each unforced decision gave away; nothing, where there are too few to tell."""
    if len(slips) < FEWEST_TO_GRADE:
        return None
    average, doubted = fmean(slips), [*slips, _RARE]
    error = stdev(doubted) / sqrt(len(doubted))
    best, worst = bot_of(average - _REACH * error), bot_of(fmean(doubted) + _REACH * error)
    return Grade(bot_of(average), best, worst, average, error)


def bot_of(average: float) -> str:
    """The bot that gives away about as much with a decision."""
    return next((bot for bot, most in GRADES if average <= most), _LAST)
