"""A slow, exact twin of the Picnic Blitz solver that shares no code with it.

It plays the turn through the rules engine, state by state and roll by roll, and takes the best legal choice. It has no
tables, tracks or plans, and only caches equal states.
"""

from collections.abc import Callable
from fractions import Fraction

from roost.core.moves import Action
from roost.core.state import Move, Node
from roost.games.picnic import PicnicState
from roost.games.picnic.board import Lane


def scrambled(place: int, lane: Lane) -> int:
    """Return an arbitrary value; values differ so much that no wrong result can look right by chance."""
    return hash((place, tuple(lane.ants))) % 1009


def after(state: PicnicState, move: Move | str) -> PicnicState:
    """Return the state after an action or a roll."""
    following = state.play(move).state
    assert isinstance(following, PicnicState)
    return following


class PicnicTwin:
    """The current turn at a state, for a given value of the position after it."""

    def __init__(self, state: PicnicState, value: Callable[[PicnicState], int]) -> None:
        self._seat = state.seat
        self._value = value
        self.known: dict[PicnicState, Fraction] = {}
        """The value of each state met so far, including those after the turn."""

    def value(self, state: PicnicState) -> Fraction:
        """Return the value of the turn at a state under best play."""
        if state not in self.known:
            self.known[state] = self._find(state)
        return self.known[state]

    def values(self, state: PicnicState) -> dict[Action, Fraction]:
        """Return the value of each legal action if best play follows."""
        return {action: self.value(after(state, action)) for action in state.actions()}

    def _find(self, state: PicnicState) -> Fraction:
        if state.seat != self._seat:
            return Fraction(self._value(state))
        if state.node is Node.DECIDE:
            return max(self.values(state).values())
        dice = state.dice
        assert dice is not None
        return sum(ways * self.value(after(state, roll)) for roll, ways in dice.rolls) / Fraction(dice.ways)
