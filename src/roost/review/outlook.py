"""How a turn may end after each choice, when its player plays for their share of the win."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from roost.core.moves import Action
from roost.core.state import State
from roost.odds.face import odds_face
from roost.review.valuing import SolvedTurn

__all__ = ["outlook"]


def outlook(state: State, turn: SolvedTurn) -> Callable[[Action], Mapping[Action, float]]:
    """How likely each result of the turn is after an action."""
    seat = state.seat
    assert seat is not None
    solved = odds_face(state.game).solve(state, lambda after: turn.shares(after)[seat])
    return lambda action: solved.results(state, action)
