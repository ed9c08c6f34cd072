"""A game's part in being solved, turn by turn. Others are searched: :mod:`roost.study.odds.search`."""

from collections.abc import Callable
from typing import Any, Protocol, TypeVar, cast, runtime_checkable

from roost.core.faces import find_face
from roost.core.game import Game
from roost.core.memory import MEMORY
from roost.core.moves import Action
from roost.core.state import State
from roost.study.odds.choice import Choice
from roost.study.odds.table import OpeningTable

_State_contra = TypeVar("_State_contra", bound=State, contravariant=True)


class Solved(Protocol[_State_contra]):
    """What the odds of a position need of a solved turn."""

    def value(self, state: _State_contra) -> float:
        """The worth of the turn at ``state`` under best play."""

    def results(self, state: _State_contra) -> dict[Action, float]:
        """How likely each way to end the turn is under best play."""

    def choices(self, state: _State_contra) -> tuple[Choice, ...]:
        """Every legal action with its value and how the turn would end, the best first."""


class Solution(Solved[_State_contra], Protocol[_State_contra]):
    """A solved turn. It answers for every state of that turn, from the one it was solved at on."""

    @property
    def nbytes(self) -> int:
        """About how much memory it takes."""

    def values(self, state: _State_contra) -> dict[Action, float]:
        """The worth of each legal action under best play from then on."""

    def best(self, state: _State_contra) -> Action:
        """The best action."""

    def results(self, state: _State_contra, action: Action | None = None) -> dict[Action, float]:
        """How likely each way to end the turn is under best play (after ``action``, if given)."""


@runtime_checkable
class Sampled(Protocol):
    """A solution that may be sampled in part."""

    def error(self, state: Any) -> float:
        """The standard error of the value; 0 where it is exact."""


class OddsFace(Protocol):
    """A game's own solver."""

    def solve(self, state: Any) -> Solution[Any]:
        """Solve the turn under way for its swing: how far it moves its player ahead of the others."""

    def turn_start(self, state: Any) -> State:
        """The position to solve the turn under way from, so that one solution serves all decisions that it can."""

    def solve_number(self, state: Any, worth: Callable[[int], float]) -> Solution[Any]:
        """Solve the turn under way for what its number is ``worth``, whatever the table offers.

        Raises :class:`~roost.core.errors.UnsupportedError` where turns do not end on a number.
        """

    def opening_table(self, game: Any) -> OpeningTable:
        """The chances of the dice at the start of a turn."""


def solve_turn(state: State) -> Solution[Any]:
    """The turn under way, solved for its swing by whoever plays it: by the game's own solver, or a quick search."""
    from roost.study.odds import search

    face = odds_face(state.game)
    if face is search:
        return search.solve_quickly(state)
    start = face.turn_start(state)
    return MEMORY.recall((solve_turn, start), lambda: face.solve(start), lambda found: found.nbytes)


def odds_face(game: Game) -> OddsFace:
    """A game's solver: its own, or the search that needs nothing but the rules."""
    face = find_face(type(game), "odds")
    if face is None:
        from roost.study.odds import search

        return search
    return cast("OddsFace", face)


def opening_table(game: Game) -> OpeningTable:
    """The chances of a game's dice at the start of a turn."""
    return odds_face(game).opening_table(game)
