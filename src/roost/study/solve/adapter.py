"""The protocol for a game's exact solver, for whole games and endgames."""

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
"""Callback for progress; receives the number of solved positions and the total number."""


class ExactAdapter(Protocol):
    """A game's exact solver."""

    def endgame(self, state: Any, limit: int) -> Exact | None:
        """Solve the game from the start of this turn to its end.

        Return None if more than ``limit`` positions can follow.
        """

    def exact(self, state: Any, limit: int) -> Exact | None:
        """Return the table of the whole game if this machine has it, else the result of :meth:`endgame`."""

    def is_near(self, state: Any) -> bool:
        """Whether so few positions can follow that a player can wait for their solution."""

    def is_solvable(self, state: Any) -> bool:
        """Whether the table of the whole game contains this position once it is solved."""

    def solve_game(self, game: Any, folder: Path | None, *, jobs: int, watch: Watcher | None) -> ValueTable:
        """Solve a whole game and store its table.

        Raises :class:`~roost.core.errors.UnsupportedError` if the game is too large.
        """


def exact_adapter(game: Game) -> ExactAdapter | None:
    """Return the game's adapter for exact values; None if it has none."""
    return cast("ExactAdapter | None", find_adapter(type(game), "exact"))


def _needed(state: State) -> ExactAdapter:
    return cast("ExactAdapter", require_adapter(type(state.game), "exact", "exact values"))


def endgame(state: State, limit: int = _MOST_POSITIONS) -> Exact | None:
    """Solve a game exactly from the start of this turn to its end, for any number of players.

    Return None if more than ``limit`` positions can follow. Each position takes about 3 µs in two-player Junior, and
    about a millisecond in other games.
    """
    return _needed(state).endgame(state, limit)


def exact(state: State, limit: int = _MOST_POSITIONS) -> Exact | None:
    """Return exact win shares from this turn on, or None if more than ``limit`` positions can follow.

    If this machine has a table of the whole game, it is used; otherwise the endgame is solved now. The result is valid
    for every later position in the same game.
    """
    return _needed(state).exact(state, limit)
