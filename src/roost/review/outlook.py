"""How a turn may end after each choice, when its player plays for his share of the win."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from roost.core.moves import Action
from roost.core.state import State
from roost.games.picnic.state import PicnicState
from roost.games.set_aside import SetAsideState
from roost.review.valuing import SolvedTurn

__all__ = ["outlook"]


def outlook(state: State, turn: SolvedTurn) -> Callable[[Action], Mapping[Action, float]]:
    """How likely each result of the turn is after an action; nothing for a game from outside."""
    seat = state.seat
    assert seat is not None

    def value(after: State) -> float:
        return turn.shares(after)[seat]

    if isinstance(state, SetAsideState):
        from roost.odds.turn import solve_turn

        solved = solve_turn(state.turn_start(), value)
        return lambda action: solved.results(state, action)
    if isinstance(state, PicnicState):
        from roost.odds.picnic import solve_picnic

        ants = solve_picnic(state, value)
        return lambda action: ants.results(state, action)
    return lambda action: {}
