"""Sentences and numbers of a review: changes in percentage points, a slip, a roll."""

from __future__ import annotations

from roost.messages import Messages
from roost.messages.telling import Names, describe_action, seat_name, tell_dice
from roost.review.steps import Decision, Throw

__all__ = ["points", "signed", "tell_doubt", "tell_slip", "tell_throw"]


def points(share: float, messages: Messages) -> str:
    """A difference of shares, in percentage points."""
    return messages.number(100 * share, 1)


def signed(change: float, messages: Messages) -> str:
    """A change of a share, in percentage points, with its sign."""
    return messages.number(100 * change, 1, signed=True)


def tell_doubt(rollouts: int, error: float, messages: Messages) -> str:
    """How shares were estimated in a game without a model, and how far they may be off."""
    return messages.say("hint.estimated", rollouts=rollouts, error=messages.percent(error))


def tell_slip(decision: Decision, messages: Messages, names: Names) -> str:
    """A slip in a sentence."""
    seat, values = decision.seat, decision.values
    return messages.say(
        "review.slip",
        turn=decision.turn,
        seat=seat_name(seat, names),
        chosen=describe_action(decision.state, decision.chosen, messages, names),
        share=messages.percent(values[decision.chosen][seat]),
        best=describe_action(decision.state, decision.best, messages, names),
        best_share=messages.percent(values[decision.best][seat]),
        slip=points(decision.slip, messages),
    )


def tell_throw(throw: Throw, messages: Messages, names: Names) -> str:
    """A roll in a sentence: what it brought whoever rolled it, or whoever was drawn to begin."""
    if throw.seat is None:
        drawn = throw.roll.counts.index(1)
        return messages.say("review.throw_draw", seat=seat_name(drawn, names), luck=signed(throw.luck[drawn], messages))
    return messages.say(
        "review.throw",
        turn=throw.turn,
        seat=seat_name(throw.seat, names),
        roll=tell_dice(throw.roll, messages),
        luck=signed(throw.luck[throw.seat], messages),
    )
