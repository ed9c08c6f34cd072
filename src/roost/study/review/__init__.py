"""Review recorded games: the luck of every roll and the cost of every decision.

``docs/review.md`` explains reviews in plain words.
"""

from roost.study.review.accounts import FEWEST_TO_GRADE, Account
from roost.study.review.review import SMALLEST_MISTAKE, Point, Review, review
from roost.study.review.steps import Beginning, Decision, Step, Throw
from roost.study.review.values import Shares, Value, ValuedTurn

__all__ = [
    "FEWEST_TO_GRADE",
    "SMALLEST_MISTAKE",
    "Account",
    "Beginning",
    "Decision",
    "Point",
    "Review",
    "Shares",
    "Step",
    "Throw",
    "Value",
    "ValuedTurn",
    "review",
]
