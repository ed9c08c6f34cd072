"""What counts for the bots of a game must go with winning it."""

import pytest

from outside.short_straw import ShortStraw, ShortStrawState
from roost.core.conformance import ConformanceError, check_game


def test_a_backwards_game_is_an_error() -> None:
    """Bots would play to lose if winners scored low by the heuristic."""

    class BackwardsState(ShortStrawState):
        __slots__ = ()

        def heuristic(self) -> tuple[float, ...]:
            return self.scores()

    backwards = type("Backwards", (ShortStraw,), {"state_type": BackwardsState, "__module__": __name__})
    globals().update(Backwards=backwards, BackwardsState=BackwardsState)
    BackwardsState.__qualname__ = "BackwardsState"
    with pytest.raises(ConformanceError, match="heuristic was below the others' in"):
        check_game(backwards(2), games=12)
    assert check_game(ShortStraw(2), games=12) > 0
