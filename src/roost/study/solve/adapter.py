"""The protocol of a game's exact solver, for whole games and endgames."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, cast

from roost.core.adapters import find_adapter, require_adapter
from roost.core.game import Game
from roost.core.state import State
from roost.study.solve.exact import Exact

if TYPE_CHECKING:
    from roost.study.solve.table import ValueTable

_MOST_POSITIONS = 2_000

Watcher: TypeAlias = Callable[[int, int], None]
"""A callback for progress: the number of solved positions and the total."""


class ExactAdapter(Protocol):
    """A game's exact solver."""

    def endgame(self, state: Any, limit: int) -> Exact | None:
        """Solve the game from the start of this turn to its end; None if more than ``limit`` positions can follow."""

    def exact(self, state: Any, limit: int) -> Exact | None:
        """Return the table of the whole game if this machine has one, else the result of :meth:`endgame`."""

    def is_near(self, state: Any) -> bool:
        """Whether the end is near enough to be solved while a player waits."""

    def is_solvable(self, state: Any) -> bool:
        """Whether a table of the whole game would contain this position."""

    def solve_game(self, game: Any, folder: Path | None, *, jobs: int, watch: Watcher | None) -> ValueTable:
        """Solve a whole game and store its table.

        Raises :class:`~roost.core.errors.UnsupportedError` if the game is too large.
        """


def exact_adapter(game: Game) -> ExactAdapter | None:
    """Return the game's adapter for exact values, if it has one."""
    return cast("ExactAdapter | None", find_adapter(type(game), "exact"))


def _needed(state: State) -> ExactAdapter:
    return cast("ExactAdapter", require_adapter(type(state.game), "exact", "exact values"))


def endgame(state: State, limit: int = _MOST_POSITIONS) -> Exact | None:
    """Solve a game exactly from the start of this turn to its end, for any number of players.

    Return None if more than ``limit`` positions can still come up. A position takes about 3 µs in two-player Junior,
    and about a millisecond in the other games.
    """
    return _needed(state).endgame(state, limit)


def exact(state: State, limit: int = _MOST_POSITIONS) -> Exact | None:
    """Return exact shares from this turn on, or None if the end of the game is too far away.

    A table of the whole game is used if this machine has one; otherwise the endgame is solved now. The result holds for
    every later position of the same game.
    """
    return _needed(state).exact(state, limit)
