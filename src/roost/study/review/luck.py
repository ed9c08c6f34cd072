"""Compute each seat's total luck in a game; this is cheaper than a review, because decisions are not valued.

The expected luck of a roll is zero however the players play, and so is the expected total.
"""

from collections.abc import Iterable

from roost.core.dice import Roll
from roost.core.record import PlayedMove
from roost.core.state import State
from roost.study.review.values import Shares, Value


def total_luck(start: State, played: Iterable[PlayedMove], value: Value) -> Shares:
    """Return each seat's total luck over all rolls in a game, or in a part of a game."""
    state, turn = start, value(start)
    gained = [0.0] * start.game.players
    for move, after, _ in played:
        if isinstance(move, Roll):
            for seat, (now, before) in enumerate(zip(turn.shares(after), turn.shares(state), strict=True)):
                gained[seat] += now - before
        if after.seat is not None and after.seat != state.seat:
            turn = value(after)
        state = after
    return tuple(gained)
