"""The luck of a game alone: what its rolls brought each seat, without a word about decisions. Cheaper than a review.

Whatever the players do, the expectation of each roll's luck is zero before it is rolled, and so is that of the sum.
"""

from collections.abc import Iterable

from roost.core.dice import Roll
from roost.core.record import Played
from roost.core.state import State
from roost.study.review.values import Shares, Value


def total_luck(start: State, played: Iterable[Played], value: Value) -> Shares:
    """The luck of all rolls of a game, or of a part of one, for each seat."""
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
