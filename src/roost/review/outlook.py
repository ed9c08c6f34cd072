"""How a turn may end after each choice, when its player plays for their share of the win."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from roost.core.cancelling import check_cancelled
from roost.core.moves import Action
from roost.core.state import State
from roost.odds.face import odds_face
from roost.review.valuing import SolvedTurn

__all__ = ["outlook"]


def outlook(state: State, turn: SolvedTurn) -> Callable[[Action], Mapping[Action, float]]:
    """How likely each result of the turn is after an action."""
    seat = state.seat
    assert seat is not None
    share: Callable[[State, int], float] = getattr(turn, "share", lambda after, seat: turn.shares(after)[seat])

    def worth(after: State) -> float:
        check_cancelled()  # some turns can end in a hundred thousand ways
        return share(after, seat)

    solved = odds_face(state.game).solve(state, worth)
    return lambda action: solved.results(state, action)
