"""Columns for showing accounts (as JSON), with the same order and signs everywhere."""

from collections.abc import Mapping, Sequence
from typing import Any

from roost.core.words import Messages

_LABELS = {
    "own_luck": "your_dice",
    "others_luck": "their_dice",
    "draw": "draw",
    "mistakes": "mistakes",
    "gifts": "gifts",
    "residual": "residual",
}


def parts_of(accounts: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """Return the names of the columns for a review's accounts. The draw is included only if there was one."""
    is_drawn = any(account["draw"] for account in accounts)
    return tuple(name for name in _LABELS if name != "draw" or is_drawn)


def part(account: Mapping[str, Any], name: str) -> float:
    """Return the effect on the win share in one column of an account; mistakes count as losses."""
    value = float(account[name])
    return -value if name == "mistakes" else value


def part_label(name: str, messages: Messages) -> str:
    """Return the heading of one column."""
    return messages.say(f"review.{_LABELS[name]}")
