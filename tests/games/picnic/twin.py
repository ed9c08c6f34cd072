"""A slow twin of the Picnic Blitz solver, exact to the last digit, that shares no line with it.

It walks the turn through the rules engine, state by state and roll by roll, and takes the best of what is legal. It
knows no tables, no tracks and no plans; only states that are equal are solved once.
"""

from collections.abc import Callable
from fractions import Fraction

from roost.core.moves import Action
from roost.core.state import Move, Node
from roost.games.picnic import PicnicState
from roost.games.picnic.board import Lane


def scrambled(place: int, lane: Lane) -> int:
    """A value without any sense, so that nothing can be right by chance: neighbours have nothing in common."""
    return hash((place, tuple(lane.ants))) % 1009


def after(state: PicnicState, move: Move | str) -> PicnicState:
    """The state after an action or a roll."""
    following = state.play(move).state
    assert isinstance(following, PicnicState)
    return following


class PicnicTwin:
    """The turn under way at a state, for a value of the position after it."""

    def __init__(self, state: PicnicState, value: Callable[[PicnicState], int]) -> None:
        self._seat = state.seat
        self._value = value
        self.known: dict[PicnicState, Fraction] = {}
        """The worth of each state that was met so far, those after the turn included."""

    def value(self, state: PicnicState) -> Fraction:
        """The worth of the turn at a state under best play."""
        if state not in self.known:
            self.known[state] = self._find(state)
        return self.known[state]

    def values(self, state: PicnicState) -> dict[Action, Fraction]:
        """The worth of each legal action under best play from then on."""
        return {action: self.value(after(state, action)) for action in state.actions()}

    def _find(self, state: PicnicState) -> Fraction:
        if state.seat != self._seat:
            return Fraction(self._value(state))
        if state.node is Node.DECIDE:
            return max(self.values(state).values())
        dice = state.dice
        assert dice is not None
        return sum(ways * self.value(after(state, roll)) for roll, ways in dice.rolls) / Fraction(dice.ways)
