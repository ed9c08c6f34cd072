"""Sentences and numbers of a review: shares in percent, changes in percentage points, a slip, a roll."""

from __future__ import annotations

from roost.messages import Messages
from roost.messages.telling import Names, describe_action, seat_name, tell_dice
from roost.review.steps import Decision, Throw

__all__ = ["percent", "points", "signed", "tell_doubt", "tell_slip", "tell_throw"]


def percent(share: float, digits: int = 1) -> str:
    """A share in percent."""
    return f"{100 * share:.{digits}f} %"


def points(share: float) -> str:
    """A difference of shares, in percentage points."""
    return f"{100 * share:.1f}"


def signed(change: float) -> str:
    """A change of a share, in percentage points, with its sign."""
    shown = f"{100 * change:+.1f}"
    return "0.0" if shown in ("+0.0", "-0.0") else shown.replace("-", "−")


def tell_doubt(rollouts: int, error: float, messages: Messages) -> str:
    """How shares were estimated in a game without a model, and how far they may be off."""
    return messages.say("hint.estimated", rollouts=rollouts, error=percent(error))


def tell_slip(decision: Decision, messages: Messages, names: Names) -> str:
    """A slip in a sentence."""
    seat, values = decision.seat, decision.values
    return messages.say(
        "review.slip",
        turn=decision.turn,
        seat=seat_name(seat, names),
        chosen=describe_action(decision.state, decision.chosen, messages, names),
        share=percent(values[decision.chosen][seat]),
        best=describe_action(decision.state, decision.best, messages, names),
        best_share=percent(values[decision.best][seat]),
        slip=points(decision.slip),
    )


def tell_throw(throw: Throw, messages: Messages, names: Names) -> str:
    """A roll in a sentence: what it brought whoever rolled it, or whoever was drawn to begin."""
    if throw.seat is None:
        drawn = throw.roll.counts.index(1)
        return messages.say("review.throw_draw", seat=seat_name(drawn, names), luck=signed(throw.luck[drawn]))
    return messages.say(
        "review.throw",
        turn=throw.turn,
        seat=seat_name(throw.seat, names),
        roll=tell_dice(throw.roll, messages),
        luck=signed(throw.luck[throw.seat]),
    )
