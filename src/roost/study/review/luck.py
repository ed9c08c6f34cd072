"""Total luck of a game for each seat, without decisions; cheaper than a review.

The expected luck of a roll is zero however the players play, and so is that of the total.
"""

from collections.abc import Iterable

from roost.core.dice import Roll
from roost.core.record import PlayedMove
from roost.core.state import State
from roost.study.review.values import Shares, Value


def total_luck(start: State, played: Iterable[PlayedMove], value: Value) -> Shares:
    """Return each seat's luck from all rolls of a game or of a part of one."""
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
