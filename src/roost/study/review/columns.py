"""The columns in which an account (as JSON) is shown, everywhere in the same order and with the same sign."""

from collections.abc import Mapping, Sequence
from typing import Any

from roost.core.words import Messages

_LABELS = {
    "own_luck": "your_dice",
    "others_luck": "their_dice",
    "draw": "draw",
    "slips": "slips",
    "gifts": "gifts",
    "residual": "residual",
}


def parts_of(accounts: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """The columns of a review's accounts: the draw only where there was one."""
    is_drawn = any(account["draw"] for account in accounts)
    return tuple(name for name in _LABELS if name != "draw" or is_drawn)


def part(account: Mapping[str, Any], name: str) -> float:
    """A column of an account as what it did to the share: slips are losses."""
    value = float(account[name])
    return -value if name == "slips" else value


def part_label(name: str, messages: Messages) -> str:
    """The name of a column."""
    return messages.say(f"review.{_LABELS[name]}")
