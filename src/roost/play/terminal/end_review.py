"""The review that is shown when a game ends: short, and silent where there is none."""

from __future__ import annotations

from rich.text import Text

from roost.core.errors import NotKnownError, OptionError
from roost.core.record import Record
from roost.core.words import Messages

__all__ = ["closing_lines"]

_MOST_SLIPS = 3


def closing_lines(record: Record, messages: Messages, viewer: int | None = None) -> list[Text]:
    """What decided the game, where each player's share went, and the worst slips. Nothing without a model."""
    from roost.play.terminal.review_lines import account_lines, headline_lines, slip_lines
    from roost.study.review.modelled import review_game  # here, because it takes its time to load

    try:
        review = review_game(record)
    except OptionError:
        return []
    except NotKnownError:
        return [Text(messages.say("hint.not_known"), "dim")]
    heading = Text(messages.say("review.worst"), "bold")
    return [
        *headline_lines(review, messages, viewer),
        *account_lines(review, messages),
        Text(),
        heading,
        *slip_lines(review, messages, _MOST_SLIPS),
    ]
