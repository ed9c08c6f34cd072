"""Junior's exact values: the whole game for two players, and the endgame for any number of players."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from roost.core.extras import has_fast, needing
from roost.games.junior import Junior, JuniorState
from roost.games.junior.adapters.solved.plain_search import plain_endgame
from roost.games.junior.adapters.solved.position_index import positions_of
from roost.games.set_aside.adapters import exact as by_engine
from roost.study.solve.adapter import Watcher
from roost.study.solve.exact import Exact

if TYPE_CHECKING:
    from roost.study.solve.table import ValueTable

_NEAR = 5
"""Maximum number of tiles on the grill at which two-player Junior is solved to its end within a few milliseconds, and
within a second in plain Python. About 1,100 positions may follow."""


def is_solvable(state: JuniorState) -> bool:
    """Whether the full table covers the position: two players, and a layout of tiles that can occur in play."""
    return state.game.players == 2 and state.seat is not None and positions_of(state.game).of(state) is not None


def endgame(state: JuniorState, limit: int) -> Exact | None:
    if not is_solvable(state):
        return by_engine.endgame(state, limit)
    if not has_fast() and is_near(state):
        return plain_endgame(state.game)
    with needing("fast", "Solving an endgame"):
        from roost.games.junior.adapters.solved.search import junior_endgame

    return junior_endgame(state, limit)


def exact(state: JuniorState, limit: int) -> Exact | None:
    table = _table(state.game) if has_fast() else None
    if table is not None and table.find(state) is not None:
        return table
    return endgame(state, limit)


def is_near(state: JuniorState) -> bool:
    return len(state.grill) <= _NEAR and is_solvable(state)


@cache
def _table(game: Junior) -> ValueTable | None:
    """Return the cached table of a game, None if none was made."""
    from roost.games.junior.adapters.solved.table import open_table

    return open_table(game)


def solve_game(game: Junior, folder: Path | None, *, jobs: int, watch: Watcher | None) -> ValueTable:
    """Solve the whole two-player game and store its table."""
    with needing("fast", "Solving a whole game"):
        from roost.games.junior.adapters.solved.table import solve

    return solve(game, folder, jobs=jobs, watch=watch)
