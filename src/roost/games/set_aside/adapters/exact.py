"""Solve the endgames of set-aside games through the rules engine."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from roost.core.errors import UnsupportedError
from roost.core.extras import needing
from roost.core.game import Game
from roost.games.set_aside import SetAsideState
from roost.study.solve.adapter import Watcher
from roost.study.solve.exact import Exact

if TYPE_CHECKING:
    from roost.study.solve.table import ValueTable


def endgame(state: SetAsideState, limit: int) -> Exact | None:
    """Solve from the start of a turn to the end of the game, since these games have no stored table."""
    with needing("fast", "Solving an endgame"):
        from roost.games.set_aside.adapters.ends import engine_endgame

    return engine_endgame(state, limit)


exact = endgame


def is_near(state: SetAsideState) -> bool:
    """Return False, because solving a position takes about a millisecond, and there are many positions."""
    return False


def is_solvable(state: SetAsideState) -> bool:
    """Return False, because these games are too large to solve."""
    return False


def solve_game(game: Game, folder: Path | None, *, jobs: int, watch: Watcher | None) -> ValueTable:
    """Refuse, because solving a whole game would take too long to estimate."""
    raise UnsupportedError(game.name, "solution as a whole")
