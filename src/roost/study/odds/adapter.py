"""The protocol for turn solvers. Games without a solver use the search in :mod:`roost.study.odds.search`."""

from collections.abc import Callable
from typing import Any, Protocol, TypeVar, cast, runtime_checkable

from roost.core.adapters import find_adapter, has_adapter
from roost.core.extras import needing
from roost.core.game import Game
from roost.core.memory import MEMORY
from roost.core.moves import Action
from roost.core.state import State
from roost.study.odds.choice import ActionOdds, Interval
from roost.study.odds.table import OpeningTable

_State_contra = TypeVar("_State_contra", bound=State, contravariant=True)


class SolvedPosition(Protocol[_State_contra]):
    """The part of a solved turn's interface that is needed to describe the odds of a position."""

    def value(self, state: _State_contra) -> float:
        """Return the expected value of the turn at ``state`` under best play; nan if it is not known."""

    def results(self, state: _State_contra) -> dict[Action, float]:
        """Return the probability of each ending of the turn under best play."""

    def choices(self, state: _State_contra) -> tuple[ActionOdds, ...]:
        """Return every legal action with its value and results, best first."""


class Solution(SolvedPosition[_State_contra], Protocol[_State_contra]):
    """A solved turn, valid from the state for which it was solved to the end of the turn."""

    @property
    def nbytes(self) -> int:
        """Approximate memory use in bytes."""

    def values(self, state: _State_contra) -> dict[Action, float]:
        """Return the expected value of each legal action, with best play afterwards."""

    def best(self, state: _State_contra) -> Action:
        """Return the best action at ``state``."""

    def results(self, state: _State_contra, action: Action | None = None) -> dict[Action, float]:
        """Return the probability of each ending of the turn under best play, after ``action`` if given."""


@runtime_checkable
class Searched(Protocol):
    """A solution whose values may be estimated from samples, or unknown because the search was cut."""

    def error(self, state: Any) -> float:
        """Return the standard error of the value at ``state``; 0 if the value is exact."""

    def between(self, state: Any) -> Interval | None:
        """Return an interval that contains the value; None if nothing is known about it."""


class OddsAdapter(Protocol):
    """The interface of a game's own turn solver."""

    def solve(self, state: Any) -> Solution[Any]:
        """Solve the current turn for its swing, which is how far it moves the player ahead of the others."""

    def turn_start(self, state: Any) -> State:
        """Return the position from which to solve the turn, chosen so that one solution serves many decisions."""

    def solve_number(self, state: Any, worth: Callable[[int], float]) -> Solution[Any]:
        """Solve the current turn if only its total counts, which ``worth`` values; claims are ignored.

        Raises :class:`~roost.core.errors.UnsupportedError` if the game's turns do not end with a total.
        """

    def opening_table(self, game: Any) -> OpeningTable:
        """Return the table of a game's odds at the start of a turn."""


def solve_turn(state: State) -> Solution[Any]:
    """Solve the current turn for its swing, with the game's own solver or else a quick search, and cache the result."""
    if not has_adapter(type(state.game), "odds"):
        with needing("fast", f"Searching turns of {state.game.title}"):
            from roost.study.odds.search import solve_quickly

        return solve_quickly(state)
    adapter = odds_adapter(state.game)
    start = adapter.turn_start(state)
    return MEMORY.recall((solve_turn, start), lambda: adapter.solve(start), lambda solution: solution.nbytes)


def odds_adapter(game: Game) -> OddsAdapter:
    """Return a game's own solver or, if it has none, the search that needs only the rules."""
    adapter = find_adapter(type(game), "odds")
    if adapter is None:
        with needing("fast", f"Searching turns of {game.title}"):
            from roost.study.odds import search

        return search
    return cast("OddsAdapter", adapter)


def opening_table(game: Game) -> OpeningTable:
    """Return the table of a game's odds at the start of a turn."""
    return odds_adapter(game).opening_table(game)
