"""How well somebody decided, compared with the flock: whose average slip comes nearest."""

from __future__ import annotations

from roost.review.accounts import Account

__all__ = ["GRADES", "grade"]

GRADES: tuple[tuple[str, float], ...] = (
    ("fox", 0.0003),
    ("rooster", 0.002),
    ("hen", 0.007),
    ("pullet", 0.018),
)
"""Bots, and the average slip up to which somebody decides like them; those who give away more decide like a chick.

The same in every game. The bots' own averages, from which these were taken, are in ``docs/review.md``.
"""


def grade(account: Account) -> str | None:
    """The bot that decides about as well; nothing, where there are too few decisions to tell."""
    average = account.average_slip
    if average is None:
        return None
    return next((bot for bot, most in GRADES if average <= most), "chick")
