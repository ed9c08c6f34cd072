"""Grade a player's decisions by comparison with the bots' mean losses."""

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
"""Each bot with the maximum mean loss per decision for its grade. A larger loss than all of these is graded as a
chick's.

The limits are the same in every game. They were derived from the bots' own mean losses, which ``docs/review.md`` lists.
"""

_LAST = "chick"
_REACH = 2.0
"""Half-width of the range of grades, in standard errors."""

_RARE = 0.05
"""Loss of an imaginary extra decision that is added to estimate the uncertainty, in win share.

Costly mistakes are rare, so a game may happen to contain none. Without the extra decision, the range of grades would
miss the true grade far too often; ``docs/review.md`` has the figures.
"""


@dataclass(frozen=True)
class Grade:
    """A grade, with the range in which the true grade lies."""

    bot: str
    """Name of the bot with about the same mean loss."""
    best: str
    worst: str
    """Name of the worst bot within the range."""
    average: float
    """Mean loss per unforced decision, in win share."""
    error: float
    """Standard error of the mean loss, because the same player loses more in some games than in others."""

    def __contains__(self, bot: str) -> bool:
        """Whether a bot is within the grade's range."""
        order = [name for name, _ in GRADES] + [_LAST]
        return order.index(self.best) <= order.index(bot) <= order.index(self.worst)


def grade(mistakes: Sequence[float]) -> Grade | None:
    """Grade a player, given the loss at each unforced decision. Return None if there are too few decisions."""
    if len(mistakes) < FEWEST_TO_GRADE:
        return None
    average, extended = fmean(mistakes), [*mistakes, _RARE]
    error = stdev(extended) / sqrt(len(extended))
    best, worst = bot_of(average - _REACH * error), bot_of(fmean(extended) + _REACH * error)
    return Grade(bot_of(average), best, worst, average, error)


def bot_of(average: float) -> str:
    """Return the name of the bot with about this mean loss per decision."""
    return next((bot for bot, most in GRADES if average <= most), _LAST)
