"""Luck and skill: what every roll brought and every decision gave away, for any recorded game.

Explained in plain words in ``docs/review.md``.
"""

from roost.review.accounts import FEWEST_TO_GRADE, Account
from roost.review.review import WORTH_TELLING, Point, Review, review
from roost.review.steps import Beginning, Decision, Step, Throw
from roost.review.valuing import Shares, SolvedTurn, Value

__all__ = [
    "FEWEST_TO_GRADE",
    "WORTH_TELLING",
    "Account",
    "Beginning",
    "Decision",
    "Point",
    "Review",
    "Shares",
    "SolvedTurn",
    "Step",
    "Throw",
    "Value",
    "review",
]
