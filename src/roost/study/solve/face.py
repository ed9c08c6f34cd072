"""A game's part in being solved exactly, as a whole or towards its end."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, cast

from roost.core.faces import find_face, need_face
from roost.core.game import Game
from roost.core.state import State
from roost.study.solve.exact import Exact

if TYPE_CHECKING:
    from roost.study.solve.table import Table

_MOST_POSITIONS = 2_000

Watcher: TypeAlias = Callable[[int, int], None]
"""Somebody who is told how many positions are solved, of how many."""


class ExactFace(Protocol):
    """A game's exact values."""

    def endgame(self, state: Any, limit: int) -> Exact | None:
        """Solve the game from the start of this turn to its end; nothing, if more than ``limit`` positions can come."""

    def exact(self, state: Any, limit: int) -> Exact | None:
        """The same, or the table of the whole game if it was made on this machine."""

    def is_near(self, state: Any) -> bool:
        """Whether the end is so near that it is solved while somebody waits."""

    def is_solvable(self, state: Any) -> bool:
        """Whether a table of the whole game would know this position."""

    def solve_game(self, game: Any, folder: Path | None, *, jobs: int, watch: Watcher | None) -> Table:
        """Solve a whole game, and keep its table.

        Raises :class:`~roost.core.errors.UnsupportedError` where that is beyond reach.
        """


def exact_face(game: Game) -> ExactFace | None:
    """The exact face of a game, if it brings one."""
    return cast("ExactFace | None", find_face(type(game), "exact"))


def _needed(state: State) -> ExactFace:
    return cast("ExactFace", need_face(type(state.game), "exact", "exact values"))


def endgame(state: State, limit: int = _MOST_POSITIONS) -> Exact | None:
    """Solve a game exactly from the start of this turn to its end, for any number of players.

    Nothing comes of it if more than ``limit`` positions can still come up: then the end is not near enough. A position
    takes about 3 µs in two-player Junior, and about a millisecond in the other games.
    """
    return _needed(state).endgame(state, limit)


def exact(state: State, limit: int = _MOST_POSITIONS) -> Exact | None:
    """The source of exact shares from this turn on, if there is one within reach.

    That is the table of a game that was solved on this machine, and otherwise the end of the game, solved now if it is
    near enough. The answer holds for every later position of the same game.
    """
    return _needed(state).exact(state, limit)
