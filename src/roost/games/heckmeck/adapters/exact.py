"""Heckmeck's exact values, from the solved two-player endgames and by solving the last positions of any game."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from roost.core.extras import has_fast, needing
from roost.games.heckmeck import Heckmeck, HeckmeckState
from roost.games.set_aside.adapters.exact import endgame, is_near
from roost.study.solve.adapter import Watcher
from roost.study.solve.exact import Exact

if TYPE_CHECKING:
    from roost.study.solve.table import ValueTable

__all__ = ["endgame", "exact", "is_near", "is_solvable", "solve_game"]


def is_solvable(state: HeckmeckState) -> bool:
    """Whether the solved table made on this machine covers the position."""
    table = _table(state.game) if has_fast() else None
    return table is not None and table.find(state) is not None


def exact(state: HeckmeckState, limit: int) -> Exact | None:
    return _table(state.game) if is_solvable(state) else endgame(state, limit)


@cache
def _table(game: Heckmeck) -> ValueTable | None:
    """Return the cached table of a game's solved endgames, or None if none was made."""
    from roost.games.heckmeck.adapters.solved.table import open_table

    return open_table(game)


def solve_game(game: Heckmeck, folder: Path | None, *, jobs: int, watch: Watcher | None) -> ValueTable:
    """Solve the two-player game's endgames and store their table."""
    with needing("fast", "Solving a whole game"):
        from roost.games.heckmeck.adapters.solved.table import solve

    return solve(game, folder, jobs=jobs, watch=watch)
